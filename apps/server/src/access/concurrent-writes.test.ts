import { type LabelId, type LinkId, linksBulkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, aLabel, aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { deleteOrganizationNow } from '../../test/databases/delete-organization-now.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import { submitFeedback } from '../feedback/feedback.ts'
import { createLabel, deleteLabel, updateLabel } from '../labels/labels.ts'
import { linkLabelListener } from '../links/index.ts'
import { listLinks } from '../links/list/list-links.ts'
import { bulkUpdateLinks } from '../links/write/bulk-update-links.ts'
import { createLink } from '../links/write/create-link.ts'
import { bulkDeleteLinks, deleteLink } from '../links/write/delete-link.ts'
import { archiveLink, unarchiveLink, updateLink } from '../links/write/update-link.ts'
import { removeMember } from '../organizations/members.ts'
import { createOrganization, updateOrganization } from '../organizations/organizations.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { archiveProject, createProject, deleteProject, unarchiveProject, updateProject } from '../projects/projects.ts'
import { updateQrCode } from '../qr-codes/qr-codes.ts'

interface World {
  deps: TestDeps & { labelListener: typeof linkLabelListener }
  ctx: Awaited<ReturnType<typeof aProject>>
  labelId: LabelId
  linkIds: [LinkId, LinkId]
}

type Operation = [name: string, run: (world: World) => Promise<unknown>]

const projectOperations: Operation[] = [
  ['create a link', ({ deps, ctx }) => createLink(deps, ctx, aDraft({ labels: ['lamps', 'new'] }))],
  ['update a link', ({ deps, ctx, linkIds: [linkId] }) => updateLink(deps, ctx, { linkId, update: { labels: ['lamps', 'newer'] } })],
  [
    'update several links',
    ({ deps, ctx, linkIds }) =>
      bulkUpdateLinks(deps, ctx, linksBulkUpdate.parse({ url_ids: linkIds.toReversed(), add_labels: ['lamps'], archived: true })),
  ],
  ['archive a link', ({ deps, ctx, linkIds }) => archiveLink(deps, ctx, linkIds[0])],
  ['unarchive a link', ({ deps, ctx, linkIds }) => unarchiveLink(deps, ctx, linkIds[0])],
  ['delete a link', ({ ctx, linkIds }) => deleteLink(ctx, linkIds[0])],
  ['delete several links', ({ ctx, linkIds }) => bulkDeleteLinks(ctx, linkIds)],
  ['create a label', ({ deps, ctx }) => createLabel(deps, ctx, { name: 'chairs', active: true, color_hex: null })],
  ['rename a label', ({ deps, ctx, labelId }) => updateLabel(deps, ctx, { labelId, update: { name: 'lights' } })],
  ['deactivate a label', ({ deps, ctx, labelId }) => updateLabel(deps, ctx, { labelId, update: { active: false } })],
  ['delete a label', ({ deps, ctx, labelId }) => deleteLabel(deps, ctx, labelId)],
  [
    'update a QR code',
    ({ deps, ctx, linkIds: [linkId] }) => updateQrCode(deps, ctx, { subject: { kind: 'link', id: linkId }, update: { color: '#123456' } }),
  ],
  ['submit feedback', ({ deps, ctx }) => submitFeedback(deps, ctx, { subject: 'Sorting', idea: 'By clicks' })],
  ['update the project', ({ ctx }) => updateProject(ctx, { name: 'Lamps' })],
  ['archive the project', ({ ctx }) => archiveProject(ctx)],
  ['unarchive the project', ({ ctx }) => unarchiveProject(ctx)],
  ['delete the project', ({ ctx }) => deleteProject(ctx)],
]

const organizationOperations: Operation[] = [
  ['create a project', ({ deps, ctx }) => createProject(deps, ctx, { name: 'Lamps', description: 'All' })],
  ['leave', ({ ctx }) => removeMember(ctx, ctx.actor.userId)],
  ['rename the organization', ({ ctx: { project: _project, ...ctx } }) => updateOrganization(ctx, { name: 'Lamps' })],
  ['delete the organization', ({ ctx }) => deleteOrganizationNow(ctx)],
]

/**
 * Creates two links with a label. The owner also has a second project and a second organization, so every operation can
 * succeed: the last project or organization can't be deleted.
 */
async function aWorld(testDeps: TestDeps): Promise<World> {
  const deps = { ...testDeps, labelListener: linkLabelListener }
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  await createOrganization(deps, ctx, 'Another')
  const { project: _project, ...inOrganization } = ctx
  await createProject(deps, inOrganization, { name: 'Another', description: 'Stays' })
  const label = await aLabel(deps, ctx)
  const links = [await aLink(deps, ctx, { labels: ['lamps'] }), await aLink(deps, ctx, { labels: ['lamps'] })] as const
  return { deps, ctx, labelId: label.label_id, linkIds: [links[0].url_id, links[1].url_id] }
}

/**
 * Deletes the project or organization of the world, with everything that belongs to it, once `run` waits for the row's
 * lock. Returns the error code of `run`.
 */
async function runWhileDeleted(world: World, table: 'projects' | 'organizations', run: Operation[1]): Promise<string> {
  const { deps, ctx } = world
  const id = table === 'projects' ? ctx.project.id : ctx.organization.id
  const { code } = await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
    const code = catchErrorCode(run(world))
    code.catch(() => undefined) // awaited below, after the deletion
    await waitForBlockedTransaction(deps)
    await tx.deleteFrom(table).where('id', '=', id).execute()
    return { code }
  })
  return code
}

it.each(projectOperations)('throws NOT_FOUND from "%s" if the project is deleted at the same time', async (_name, run) => {
  await using deps = await openTestDeps()

  expect(await runWhileDeleted(await aWorld(deps), 'projects', run)).toBe('NOT_FOUND')
})

it.each([...projectOperations, ...organizationOperations])(
  'throws NOT_FOUND from "%s" if the organization is deleted at the same time',
  async (_name, run) => {
    await using deps = await openTestDeps()

    expect(await runWhileDeleted(await aWorld(deps), 'organizations', run)).toBe('NOT_FOUND')
  },
)

/** Runs all operations at once, several times, in a different order each time. Returns the distinct error codes. */
async function collectErrors(world: World, operations: Operation[]): Promise<string[]> {
  const runs = operations.flatMap((_operation, nth) => [...operations.slice(nth), ...operations.slice(0, nth)]).slice(0, 60)
  const settled = await Promise.allSettled(runs.map(([, run]) => run(world)))
  const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  return [...new Set(reasons.map((reason) => String(reason.code ?? reason)))]
}

const expected = ['NOT_FOUND', 'LINK_NOT_FOUND', 'LABEL_NOT_FOUND', 'LABEL_NAME_TAKEN', 'PROJECT_LAST_ACTIVE_ARCHIVE', 'MEMBER_LAST_OWNER']

function findUnexpected(codes: string[]): string[] {
  return codes.filter((code) => !expected.includes(code))
}

it.each([
  ['the project', projectOperations],
  ['the organization', [...projectOperations, ...organizationOperations]],
])('throws only expected errors if all operations run at once, and leaves no rows when %s is deleted', async (_what, operations) => {
  await using deps = await openTestDeps()
  const world = await aWorld(deps)
  const { organization, project } = world.ctx

  expect(findUnexpected(await collectErrors(world, operations))).toEqual([])

  const left = await withScope(deps.db, { organizationId: organization.id }, (tx) =>
    Promise.all(
      (['links', 'labels', 'link_counts', 'qr_codes', 'ideas'] as const).map((table) =>
        tx.selectFrom(table).select('project_id').where('project_id', '=', project.id).execute(),
      ),
    ),
  )
  expect(left.flat()).toEqual([])
})

it('archives every link if the project is archived while its links are changed', async () => {
  await using deps = await openTestDeps()
  const world = await aWorld(deps)
  const operations = projectOperations.filter(([name]) => !/project|unarchive|create a link/.test(name))

  const [errors] = await Promise.all([collectErrors(world, operations), archiveProject(world.ctx)])

  expect(findUnexpected(errors)).toEqual([])
  expect((await listLinks(deps, world.ctx, { archived: false, limit: 100 })).links).toEqual([])
})
