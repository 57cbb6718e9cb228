import { projectDraft, projectUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aLink,
  anOrganization,
  aProject,
  catchErrorCode,
  findDestination,
  getProjectContext,
  listErrorCodes,
} from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import { listOrganizations } from '../organizations/organizations.ts'
import { archiveProject, createProject, deleteProject, unarchiveProject, updateProject } from './projects.ts'

const draft = { name: 'Lamps', description: 'Everything that shines' }

async function createTwoProjects(deps: TestDeps): Promise<[ProjectContext, ProjectContext]> {
  const owned = await anOrganization(deps)
  const second = await createProject(deps, owned.ctx, draft)
  return [await aProject(deps, { owned }), await getProjectContext(owned.user, owned.organization.id, second.id)]
}

it("archives a project's links with the project, and leaves them archived when the project is unarchived", async () => {
  await using deps = await openTestDeps()
  const [first, second] = await createTwoProjects(deps)
  const [archived, untouched] = [await aLink(deps, first), await aLink(deps, second)]

  expect((await archiveProject(first)).status).toBe('archived')
  expect((await unarchiveProject(first)).status).toBe('active')

  expect((await getLink(deps, first, archived.url_id)).archived).toBe(true)
  expect((await getLink(deps, second, untouched.url_id)).archived).toBe(false)
})

it('has the time zone UTC unless another is chosen', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })

  expect((await updateProject(ctx, {})).time_zone).toBe('UTC')
  expect((await updateProject(ctx, projectUpdate.parse({ time_zone: 'Europe/Berlin' }))).time_zone).toBe('Europe/Berlin')
  expect((await createProject(deps, owned.ctx, projectDraft.parse({ ...draft, time_zone: 'Asia/Tokyo' }))).time_zone).toBe('Asia/Tokyo')
  expect(projectUpdate.safeParse({ time_zone: 'Mars/Olympus' }).success).toBe(false)
})

it('leaves one project active if one is archived and the other deleted at once', async () => {
  await using deps = await openTestDeps()
  const [first, second] = await createTwoProjects(deps)

  const outcomes = await Promise.allSettled([archiveProject(first), deleteProject(second)])

  expect(listErrorCodes(outcomes)).toHaveLength(1)
  expect(listErrorCodes(outcomes)[0]).toMatch(/^PROJECT_LAST_ACTIVE_/)
})

it('rejects archiving and deleting the last active project, each with its own message', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  await expect(deleteProject(ctx)).rejects.toThrow('You cannot delete the last remaining active project. Create another project first.')
  await expect(archiveProject(ctx)).rejects.toThrow('You cannot archive the last remaining active project. Create another project first.')
  expect(await catchErrorCode(deleteProject(ctx))).toBe('PROJECT_LAST_ACTIVE_DELETE')
  expect(await catchErrorCode(archiveProject(ctx))).toBe('PROJECT_LAST_ACTIVE_ARCHIVE')
})

it('archives and unarchives through an update like the separate calls', async () => {
  await using deps = await openTestDeps()
  const [first, second] = await createTwoProjects(deps)
  const link = await aLink(deps, first)

  expect(await updateProject(first, { archived: true, name: 'Old lamps' })).toMatchObject({ status: 'archived', name: 'Old lamps' })
  expect(await catchErrorCode(updateProject(second, { archived: true }))).toBe('PROJECT_LAST_ACTIVE_ARCHIVE')
  expect(await updateProject(second, { archived: false })).toMatchObject({ status: 'active' })
  expect(await updateProject(first, { description: 'Out of use' })).toMatchObject({ status: 'archived' })
  expect(await updateProject(first, { archived: false })).toMatchObject({ status: 'active', name: 'Old lamps', description: 'Out of use' })

  expect((await getLink(deps, first, link.url_id)).archived).toBe(true)
})

it('creates an archived project even if only one project is active', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)

  expect((await createProject(deps, owned.ctx, { ...draft, archived: true })).status).toBe('archived')
  expect((await createProject(deps, owned.ctx, { ...draft, archived: false })).status).toBe('active')
})

it("answers visitors of a deleted project's links with 410, and never uses their slugs again", async () => {
  await using deps = await openTestDeps()
  const [first, second] = await createTwoProjects(deps)
  await aLink(deps, second, { slug: 'lamp' })

  await deleteProject(second)

  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await catchErrorCode(aLink(deps, first, { slug: 'lamp' }))).toBe('LINK_SLUG_TAKEN')
})

it('updates only the given fields', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect(await updateProject(ctx, { name: 'Chairs' })).toMatchObject({ name: 'Chairs', description: 'Links of this organization' })
  expect(await updateProject(ctx, {})).toMatchObject({ name: 'Chairs' })
})

it("does not change another organization's project", async () => {
  await using deps = await openTestDeps()
  const [mia] = await createTwoProjects(deps)
  const noah = await aProject(deps)
  const forged = { ...mia, organization: noah.organization }

  expect(await catchErrorCode(archiveProject(forged))).toBe('NOT_FOUND')
  expect(await catchErrorCode(updateProject(forged, draft))).toBe('NOT_FOUND')
  expect(await catchErrorCode(deleteProject(forged))).toBe('NOT_FOUND')

  const [organization] = await listOrganizations((await anOrganization(deps)).user)
  expect(organization?.projects).toHaveLength(1)
  expect((await updateProject(mia, {})).status).toBe('active')
})
