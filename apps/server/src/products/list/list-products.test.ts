import { type Product, type ProductListSort, productQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aLink, aProduct, aProject, errorCodeOf } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listProductsWithShops } from './list-products.ts'
import type { FindProductNumbers } from './product-numbers.ts'

const none: FindProductNumbers = async () => new Map()

/** The names of all products, page by page. */
async function listed(deps: TestDeps, ctx: ProjectContext, query: object, findNumbers = none): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await listProductsWithShops({ ...deps, findNumbers }, ctx, productQuery.parse({ limit: 2, ...query, cursor }))
    names.push(...page.products.map(({ name }) => name))
    cursor = page.nextCursor
  }
  return names
}

it('sorts products by each value, page by page, and those without it last', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const price = (amount: string) => ({ price: { amount, currency: 'EUR' } })
  const drafts = [{ name: 'Lamp 10', ...price('9.90') }, { name: 'Lamp 2' }, { name: 'apple', ...price('120') }, { name: 'Zebra' }]
  const products: Product[] = []
  for (const draft of drafts) products.push(await aProduct(deps, ctx, draft))
  const numbers = [
    { clicks: 5, click_through: 0.5, earned: [{ currency: 'EUR', earned: 100 }] },
    { clicks: 0, click_through: null, earned: [] },
    { clicks: 7, click_through: 0.1, earned: [{ currency: 'EUR', earned: 900 }] },
    { clicks: 7, click_through: 0.9, earned: [{ currency: 'USD', earned: 5_000 }] },
  ]
  const findNumbers: FindProductNumbers = async (_ctx, _tz, ids) =>
    new Map(
      products.flatMap(({ product_id }, nth) =>
        ids.includes(product_id) && numbers[nth] ? [[product_id, { product_id, ...numbers[nth] }]] : [],
      ),
    )
  const orders: Record<ProductListSort, string[]> = {
    order: ['Zebra', 'apple', 'Lamp 2', 'Lamp 10'],
    name: ['apple', 'Lamp 2', 'Lamp 10', 'Zebra'],
    newest: ['Zebra', 'apple', 'Lamp 2', 'Lamp 10'],
    price: ['apple', 'Lamp 10', 'Zebra', 'Lamp 2'],
    clicks: ['Zebra', 'apple', 'Lamp 10', 'Lamp 2'],
    click_through: ['Zebra', 'Lamp 10', 'apple', 'Lamp 2'],
    earned: ['apple', 'Lamp 10', 'Zebra', 'Lamp 2'],
  }

  for (const [sort, names] of Object.entries(orders)) expect(await listed(deps, ctx, { sort }, findNumbers), sort).toEqual(names)
  expect(await listed(deps, ctx, { sort: 'name', search: 'lamp' })).toEqual(['Lamp 2', 'Lamp 10'])
  const { category_id: category } = await aCategory(deps, ctx)
  expect(await listed(deps, ctx, { sort: 'price', category })).toEqual([])
})

it('rejects a cursor of another order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (const name of ['A', 'B']) await aProduct(deps, ctx, { name })
  const list = (query: object) => listProductsWithShops({ ...deps, findNumbers: none }, ctx, productQuery.parse({ limit: 1, ...query }))

  const { nextCursor: cursor } = await list({ sort: 'name' })
  expect(cursor).toBeDefined()
  expect(await errorCodeOf(list({ sort: 'price', cursor }))).toBe('REQUEST_INVALID')
  expect(await errorCodeOf(list({ cursor }))).toBe('REQUEST_INVALID')
})

it('names the shops of each product, whether they earn, and whether visitors see its price', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [amazon, other] = [
    await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE1' }),
    await aLink(deps, ctx, { target: 'https://www.lamps.example/brass' }),
  ]
  const price = { amount: '49.90', currency: 'EUR' }
  await aProduct(deps, ctx, { name: 'Both', price, urls: [amazon.url_id, other.url_id] })
  await aProduct(deps, ctx, { name: 'Other', price, urls: [other.url_id] })
  const { products } = await listProductsWithShops({ ...deps, findNumbers: none }, ctx, productQuery.parse({ sort: 'name' }))

  expect(products).toMatchObject([
    { name: 'Both', price_visible: false, shops: [{ name: 'Amazon', affiliation: { state: 'not_connected' } }, { name: 'lamps.example' }] },
    { name: 'Other', price_visible: true, shops: [{ url_id: other.url_id, affiliation: { state: 'none' }, health: { checked_at: null } }] },
  ])
})
