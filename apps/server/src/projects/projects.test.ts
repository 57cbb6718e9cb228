import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject, destinationOf, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import { listOrganizations } from '../organizations/list-organizations.ts'
import { archiveProject, unarchiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { editProject } from './edit-project.ts'

const draft = { name: 'Lamps', description: 'Everything that shines' }

async function withTwoProjects(platform: TestPlatform): Promise<[Project, Project]> {
  const first = await aProject(platform)
  const second = await createProject(platform, first.organizationId, draft)
  return [first, { ...first, id: second.id }]
}

it('archives the links of an archived project, and leaves them archived when it comes back', async () => {
  await using platform = await openTestPlatform()
  const [first, second] = await withTwoProjects(platform)
  const [tidied, untouched] = [await aLink(platform, first), await aLink(platform, second)]

  expect((await archiveProject(platform, first)).status).toBe('archived')
  expect((await unarchiveProject(platform, first)).status).toBe('active')

  expect((await findLink(platform, first, tidied.url_id)).archived).toBe(true)
  expect((await findLink(platform, second, untouched.url_id)).archived).toBe(false)
})

it('keeps one project active when both are archived or deleted at once', async () => {
  await using platform = await openTestPlatform()
  const [first, second] = await withTwoProjects(platform)

  const asked = await Promise.allSettled([archiveProject(platform, first), deleteProject(platform, second)])

  expect(refusalsIn(asked)).toHaveLength(1)
  expect(refusalsIn(asked)[0]).toMatch(/^PROJECT_LAST_ACTIVE_/)
})

it('refuses to archive or delete the last active project, in the words of the screen', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  await expect(deleteProject(platform, project)).rejects.toThrow(
    'You cannot delete the last remaining active project. Create another project first.',
  )
  expect(await refusalOf(archiveProject(platform, project))).toBe('PROJECT_LAST_ACTIVE_ARCHIVE')
})

it("sends visitors of a deleted project's links away for good", async () => {
  await using platform = await openTestPlatform()
  const [first, second] = await withTwoProjects(platform)
  await aLink(platform, second, { slug: 'lamp' })

  await deleteProject(platform, second)

  expect(await destinationOf(platform, 'lamp')).toEqual({ kind: 'gone' })
  expect(await refusalOf(aLink(platform, first, { slug: 'lamp' }))).toBe('LINK_SLUG_TAKEN')
})

it('edits what it is given and nothing else', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  expect(await editProject(platform, project, { name: 'Chairs' })).toMatchObject({
    name: 'Chairs',
    description: 'Links of this organization',
  })
  expect(await editProject(platform, project, {})).toMatchObject({ name: 'Chairs' })
})

it("touches nothing of another organization's project", async () => {
  await using platform = await openTestPlatform()
  const [mia] = await withTwoProjects(platform)
  const noah = await aProject(platform)
  const stolen = { ...mia, organizationId: noah.organizationId }

  expect(await refusalOf(archiveProject(platform, stolen))).toBe('NOT_FOUND')
  expect(await refusalOf(editProject(platform, stolen, draft))).toBe('NOT_FOUND')
  expect(await refusalOf(deleteProject(platform, stolen))).toBe('NOT_FOUND')

  const [organization] = await listOrganizations(platform, (await anOrganization(platform)).person)
  expect(organization?.projects).toHaveLength(1)
  expect((await editProject(platform, mia, {})).status).toBe('active')
})
