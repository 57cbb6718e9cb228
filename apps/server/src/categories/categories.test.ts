import { categoryUpdate, type Place } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aProduct, aProject, aStore, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { countProductsByCategory } from '../products/index.ts'
import { getProduct } from '../products/products.ts'
import {
  activateCategory,
  deactivateCategory,
  deleteCategory,
  listCategories,
  moveCategory,
  patchCategory,
  updateCategory,
} from './categories.ts'

const products = { countProducts: countProductsByCategory }

it("creates categories at the end of the order, in their own color, the store's main color or the default color", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aCategory(deps, ctx, { name: 'Lamps' })
  await aStore(deps, ctx, { main_color: '#112233' })
  await aCategory(deps, ctx, { name: 'Chairs' })
  await aCategory(deps, ctx, { name: 'Tables', color_hex: '#AABBCC' })

  expect((await listCategories(products, ctx)).map(({ name, color_hex, active }) => [name, color_hex, active])).toEqual([
    ['Lamps', '#089b71', true],
    ['Chairs', '#112233', true],
    ['Tables', '#aabbcc', true],
  ])
})

it('activates, deactivates and changes a category', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { category_id: categoryId } = await aCategory(deps, ctx, { color_hex: '#112233' })

  expect(await deactivateCategory(ctx, categoryId)).toMatchObject({ active: false })
  expect(await updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: 'Lights' }) })).toEqual({
    category_id: categoryId,
    name: 'Lights',
    slug: 'lamps',
    show_from: null,
    show_until: null,
    description: null,
    image_url: null,
    show_as_row: false,
    color_hex: '#112233',
    active: false,
    revision: expect.any(String),
  })
  expect(await activateCategory(ctx, categoryId)).toMatchObject({ active: true })
})

it('leaves description, image and row unchanged if an update omits them, and clears fields that are set to null', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const image_url = 'https://pictures.example/lamps.jpg'
  const created = await aCategory(deps, ctx, { description: 'Warm light for every room.', image_url, show_as_row: true })
  const categoryId = created.category_id
  const update = (changes: object) => updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: 'Lights', ...changes }) })

  const collection = { description: 'Warm light for every room.', image_url, show_as_row: true }
  expect(created).toMatchObject(collection)
  expect(await update({})).toMatchObject(collection)
  const cleared = await update({ description: null, image_url: '' })
  expect(cleared).toMatchObject({ description: null, image_url: null, show_as_row: true })
  const patch = { revision: cleared.revision, show_as_row: false }
  expect(await patchCategory(ctx, { categoryId, patch })).toMatchObject({ name: 'Lights', show_as_row: false })
})

it('leaves the start of a schedule unchanged if an update omits it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { category_id: categoryId } = await aCategory(deps, ctx, { show_from: '2030-01-01T00:00:00Z' })
  const update = (changes: object) => updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: 'Sale', ...changes }) })

  const show_until = '2030-02-01T00:00:00.000Z'
  expect(await update({ show_until })).toMatchObject({ show_from: '2030-01-01T00:00:00.000Z', show_until })
  expect(await catchErrorCode(update({ show_until: '2029-01-01T00:00:00Z' }))).toBe('REQUEST_INVALID')
})

it('creates only one of three categories whose names differ only in case, and rejects renaming to a taken name', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const outcomes = await Promise.allSettled(['Lamps', 'lamps', 'LAMPS'].map((name) => aCategory(deps, ctx, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['CATEGORY_NAME_TAKEN', 'CATEGORY_NAME_TAKEN'])
  const { category_id: categoryId, revision } = await aCategory(deps, ctx, { name: 'Chairs' })
  expect(await catchErrorCode(updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: 'lAmps' }) }))).toBe(
    'CATEGORY_NAME_TAKEN',
  )
  expect(await catchErrorCode(patchCategory(ctx, { categoryId, patch: { revision, name: 'lAmps' } }))).toBe('CATEGORY_NAME_TAKEN')
  expect(await patchCategory(ctx, { categoryId, patch: { revision, name: 'CHAIRS' } })).toMatchObject({ name: 'CHAIRS' })
  await aCategory(deps, await aProject(deps), { name: 'lamps' })
})

it('renames only one of two categories if both get the same name at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ids = [(await aCategory(deps, ctx, { name: 'Chairs' })).category_id, (await aCategory(deps, ctx, { name: 'Lamps' })).category_id]

  const update = categoryUpdate.parse({ name: 'Sale' })
  const outcomes = await Promise.allSettled(ids.map((categoryId) => updateCategory(ctx, { categoryId, update })))

  expect(listErrorCodes(outcomes)).toEqual(['CATEGORY_NAME_TAKEN'])
})

it('moves categories', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [a, b, c] = await createInOrder(['a', 'b', 'c'])
  if (a === undefined || b === undefined || c === undefined) throw new Error('Three were created')

  const orders: string[] = []
  for (const [categoryId, place] of [
    [c, { before: a }],
    [c, { before: null }],
    [b, { position: 1 }],
  ] satisfies [string, Place][]) {
    await moveCategory(ctx, { categoryId, place })
    orders.push((await listCategories(products, ctx)).map(({ name }) => name).join(''))
  }

  expect(orders).toEqual(['cab', 'abc', 'bac'])
  expect(await catchErrorCode(moveCategory(ctx, { categoryId: a, place: { before: deps.ids.next() } }))).toBe('CATEGORY_NOT_FOUND')

  async function createInOrder(names: string[]) {
    const ids = []
    for (const name of names) ids.push((await aCategory(deps, ctx, { name })).category_id)
    return ids
  }
})

it('lists each category with the number of its products, including hidden products', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const { category_id: lamps } = await aCategory(deps, ctx, { name: 'Lamps' })
  await aCategory(deps, ctx, { name: 'Chairs' })
  await aProduct(deps, ctx, { categories: [lamps] })
  await aProduct(deps, ctx, { categories: [lamps], active: false })
  const { category_id: theirs } = await aCategory(deps, other, { name: 'Lamps' })
  await aProduct(deps, other, { categories: [theirs] })

  expect((await listCategories(products, ctx)).map(({ name, product_count }) => [name, product_count])).toEqual([
    ['Lamps', 2],
    ['Chairs', 0],
  ])
  expect((await listCategories(products, other)).map(({ product_count }) => product_count)).toEqual([1])
})

it('deletes a category only once, and does not delete its products', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { category_id } = await aCategory(deps, ctx)
  const { product_id } = await aProduct(deps, ctx, { categories: [category_id] })

  const settled = await Promise.allSettled([deleteCategory(ctx, category_id), deleteCategory(ctx, category_id)])

  expect(listErrorCodes(settled)).toEqual(['CATEGORY_NOT_FOUND'])
  expect(await getProduct(deps, ctx, product_id)).toMatchObject({ name: 'Brass lamp', categories: [] })
  expect(await listCategories(products, ctx)).toEqual([])
})

it("does not change another organization's category", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const { category_id } = await aCategory(deps, mia)

  expect(await catchErrorCode(deactivateCategory(noah, category_id))).toBe('CATEGORY_NOT_FOUND')
  expect(await listCategories(products, noah)).toEqual([])
})
