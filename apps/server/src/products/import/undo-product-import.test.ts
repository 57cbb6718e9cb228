import {
  type FileImportId,
  type LinkId,
  linkQuery,
  type ProductId,
  type ProductImport,
  productImportStart,
  productQuery,
} from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCheckedImport, anOrganization, aProduct, aProject, aStore, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { forecastUndo, getImport, startImport, undoImport } from '../../file-imports/index.ts'
import { runUndo } from '../../file-imports/undo-import.ts'
import { listLinks } from '../../links/index.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { restoreProducts } from '../deletion/restore-products.ts'
import { linkProduct, listProducts, patchProduct } from '../products.ts'
import { removeProductFromStore } from '../store-products.ts'
import { productImports } from './product-imports.ts'

function createPayload({ organization, project }: ProjectContext, importId: FileImportId): object {
  return { organizationId: organization.id, projectId: project.id, importId }
}

/** Adds a source of clicks to the dependencies, in which only these links have clicks. */
function withClicks(deps: TestDeps, clicked: readonly string[] = []) {
  return {
    ...deps,
    visits: { findClicked: async (_ctx: unknown, ids: readonly string[]) => new Set(ids.filter((id) => clicked.includes(id))) },
  }
}

async function importCsv(deps: TestDeps, ctx: ProjectContext, csv: string): Promise<ProductImport & { import_id: FileImportId }> {
  const { import_id: importId } = await aCheckedImport(deps, ctx, csv)
  await startImport(productImports, ctx, { importId, input: productImportStart.parse({}) })
  await runImport(productImports, deps, createPayload(ctx, importId))
  return { ...(await getImport(productImports, ctx, importId)), import_id: importId }
}

async function undo(deps: TestDeps, ctx: ProjectContext, importId: FileImportId, clicked: readonly string[] = []): Promise<ProductImport> {
  await undoImport(productImports, ctx, { importId, input: { include_clicked: false } })
  await runUndo(productImports, withClicks(deps, clicked), createPayload(ctx, importId), { size: 2 })
  return getImport(productImports, ctx, importId)
}

async function list(deps: TestDeps, ctx: ProjectContext, query: object = {}) {
  return (await listProducts(deps, ctx, productQuery.parse(query))).products
}

async function find(deps: TestDeps, ctx: ProjectContext, name: string) {
  const found = (await list(deps, ctx)).find((product) => product.name === name)
  if (found === undefined) expect.unreachable(`There is no product ${name}`)
  return { ...found, product_id: found?.product_id as ProductId, urls: (found?.urls ?? []) as LinkId[], revision: found?.revision ?? '' }
}

const file = ['Lamp', 'Chair', 'Edited', 'Updated', 'Shared']
const csv = ['name,url,categories', ...file.map((name) => `${name},https://shop.example/${name.toLowerCase()},Imported`)].join('\n')

it('deletes the products and links that an import created, and keeps what was changed, used or clicked', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const own = await aProduct(deps, ctx, { name: 'Own' })
  const { import_id } = await importCsv(deps, ctx, csv)
  const [chair, edited, updated, shared] = await Promise.all(['Chair', 'Edited', 'Updated', 'Shared'].map((name) => find(deps, ctx, name)))
  await patchProduct(deps, ctx, {
    productId: edited?.product_id as ProductId,
    patch: { revision: edited?.revision ?? '', description: 'Ours' },
  })
  await importCsv(deps, ctx, `product_id,name\n${updated?.product_id},Updated`)
  await linkProduct(ctx, { productId: own.product_id, linkId: shared?.urls[0] as LinkId })
  const clicked = chair?.urls ?? []

  expect(await forecastUndo(productImports, withClicks(deps, clicked), ctx, import_id)).toMatchObject({
    links: 2,
    clicked_links: 1,
    products: 3,
    kept_links: 3,
    kept_products: 2,
  })
  const { state, undo: result } = await undo(deps, ctx, import_id, clicked)

  expect(state).toBe('undone')
  expect(result).toMatchObject({ deleted_products: 3, kept_products: 2, deleted_links: 1, kept_links: 4 })
  expect(result?.kept.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`).sort()).toEqual([
    'link Chair: clicks',
    'link Edited: used',
    'link Shared: used',
    'link Updated: used',
    'product Edited: changed',
    'product Updated: changed',
  ])
  expect((await list(deps, ctx)).map(({ name }) => name).sort()).toEqual(['Edited', 'Own', 'Updated'])
})

it('restores deleted products with their links, and undoes nothing twice', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id } = await importCsv(deps, ctx, csv)
  const lamp = await find(deps, ctx, 'Lamp')
  await undo(deps, ctx, import_id)
  expect(await list(deps, ctx)).toEqual([])
  expect((await listLinks(deps, ctx, linkQuery.parse({}))).links).toEqual([])

  await restoreProducts(deps, ctx, [lamp.product_id])
  expect(await undo(deps, ctx, import_id)).toMatchObject({ state: 'undone', undo: { deleted_products: 5, deleted_links: 5 } })

  expect((await list(deps, ctx)).map(({ name, categories }) => [name, categories])).toEqual([['Lamp', lamp.categories]])
})

it('keeps a product that was removed from the store after the import', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id } = await importCsv(deps, ctx, 'name\nLamp\nChair')
  const { store_id: storeId } = await aStore(deps, ctx)
  await removeProductFromStore(ctx, { storeId, productId: (await find(deps, ctx, 'Lamp')).product_id })

  expect(await undo(deps, ctx, import_id)).toMatchObject({ undo: { deleted_products: 1, kept_products: 1 } })
})

it('lists the products of an import in any order, together with a search', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aProduct(deps, ctx, { name: 'Own lamp' })
  const { import_id } = await importCsv(deps, ctx, csv)
  const names = async (query: object) => (await list(deps, ctx, { import_id, ...query })).map(({ name }) => name)

  expect(await names({})).toEqual(file)
  expect(await names({ search: 'lamp' })).toEqual(['Lamp'])
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ import_id }))
  expect(links.map(({ title }) => title).sort()).toEqual(file.toSorted())
  expect(await list(deps, await aProject(deps), { import_id })).toEqual([])
})

it('cannot be undone while products are switched off, but finishes an undo that was started', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { import_id: importId } = await importCsv(deps, ctx, 'name\nLamp')
  await undoImport(productImports, ctx, { importId, input: { include_clicked: false } })
  await setOrganizationSettings(deps, owned.organization.id, ['product_page_enabled=false', 'store_page_enabled=false'])
  const off = { ...ctx, entitlements: { ...ctx.entitlements, hasProducts: false } }

  expect(await catchErrorCode(undoImport(productImports, off, { importId, input: { include_clicked: false } }))).toBe('NOT_FOUND')
  await runUndo(productImports, withClicks(deps), createPayload(ctx, importId))

  expect(await getImport(productImports, ctx, importId)).toMatchObject({ state: 'undone', undo: { deleted_products: 1 } })
})
