import { productImportStart, type StoreId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCheckedImport, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { aServedDomain } from '../../test/builders/domain-builder.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { runImport } from '../file-imports/import-jobs.ts'
import { getImport, startImport } from '../file-imports/index.ts'
import { listLinks } from '../links/index.ts'
import { productImports } from '../products/import/product-imports.ts'
import { createProductUrl } from '../products/product-url.ts'
import { getProduct } from '../products/products.ts'
import { setPrimaryDomain } from '../projects/primary-domain.ts'
import { createStoreUrl, getStoreUrl } from './store-url.ts'
import { listStores } from './stores.ts'

const host = 'go.lamps.example'

it('creates short URLs of stores and products on the primary domain, and does not move earlier short URLs', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const storeId = (await aStore(deps, ctx, { name: 'Lamps' })).store_id as StoreId
  const { product_id: productId } = await aProduct(deps, ctx)
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'shelf' } })
  await setPrimaryDomain(ctx, { domain_id: await aServedDomain(deps, ctx, host) })

  const product = await createProductUrl(deps, ctx, { productId, draft: { url: 'brass' } })
  expect(product.url).toBe(`http://${host}/brass`)
  expect(await getProduct(deps, ctx, productId)).toMatchObject({ product_linkshelf_url: product.url })
  expect(await listStores(deps, ctx)).toMatchObject([{ store_short_url: 'http://go.test/shelf' }])
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'shop' } })
  expect(await getStoreUrl(deps, ctx, storeId)).toMatchObject({ url: `http://${host}/shop` })
  expect(await listStores(deps, ctx)).toMatchObject([{ store_short_url: `http://${host}/shop` }])
})

it("creates the links of a product file on the primary domain, and no link to an address on the owner's domains", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await setPrimaryDomain(ctx, { domain_id: await aServedDomain(deps, ctx, host) })
  await aServedDomain(deps, await aProject(deps), 'noah.example')
  const csv = 'name,targets\nBrass lamp,https://shop.example/lamp https://noah.example/lamp\n'
  const { import_id: importId } = await aCheckedImport(deps, ctx, csv)
  await startImport(productImports, ctx, { importId, input: productImportStart.parse({}) })
  await runImport(productImports, deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId })

  expect(await getImport(productImports, ctx, importId)).toMatchObject({ created: 1, incomplete: 1 })
  const { links } = await listLinks(deps, ctx, { limit: 20, archived: false, search: '' })
  expect(links).toMatchObject([{ target: 'https://shop.example/lamp', domain: host }])
})
