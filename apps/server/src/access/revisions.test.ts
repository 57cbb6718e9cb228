import { categoryPatch, categoryUpdate, productPatch, productUpdate, storePatch, storeUpdate } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aCategory, aLink, aMember, anOrganization, aProduct, aProject, aStore, catchErrorCode } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { deleteCategory, listCategories, patchCategory, updateCategory } from '../categories/categories.ts'
import { bulkChangeProducts } from '../products/bulk/bulk-change-products.ts'
import { getProduct, linkProduct, moveProduct, patchProduct, updateProduct } from '../products/products.ts'
import { activateStore, deactivateStore, listStores, patchStore, updateStore } from '../stores/stores.ts'
import type { ProjectContext } from './context.ts'

interface Kind {
  name: string
  /** Creates an entity of this kind and returns its id. */
  create: (deps: TestDeps, ctx: ProjectContext) => Promise<string>
  get: (deps: TestDeps, ctx: ProjectContext, id: string) => Promise<{ name: string; revision: string } | undefined>
  put: (deps: TestDeps, ctx: ProjectContext, id: string, update: object) => Promise<{ revision: string }>
  patch: (deps: TestDeps, ctx: ProjectContext, id: string, patch: object) => Promise<{ revision: string }>
  /** Two changes of different fields. */
  changes: readonly [{ name: string }, object]
  /** Fields that the server computes from the second change. */
  computed?: object
}

const kinds: Kind[] = [
  {
    name: 'a store',
    create: async (deps, ctx) => (await aStore(deps, ctx, { name: 'Lamps', description: 'All lamps' })).store_id,
    get: async (deps, ctx) => (await listStores(deps, ctx))[0],
    put: (deps, ctx, id, update) => updateStore(deps, ctx, { storeId: id as never, update: storeUpdate.parse(update) }),
    patch: (deps, ctx, id, patch) => patchStore(deps, ctx, { storeId: id as never, patch: storePatch.parse(patch) }),
    changes: [{ name: 'Chairs' }, { main_color: '#112233', social_links: ['https://youtube.com/@mia'] }],
  },
  {
    name: 'a product',
    create: async (deps, ctx) => {
      await aStore(deps, ctx)
      return (await aProduct(deps, ctx, { name: 'Lamp', description: 'Brass' })).product_id
    },
    get: (deps, ctx, id) => getProduct(deps, ctx, id as never),
    put: (deps, ctx, id, update) => updateProduct(deps, ctx, { productId: id as never, update: productUpdate.parse(update) }),
    patch: (deps, ctx, id, patch) => patchProduct(deps, ctx, { productId: id as never, patch: productPatch.parse(patch) }),
    changes: [{ name: 'Chair' }, { attributes: { Width: '12 cm' }, availability: 'unavailable' }],
    computed: { visibility: { state: 'unavailable', reason: null, at: null } },
  },
  {
    name: 'a category',
    create: async (deps, ctx) => (await aCategory(deps, ctx, { name: 'Lamps' })).category_id,
    get: async (_deps, ctx, id) => {
      const list = await listCategories({ countProducts: async () => new Map() }, ctx)
      return list.map(({ product_count, ...category }) => category).find(({ category_id }) => category_id === id)
    },
    put: (_deps, ctx, id, update) => updateCategory(ctx, { categoryId: id as never, update: categoryUpdate.parse(update) }),
    patch: (_deps, ctx, id, patch) => patchCategory(ctx, { categoryId: id as never, patch: categoryPatch.parse(patch) }),
    changes: [{ name: 'Chairs' }, { color_hex: '#112233', show_until: '2030-01-01T00:00:00.000Z' }],
  },
]

describe.each(kinds)('a partial update of $name', ({ create, get, put, patch, changes, computed }) => {
  const [name, others] = changes

  it('leaves every other field unchanged, and changes the revision', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const id = await create(deps, ctx)
    const before = (await get(deps, ctx, id)) ?? expect.unreachable()

    const after = await patch(deps, ctx, id, { revision: before.revision, ...others })

    expect(after).toMatchObject({ ...before, ...others, ...computed, revision: expect.not.stringMatching(before.revision) })
    expect(await get(deps, ctx, id)).toEqual(after)
    expect(await patch(deps, ctx, id, { revision: after.revision })).toEqual(after)
  })

  it('throws REVISION_OUTDATED with both values for an older revision, and changes nothing', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const id = await create(deps, ctx)
    const { revision } = (await get(deps, ctx, id)) ?? expect.unreachable()
    const theirs = await put(deps, ctx, id, { name: 'Rugs' })
    const countEntries = () => queryAsOwner(deps, 'select count(*) from audit_log')
    const entries = await countEntries()

    for (const yours of [name, others])
      await expect(patch(deps, ctx, id, { revision, ...yours })).rejects.toMatchObject({
        code: 'REVISION_OUTDATED',
        status: 409,
        data: { theirs, yours },
      })

    expect(await get(deps, ctx, id)).toEqual(theirs)
    expect(await countEntries()).toEqual(entries)
    expect(await patch(deps, ctx, id, { revision: theirs.revision, ...others })).toMatchObject({ name: 'Rugs', ...others })
  })

  it('succeeds once if two clients update the same revision at once', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const id = await create(deps, ctx)
    for (let turn = 0; turn < 5; turn += 1) {
      const { revision } = (await get(deps, ctx, id)) ?? expect.unreachable()
      const names = [`Mine ${turn}`, `Yours ${turn}`]

      const settled = await Promise.allSettled(names.map((one) => patch(deps, ctx, id, { revision, name: one })))

      const winner = settled.findIndex(({ status }) => status === 'fulfilled')
      expect(settled[1 - winner]).toMatchObject({ status: 'rejected', reason: { code: 'REVISION_OUTDATED' } })
      expect(await get(deps, ctx, id)).toMatchObject({ name: names[winner] })
    }
  })

  it('requires a revision, and rejects blank names and unknown fields', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const id = await create(deps, ctx)

    for (const body of [name, { revision: 'r', name: ' ' }, { revision: 'r', name: null }, { revision: 'r', unknown: 1 }])
      expect(() => patch(deps, ctx, id, body)).toThrow()
  })
})

it('clears a text that is null or blank, and rejects a schedule that ends before its stored start', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { description: 'All lamps', logo: 'https://pictures.example/1.png' })
  const category = await aCategory(deps, ctx, { show_from: '2030-01-02T00:00:00.000Z' })

  const cleared = storePatch.parse({ revision: store.revision, description: ' ', logo: null })
  expect(await patchStore(deps, ctx, { storeId: store.store_id, patch: cleared })).toMatchObject({ description: null, logo: null })

  const ended = categoryPatch.parse({ revision: category.revision, show_until: '2030-01-01T00:00:00.000Z' })
  expect(await catchErrorCode(patchCategory(ctx, { categoryId: category.category_id, patch: ended }))).toBe('REQUEST_INVALID')
})

it('lets members change every field of a store except its HTML', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { store_id: storeId, revision, snippet } = await aStore(deps, ctx, { snippet: '<p>Newsletter</p>' })
  const asMember = { ...ctx, actor: (await aMember(deps, owned)).actor }
  const patch = (fields: object) => patchStore(deps, asMember, { storeId, patch: storePatch.parse({ revision, ...fields }) })

  expect(await catchErrorCode(patch({ snippet: null }))).toBe('STORE_HTML_FOR_OWNERS')
  expect(await patch({ title: 'Lamps' })).toMatchObject({ title: 'Lamps', snippet })
})

it('changes the revision after each kind of product change, but not after a move', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { category_id: categoryId } = await aCategory(deps, ctx)
  const { product_id: productId } = await aProduct(deps, ctx)
  const { url_id: linkId } = await aLink(deps, ctx)
  const revisions = [(await getProduct(deps, ctx, productId)).revision]
  const change = (action: 'deactivate' | 'add_categories', category_ids: (typeof categoryId)[] = []) =>
    bulkChangeProducts(ctx, { product_ids: [productId], action, category_ids })

  for (const work of [
    () => change('deactivate'),
    () => change('add_categories', [categoryId]),
    () => linkProduct(ctx, { productId, linkId }),
    () => deleteCategory(ctx, categoryId),
  ]) {
    await work()
    revisions.push((await getProduct(deps, ctx, productId)).revision)
  }
  expect(new Set(revisions).size).toBe(revisions.length)

  await moveProduct(ctx, { productId, place: { position: 1 } })
  expect((await getProduct(deps, ctx, productId)).revision).toBe(revisions.at(-1))
})

it('restores the earlier revision when a change is undone', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id, revision } = await aStore(deps, ctx)

  expect((await deactivateStore(deps, ctx, store_id)).revision).not.toBe(revision)
  expect((await activateStore(deps, ctx, store_id)).revision).toBe(revision)
})
