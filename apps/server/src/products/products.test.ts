import {
  type CategoryId,
  type LinkId,
  type Place,
  type ProductId,
  pinnedProductsPerProject,
  productDraft,
  productPatch,
  productQuery,
  productUpdate,
} from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aLink, aProduct, aProject, aStore, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { deleteCategory } from '../categories/categories.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { deactivateStore } from '../stores/stores.ts'
import { createProductUrl, getProductUrl } from './product-url.ts'
import {
  deleteProduct,
  getProduct,
  linkProduct,
  listProducts,
  moveProduct,
  patchProduct,
  unlinkProduct,
  updateProduct,
} from './products.ts'
import { getShops, removeProductFromStore } from './store-products.ts'

async function listNames(deps: TestDeps, ctx: ProjectContext, query: object = {}): Promise<string[]> {
  return (await listProducts(deps, ctx, productQuery.parse(query))).products.map(({ name }) => name)
}

/** Creates products with these names, in this order. */
async function createProducts(deps: TestDeps, ctx: ProjectContext, names: string) {
  const products = []
  for (const name of [...names].reverse()) products.unshift(await aProduct(deps, ctx, { name }))
  return products
}

it('creates a product first in the order, with categories, and with links and attributes in the given order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const category = await aCategory(deps, ctx)
  const links = [await aLink(deps, ctx), await aLink(deps, ctx)].reverse()
  await aProduct(deps, ctx, { name: 'Older' })

  const product = await aProduct(deps, ctx, {
    name: ' Brass lamp ',
    attributes: { Watt: '40', Color: 'brass' },
    categories: [category.category_id, category.category_id],
    urls: links.map((link) => link.url_id),
  })

  expect(product).toMatchObject({
    name: 'Brass lamp',
    image_url: null,
    active: true,
    in_store: true,
    categories: [category.category_id],
    urls: links.map((link) => link.url_id),
    attributes: { Watt: '40', Color: 'brass' },
  })
  expect(Object.keys(product.attributes)).toEqual(['Watt', 'Color'])
  expect(await getProduct(deps, ctx, product.product_id)).toEqual(product)
  expect(await listNames(deps, ctx)).toEqual(['Brass lamp', 'Older'])
})

it('clears texts that an update omits, and does not change omitted attributes, categories, links and visibility', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const created = await aProduct(deps, ctx, { description: 'Warm', attributes: { Watt: '40' }, urls: [link.url_id], active: false })

  const updated = await updateProduct(deps, ctx, { productId: created.product_id, update: productUpdate.parse({ name: 'Steel lamp' }) })

  expect(updated).toEqual({ ...created, name: 'Steel lamp', description: null, revision: expect.any(String) })
})

it('is visible once its project has a store that is not hidden, and says so in every call', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { product_id: productId, visibility: created } = await aProduct(deps, ctx)
  const read = async () => (await getProduct(deps, ctx, productId)).visibility

  expect(created).toEqual({ state: 'not_in_store', reason: 'no_store', at: null })
  expect(await read()).toEqual(created)
  const { store_id: storeId } = await aStore(deps, ctx)
  expect(await read()).toEqual({ state: 'visible', reason: null, at: null })
  await deactivateStore(deps, ctx, storeId)
  const hidden = { state: 'hidden', reason: 'store_hidden', at: null }
  expect(await read()).toEqual(hidden)
  expect((await listProducts(deps, ctx, productQuery.parse({}))).products[0]?.visibility).toEqual(hidden)
  expect(await updateProduct(deps, ctx, { productId, update: productUpdate.parse({ name: 'Lamp' }) })).toMatchObject({ visibility: hidden })
})

it.each([
  ['a category', { categories: ['01900000-0000-7000-8000-000000000009' as CategoryId] }, 'CATEGORY_NOT_FOUND'],
  ['a link', { urls: ['01900000-0000-7000-8000-000000000009' as LinkId] }, 'LINK_NOT_FOUND'],
])('creates nothing with %s that the project does not have', async (_what, draft, code) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect(await catchErrorCode(aProduct(deps, ctx, draft))).toBe(code)
  expect(await listNames(deps, ctx)).toEqual([])
})

it('does not change the schedule and the availability that an update omits', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { product_id: productId } = await aProduct(deps, ctx, {
    availability: 'unavailable',
    show_from: '2030-01-01T10:00:00+02:00',
    show_until: '2030-02-01T00:00:00Z',
  })
  const update = (changes: object) => updateProduct(deps, ctx, { productId, update: productUpdate.parse({ name: 'Lamp', ...changes }) })

  const kept = { availability: 'unavailable', show_from: '2030-01-01T08:00:00.000Z', show_until: '2030-02-01T00:00:00.000Z' }
  expect(await update({})).toMatchObject(kept)
  expect(await catchErrorCode(update({ show_from: '2030-02-01T00:00:00Z' }))).toBe('REQUEST_INVALID')
  expect(await update({ show_until: null, availability: 'hidden' })).toMatchObject({ ...kept, availability: 'hidden', show_until: null })
})

it('pins up to 12 products, even if several are pinned at once, and does not change a pin that an update omits', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const pinned = await aProduct(deps, ctx, { name: 'Lamp', pinned: true })
  const update = (productId: ProductId, changes: object) =>
    updateProduct(deps, ctx, { productId, update: productUpdate.parse({ name: 'Lamp', ...changes }) })
  expect(await update(pinned.product_id, {})).toMatchObject({ pinned: true })
  for (let nth = 2; nth < pinnedProductsPerProject; nth += 1) await aProduct(deps, ctx, { pinned: true })
  const others = [await aProduct(deps, ctx), await aProduct(deps, ctx), await aProduct(deps, ctx)]

  const outcomes = await Promise.allSettled(others.map(({ product_id }) => update(product_id, { pinned: true })))

  expect(listErrorCodes(outcomes)).toEqual(['PRODUCT_PIN_LIMIT_REACHED', 'PRODUCT_PIN_LIMIT_REACHED'])
  expect(await catchErrorCode(aProduct(deps, ctx, { pinned: true }))).toBe('PRODUCT_PIN_LIMIT_REACHED')
  expect(await update(pinned.product_id, { pinned: true })).toMatchObject({ pinned: true })
  await update(pinned.product_id, { pinned: false })
  expect(await aProduct(deps, ctx, { pinned: true })).toMatchObject({ pinned: true })
})

it("rejects a category or link of another organization's project", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const [category, link] = [await aCategory(deps, mia), await aLink(deps, mia)]

  expect(await catchErrorCode(aProduct(deps, noah, { categories: [category.category_id] }))).toBe('CATEGORY_NOT_FOUND')
  expect(await catchErrorCode(aProduct(deps, noah, { urls: [link.url_id] }))).toBe('LINK_NOT_FOUND')
})

it('does not delete a product whose category or link is deleted', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [category, link] = [await aCategory(deps, ctx), await aLink(deps, ctx)]
  const { product_id } = await aProduct(deps, ctx, { categories: [category.category_id], urls: [link.url_id] })

  await deleteCategory(ctx, category.category_id)
  await deleteLink(ctx, link.url_id)

  expect(await getProduct(deps, ctx, product_id)).toMatchObject({ categories: [], urls: [] })
})

it('adds a link once, even if two requests add it at once, and removes it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const { product_id: productId } = await aProduct(deps, ctx, { urls: [first.url_id] })
  const input = { productId, linkId: second.url_id }

  await Promise.all([linkProduct(ctx, input), linkProduct(ctx, input)])
  expect((await getProduct(deps, ctx, productId)).urls).toEqual([first.url_id, second.url_id])

  const settled = await Promise.allSettled([unlinkProduct(ctx, input), unlinkProduct(ctx, input)])
  expect(listErrorCodes(settled)).toEqual(['LINK_NOT_FOUND'])
  expect((await getProduct(deps, ctx, productId)).urls).toEqual([first.url_id])
})

it('has the first link as its main shop until the owner changes the order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second, third] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, ctx)]
  const { product_id: productId, revision } = await aProduct(deps, ctx, { urls: [second.url_id] })

  for (const linkId of [first.url_id, third.url_id]) await linkProduct(ctx, { productId, linkId })
  const added = await getProduct(deps, ctx, productId)
  expect(added.urls).toEqual([second.url_id, first.url_id, third.url_id])

  const urls = [third.url_id, second.url_id, first.url_id]
  expect(await catchErrorCode(patchProduct(deps, ctx, { productId, patch: { urls, revision } }))).toBe('REVISION_OUTDATED')
  await patchProduct(deps, ctx, { productId, patch: { urls, revision: added.revision } })
  expect((await getProduct(deps, ctx, productId)).urls).toEqual(urls)
})

const moves: [place: string, product: string, to: Place | { beforeName: string }, order: string][] = [
  ['to the top', 'c', { position: 1 }, 'cabd'],
  ['to a position', 'a', { position: 3 }, 'bcad'],
  ['to its own position', 'b', { position: 2 }, 'abcd'],
  ['past the end', 'a', { position: 9 }, 'bcda'],
  ['before another', 'd', { beforeName: 'b' }, 'adbc'],
  ['before its neighbor', 'a', { beforeName: 'b' }, 'abcd'],
  ['to the end', 'b', { before: null }, 'acdb'],
]

it.each(moves)('moves a product %s', async (_place, name, to, order) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const products = await createProducts(deps, ctx, 'abcd')
  const findProductId = (wanted: string) => products[order.split('').sort().indexOf(wanted)]?.product_id as ProductId
  const place = 'beforeName' in to ? { before: findProductId(to.beforeName) } : to

  await moveProduct(ctx, { productId: findProductId(name), place })

  expect((await listNames(deps, ctx)).join('')).toBe(order)
})

it('moves products into the same gap hundreds of times', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const products = await createProducts(deps, ctx, 'abcd')
  const lastTwo = products.slice(2).map((product) => product.product_id)

  for (let turn = 0; turn < 120; turn += 1) for (const productId of lastTwo) await moveProduct(ctx, { productId, place: { position: 2 } })

  expect((await listNames(deps, ctx)).join('')).toBe('adcb')
})

it('loses no product when several are moved at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const products = await createProducts(deps, ctx, 'abcdef')

  await Promise.all(products.map(({ product_id }) => moveProduct(ctx, { productId: product_id, place: { position: 3 } })))

  expect((await listNames(deps, ctx)).toSorted().join('')).toBe('abcdef')
})

it('pages through products in their order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await createProducts(deps, ctx, 'abcde')

  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await listProducts(deps, ctx, productQuery.parse({ limit: 2, cursor }))
    pages.push(page.products.map(({ name }) => name).join(''))
    cursor = page.nextCursor
  } while (cursor !== undefined)

  expect(pages).toEqual(['ab', 'cd', 'e'])
  expect(await catchErrorCode(listProducts(deps, ctx, productQuery.parse({ cursor: 'x' })))).toBe('REQUEST_INVALID')
})

it('filters products by name and by category', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const category = await aCategory(deps, ctx)
  await aProduct(deps, ctx, { name: 'Steel 100% lamp', categories: [category.category_id] })
  await aProduct(deps, ctx, { name: 'Chair' })

  expect(await listNames(deps, ctx, { search: '100% LAMP' })).toEqual(['Steel 100% lamp'])
  expect(await listNames(deps, ctx, { category: category.category_id })).toEqual(['Steel 100% lamp'])
})

it('creates a short URL for a product page if there is a store', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { product_id: productId } = await aProduct(deps, ctx)
  const create = () => createProductUrl(deps, ctx, { productId, draft: {} })
  expect(await catchErrorCode(create())).toBe('STORE_NOT_FOUND')
  await aStore(deps, ctx, { name: 'Lamps' })

  const url = await create()

  expect(url.target).toBe(`${deps.origins.public}/@lamps/brass-lamp`)
  const elsewhere = createProductUrl(deps, ctx, { productId, draft: { target: 'https://mia.example/' } })
  expect(await catchErrorCode(elsewhere)).toBe('PAGE_URL_TARGET_FIXED')
  expect(await getProductUrl(deps, ctx, productId)).toEqual(url)
  expect((await getProduct(deps, ctx, productId)).product_linkshelf_url).toBe(url.url)
})

it('deletes a product once, and then returns an error', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { product_id } = await aProduct(deps, ctx)

  const settled = await Promise.allSettled([deleteProduct(ctx, product_id), deleteProduct(ctx, product_id)])

  expect(listErrorCodes(settled)).toEqual(['PRODUCT_NOT_FOUND'])
  expect(await catchErrorCode(getProduct(deps, ctx, product_id))).toBe('PRODUCT_NOT_FOUND')
})

it('hides products if neither store pages nor product pages are enabled', async () => {
  await using deps = await openTestDeps()
  const off = await aProject(deps, { settings: ['store_page_enabled=false', 'product_page_enabled=false'] })
  const productPages = await aProject(deps, { settings: ['store_page_enabled=false'] })

  expect(await catchErrorCode(aProduct(deps, off))).toBe('NOT_FOUND')
  expect(await catchErrorCode(listProducts(deps, off, productQuery.parse({})))).toBe('NOT_FOUND')
  expect((await aProduct(deps, productPages)).name).toBe('Brass lamp')
})

it('lists the shops of a store’s ads that require a sentence', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const createLinkTo = async (host: string, query = '?tag=mia&campid=5338123456') =>
    (await aLink(deps, ctx, { target: `https://${host}/lamp${query}` })).url_id
  const [marked, page, tagged, deleted] = [
    await createLinkTo('www.amazon.com', ''),
    await createLinkTo('www.amazon.it', ''),
    await createLinkTo('www.amazon.nl'),
    await createLinkTo('www.amazon.es'),
  ]
  const { store_id } = await aStore(deps, ctx, {
    featured_links: [
      { url_id: marked, title: 'Deals', ad: true },
      { url_id: tagged, title: 'Lamp', ad: false },
      { url_id: page, title: 'About', ad: false },
    ],
  })
  await aProduct(deps, ctx, {
    urls: [await createLinkTo('www.amazon.de'), await createLinkTo('amazon.de'), await createLinkTo('lamps.example'), deleted],
  })
  await aProduct(deps, ctx, { urls: [await createLinkTo('www.amazon.pl', '')] })
  await aProduct(deps, ctx, { urls: [await createLinkTo('www.ebay.de')], availability: 'hidden' })
  const removed = await aProduct(deps, ctx, { urls: [await createLinkTo('www.amazon.fr')] })
  await removeProductFromStore(ctx, { storeId: store_id, productId: removed.product_id })
  await deleteLink(ctx, deleted)

  expect(await getShops(ctx, store_id)).toEqual({ hosts: ['amazon.de', 'www.amazon.com', 'www.amazon.de', 'www.amazon.nl', 'www.ebay.de'] })
  expect(await catchErrorCode(getShops(other, store_id))).toBe('STORE_NOT_FOUND')
})

it('returns a price with the decimal places of its currency and the day of its check', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const today = ctx.now.toISOString().slice(0, 10)
  const created = await aProduct(deps, ctx, { price: { amount: '49.9', currency: 'eur' } })
  expect(created.price).toEqual({ amount: '49.90', currency: 'EUR', checked_on: today })

  const change = async (price: object | null | undefined) => {
    const update = productUpdate.parse({ name: 'Brass lamp', ...(price !== undefined && { price }) })
    return (await updateProduct(deps, ctx, { productId: created.product_id, update })).price
  }
  expect(await change({ amount: '5000', currency: 'JPY', checked_on: '2026-01-02' })).toEqual({
    amount: '5000',
    currency: 'JPY',
    checked_on: '2026-01-02',
  })
  expect(await change(undefined)).toMatchObject({ amount: '5000' })
  expect(await catchErrorCode(change({ amount: '5', currency: 'EUR', checked_on: '2999-01-01' }))).toBe('REQUEST_INVALID')
  expect(await change(null)).toBeNull()
})

it.each([
  [{ amount: '0', currency: 'EUR' }],
  [{ amount: '-1', currency: 'EUR' }],
  [{ amount: '1,299.00', currency: 'EUR' }],
  [{ amount: '1.005', currency: 'EUR' }],
  [{ amount: '10.5', currency: 'JPY' }],
  [{ amount: '5', currency: 'EURO' }],
  [{ amount: '5', currency: 'EUR', checked_on: '2026-02-30' }],
  [{ amount: '5' }],
])('rejects the price %j', (price) => {
  expect(productDraft.safeParse({ name: 'Lamp', price }).success).toBe(false)
})

it('stores the focus that the owner chose until the picture changes', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const focus = { x: 0.62, y: 0 }
  const image_url = 'https://pictures.example/lamp.png'
  const lamp = await aProduct(deps, ctx, { image_url, image_focus: focus })
  expect(lamp).toMatchObject({ image_focus: focus, image_look: null })
  let { revision } = lamp
  const change = async (changes: object) => {
    const patch = productPatch.parse({ revision, ...changes })
    const changed = await patchProduct(deps, ctx, { productId: lamp.product_id, patch })
    revision = changed.revision
    return changed.image_focus
  }

  expect(await change({ name: 'Lamp', image_url })).toEqual(focus)
  expect(await change({ image_focus: { x: 1, y: 0.5 } })).toEqual({ x: 1, y: 0.5 })
  expect(await change({ image_url: 'https://pictures.example/other.png' })).toBeNull()
  expect(await change({ image_url, image_focus: focus })).toEqual(focus)
  expect(await change({ image_focus: null })).toBeNull()

  await change({ image_focus: focus })
  const replace = async (update: object) =>
    (await updateProduct(deps, ctx, { productId: lamp.product_id, update: productUpdate.parse({ name: 'Lamp', ...update }) })).image_focus
  expect(await replace({ image_url })).toEqual(focus)
  expect(await replace({})).toBeNull()
})

const [nothing, half] = [undefined, 0.5]

it.each([
  { x: half },
  { x: half, y: nothing },
  { x: half, y: null },
  { x: -0.01, y: half },
  { x: half, y: 1.01 },
  { x: Number.NaN, y: half },
  { x: half, y: Number.POSITIVE_INFINITY },
  { x: '0.5', y: half },
  { x: [half], y: half },
  { x: half, y: half, z: half },
  [half, half],
  '50% 50%',
  half,
])('rejects the focus %j', (image_focus) => {
  expect(productDraft.safeParse({ name: 'Lamp', image_focus }).success).toBe(false)
  expect(productUpdate.safeParse({ name: 'Lamp', image_focus }).success).toBe(false)
  expect(productPatch.safeParse({ revision: 'a', image_focus }).success).toBe(false)
})

it('rejects a focus that is out of range with the wrong fields, and the database rejects it too', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/products`
  const create = async (image_focus: unknown) => {
    const response = await createApiCaller(deps)(ctx, { method: 'POST', path, body: { name: 'Lamp', image_focus } })
    const { data } = (await response.json()) as { data?: { issues: { path: string }[] } }
    return [response.status, ...(data?.issues ?? []).map((issue) => issue.path)]
  }

  expect(await create({ x: 2, y: -1 })).toEqual([400, 'image_focus.x', 'image_focus.y'])
  expect(await create('"; drop table products')).toEqual([400, 'image_focus'])
  expect(await create({ x: 0, y: 1 })).toEqual([201])
  const write = (value: string) => queryAsOwner(deps, 'update products set image_focus = $1', [value])
  for (const value of ['{"x": 2, "y": 0}', '{"x": 0}', '{"x": "NaN", "y": 0}']) await expect(write(value)).rejects.toThrow(/check/)
})
