import { type Product, type ProductListSort, productId, productQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aLink, aProduct, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listProductsWithShops } from './list-products.ts'
import type { ProductNumberQueries } from './product-numbers.ts'
import { createSortedLists } from './sorted-lists.ts'

const none: ProductNumberQueries = { findTraffic: async () => new Map(), findEarned: async () => new Map() }

/** Lists the names of all products, page by page. */
async function listNames(deps: TestDeps, ctx: ProjectContext, query: object, numbers = none): Promise<string[]> {
  const names: string[] = []
  const listDeps = { ...deps, numbers, sortedLists: createSortedLists() }
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await listProductsWithShops(listDeps, ctx, productQuery.parse({ limit: 2, ...query, cursor }))
    names.push(...page.products.map(({ name }) => name))
    cursor = page.nextCursor
  }
  return names
}

it('sorts products by each value, page by page, with products that have no value last', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const toPriceDraft = (amount: string) => ({ price: { amount, currency: 'EUR' } })
  const drafts = [
    { name: 'Lamp 10', ...toPriceDraft('9.90') },
    { name: 'Lamp 2' },
    { name: 'apple', ...toPriceDraft('120') },
    { name: 'Zebra' },
  ]
  const products: Product[] = []
  for (const draft of drafts) products.push(await aProduct(deps, ctx, draft))
  const numbers = [
    { clicks: 5, click_through: 0.5, earned: [{ currency: 'EUR', earned: 100 }] },
    { clicks: 0, click_through: null, earned: [] },
    { clicks: 7, click_through: 0.1, earned: [{ currency: 'EUR', earned: 900 }] },
    { clicks: 7, click_through: 0.9, earned: [{ currency: 'USD', earned: 5_000 }] },
  ]
  const byId = new Map(products.flatMap(({ product_id }, nth) => (numbers[nth] ? [[product_id, numbers[nth]]] : [])))
  const queries: ProductNumberQueries = {
    findTraffic: async () => byId,
    findEarned: async () => new Map([...byId].map(([id, { earned }]) => [id, earned])),
  }
  const orders: Record<ProductListSort, string[]> = {
    order: ['Zebra', 'apple', 'Lamp 2', 'Lamp 10'],
    name: ['apple', 'Lamp 2', 'Lamp 10', 'Zebra'],
    newest: ['Zebra', 'apple', 'Lamp 2', 'Lamp 10'],
    price: ['apple', 'Lamp 10', 'Zebra', 'Lamp 2'],
    clicks: ['Zebra', 'apple', 'Lamp 10', 'Lamp 2'],
    click_through: ['Zebra', 'Lamp 10', 'apple', 'Lamp 2'],
    earned: ['apple', 'Lamp 10', 'Zebra', 'Lamp 2'],
  }

  for (const [sort, names] of Object.entries(orders)) expect(await listNames(deps, ctx, { sort }, queries), sort).toEqual(names)
  expect(await listNames(deps, ctx, { sort: 'name', search: 'lamp' })).toEqual(['Lamp 2', 'Lamp 10'])
  const { category_id: category } = await aCategory(deps, ctx)
  expect(await listNames(deps, ctx, { sort: 'price', category })).toEqual([])
})

it('rejects a cursor of another order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (const name of ['A', 'B']) await aProduct(deps, ctx, { name })
  const listDeps = { ...deps, numbers: none, sortedLists: createSortedLists() }
  const list = (query: object) => listProductsWithShops(listDeps, ctx, productQuery.parse({ limit: 1, ...query }))

  const { nextCursor: cursor } = await list({ sort: 'name' })
  expect(cursor).toBeDefined()
  expect(await catchErrorCode(list({ sort: 'price', cursor }))).toBe('REQUEST_INVALID')
  expect(await catchErrorCode(list({ cursor }))).toBe('REQUEST_INVALID')
})

it('queries only the numbers that the order needs, and stores the order for one minute', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const products: Product[] = []
  for (const name of ['A', 'B', 'C', 'D']) products.push(await aProduct(deps, ctx, { name }))
  const [a, b, c, d] = products.map(({ product_id }) => product_id)
  let clicked = [a, b, c, d]
  const queried: string[] = []
  const numbers: ProductNumberQueries = {
    findTraffic: async () => {
      queried.push('traffic')
      return new Map(clicked.map((id, nth) => [id ?? '', { clicks: 10 - nth, click_through: null }]))
    },
    findEarned: async () => {
      queried.push('earned')
      return new Map()
    },
  }
  const listDeps = { ...deps, numbers, sortedLists: createSortedLists() }
  const page = async (query: object, secondsLater = 0) => {
    const later = { ...ctx, now: new Date(ctx.now.getTime() + secondsLater * 1_000) }
    const { products, nextCursor } = await listProductsWithShops(listDeps, later, productQuery.parse({ limit: 1, ...query }))
    return { names: products.map(({ name }) => name), cursor: nextCursor }
  }
  const sort = 'clicks'

  const first = await page({ sort })
  clicked = [d, c, b, a]
  const second = await page({ sort, cursor: first.cursor }, 59)
  expect([...first.names, ...second.names]).toEqual(['A', 'B'])
  expect(queried).toEqual(['traffic'])
  expect((await page({ sort }, 1)).names).toEqual(['D'])
  await page({ sort, cursor: first.cursor }, 61)
  expect(queried).toEqual(['traffic', 'traffic', 'traffic'])
  expect((await page({ sort: 'name' })).names).toEqual(['A'])
  await page({ sort: 'click_through' })
  await page({ sort: 'earned' })
  expect(queried.slice(3)).toEqual(['traffic', 'earned'])
})

it('stores up to four lists per organization and 32 lists in total', () => {
  const lists = createSortedLists()
  const list = [{ id: productId.parse('01900000-0000-7000-8000-000000000001'), value: 1 }]
  const createContext = (id: string) => ({ organization: { id }, project: { id }, now: new Date() }) as unknown as ProjectContext
  const query = (search: string) => productQuery.parse({ sort: 'name', search })
  const [mia, noah] = [createContext('mia'), createContext('noah')]

  lists.store(noah, query('a'), list)
  for (const search of ['a', 'b', 'c', 'd', 'e']) lists.store(mia, query(search), list)
  expect(['a', 'b', 'e'].map((search) => lists.find(mia, query(search)) !== undefined)).toEqual([false, true, true])
  expect(lists.find(noah, query('a'))).toBeDefined()
  for (let nth = 0; nth < 32; nth += 1) lists.store(createContext(`owner ${nth}`), query('a'), list)
  expect([lists.find(noah, query('a')), lists.find(mia, query('e'))]).toEqual([undefined, undefined])
  expect(lists.find(createContext('owner 0'), query('a'))).toBe(list)
})

it('returns the shops of each product, whether they earn, and whether visitors see its price', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [amazon, other] = [
    await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE1' }),
    await aLink(deps, ctx, { target: 'https://www.lamps.example/brass' }),
  ]
  const price = { amount: '49.90', currency: 'EUR' }
  await aProduct(deps, ctx, { name: 'Both', price, urls: [amazon.url_id, other.url_id] })
  await aProduct(deps, ctx, { name: 'Other', price, urls: [other.url_id] })
  const listDeps = { ...deps, numbers: none, sortedLists: createSortedLists() }
  const { products } = await listProductsWithShops(listDeps, ctx, productQuery.parse({ sort: 'name' }))

  expect(products).toMatchObject([
    { name: 'Both', price_visible: false, shops: [{ name: 'Amazon', affiliation: { state: 'not_connected' } }, { name: 'lamps.example' }] },
    { name: 'Other', price_visible: true, shops: [{ url_id: other.url_id, affiliation: { state: 'none' }, health: { checked_at: null } }] },
  ])
})
