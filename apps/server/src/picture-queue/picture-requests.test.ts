import { type CategoryId, categoryUpdate, type ProductId, productUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aProduct, aProject, aStore, listErrorCodes } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { updateCategory } from '../categories/categories.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { bulkChangeProducts } from '../products/bulk/bulk-change-products.ts'
import { updateProduct } from '../products/products.ts'

/** With this number of rounds, the transactions of two calls overlap in each order. */
const rounds = 40

async function aStoreWithCategories(deps: TestDeps) {
  const ctx = await aProject(deps)
  await aStore(deps, ctx)
  const [desk, floor] = [
    (await aCategory(deps, ctx, { name: 'Desk' })).category_id,
    (await aCategory(deps, ctx, { name: 'Floor' })).category_id,
  ]
  const [first, second] = [
    (await aProduct(deps, ctx, { categories: [desk] })).product_id,
    (await aProduct(deps, ctx, { categories: [floor] })).product_id,
  ]
  const save = (productId: ProductId, values: object) =>
    updateProduct(deps, ctx, { productId, update: productUpdate.parse({ name: 'Brass lamp', ...values }) })
  return { ctx, desk, floor, first, second, save }
}

/** Returns the queued pictures, and empties the queue. */
async function takeWaiting(deps: TestDeps): Promise<string[]> {
  const db = openPostgres(deps.accounts.jobs)
  const rows = await db.deleteFrom('picture_tasks').returning('key').execute()
  await db.destroy()
  return rows.map(({ key }) => key).toSorted()
}

it('enqueues pictures of two categories without deadlocks while products move in both directions at once', async () => {
  await using deps = await openTestDeps()
  const { ctx, desk, floor, first, second, save } = await aStoreWithCategories(deps)
  await takeWaiting(deps)
  const move = (ids: ProductId[], action: 'add_categories' | 'remove_categories', category: CategoryId) =>
    bulkChangeProducts(ctx, { product_ids: ids, action, category_ids: [category] })

  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = round % 2 === 0 ? [desk, floor] : [floor, desk]
    const settled = await Promise.allSettled([
      save(first, { categories: [other] }),
      save(second, { categories: [one] }),
      move([first, second], 'add_categories', other),
      move([first, second], 'remove_categories', one),
    ])
    expect(listErrorCodes(settled)).toEqual([])
  }

  expect(await takeWaiting(deps)).toEqual([`category:${desk}`, `category:${floor}`].toSorted())
  expect(await queryAsOwner(deps, 'select kind from picture_requests')).toEqual([])
})

it('enqueues the picture of a category without deadlocks while the category is renamed and its product gets another picture', async () => {
  await using deps = await openTestDeps()
  const { ctx, desk, floor, first, second, save } = await aStoreWithCategories(deps)

  for (let round = 0; round < rounds; round += 1) {
    const image_url = `https://pictures.example/${round}.jpg`
    const rename = (categoryId: CategoryId, name: string) =>
      updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: `${name} ${round}` }) })
    const settled = await Promise.allSettled([
      save(first, { image_url, categories: [floor, desk] }),
      rename(floor, 'Floor'),
      save(second, { image_url, categories: [desk, floor] }),
      rename(desk, 'Desk'),
    ])
    expect(listErrorCodes(settled)).toEqual([])
  }
})

it('enqueues only the categories that a saved product gets or loses', async () => {
  await using deps = await openTestDeps()
  const { ctx, desk, floor, first, save } = await aStoreWithCategories(deps)
  const { category_id: sale } = await aCategory(deps, ctx, { name: 'Sale' })
  await takeWaiting(deps)

  await save(first, { categories: [desk] })
  expect(await takeWaiting(deps)).toEqual([])
  await save(first, { categories: [desk, floor] })
  expect(await takeWaiting(deps)).toEqual([`category:${floor}`])
  await save(first, { categories: [sale, desk] })
  expect(await takeWaiting(deps)).toEqual([`category:${floor}`, `category:${sale}`].toSorted())
})
