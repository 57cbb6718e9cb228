import { gunzipSync } from 'node:zlib'
import { isSchedule, productAvailabilities, productQuery, type VisibilityFields } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCategory, aProject, aStore } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { silentLog } from '../platform/process/log.ts'
import { listProducts } from '../products/products.ts'
import { getPublicProduct, listPublicProducts } from '../public-stores/public-store.ts'
import { parseStoreAddress } from './store-address.ts'
import { createStorePages } from './store-pages.ts'

const now = new Date('2030-01-01T12:00:00Z')
const clock = { now: () => now }
const limits = [null, '2030-01-01T11:00:00.000Z', now.toISOString(), '2030-01-01T13:00:00.000Z']
const switches = [true, false]

/** Every combination of the fields that decide whether visitors see a product. */
const combinations: VisibilityFields[] = switches
  .flatMap((active) => switches.map((in_store) => ({ active, in_store })))
  .flatMap((fields) => productAvailabilities.map((availability) => ({ ...fields, availability })))
  .flatMap((fields) => limits.flatMap((show_from) => limits.map((show_until) => ({ ...fields, show_from, show_until }))))
  .filter(isSchedule)

/** Inserts a product for each combination, all in one category. */
async function insertProducts(deps: TestDeps, { organization, project }: ProjectContext, categoryId: string): Promise<void> {
  const rows = combinations.map((fields, nth) => ({ ...fields, id: deps.ids.next(), name: JSON.stringify(fields), position: nth }))
  await withScope(deps.db, { organizationId: organization.id }, async (tx) => {
    await sql`
      insert into products (id, organization_id, project_id, name, attributes, is_active, is_in_store, availability, show_from, show_until, position, created_at)
      select id, ${organization.id}, ${project.id}, name, '{}', active, in_store, availability, show_from, show_until, position, ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, name text, active boolean, in_store boolean,
        availability text, show_from timestamptz, show_until timestamptz, position numeric)`.execute(tx)
    await sql`
      insert into product_categories (organization_id, project_id, product_id, category_id)
      select organization_id, project_id, id, ${categoryId} from products where project_id = ${project.id}`.execute(tx)
  })
}

it('shows on store pages, and in public calls, the products that are visible or unavailable, for every combination of their fields', async () => {
  await using deps = await openTestDeps({ clock })
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { category_id: categoryId } = await aCategory(deps, ctx)
  await insertProducts(deps, ctx, categoryId)
  const patient = { timeoutMs: 60_000, renderTimeoutMs: 60_000 }
  const pages = createStorePages({ db: deps.edgeDb, publicOrigin: 'https://go.example', clock, log: silentLog, ...patient })
  const address = parseStoreAddress('/@lamps')
  const found = address && (await pages.visit(address))
  if (found?.kind !== 'page') throw new Error('The store has a page')

  const listed = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await listProducts(deps, ctx, productQuery.parse({ limit: 100, cursor }))
    listed.push(...page.products)
    cursor = page.nextCursor
  }
  const isSeen = new Map(listed.map(({ product_id, visibility: { state } }) => [product_id, ['visible', 'unavailable'].includes(state)]))
  const seen = listed.filter(({ product_id }) => isSeen.get(product_id)).map(({ product_id }) => product_id)

  expect(listed).toHaveLength(combinations.length)
  expect(new Set(listed.map(({ visibility }) => visibility.state)).size).toBe(6)
  const store = gunzipSync(found.page.body).toString()
  expect(listed.map(({ product_id }) => product_id).filter((id) => store.includes(`/p/${id}`))).toEqual(seen)
  expect((await listPublicProducts(deps, { storeName: 'Lamps', categoryId })).map(({ product_id }) => product_id)).toEqual(seen)
  for (const { product_id: id } of listed) {
    const isFound = await getPublicProduct(deps, { storeName: 'Lamps', productId: id as never }).then(
      () => true,
      () => false,
    )
    expect([id, isFound]).toEqual([id, isSeen.get(id)])
  }
  await pages.close()
})
