import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject, destinationOf, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import { listOrganizations } from '../organizations/list-organizations.ts'
import { archiveProject, unarchiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { editProject } from './edit-project.ts'

const draft = { name: 'Lamps', description: 'Everything that shines' }

async function withTwoProjects(deps: TestDeps): Promise<[Project, Project]> {
  const first = await aProject(deps)
  const second = await createProject(deps, first.organizationId, draft)
  return [first, { ...first, id: second.id }]
}

it('archives the links of an archived project, and leaves them archived when it comes back', async () => {
  await using deps = await openTestDeps()
  const [first, second] = await withTwoProjects(deps)
  const [tidied, untouched] = [await aLink(deps, first), await aLink(deps, second)]

  expect((await archiveProject(deps, first)).status).toBe('archived')
  expect((await unarchiveProject(deps, first)).status).toBe('active')

  expect((await findLink(deps, first, tidied.url_id)).archived).toBe(true)
  expect((await findLink(deps, second, untouched.url_id)).archived).toBe(false)
})

it('keeps one project active when both are archived or deleted at once', async () => {
  await using deps = await openTestDeps()
  const [first, second] = await withTwoProjects(deps)

  const asked = await Promise.allSettled([archiveProject(deps, first), deleteProject(deps, second)])

  expect(refusalsIn(asked)).toHaveLength(1)
  expect(refusalsIn(asked)[0]).toMatch(/^PROJECT_LAST_ACTIVE_/)
})

it('rejects archiving and deleting the last active project, each with its own message', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  await expect(deleteProject(deps, project)).rejects.toThrow(
    'You cannot delete the last remaining active project. Create another project first.',
  )
  await expect(archiveProject(deps, project)).rejects.toThrow(
    'You cannot archive the last remaining active project. Create another project first.',
  )
  expect(await refusalOf(deleteProject(deps, project))).toBe('PROJECT_LAST_ACTIVE_DELETE')
  expect(await refusalOf(archiveProject(deps, project))).toBe('PROJECT_LAST_ACTIVE_ARCHIVE')
})

it("sends visitors of a deleted project's links away for good", async () => {
  await using deps = await openTestDeps()
  const [first, second] = await withTwoProjects(deps)
  await aLink(deps, second, { slug: 'lamp' })

  await deleteProject(deps, second)

  expect(await destinationOf(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await refusalOf(aLink(deps, first, { slug: 'lamp' }))).toBe('LINK_SLUG_TAKEN')
})

it('edits what it is given and nothing else', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  expect(await editProject(deps, project, { name: 'Chairs' })).toMatchObject({
    name: 'Chairs',
    description: 'Links of this organization',
  })
  expect(await editProject(deps, project, {})).toMatchObject({ name: 'Chairs' })
})

it("touches nothing of another organization's project", async () => {
  await using deps = await openTestDeps()
  const [mia] = await withTwoProjects(deps)
  const noah = await aProject(deps)
  const stolen = { ...mia, organizationId: noah.organizationId }

  expect(await refusalOf(archiveProject(deps, stolen))).toBe('NOT_FOUND')
  expect(await refusalOf(editProject(deps, stolen, draft))).toBe('NOT_FOUND')
  expect(await refusalOf(deleteProject(deps, stolen))).toBe('NOT_FOUND')

  const [organization] = await listOrganizations(deps, (await anOrganization(deps)).person)
  expect(organization?.projects).toHaveLength(1)
  expect((await editProject(deps, mia, {})).status).toBe('active')
})
