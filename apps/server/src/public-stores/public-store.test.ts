import { productUpdate, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aLink, anOrganization, aProduct, aProject, aStore, catchErrorCode } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { deactivateCategory } from '../categories/categories.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { updateProduct } from '../products/products.ts'
import { removeProductFromStore } from '../products/store-products.ts'
import { updateStore } from '../stores/stores.ts'
import { getPublicProduct, getPublicStore, listPublicCategories, listPublicProducts } from './public-store.ts'

/** Creates a store named Lamps with one product in one category. */
async function aFilledStore(deps: TestDeps) {
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const category = await aCategory(deps, ctx)
  const product = await aProduct(deps, ctx, { categories: [category.category_id] })
  return { owned, ctx, store, category, product }
}

it('shows an active store, its active categories, and the visible products of a category', async () => {
  await using deps = await openTestDeps()
  const { ctx, category, product } = await aFilledStore(deps)
  const hidden = await aProduct(deps, ctx, { name: 'Hidden', categories: [category.category_id], active: false })
  await aCategory(deps, ctx, { name: 'Hidden', active: false })

  const config = await getPublicStore(deps, 'LAMPS')
  expect(config.name).toBe('Lamps')
  expect(config).not.toHaveProperty('active')
  expect((await listPublicCategories(deps, 'Lamps')).map(({ name }) => name)).toEqual(['Lamps'])
  const products = await listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id })
  expect(products.map(({ name }) => name)).toEqual(['Brass lamp'])
  expect(await getPublicProduct(deps, { storeName: 'Lamps', productId: product.product_id })).toMatchObject({ name: 'Brass lamp' })
  expect(await catchErrorCode(getPublicProduct(deps, { storeName: 'Lamps', productId: hidden.product_id }))).toBe('PRODUCT_NOT_FOUND')
})

it("lists pinned products first, in the owner's order", async () => {
  await using deps = await openTestDeps()
  const { ctx, category } = await aFilledStore(deps)
  const categories = [category.category_id]
  for (const [name, pinned] of [
    ['Second', true],
    ['Third', false],
    ['First', true],
  ] as const)
    await aProduct(deps, ctx, { name, pinned, categories })

  const products = await listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id })
  expect(products.map(({ name }) => name)).toEqual(['First', 'Second', 'Third', 'Brass lamp'])
})

it('names each shop of a product with its short URL, and the price among its attributes if the shops allow it', async () => {
  await using deps = await openTestDeps()
  const { ctx, category } = await aFilledStore(deps)
  const [amazon, other] = [
    await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE?tag=mine-21', notes: 'Pays best' }),
    await aLink(deps, ctx, { target: 'https://www.lamps.example/brass?partner=7' }),
  ]
  const hidden = await aCategory(deps, ctx, { name: 'Later', active: false })
  const product = await aProduct(deps, ctx, {
    name: 'Desk lamp',
    categories: [category.category_id, hidden.category_id],
    attributes: { Color: 'Brass', Price: '49,90 €' },
    urls: [other.url_id, amazon.url_id],
  })
  const { product_id: productId } = await aProduct(deps, ctx, { attributes: { Price: '49,90 €' }, urls: [other.url_id] })

  const shown = await getPublicProduct(deps, { storeName: 'Lamps', productId: product.product_id })
  expect(shown.price).toBeNull()
  const { price } = await getPublicProduct(deps, { storeName: 'Lamps', productId })
  expect(price).toEqual({ amount: '49.90', currency: 'EUR', checked_on: null })
  expect(shown.shops).toEqual([
    { url_id: other.url_id, name: 'lamps.example', url: other.url },
    { url_id: amazon.url_id, name: 'Amazon', url: amazon.url },
  ])
  expect(shown.categories).toEqual([category.category_id])
  expect(JSON.stringify(shown)).not.toMatch(/partner=7|mine-21|Pays best/)
  const ofCategory = await listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id })
  expect(ofCategory.find(({ name }) => name === 'Desk lamp')).toEqual(shown)
  expect(ofCategory.find(({ name }) => name === 'Brass lamp')).toMatchObject({ price: null, shops: [] })

  await deleteLink(ctx, amazon.url_id)
  expect((await getPublicProduct(deps, { storeName: 'Lamps', productId: product.product_id })).shops.map(({ name }) => name)).toEqual([
    'lamps.example',
  ])
})

it("has the product's own price while its shops allow showing it, and no other price otherwise", async () => {
  await using deps = await openTestDeps()
  const { ctx } = await aFilledStore(deps)
  const other = await aLink(deps, ctx, { target: 'https://www.lamps.example/brass' })
  const amazon = await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE' })
  const price = { amount: '49.90', currency: 'EUR', checked_on: '2026-01-02' }
  const readPrice = async (draft: object) => {
    const { product_id: productId } = await aProduct(deps, ctx, { price, attributes: { Price: '50 EUR' }, ...draft })
    return (await getPublicProduct(deps, { storeName: 'Lamps', productId })).price
  }

  const today = deps.clock.now().toISOString().slice(0, 10)
  expect(await readPrice({ urls: [other.url_id], price: { ...price, checked_on: today } })).toEqual({ ...price, checked_on: today })
  expect(await readPrice({ urls: [other.url_id], price: { ...price, checked_on: '2020-01-02' } })).toBeNull()
  expect(await readPrice({ urls: [other.url_id, amazon.url_id], price: { ...price, checked_on: today } })).toBeNull()
})

it('hides products outside of their schedule, and products that the owner hides until they are available', async () => {
  await using deps = await openTestDeps()
  const { ctx, category, product } = await aFilledStore(deps)
  const categories = [category.category_id]
  const later = { show_from: '2100-01-01T00:00:00Z' }
  const hidden = [
    await aProduct(deps, ctx, { name: 'Later', categories, ...later }),
    await aProduct(deps, ctx, { name: 'Earlier', categories, show_until: '2020-01-01T00:00:00Z' }),
    await aProduct(deps, ctx, { name: 'Sold out', categories, availability: 'hidden' }),
  ]
  await aCategory(deps, ctx, { name: 'Later', ...later })
  await updateProduct(deps, ctx, {
    productId: product.product_id,
    update: productUpdate.parse({ name: 'Lamp', availability: 'unavailable' }),
  })

  expect((await listPublicCategories(deps, 'Lamps')).map(({ name }) => name)).toEqual(['Lamps'])
  const shown = await listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id })
  expect(shown.map(({ name, availability }) => [name, availability])).toEqual([['Lamp', 'unavailable']])
  for (const { product_id: productId } of hidden)
    expect(await catchErrorCode(getPublicProduct(deps, { storeName: 'Lamps', productId }))).toBe('PRODUCT_NOT_FOUND')
})

it('finds a store by its earlier name', async () => {
  await using deps = await openTestDeps()
  const { ctx, store } = await aFilledStore(deps)
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lights' }) })

  expect((await getPublicStore(deps, 'Lamps')).name).toBe('Lights')
})

it('hides an inactive store, product and category, and a product that was removed from the store', async () => {
  await using deps = await openTestDeps()
  const { ctx, store, category, product } = await aFilledStore(deps)
  const input = { storeName: 'Lamps', productId: product.product_id }

  await removeProductFromStore(ctx, { storeId: store.store_id, productId: product.product_id })
  expect(await catchErrorCode(getPublicProduct(deps, input))).toBe('PRODUCT_NOT_FOUND')
  await updateProduct(deps, ctx, { productId: product.product_id, update: productUpdate.parse({ name: 'Lamp', active: false }) })
  expect(await listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id })).toEqual([])
  await deactivateCategory(ctx, category.category_id)
  expect(await catchErrorCode(listPublicProducts(deps, { storeName: 'Lamps', categoryId: category.category_id }))).toBe(
    'CATEGORY_NOT_FOUND',
  )
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', active: false }) })
  expect(await catchErrorCode(getPublicStore(deps, 'Lamps'))).toBe('STORE_NOT_FOUND')
})

it('hides the store without store pages, and products without product pages', async () => {
  await using deps = await openTestDeps()
  const { owned, product } = await aFilledStore(deps)
  const input = { storeName: 'Lamps', productId: product.product_id }

  await setOrganizationSettings(deps, owned.organization.id, ['store_page_enabled=false'])
  expect(await catchErrorCode(getPublicStore(deps, 'Lamps'))).toBe('STORE_NOT_FOUND')
  expect((await getPublicProduct(deps, input)).name).toBe('Brass lamp')
  await setOrganizationSettings(deps, owned.organization.id, ['store_page_enabled=true', 'product_page_enabled=false'])
  expect(await catchErrorCode(getPublicProduct(deps, input))).toBe('PRODUCT_NOT_FOUND')
})
