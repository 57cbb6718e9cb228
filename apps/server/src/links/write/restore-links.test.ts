import { type LinkId, productUpdate, restorableDays, storeUpdate } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  aDraft,
  aLabel,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  findDestination,
} from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { deleteLabel, updateLabel } from '../../labels/labels.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getProduct, updateProduct } from '../../products/products.ts'
import { archiveProject, createProject } from '../../projects/projects.ts'
import { getQrConfig, updateQrCode } from '../../qr-codes/qr-codes.ts'
import { listStores, updateStore } from '../../stores/stores.ts'
import { createAlias } from '../aliases/link-aliases.ts'
import { getLink } from '../get-link.ts'
import { listDeletedLinks } from '../list/list-deleted-links.ts'
import { linkLabelListener } from '../tables/bulk-link-table.ts'
import { createLink, insertNewLink } from './create-link.ts'
import { bulkDeleteLinks, deleteLink } from './delete-link.ts'
import { eraseLinks, eraseLinksOfProject } from './erase-links.ts'
import { countProjectLinks } from './link-quota.ts'
import { restoreLinks } from './restore-links.ts'

function addMs(ctx: ProjectContext, ms: number): ProjectContext {
  return { ...ctx, now: new Date(ctx.now.getTime() + ms) }
}

const restorableMs = restorableDays * 86_400_000

/** Runs the job of a deletion when the links that were deleted at `now` can no longer be restored. */
function erase(deps: TestDeps, { organization, project, now }: ProjectContext): Promise<void> {
  const clock = { now: () => new Date(now.getTime() + restorableMs) }
  return eraseLinksOfProject({ ...deps, clock }, { organizationId: organization.id, projectId: project.id })
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

  const restored = await restoreLinks(deps, addMs(ctx, restorableMs - 1), [link.url_id])

  expect(restored).toEqual([{ ...link, health: { ...link.health, checking: true }, earlier_url: null }])
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
  expect(await restoreLinks(deps, addMs(ctx, restorableMs), [late.url_id])).toEqual([])
  await erase(deps, ctx)
  expect(await restoreLinks(deps, ctx, [late.url_id])).toEqual([])
})

it('erases the content of a link when the deletion is final, and keeps its slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const shops = [{ place: 'DE', name: null, target: 'https://shop.example/de' }]
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp', notes: 'Autumn', labels: ['light'], shops, choice_page: true })
  await deleteLink(ctx, link.url_id)
  expect(await selectLinkRow(ctx, link.url_id)).toMatchObject({ target: link.target, title: 'Lamp' })

  await erase(deps, ctx)
  await erase(deps, ctx)

  const erased = { target: '', title: null, notes: null, labels: [], shops: [], has_choice_page: false, is_pending: false }
  expect(await selectLinkRow(ctx, link.url_id)).toMatchObject({ ...erased, slug: 'lamp' })
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await listActions(ctx)).toEqual(['link.create', 'link.delete', 'link.erase'])
})

it('counts the time from the last deletion of a link that was restored', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const again = addMs(ctx, 20_000)
  await deleteLink(ctx, link.url_id)
  await restoreLinks(deps, addMs(ctx, 10_000), [link.url_id])
  await deleteLink(again, link.url_id)

  await erase(deps, ctx)
  expect((await selectLinkRow(ctx, link.url_id)).target).toBe(link.target)

  await erase(deps, again)
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
  await eraseLinks(ctx, [erased.url_id])
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

it("undoes a deletion within 30 seconds even if the project exceeds its plan's limit since the plan was lowered", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 3 }, () => aLink(deps, ctx)))
  const lowered = { ...addMs(ctx, 60_000), entitlements: { ...ctx.entitlements, linksPerProject: 1 } }
  const ids = links.map(({ url_id }) => url_id)
  await bulkDeleteLinks(lowered, ids.slice(0, 1))

  expect(await catchErrorCode(restoreLinks(deps, addMs(lowered, 30_000), ids.slice(0, 1)))).toBe('LINK_LIMIT_REACHED')
  expect(await restoreLinks(deps, addMs(lowered, 29_000), ids.slice(0, 1))).toHaveLength(1)
})

it('either erases or restores a link if both run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let round = 0; round < 5; round += 1) {
    const link = await aLink(deps, ctx)
    await deleteLink(ctx, link.url_id)

    const [restored] = await Promise.all([
      restoreLinks(deps, ctx, [link.url_id]),
      round % 2 === 0 ? erase(deps, ctx) : eraseLinks(ctx, [link.url_id]),
    ])

    const row = await selectLinkRow(ctx, link.url_id)
    expect(restored.length === 1 ? [row.target, row.deleted_at] : [row.target, row.deleted_at !== null]).toEqual(
      restored.length === 1 ? [link.target, null] : ['', true],
    )
  }
})

it('counts a link once if it is restored twice at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 10 }, () => aLink(deps, ctx)))
  const [id] = links.map(({ url_id }) => url_id) as [LinkId]
  await deleteLink(ctx, id)

  const restored = await Promise.all([restoreLinks(deps, ctx, [id]), restoreLinks(deps, ctx, [id])])

  expect(restored.map((each) => each.map(({ url_id }) => url_id))).toEqual([[id], [id]])
  expect(await withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) => countProjectLinks(tx, ctx.project.id))).toBe(10)
})

/** Lets a later insert with the setting `linkshelf.takes_released_slugs` use the slug of a deleted link. */
function releaseSlug(deps: TestDeps, ctx: ProjectContext, slug: string) {
  return queryAsOwner(deps, 'update slugs set released_to = $1 where slug = $2', [ctx.organization.id, slug])
}

async function takeReleasedSlug(deps: TestDeps, ctx: ProjectContext, slug: string): Promise<LinkId> {
  return withScope(ctx.db, { organizationId: ctx.organization.id }, async (tx) => {
    await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
    return (await insertNewLink(tx, deps, ctx, { draft: aDraft({ slug }) })).id
  })
}

it('gives a restored link a new slug if another link got its slug, and returns the earlier short URL', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })
  await deleteLink(ctx, link.url_id)
  await releaseSlug(deps, ctx, 'lamp')
  const taker = await takeReleasedSlug(deps, ctx, 'lamp')
  expect((await listDeletedLinks(deps, ctx, { limit: 20 })).links).toMatchObject([{ url: link.url, slug_taken: true }])

  const [restored] = await restoreLinks(deps, ctx, [link.url_id])

  expect(restored).toMatchObject({ earlier_url: link.url, target: link.target })
  const slug = new URL(restored?.url ?? '').pathname.slice(1)
  expect(slug).toMatch(/^[1-9A-Za-z]{7}$/)
  expect(await findDestination(deps, slug)).toMatchObject({ kind: 'link', link: { linkId: link.url_id } })
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { linkId: taker } })
  await deleteLink(ctx, taker)
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
})

it('restores a link with its slug, or with a new slug, if its slug is taken at the same time', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })
  await deleteLink(ctx, link.url_id)
  await releaseSlug(deps, ctx, 'lamp')

  const [[restored], taken] = await Promise.all([
    restoreLinks(deps, ctx, [link.url_id]),
    takeReleasedSlug(deps, ctx, 'lamp').catch(() => undefined),
  ])

  expect(restored?.earlier_url).toBe(taken === undefined ? null : link.url)
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { linkId: taken ?? link.url_id } })
})

it('restores aliases, the QR code and the places in a store and a product, which edits do not remove in the meantime', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [link, other] = [await aLink(deps, ctx, { slug: 'lamp' }), await aLink(deps, ctx)]
  await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: 'light' } })
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { color: '#123456' } })
  const featured = [link, other].map(({ url_id }) => ({ url_id, title: 'Lamp' }))
  const store = await aStore(deps, ctx, { featured_links: featured })
  const product = await aProduct(deps, ctx, { urls: [link.url_id, other.url_id] })
  await deleteLink(ctx, link.url_id)
  expect(await findDestination(deps, 'light')).toEqual({ kind: 'gone' })
  const update = productUpdate.parse({ name: 'Lamp', urls: [other.url_id] })
  expect((await updateProduct(deps, ctx, { productId: product.product_id, update })).urls).toEqual([other.url_id])
  const changed = storeUpdate.parse({ name: store.name, featured_links: featured.slice(1) })
  expect((await updateStore(deps, ctx, { storeId: store.store_id, update: changed })).featured_links).toHaveLength(1)

  await restoreLinks(deps, ctx, [link.url_id])

  expect(await findDestination(deps, 'light')).toMatchObject({ kind: 'link', link: { linkId: link.url_id } })
  expect(await getQrConfig(deps, ctx, { kind: 'link', id: link.url_id })).toMatchObject({ color: '#123456' })
  expect((await getProduct(deps, ctx, product.product_id)).urls.toSorted()).toEqual([link.url_id, other.url_id].toSorted())
  expect((await listStores(deps, ctx))[0]?.featured_links.map(({ url_id }) => url_id).toSorted()).toEqual(
    [link.url_id, other.url_id].toSorted(),
  )
})
