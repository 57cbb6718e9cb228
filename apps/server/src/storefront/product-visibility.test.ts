import { gunzipSync } from 'node:zlib'
import { isSchedule, type Product, productAvailabilities, productQuery, type VisibilityFields } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCategory, aProject, aStore } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { silentLog } from '../platform/process/log.ts'
import { listProducts } from '../products/products.ts'
import { getPublicProduct, listPublicProducts } from '../public-stores/public-store.ts'
import { parseStoreAddress } from './store-address.ts'
import { createStorePages, type StorePages } from './store-pages.ts'

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

/** Creates a store named Lamps with a product for each combination, and opens its pages. */
async function aStoreOfCombinations(deps: TestDeps) {
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { category_id: categoryId } = await aCategory(deps, ctx)
  await insertProducts(deps, ctx, categoryId)
  return { ctx, categoryId }
}

/** Returns every product of the project in its order, and the ids of visible products by their state. */
async function listAll(deps: TestDeps, ctx: ProjectContext) {
  const listed: Product[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await listProducts(deps, ctx, productQuery.parse({ limit: 100, cursor }))
    listed.push(...page.products)
    cursor = page.nextCursor
  }
  const seen = listed.filter(({ visibility: { state } }) => ['visible', 'unavailable'].includes(state)).map(({ product_id }) => product_id)
  expect(listed).toHaveLength(combinations.length)
  return { listed, seen }
}

async function findPublicProductIds(deps: TestDeps, products: readonly Product[]): Promise<string[]> {
  const found = []
  for (const { product_id: id } of products) {
    const product = await getPublicProduct(deps, { storeName: 'Lamps', productId: id as never }).catch(() => undefined)
    if (product !== undefined) found.push(id)
  }
  return found
}

function openPages({ edgeDb: db }: TestDeps) {
  const patient = { timeoutMs: 60_000, renderTimeoutMs: 60_000 }
  return createStorePages({ db, publicOrigin: 'https://go.example', clock, log: silentLog, ...patient })
}

async function visitPage(pages: StorePages, path: string) {
  const address = parseStoreAddress(path)
  return address && (await pages.visit(address))
}

it('shows visible and unavailable products on store pages and in public calls, for every combination of their fields', async () => {
  await using deps = await openTestDeps({ clock })
  const { ctx, categoryId } = await aStoreOfCombinations(deps)
  const pages = openPages(deps)
  const found = await visitPage(pages, '/@lamps')
  if (found?.kind !== 'page') throw new Error('The store has a page')

  const { listed, seen } = await listAll(deps, ctx)

  expect(new Set(listed.map(({ visibility }) => visibility.state)).size).toBe(6)
  const store = gunzipSync(found.page.body).toString()
  expect(listed.filter(({ slug }) => store.includes(`/@lamps/${slug}"`)).map(({ product_id }) => product_id)).toEqual(seen)
  expect((await listPublicProducts(deps, { storeName: 'Lamps', categoryId })).map(({ product_id }) => product_id)).toEqual(seen)
  expect(await findPublicProductIds(deps, listed)).toEqual(seen)
  await pages.close()
})

it('shows product pages of the same products without store pages, and of products that are not in the store', async () => {
  await using deps = await openTestDeps({ clock })
  const { ctx: before } = await aStoreOfCombinations(deps)
  await setOrganizationSettings(deps, before.organization.id, ['store_page_enabled=false'])
  const ctx = { ...before, entitlements: { ...before.entitlements, hasStorePage: false } }
  const pages = openPages(deps)

  const { listed, seen } = await listAll(deps, ctx)
  const visited = []
  for (const { product_id: id, slug } of listed) {
    const found = await visitPage(pages, `/@lamps/${slug}`)
    if (found?.kind === 'page' && found.page.status === 200) visited.push(id)
  }

  expect(new Set(listed.map(({ visibility }) => visibility.state))).toEqual(
    new Set(['visible', 'unavailable', 'hidden', 'ended', 'scheduled']),
  )
  expect(listed.some(({ product_id, in_store }) => !in_store && seen.includes(product_id))).toBe(true)
  expect(visited).toEqual(seen)
  expect(await findPublicProductIds(deps, listed)).toEqual(seen)
  await pages.close()
})
