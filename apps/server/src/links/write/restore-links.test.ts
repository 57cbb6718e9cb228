import { type LinkId, linkUndoMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, aLabel, aLink, anOrganization, aProject, catchErrorCode, findDestination } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { deleteLabel, updateLabel } from '../../labels/labels.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { archiveProject, createProject } from '../../projects/projects.ts'
import { getLink } from '../get-link.ts'
import { linkLabelListener } from '../tables/bulk-link-table.ts'
import { createLink } from './create-link.ts'
import { bulkDeleteLinks, deleteLink, eraseLinks } from './delete-link.ts'
import { countProjectLinks } from './link-quota.ts'
import { restoreLinks } from './restore-links.ts'

function addMs(ctx: ProjectContext, ms: number): ProjectContext {
  return { ...ctx, now: new Date(ctx.now.getTime() + ms) }
}

/** Runs the job that erases links that were deleted at `now`. */
function erase(deps: TestDeps, { organization, project, now }: ProjectContext, linkIds: LinkId[]): Promise<void> {
  return eraseLinks(deps, { organizationId: organization.id, projectId: project.id, linkIds, deletedAt: now.toISOString() })
}

function selectLinkRow(ctx: ProjectContext, linkId: LinkId) {
  return withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('links').selectAll().where('id', '=', linkId).executeTakeFirstOrThrow(),
  )
}

/**
 * Returns the actions of the audit entries on links, sorted by name, because several entries can have the same
 * millisecond.
 */
function listActions(ctx: ProjectContext): Promise<string[]> {
  return withScope(ctx.db, { organizationId: ctx.organization.id }, async (tx) => {
    const rows = await tx.selectFrom('audit_log').select('action').where('entity', '=', 'link').execute()
    return rows.map(({ action }) => action).sort()
  })
}

it('undoes a deletion, so that the link redirects again and has its content', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp', notes: 'Autumn', labels: ['light'] })
  await deleteLink(ctx, link.url_id)
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await catchErrorCode(getLink(deps, ctx, link.url_id))).toBe('LINK_NOT_FOUND')

  const restored = await restoreLinks(deps, addMs(ctx, linkUndoMs - 1), [link.url_id])

  expect(restored).toEqual([{ ...link, health: { ...link.health, checking: true } }])
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { destination: link.target } })
  expect(await listActions(ctx)).toEqual(['link.create', 'link.delete', 'link.restore'])
})

it('restores nothing if it is too late or the link is erased or of another project, and returns existing links when repeated', async () => {
  await using deps = await openTestDeps()
  const [ctx, noah] = [await aProject(deps), await aProject(deps)]
  const [kept, late] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await bulkDeleteLinks(ctx, [kept.url_id, late.url_id])

  expect(await restoreLinks(deps, noah, [kept.url_id])).toEqual([])
  expect((await restoreLinks(deps, ctx, [kept.url_id])).map(({ url_id }) => url_id)).toEqual([kept.url_id])
  expect((await restoreLinks(deps, ctx, [kept.url_id])).map(({ url_id }) => url_id)).toEqual([kept.url_id])
  expect(await restoreLinks(deps, addMs(ctx, linkUndoMs), [late.url_id])).toEqual([])
  await erase(deps, ctx, [late.url_id])
  expect(await restoreLinks(deps, ctx, [late.url_id])).toEqual([])
})

it('erases the content of a link when the deletion is final, and keeps its slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const shops = [{ place: 'DE', name: null, target: 'https://shop.example/de' }]
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp', notes: 'Autumn', labels: ['light'], shops, choice_page: true })
  await deleteLink(ctx, link.url_id)
  expect(await selectLinkRow(ctx, link.url_id)).toMatchObject({ target: link.target, title: 'Lamp' })

  await erase(deps, ctx, [link.url_id])
  await erase(deps, ctx, [link.url_id])

  const erased = { target: '', title: null, notes: null, labels: [], shops: [], has_choice_page: false, is_pending: false }
  expect(await selectLinkRow(ctx, link.url_id)).toMatchObject({ ...erased, slug: 'lamp' })
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await listActions(ctx)).toEqual(['link.create', 'link.delete', 'link.erase'])
})

it('erases a link that was restored and deleted again only in the job of its last deletion', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const again = addMs(ctx, 20_000)
  await deleteLink(ctx, link.url_id)
  await restoreLinks(deps, addMs(ctx, 10_000), [link.url_id])
  await deleteLink(again, link.url_id)

  await erase(deps, ctx, [link.url_id])
  expect((await selectLinkRow(ctx, link.url_id)).target).toBe(link.target)

  await erase(deps, again, [link.url_id])
  expect((await selectLinkRow(ctx, link.url_id)).target).toBe('')
})

it('omits labels that were deleted in the meantime, and uses the new names of renamed labels', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [light, gone] = [await aLabel(deps, ctx, { name: 'light' }), await aLabel(deps, ctx, { name: 'gone' })]
  const link = await aLink(deps, ctx, { labels: ['gone', 'light'] })
  await deleteLink(ctx, link.url_id)
  await deleteLabel({ labelListener: linkLabelListener }, ctx, gone.label_id)
  await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: light.label_id, update: { name: 'Light' } })

  expect((await restoreLinks(deps, ctx, [link.url_id]))[0]?.labels).toEqual(['Light'])
})

it('uses the new name of a label that was renamed in the meantime or is renamed at the same time', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let round = 0; round < 5; round += 1) {
    const label = await aLabel(deps, ctx, { name: `light ${round}` })
    const link = await aLink(deps, ctx, { labels: [label.name] })
    await deleteLink(ctx, link.url_id)

    const rename = updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: label.label_id, update: { name: `lamp ${round}` } })
    if (round === 0) await rename
    await Promise.all([rename, restoreLinks(deps, ctx, [link.url_id])])

    expect((await getLink(deps, ctx, link.url_id)).labels).toEqual([`lamp ${round}`])
  }
})

it('does not give a link a new label that has the name of a deleted label', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [light, other] = [await aLabel(deps, ctx, { name: 'light' }), await aLabel(deps, ctx, { name: 'other' })]
  const link = await aLink(deps, ctx, { labels: ['light'] })
  await deleteLink(ctx, link.url_id)
  await deleteLabel({ labelListener: linkLabelListener }, ctx, light.label_id)
  await updateLabel({ labelListener: linkLabelListener }, ctx, { labelId: other.label_id, update: { name: 'light' } })

  expect((await restoreLinks(deps, ctx, [link.url_id]))[0]?.labels).toEqual([])
})

it('restores a link as archived if its project was archived in the meantime', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await createProject(deps, owned.ctx, { name: 'Other', description: 'Stays active' })
  const [link, erased] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await bulkDeleteLinks(ctx, [link.url_id, erased.url_id])
  await erase(deps, ctx, [erased.url_id])
  await archiveProject(ctx)

  expect((await restoreLinks(deps, ctx, [link.url_id]))[0]?.archived).toBe(true)
  expect((await selectLinkRow(ctx, erased.url_id)).is_archived).toBe(false)
})

it('counts a restored link, and rejects a restore if other links have used up the limit', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 10 }, () => aLink(deps, ctx)))
  const ids = links.map(({ url_id }) => url_id)
  const [first, second] = ids as [LinkId, LinkId]
  await bulkDeleteLinks(ctx, [first, second])
  await aLink(deps, { ...addMs(ctx, 1_000) })

  expect(await catchErrorCode(restoreLinks(deps, ctx, [first, second]))).toBe('LINK_LIMIT_REACHED')
  expect((await restoreLinks(deps, ctx, [first])).map(({ url_id }) => url_id)).toEqual([first])
  expect(await withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) => countProjectLinks(tx, ctx.project.id))).toBe(10)
})

it('restores no more links than the plan includes if other links were created and deleted in the meantime', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 10 }, () => aLink(deps, ctx)))
  const earlier = links.slice(0, 2).map(({ url_id }) => url_id)
  await bulkDeleteLinks(ctx, earlier)
  // The links have an early time of creation, like links from a file, but their ids are new.
  const imported = { ...ctx, now: new Date('2020-01-01T00:00:00Z') }
  const newer = [await createLink(deps, imported, aDraft()), await createLink(deps, imported, aDraft())].map(
    ({ url_id }) => url_id as LinkId,
  )
  expect(await catchErrorCode(restoreLinks(deps, ctx, earlier))).toBe('LINK_LIMIT_REACHED')
  await bulkDeleteLinks(addMs(ctx, 20_000), newer)
  await restoreLinks(deps, addMs(ctx, 21_000), earlier)

  expect(await catchErrorCode(restoreLinks(deps, addMs(ctx, 22_000), newer))).toBe('LINK_LIMIT_REACHED')
})

it("restores the links of a project that exceeds its plan's limit since the plan was lowered", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 3 }, () => aLink(deps, ctx)))
  const lowered = { ...addMs(ctx, 60_000), entitlements: { ...ctx.entitlements, linksPerProject: 1 } }
  const ids = links.map(({ url_id }) => url_id)
  await bulkDeleteLinks(lowered, ids.slice(0, 1))

  expect(await restoreLinks(deps, lowered, ids.slice(0, 1))).toHaveLength(1)
})

it('either erases or restores a link if both run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  await deleteLink(ctx, link.url_id)

  const [restored] = await Promise.all([restoreLinks(deps, ctx, [link.url_id]), erase(deps, ctx, [link.url_id])])

  const row = await selectLinkRow(ctx, link.url_id)
  expect(restored.length === 1 ? [row.target, row.deleted_at] : [row.target, row.deleted_at !== null]).toEqual(
    restored.length === 1 ? [link.target, null] : ['', true],
  )
})
