import { toSourceQuery } from '@linkshelf/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProduct, aProject, aStore } from '../../../test/builders/builders.ts'
import { aClick } from '../../../test/builders/click-builder.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { type Db, openPostgres } from '../../platform/postgres/postgres.ts'
import { createClickSources } from './click-sources.ts'

let deps: TestDeps
let shipDb: Db

beforeEach(async () => {
  deps = await openTestDeps()
  shipDb = openPostgres(deps.accounts.ship, { size: 1 })
})
afterEach(async () => {
  await shipDb.destroy()
  await deps[Symbol.asyncDispose]()
})

async function aSoldProduct() {
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: `Shelf ${deps.ids.next()}` })
  const link = await aLink(deps, ctx)
  const product = await aProduct(deps, ctx, { urls: [link.url_id] })
  return { ctx, storeId: store.store_id, linkId: link.url_id, productId: product.product_id }
}

it('finds the product, store and page of a click on a button', async () => {
  const { storeId, linkId, productId } = await aSoldProduct()
  const clicks = (['store', 'category', 'product'] as const).map((page) =>
    aClick({ linkId, query: `utm_source=mail&${toSourceQuery({ page, productId })}` }),
  )
  const sources = await createClickSources(shipDb).find([...clicks, aClick({ linkId }), aClick({ linkId, query: 'from=mail' })])
  expect([...sources]).toEqual(clicks.map(({ id }, index) => [id, { page: ['store', 'category', 'product'][index], productId, storeId }]))
})

it('ignores a source whose product does not have the link', async () => {
  const [one, other] = [await aSoldProduct(), await aSoldProduct()]
  const forged = [
    aClick({ linkId: one.linkId, query: toSourceQuery({ page: 'product', productId: other.productId }) }),
    aClick({ linkId: one.linkId, query: toSourceQuery({ page: 'product', productId: deps.ids.next() }) }),
    aClick({ linkId: (await aLink(deps, one.ctx)).url_id, query: toSourceQuery({ page: 'product', productId: one.productId }) }),
  ]
  const sources = createClickSources(shipDb)
  expect((await sources.find(forged)).size).toBe(0)
  expect((await sources.find(forged)).size).toBe(0)
})

it('lets shipper accounts look up sources without reading products, and lets the API account do neither', async () => {
  await aSoldProduct()
  await expect(sql`select id from products`.execute(shipDb)).rejects.toThrow('permission denied')
  await expect(sql`select * from find_click_sources('{}', '{}')`.execute(deps.db)).rejects.toThrow('permission denied')
})
