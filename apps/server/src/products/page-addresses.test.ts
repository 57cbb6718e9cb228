import { type CategoryId, earlierSlugsPerPage, type ProductId } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { aCategory, aProduct, aProject, aStore, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { deleteCategory, patchCategory, updateCategory } from '../categories/categories.ts'
import { silentLog } from '../platform/process/log.ts'
import { parseStoreAddress } from '../storefront/index.ts'
import { createStorePages } from '../storefront/store-pages.ts'
import { createProductUrl, getProductUrl } from './product-url.ts'
import { deleteProduct, getProduct, patchProduct } from './products.ts'

/**
 * Creates a store named Lamps and returns a function that visits its pages. The function returns the response status,
 * and the page's id or the address that the page redirects to.
 */
async function aStoreWithPages(deps: TestDeps, ctx: ProjectContext) {
  await aStore(deps, ctx, { name: 'Lamps' })
  const pages = createStorePages({ db: deps.edgeDb, publicOrigin: deps.origins.public, clock: deps.clock, log: silentLog, freshMs: 0 })
  onTestFinished(() => pages.close())
  return async (path: string) => {
    const address = parseStoreAddress(`/@lamps/${path}`)
    const visit = address === undefined ? undefined : await pages.visit(address)
    if (visit?.kind !== 'page') return visit?.kind
    const { status, location, view } = visit.page
    return status === 404 ? status : [status, location ?? view?.pageId]
  }
}

async function moveProduct(deps: TestDeps, ctx: ProjectContext, productId: ProductId, slug: string) {
  const { revision } = await getProduct(deps, ctx, productId)
  return patchProduct(deps, ctx, { productId, patch: { revision, slug } })
}

it('derives slugs from names, unique across products and categories, with a number after a taken or reserved slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const slugs = []
  for (const name of ['Küche', 'Snippet', '★']) slugs.push((await aCategory(deps, ctx, { name })).slug)
  for (const name of ['Küche', 'KÜCHE!', 'P', '★', '☆']) slugs.push((await aProduct(deps, ctx, { name })).slug)
  const chosen = await aProduct(deps, ctx, { name: 'Any', slug: 'Bread-from-Scratch' })

  expect(slugs).toEqual(['küche', 'snippet-2', 'category', 'küche-2', 'küche-3', 'p-2', 'product', 'product-2'])
  expect(chosen.slug).toBe('bread-from-scratch')
  expect((await aProduct(deps, await aProject(deps), { name: 'Küche' })).slug).toBe('küche')
})

it('rejects a slug that is taken or reserved, and does not change an omitted slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const category = await aCategory(deps, ctx, { name: 'Kitchen' })
  const product = await aProduct(deps, ctx, { name: 'Bread' })

  expect(await catchErrorCode(aProduct(deps, ctx, { name: 'Any', slug: 'kitchen' }))).toBe('PAGE_SLUG_TAKEN')
  expect(await catchErrorCode(aCategory(deps, ctx, { name: 'Any', slug: 'bread' }))).toBe('PAGE_SLUG_TAKEN')
  expect(await catchErrorCode(moveProduct(deps, ctx, product.product_id, 'kitchen'))).toBe('PAGE_SLUG_TAKEN')
  const { category_id: categoryId, revision } = category
  expect(await catchErrorCode(patchCategory(ctx, { categoryId, patch: { revision, slug: 'bread' } }))).toBe('PAGE_SLUG_TAKEN')
  for (const slug of ['snippet', 'p', 'c', product.product_id])
    expect(await catchErrorCode(moveProduct(deps, ctx, product.product_id, slug))).toBe('PAGE_SLUG_RESERVED')
  expect((await moveProduct(deps, ctx, product.product_id, '')).slug).toBe('bread')
  expect((await updateCategory(ctx, { categoryId, update: { name: 'Cooking' } })).slug).toBe('kitchen')
})

it('redirects id addresses and earlier addresses to the current one, until the owner gives an earlier one to another page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const visit = await aStoreWithPages(deps, ctx)
  const { product_id: bread } = await aProduct(deps, ctx, { name: 'Bread' })
  const { category_id: kitchen } = await aCategory(deps, ctx, { name: 'Kitchen' })
  expect([await visit('bread'), await visit('Kitchen')]).toEqual([
    [200, bread],
    [200, kitchen],
  ])

  await moveProduct(deps, ctx, bread, 'loaf')
  await updateCategory(ctx, { categoryId: kitchen, update: { name: 'Kitchen', slug: 'küche' } })

  for (const path of ['bread', `p/${bread}`, `c/${bread}`]) expect([path, await visit(path)]).toEqual([path, [301, '/@lamps/loaf']])
  for (const path of ['kitchen', `c/${kitchen}`]) expect([path, await visit(path)]).toEqual([path, [301, '/@lamps/k%C3%BCche']])

  // If no slug is given, a new product never takes a former address of another page. An explicit slug does take it.
  expect((await aProduct(deps, ctx, { name: 'Bread' })).slug).toBe('bread-2')
  const other = await aProduct(deps, ctx, { name: 'Other', slug: 'bread' })
  expect(await visit('bread')).toEqual([200, other.product_id])
  expect((await moveProduct(deps, ctx, bread, 'loaf-of-bread')).slug).toBe('loaf-of-bread')
  expect([await visit('loaf'), await visit(`p/${bread}`)]).toEqual([
    [301, '/@lamps/loaf-of-bread'],
    [301, '/@lamps/loaf-of-bread'],
  ])
  await deleteProduct(ctx, bread)
  expect([await visit('loaf'), await visit(`p/${bread}`)]).toEqual([404, 404])
  expect((await aProduct(deps, ctx, { name: 'Loaf' })).slug).toBe('loaf')
})

it('shows no page of a hidden product at any of its addresses', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const visit = await aStoreWithPages(deps, ctx)
  const { product_id: productId } = await aProduct(deps, ctx, { name: 'Bread', active: false })
  await moveProduct(deps, ctx, productId, 'loaf')

  for (const path of ['loaf', 'bread', `p/${productId}`]) expect([path, await visit(path)]).toEqual([path, 404])
})

it(`redirects from ${earlierSlugsPerPage} earlier addresses, and frees the oldest one after that`, async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const visit = await aStoreWithPages(deps, ctx)
  const { product_id: productId } = await aProduct(deps, ctx, { name: 'Lamp', slug: 'lamp-0' })
  for (let nth = 1; nth <= earlierSlugsPerPage + 1; nth += 1) await moveProduct(deps, ctx, productId, `lamp-${nth}`)

  expect([await visit('lamp-0'), await visit('lamp-1')]).toEqual([404, [301, `/@lamps/lamp-${earlierSlugsPerPage + 1}`]])
})

it('updates the destination of the short URL when the address of the product changes', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { product_id: productId } = await aProduct(deps, ctx, { name: 'Bread' })
  await createProductUrl(deps, ctx, { productId, draft: { url: 'loaf', target: `${deps.origins.public}/@lamps/p/${productId}` } })

  await moveProduct(deps, ctx, productId, 'brot-für-alle')

  const target = `${deps.origins.public}/@lamps/${encodeURIComponent('brot-für-alle')}`
  expect(await getProductUrl(deps, ctx, productId)).toMatchObject({ target })
})

it('gives a slug to one of two pages that request it at once, and creates and renames both pages', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const category = await aCategory(deps, ctx, { name: 'Kitchen' })
  const categories = [category.category_id]
  const created = await Promise.all(Array.from({ length: 4 }, () => aProduct(deps, ctx, { name: 'Bread', categories })))
  expect(created.map(({ slug }) => slug).toSorted()).toEqual(['bread', 'bread-2', 'bread-3', 'bread-4'])

  const [first, second, third] = created.map(({ product_id }) => product_id)
  if (!first || !second || !third) throw new Error('They were created')
  const settled = await Promise.allSettled([
    moveProduct(deps, ctx, first, 'loaf'),
    moveProduct(deps, ctx, second, 'loaf'),
    updateCategory(ctx, { categoryId: category.category_id, update: { name: 'Cooking', slug: 'loaf' } }),
    aProduct(deps, ctx, { name: 'Roll', categories }),
    aCategory(deps, ctx, { name: 'Roll' }),
    moveProduct(deps, ctx, third, 'roll-of-bread'),
  ])

  expect(listErrorCodes(settled)).toEqual(['PAGE_SLUG_TAKEN', 'PAGE_SLUG_TAKEN'])
})

it('redirects every address to the page that got it last, and never lets two pages share a slug, after any order of changes', async () => {
  await using deps = await openTestDeps()
  const slugs = ['bread', 'loaf', 'küche', 'bread-2']
  const kinds = ['product', 'category'] as const
  const step = fc.record({ nth: fc.nat(3), slug: fc.constantFrom('', ...slugs), isDeleted: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const ctx = await aProject(deps)
      /** `pages` has the pages by number. `owners` has, for each address, the number of the page that should own it. */
      const pages = new Map<number, { kind: (typeof kinds)[number]; id: string; slug: string }>()
      const owners = new Map<string, number>()
      for (const { nth, slug, isDeleted } of steps) {
        const page = pages.get(nth)
        const kind = kinds[nth % 2] ?? 'product'
        if (page !== undefined && isDeleted && slug === '') {
          await (kind === 'product' ? deleteProduct(ctx, page.id as ProductId) : deleteCategory(ctx, page.id as CategoryId))
          pages.delete(nth)
          for (const [address, owner] of owners) if (owner === nth) owners.delete(address)
          continue
        }
        const isTaken = slug !== '' && [...pages].some(([other, present]) => other !== nth && present.slug === slug)
        const written = write(ctx, page, { kind, name: page === undefined ? `${slugs[nth]} ${nth}` : undefined, slug })
        if (isTaken) {
          expect(await catchErrorCode(written)).toBe('PAGE_SLUG_TAKEN')
          continue
        }
        const saved = await written
        if (slug === '' && page === undefined) expect(owners.has(saved.slug)).toBe(false)
        pages.set(nth, { kind, ...saved })
        owners.set(saved.slug, nth)
      }
      const rows = await deps.edgeDb.selectFrom('page_slugs').selectAll().where('project_id', '=', ctx.project.id).execute()
      const found = rows.map(({ slug, product_id, category_id, replaced_at }) => [slug, product_id ?? category_id, replaced_at === null])
      const expected = [...owners].map(([slug, nth]) => [slug, pages.get(nth)?.id, pages.get(nth)?.slug === slug])
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 12 },
  )

  type PageValues = { kind: (typeof kinds)[number]; name: string | undefined; slug: string }
  async function write(ctx: ProjectContext, page: { id: string } | undefined, { kind, name = 'Any', slug }: PageValues) {
    if (kind === 'product') {
      const saved = page ? await moveProduct(deps, ctx, page.id as ProductId, slug) : await aProduct(deps, ctx, { name, slug })
      return { id: saved.product_id, slug: saved.slug }
    }
    const saved = page
      ? await updateCategory(ctx, { categoryId: page.id as CategoryId, update: { name: page.id, slug } })
      : await aCategory(deps, ctx, { name, slug })
    return { id: saved.category_id, slug: saved.slug }
  }
})
