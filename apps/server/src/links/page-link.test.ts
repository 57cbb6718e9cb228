import { type LinkId, linksBulkUpdate, type StoreId, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProduct, aProject, aStore, catchErrorCode, findDestination } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { createIdsAt } from '../../test/ids-at.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createProductUrl } from '../products/product-url.ts'
import { deleteProduct } from '../products/products.ts'
import { createStoreUrl, getStoreUrl } from '../stores/store-url.ts'
import { deleteStore, updateStore } from '../stores/stores.ts'
import { getLink } from './get-link.ts'
import { listLinks } from './list/list-links.ts'
import { bulkUpdateLinks } from './write/bulk-update-links.ts'
import { deleteLink } from './write/delete-link.ts'
import { countProjectLinks } from './write/link-quota.ts'
import { replaceTargets } from './write/replace-targets.ts'
import { restoreLinks } from './write/restore-links.ts'
import { updateLink } from './write/update-link.ts'

/** Creates a project with a store and a product, each with a short URL. */
async function aProjectWithPageLinks(deps: TestDeps) {
  const ctx = await aProject(deps)
  const { store_id: storeId } = await aStore(deps, ctx, { name: 'Lamps' })
  const { product_id: productId } = await aProduct(deps, ctx, { name: 'Brass lamp' })
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'shelf' } })
  await createProductUrl(deps, ctx, { productId, draft: { url: 'brass' } })
  return { ctx, storeId, productId, store: await findLinkId(deps, 'shelf'), product: await findLinkId(deps, 'brass') }
}

async function findLinkId(deps: TestDeps, slug: string): Promise<LinkId> {
  const found = await findDestination(deps, slug)
  if (found?.kind !== 'link') throw new Error('The short URL is a link')
  return found.link.linkId as LinkId
}

function countLinks({ db, organization, project }: ProjectContext): Promise<number> {
  return withScope(db, { organizationId: organization.id }, (tx) => countProjectLinks(tx, project.id))
}

const rename = (deps: TestDeps, ctx: ProjectContext, storeId: StoreId, name: string) =>
  updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name }) })

it('returns the current name of the store or product that a short URL leads to', async () => {
  await using deps = await openTestDeps()
  const { ctx, storeId, productId } = await aProjectWithPageLinks(deps)
  await aLink(deps, ctx, { slug: 'other' })
  const listPages = async () => {
    const { links } = await listLinks(deps, ctx, { search: '', archived: false, limit: 20, sort: 'newest' } as never)
    return Object.fromEntries(links.map(({ url, page }) => [url.split('/').at(-1), page]))
  }

  expect(await listPages()).toEqual({
    shelf: { kind: 'store', id: storeId, name: 'Lamps' },
    brass: { kind: 'product', id: productId, name: 'Brass lamp' },
    other: null,
  })
  await rename(deps, ctx, storeId, 'Chairs')
  await deleteProduct(ctx, productId)
  expect(await listPages()).toMatchObject({ shelf: { name: 'Chairs' }, brass: { kind: 'product', id: productId, name: null } })
})

it('does not count short URLs of pages when they are created, deleted or restored', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await Promise.all(Array.from({ length: 10 }, () => aLink(deps, ctx)))
  const { store_id: storeId } = await aStore(deps, ctx)
  const { product_id: productId } = await aProduct(deps, ctx)

  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'shelf' } })
  await createProductUrl(deps, ctx, { productId, draft: {} })
  expect(await countLinks(ctx)).toBe(10)
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')

  const id = await findLinkId(deps, 'shelf')
  await deleteLink(ctx, id)
  expect(await countLinks(ctx)).toBe(10)
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
  expect(await restoreLinks(deps, ctx, [id])).toMatchObject([{ url_id: id, page: { kind: 'store' } }])
  expect(await countLinks(ctx)).toBe(10)
})

it('allows at most ten short URLs per page, including those that were deleted within 30 seconds, and also when one is restored', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id: storeId } = await aStore(deps, ctx)
  const create = (at: ProjectContext, url?: string) => createStoreUrl(deps, at, { storeId, draft: url === undefined ? {} : { url } })
  for (let count = 1; count <= 10; count += 1) await create(ctx, `shelf-${count}`)

  expect(await catchErrorCode(create(ctx, 'shelf-11'))).toBe('PAGE_URL_LIMIT_REACHED')
  expect((await create(ctx)).url).toBe(`${deps.origins.public}/shelf-10`)
  const deleted = await findLinkId(deps, 'shelf-1')
  await deleteLink(ctx, deleted)
  expect(await catchErrorCode(create(ctx, 'shelf-11'))).toBe('PAGE_URL_LIMIT_REACHED')
  const later = { ...ctx, now: new Date(ctx.now.getTime() + 30_000) }
  expect((await create(later, 'shelf-11')).url).toBe(`${deps.origins.public}/shelf-11`)
  expect(await catchErrorCode(restoreLinks(deps, later, [deleted]))).toBe('PAGE_URL_LIMIT_REACHED')
})

it('lets a project over its limit undo a deletion after it created a short URL of a page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink({ ...deps, ids: createIdsAt(() => ctx.now.getTime() - 300_000) }, ctx)
  await deleteLink(ctx, link.url_id)
  const { store_id: storeId } = await aStore(deps, ctx)
  await createStoreUrl(deps, ctx, { storeId, draft: {} })
  const lowered = { ...ctx, entitlements: { ...ctx.entitlements, linksPerProject: 0 } }

  expect(await restoreLinks(deps, lowered, [link.url_id])).toHaveLength(1)
})

it('follows the address of the store without checking pages again', async () => {
  await using deps = await openTestDeps()
  const { ctx, storeId, store, product } = await aProjectWithPageLinks(deps)
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'earlier' } })
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'deleted' } })
  const deleted = await findLinkId(deps, 'deleted')
  await deleteLink(ctx, deleted)
  const health = (await getLink(deps, ctx, store)).health

  await rename(deps, ctx, storeId, 'Ünique chairs')

  const page = `${deps.origins.public}/@%C3%BCnique-chairs`
  await restoreLinks(deps, ctx, [deleted])
  expect(await getLink(deps, ctx, store)).toMatchObject({ target: page, health })
  expect(await getLink(deps, ctx, product)).toMatchObject({ target: `${page}/brass-lamp` })
  for (const [slug, destination] of [
    ['shelf', page],
    ['earlier', page],
    ['deleted', page],
    ['brass', `${page}/brass-lamp`],
  ] as const)
    expect(await findDestination(deps, slug)).toMatchObject({ kind: 'link', link: { destination } })
})

it('leads nowhere after its page is deleted, and leads to a product in the next store of the project', async () => {
  await using deps = await openTestDeps()
  const { ctx, storeId, productId } = await aProjectWithPageLinks(deps)
  await deleteStore(ctx, storeId)
  for (const slug of ['shelf', 'brass'])
    expect(await findDestination(deps, slug)).toMatchObject({ kind: 'link', link: { isPageDeleted: true } })

  await aStore(deps, ctx, { name: 'Lamps' })
  expect(await findDestination(deps, 'shelf')).toMatchObject({ link: { isPageDeleted: true } })
  expect(await findDestination(deps, 'brass')).toMatchObject({ link: { isPageDeleted: undefined } })
  await deleteProduct(ctx, productId)
  expect(await findDestination(deps, 'brass')).toMatchObject({ link: { isPageDeleted: true } })
})

it('leads to a product below the new name when its project gets another store', async () => {
  await using deps = await openTestDeps()
  const { ctx, storeId } = await aProjectWithPageLinks(deps)
  await deleteStore(ctx, storeId)
  await aStore(deps, ctx, { name: 'Chairs' })

  expect(await findDestination(deps, 'brass')).toMatchObject({
    link: { destination: `${deps.origins.public}/@chairs/brass-lamp` },
  })
})

it('rejects changes of its destination by link calls with PAGE_URL_TARGET_FIXED', async () => {
  await using deps = await openTestDeps()
  const { ctx, store, product } = await aProjectWithPageLinks(deps)
  const before = await getLink(deps, ctx, store)
  const update = (changes: object) => updateLink(deps, ctx, { linkId: store, update: changes })
  const shops = [{ place: 'FR', name: null, target: 'https://maker.example/fr' }]

  for (const changes of [
    { target: 'https://maker.example/' },
    { target: (await getLink(deps, ctx, product)).target },
    { shops },
    { choice_page: true },
  ])
    expect(await catchErrorCode(update(changes))).toBe('PAGE_URL_TARGET_FIXED')
  expect(await update({ target: before.target, title: 'Shelf', notes: 'Print', labels: ['shop'], shops: [] })).toMatchObject({
    ...{ target: before.target, title: 'Shelf', notes: 'Print', labels: ['shop'], page: before.page },
  })
})

it('stays unchanged when destinations of many links are replaced', async () => {
  await using deps = await openTestDeps()
  const { ctx, store } = await aProjectWithPageLinks(deps)
  const { target } = await getLink(deps, ctx, store)
  await queryAsOwner(deps, `update link_checks set page_url = '${target}', redirected_to = 'https://maker.example/'`)

  await bulkUpdateLinks(deps, ctx, linksBulkUpdate.parse({ url_ids: [store], follow_redirects: true, remove_pasted_tags: true }))
  const replaced = await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    replaceTargets(tx, ctx, [{ id: store, target: { before: target, after: 'https://maker.example/' }, shops: null }]),
  )

  expect(replaced).toEqual([])
  expect((await getLink(deps, ctx, store)).target).toBe(target)
})

it('leaves its page without a short URL when it is deleted in Links, until the deletion is undone', async () => {
  await using deps = await openTestDeps()
  const { ctx, storeId, store } = await aProjectWithPageLinks(deps)

  await deleteLink(ctx, store)
  expect(await catchErrorCode(getStoreUrl(deps, ctx, storeId))).toBe('PAGE_URL_NOT_FOUND')
  await restoreLinks(deps, ctx, [store])
  expect(await getStoreUrl(deps, ctx, storeId)).toMatchObject({ url: `${deps.origins.public}/shelf` })
})
