import type { ProductId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aLink, aProduct, aProject, aStore, catchErrorCode } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { deactivateStore } from '../../stores/stores.ts'
import { exportProducts } from './export-products.ts'

async function exportLines(deps: TestDeps, ctx: ProjectContext): Promise<string[]> {
  const { body } = await exportProducts(deps, ctx)
  const text = Buffer.concat(await Array.fromAsync(body)).toString()
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}

const header =
  'product_id,name,description,image_url,product_url,attributes,categories,targets,short_urls,active,in_store,availability,price,price_checked_on,show_from,show_until,position,slug,image_focus,pinned,visibility,visibility_reason'

it("exports every product in the owner's order, with category names, targets and short URLs, and escapes formulas", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const categories = [await aCategory(deps, ctx, { name: 'Lamps; old' }), await aCategory(deps, ctx, { name: 'Sale' })].map(
    (category) => category.category_id,
  )
  const [link, other] = [
    await aLink(deps, ctx, { target: 'https://shop.example/lamp' }),
    await aLink(deps, ctx, { target: 'https://b.example/' }),
  ]
  const shown = { availability: 'unavailable', show_from: '2030-01-01T09:00:00+01:00', show_until: '2030-02-01T00:00:00Z' } as const
  const formula = await aProduct(deps, ctx, { name: '=1+1', description: 'two\nlines', active: false, ...shown })
  const price = { amount: '49.9', currency: 'EUR', checked_on: '2026-05-04' }
  const image_focus = { x: 0.62, y: 0.3 }
  const lamp = await aProduct(deps, ctx, {
    image_focus,
    categories,
    urls: [link.url_id, other.url_id],
    attributes: { Watt: '40', 'a=b': 'c;d' },
    price,
  })

  await aStore(deps, ctx)

  expect(await exportLines(deps, ctx)).toEqual([
    header,
    `${lamp.product_id},Brass lamp,,,,"Watt=40; a\\=b=c\\;d","Lamps\\; old; Sale",https://shop.example/lamp https://b.example/,${link.url} ${other.url},true,true,available,49.90 EUR,2026-05-04,,,1,brass-lamp,0.62 0.3,false,visible,`,
    `${formula.product_id},'=1+1,"two\nlines",,,,,,,false,true,unavailable,,,2030-01-01T08:00:00.000Z,2030-02-01T00:00:00.000Z,2,1-1,,false,hidden,`,
  ])
})

it('writes the state that the store gives a product, and its reason', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aProduct(deps, ctx)
  const readState = async () => (await exportLines(deps, ctx))[1]?.split(',').slice(-2)

  expect(await readState()).toEqual(['not_in_store', 'no_store'])
  const store = await aStore(deps, ctx)
  expect(await readState()).toEqual(['visible', ''])
  await deactivateStore(deps, ctx, store.store_id)
  expect(await readState()).toEqual(['hidden', 'store_hidden'])
})

it('reads and writes products page by page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    const values = Array.from({ length: 2_500 }, (_, index) => ({
      id: deps.ids.next<ProductId>(),
      project_id: ctx.project.id,
      organization_id: ctx.organization.id,
      name: `Lamp ${index}`,
      attributes: {},
      is_active: true,
      is_in_store: true,
      position: String(index % 7), // products with the same position are ordered by id
      created_at: deps.clock.now(),
    }))
    await tx.insertInto('products').values(values).execute()
  })
  const { body } = await exportProducts(deps, ctx)
  const pages = (await Array.fromAsync(body)).map((chunk) => Buffer.from(chunk).toString().trimEnd().split('\r\n'))

  expect(pages.map((lines) => lines.length)).toEqual([1_001, 1_000, 500])
  expect(new Set(pages.flat()).size).toBe(2_501)
})

it('requires a member of the organization', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const request = (user: typeof mia) =>
    createApiCaller(deps)(user, { method: 'GET', path: `/v1/${mia.organization.id}/projects/${mia.project.id}/products/export` })

  const file = await request(mia)

  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toContain('-products.csv"')
  expect(await file.text()).toBe(`${header}\r\n`)
  expect((await request(noah)).status).toBe(404)
})

it('is hidden if neither store pages nor product pages are enabled', async () => {
  await using deps = await openTestDeps()
  const off = await aProject(deps, { settings: ['store_page_enabled=false', 'product_page_enabled=false'] })

  expect(await catchErrorCode(exportProducts(deps, off))).toBe('NOT_FOUND')
})
