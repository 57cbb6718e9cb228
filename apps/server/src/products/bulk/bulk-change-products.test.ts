import { type CategoryId, categoriesPerProduct, type ProductId, type ProductsBulkChange } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCategory, aProduct, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { deleteCategory } from '../../categories/categories.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getProduct } from '../products.ts'
import { bulkChangeProducts } from './bulk-change-products.ts'

async function createTwoProducts(deps: TestDeps, ctx: ProjectContext, draft: object = {}): Promise<[ProductId, ProductId]> {
  return [(await aProduct(deps, ctx, draft)).product_id, (await aProduct(deps, ctx, draft)).product_id]
}

function applyChange(ctx: ProjectContext, product_ids: ProductId[], action: ProductsBulkChange['action'], category_ids: CategoryId[] = []) {
  return bulkChangeProducts(ctx, { product_ids, action, category_ids })
}

/** Returns the entries in no particular order, because their ids are random and their times may be equal. */
function selectAuditEntries(deps: TestDeps, ctx: ProjectContext) {
  return withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('action', 'in', ['product.bulk_update', 'product.bulk_delete'])
      .execute(),
  )
}

it('hides and shows several products, with one audit entry that names them', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second] = await createTwoProducts(deps, ctx)
  const isActive = async () => [(await getProduct(deps, ctx, first)).active, (await getProduct(deps, ctx, second)).active]

  await applyChange(ctx, [first, second], 'deactivate')
  expect(await isActive()).toEqual([false, false])
  expect(await applyChange(ctx, [first, second], 'activate')).toEqual({ product_ids: [first, second] })
  expect(await isActive()).toEqual([true, true])

  const [hidden, active] = [
    { active: false, categories: [] },
    { active: true, categories: [] },
  ]
  const entries = await selectAuditEntries(deps, ctx)
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      { action: 'product.bulk_update', before: { [first]: active, [second]: active }, after: { [first]: hidden, [second]: hidden } },
      { action: 'product.bulk_update', before: { [first]: hidden, [second]: hidden }, after: { [first]: active, [second]: active } },
    ]),
  )
})

it('adds categories to several products and removes them, and changes nothing when repeated', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [lamps, sale] = [(await aCategory(deps, ctx)).category_id, (await aCategory(deps, ctx, { name: 'Sale' })).category_id]
  const [first, second] = await createTwoProducts(deps, ctx, { categories: [lamps] })

  for (const _turn of [1, 2]) {
    await applyChange(ctx, [first, second], 'add_categories', [sale, lamps])
    expect((await getProduct(deps, ctx, first)).categories.toSorted()).toEqual([lamps, sale].toSorted())
  }
  for (const _turn of [1, 2]) {
    await applyChange(ctx, [first, second], 'remove_categories', [lamps])
    expect((await getProduct(deps, ctx, second)).categories).toEqual([sale])
  }
})

it('deletes several products, and skips products that no longer exist', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second] = await createTwoProducts(deps, ctx)

  expect(await applyChange(ctx, [first], 'delete')).toEqual({ product_ids: [first] })
  expect(await applyChange(ctx, [first, second], 'delete')).toEqual({ product_ids: [second] })

  expect(await catchErrorCode(getProduct(deps, ctx, second))).toBe('PRODUCT_NOT_FOUND')
  const deleted = (await selectAuditEntries(deps, ctx)).flatMap(({ before }) => Object.entries(before ?? {}))
  expect(Object.fromEntries(deleted)).toMatchObject({ [first]: { name: 'Brass lamp' }, [second]: { name: 'Brass lamp' } })
})

it('changes none of the products when one does not exist, a category does not exist, or one would have too many categories', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const many: CategoryId[] = []
  for (let index = 0; index <= categoriesPerProduct; index += 1)
    many.push((await aCategory(deps, ctx, { name: `Category ${index}` })).category_id)
  const [first, full] = [await aProduct(deps, ctx), await aProduct(deps, ctx, { categories: many.slice(1) })]
  const [theirs, theirCategory] = [await aProduct(deps, other), await aCategory(deps, other)]
  const ids = [first.product_id, full.product_id]

  await expect(applyChange(ctx, [...ids, theirs.product_id], 'deactivate')).rejects.toMatchObject({
    code: 'PRODUCT_NOT_FOUND',
    data: { product_ids: [theirs.product_id] },
  })
  await expect(applyChange(ctx, ids, 'add_categories', [theirCategory.category_id])).rejects.toMatchObject({
    code: 'CATEGORY_NOT_FOUND',
    data: { category_ids: [theirCategory.category_id] },
  })
  await expect(applyChange(ctx, ids, 'add_categories', many.slice(0, 1))).rejects.toMatchObject({
    code: 'PRODUCT_CATEGORY_LIMIT_REACHED',
    data: { product_ids: [full.product_id] },
  })

  expect(await getProduct(deps, ctx, first.product_id)).toEqual(first)
  expect(await applyChange(ctx, [theirs.product_id], 'delete')).toEqual({ product_ids: [] })
  expect(await getProduct(deps, other, theirs.product_id)).toEqual(theirs)
})

it('deletes products while their category is deleted and other bulk changes run', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let turn = 0; turn < 10; turn += 1) {
    const { category_id: category } = await aCategory(deps, ctx, { name: `Category ${turn}` })
    const ids = [
      ...(await createTwoProducts(deps, ctx, { categories: [category] })),
      ...(await createTwoProducts(deps, ctx, { categories: [category] })),
    ]

    const settled = await Promise.allSettled([
      applyChange(ctx, ids, 'delete'),
      applyChange(ctx, ids.toReversed(), 'delete'),
      applyChange(ctx, ids.toReversed(), 'remove_categories', [category]),
      deleteCategory(ctx, category),
    ])

    expect(settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))).toSatisfy((codes: string[]) =>
      codes.every((code) => code === 'PRODUCT_NOT_FOUND'),
    )
  }
})
