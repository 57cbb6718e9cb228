import { type LinkId, type ProductId, productPatch, restorableDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aCategory,
  aLink,
  aMember,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  findDestination,
} from '../../../test/builders/builders.ts'
import { anImage } from '../../../test/builders/image-builder.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import { deleteCategory } from '../../categories/categories.ts'
import { deleteLink } from '../../links/write/delete-link.ts'
import { restoreLinks } from '../../links/write/restore-links.ts'
import { getQrConfig, updateQrCode } from '../../qr-codes/qr-codes.ts'
import { createUpload } from '../../uploads/uploads.ts'
import { bulkChangeProducts } from '../bulk/bulk-change-products.ts'
import { exportProducts } from '../csv/export-products.ts'
import { countProductsByCategory } from '../product-references.ts'
import { listProductUploads } from '../product-table.ts'
import { createProductUrl } from '../product-url.ts'
import { deleteProduct, getProduct, listProducts, patchProduct } from '../products.ts'
import { listDeletedProductUploads } from './deleted-product-table.ts'
import { eraseExpiredProducts, eraseProducts } from './erase-products.ts'
import { listDeletedProducts, restoreProducts } from './restore-products.ts'

const dayMs = 86_400_000

function addMs<Context extends ProjectContext>(ctx: Context, ms: number): Context {
  return { ...ctx, now: new Date(ctx.now.getTime() + ms) }
}

const listIds = async (deps: TestDeps, ctx: ProjectContext) =>
  (await listProducts(deps, ctx, { limit: 100 })).products.map(({ product_id }) => product_id)

const listDeletedIds = async (ctx: ProjectContext) =>
  (await listDeletedProducts(ctx, { limit: 100 })).products.map(({ product_id }) => product_id)

const countRows = async (deps: TestDeps, table: string) => (await queryAsOwner(deps, `select from ${table}`)).length

it('restores a product with every field, its place, categories, links, earlier addresses, short URL and QR code', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'lamps' })
  const [link, other] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const { category_id: category } = await aCategory(deps, ctx)
  const below = await aProduct(deps, ctx)
  const { product_id: id, revision } = await aProduct(deps, ctx, {
    description: 'Made by hand',
    image_url: 'https://shop.example/lamp.jpg',
    attributes: { '10': 'ten', color: 'brass', '2': 'two' },
    price: { amount: '129.90', currency: 'EUR' },
    categories: [category],
    urls: [other.url_id, link.url_id],
    pinned: true,
    availability: 'unavailable',
    show_from: '2026-01-01T00:00:00.000Z',
  })
  const above = await aProduct(deps, ctx)
  await patchProduct(deps, ctx, { productId: id, patch: productPatch.parse({ revision, slug: 'fine-lamp' }) })
  const { url } = await createProductUrl(deps, ctx, { productId: id, draft: { url: 'lamp' } })
  await updateQrCode(deps, ctx, { subject: { kind: 'product', id }, update: { color: '#123456' } })
  const before = await getProduct(deps, ctx, id)

  await deleteProduct(ctx, id)

  expect(await listIds(deps, ctx)).toEqual([above.product_id, below.product_id])
  expect(await catchErrorCode(getProduct(deps, ctx, id))).toBe('PRODUCT_NOT_FOUND')
  expect(await read(ctx, (tx) => countProductsByCategory(tx, ctx.project.id))).toEqual(new Map())
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { isPageDeleted: true } })
  expect(Buffer.concat(await Array.fromAsync((await exportProducts(deps, ctx)).body)).toString()).not.toContain(id)

  const restored = await restoreProducts(deps, addMs(ctx, restorableDays * dayMs - 1), [id])

  expect(restored).toEqual([{ ...before, earlier_slug: null }])
  expect(Object.keys((await getProduct(deps, ctx, id)).attributes)).toEqual(Object.keys(before.attributes))
  expect(await listIds(deps, ctx)).toEqual([above.product_id, id, below.product_id])
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { destination: expect.stringMatching(/fine-lamp$/) } })
  expect(before.product_linkshelf_url).toBe(url)
  expect(await getQrConfig(deps, ctx, { kind: 'product', id })).toMatchObject({ color: '#123456' })
  const slugs = await queryAsOwner<{ slug: string; is_current: boolean }>(
    deps,
    'select slug, replaced_at is null as is_current from page_slugs where product_id = $1 order by replaced_at',
    [id],
  )
  expect(slugs).toEqual([
    { slug: 'brass-lamp-2', is_current: false },
    { slug: 'fine-lamp', is_current: true },
  ])
  expect(await countRows(deps, 'deleted_products')).toBe(0)
})

it('lists the uploaded pictures of deleted products as used', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const bytes = await anImage({ width: 60, height: 60 }).png().toBuffer()
  const { url } = await createUpload(deps, ctx, { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose: 'picture' })
  const { product_id: id } = await aProduct(deps, ctx, { image_url: url })
  const used = await read(ctx, listProductUploads)
  expect(used).toHaveLength(1)
  await deleteProduct(ctx, id)

  expect(await read(ctx, listProductUploads)).toEqual([])
  expect(await read(ctx, listDeletedProductUploads)).toEqual(used)
})

it('restores what still exists: deleted categories are omitted, and a restored link returns to its place', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const { category_id: category } = await aCategory(deps, ctx)
  const { product_id: id } = await aProduct(deps, ctx, { categories: [category], urls: [first.url_id, second.url_id] })
  await deleteLink(ctx, first.url_id)
  await deleteProduct(ctx, id)
  await deleteCategory(ctx, category)

  expect(await restoreProducts(deps, ctx, [id])).toMatchObject([{ categories: [], urls: [second.url_id] }])
  await restoreLinks(deps, ctx, [first.url_id as LinkId])
  expect((await getProduct(deps, ctx, id)).urls).toEqual([first.url_id, second.url_id])
})

it('gives restored products new addresses if other pages or other restored products have their addresses', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ids: ProductId[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    const { product_id, slug } = await aProduct(deps, ctx)
    expect(slug).toBe('brass-lamp')
    await deleteProduct(ctx, product_id)
    ids.push(product_id)
  }
  const present = await aProduct(deps, ctx)

  const restored = await restoreProducts(deps, ctx, ids)

  expect(restored.map(({ slug, earlier_slug }) => [slug, earlier_slug])).toEqual([
    ['brass-lamp-2', 'brass-lamp'],
    ['brass-lamp-3', 'brass-lamp'],
  ])
  expect((await getProduct(deps, ctx, present.product_id)).slug).toBe('brass-lamp')
})

it('restores a bulk deletion in one step, and returns existing products when repeated or restored twice at once', async () => {
  await using deps = await openTestDeps()
  const [ctx, noah] = [await aProject(deps), await aProject(deps)]
  const ids = [(await aProduct(deps, ctx)).product_id, (await aProduct(deps, ctx)).product_id]
  await bulkChangeProducts(ctx, { product_ids: ids, action: 'delete', category_ids: [] })
  expect((await listDeletedIds(ctx)).toSorted()).toEqual(ids.toSorted())
  expect(await listDeletedIds(noah)).toEqual([])
  expect(await restoreProducts(deps, noah, ids)).toEqual([])

  const both = await Promise.all([restoreProducts(deps, ctx, ids), restoreProducts(deps, ctx, ids)])

  for (const restored of both) expect(restored.map(({ product_id }) => product_id)).toEqual(ids)
  expect(await listDeletedIds(ctx)).toEqual([])
  const entries = await queryAsOwner<{ after: object }>(deps, "select after from audit_log where action = 'product.restore'")
  expect(entries.map(({ after }) => Object.keys(after).length).toSorted()).toEqual([0, 0, 2])
})

it('pins a restored product only while the project has a slot for a pinned product', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { product_id: id } = await aProduct(deps, ctx, { pinned: true })
  await deleteProduct(ctx, id)
  for (let nth = 0; nth < 12; nth += 1) await aProduct(deps, ctx, { pinned: true })

  expect(await restoreProducts(deps, ctx, [id])).toMatchObject([{ pinned: false }])
})

it('erases products 30 days after their deletion, with their QR codes, for every organization', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const [first, late, theirs] = [await aProduct(deps, mia), await aProduct(deps, mia), await aProduct(deps, noah)]
  await aStore(deps, mia)
  await updateQrCode(deps, mia, { subject: { kind: 'product', id: first.product_id }, update: { color: '#123456' } })
  await deleteProduct(mia, first.product_id)
  await deleteProduct(addMs(mia, dayMs), late.product_id)
  await deleteProduct({ ...noah, now: mia.now }, theirs.product_id)
  const run = (ms: number) => runAsJobsAccount(deps, (jobs) => eraseExpiredProducts(jobs), addMs(mia, ms).now.toISOString())

  await run(restorableDays * dayMs - 1)
  expect(await countRows(deps, 'deleted_products')).toBe(3)
  expect(await countRows(deps, 'qr_codes')).toBe(1)
  expect(await restoreProducts(deps, addMs(mia, restorableDays * dayMs), [first.product_id])).toEqual([])
  await run(restorableDays * dayMs)

  expect(await queryAsOwner(deps, 'select id from deleted_products')).toEqual([{ id: late.product_id }])
  expect(await countRows(deps, 'qr_codes')).toBe(0)
  const entries = await queryAsOwner<{ before: object }>(deps, "select before from audit_log where action = 'product.erase'")
  expect(entries.flatMap(({ before }) => Object.keys(before)).toSorted()).toEqual([first.product_id, theirs.product_id].toSorted())
})

it('erases the products that were deleted first if a project has more than 10,000 deleted products', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await queryAsOwner(
    deps,
    `insert into deleted_products (id, organization_id, project_id, deleted_at, product, category_ids, link_ids, earlier_slugs)
    select gen_random_uuid(), $1, $2, $3::timestamptz - nth * interval '1 second', json_build_object('name', nth::text), '{}', '{}', '{}'
    from generate_series(1, 10002) as nth`,
    [ctx.organization.id, ctx.project.id, ctx.now],
  )

  await runAsJobsAccount(deps, (jobs) => eraseExpiredProducts(jobs), ctx.now.toISOString())

  const [{ count, oldest } = { count: 0, oldest: '' }] = await queryAsOwner<{ count: number; oldest: string }>(
    deps,
    "select count(*)::int as count, max((product ->> 'name')::int)::text as oldest from deleted_products",
  )
  expect({ count, oldest }).toEqual({ count: 10_000, oldest: '10000' })
})

it('either erases or restores a product if both run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let round = 0; round < 5; round += 1) {
    const { product_id: id } = await aProduct(deps, ctx)
    await deleteProduct(ctx, id)

    const [restored, erased] = await Promise.all([restoreProducts(deps, ctx, [id]), eraseProducts(ctx, [id])])

    expect([restored.length, erased.length].toSorted()).toEqual([0, 1])
    expect((await listIds(deps, ctx)).includes(id)).toBe(restored.length === 1)
  }
})

it('lets members list and restore, and only owners of the organization with a recent sign-in erase', async () => {
  await using deps = await openTestDeps()
  const [owned, others] = [await anOrganization(deps), await anOrganization(deps)]
  const ctx = await aProject(deps, { owned })
  const [member, viewer] = [await aMember(deps, owned), await aMember(deps, owned, { role: 'viewer' })]
  const { product_id: id } = await aProduct(deps, ctx)
  await deleteProduct(ctx, id)
  const call = createApiCaller(deps)
  const send = (user: Parameters<typeof call>[0], end: string) =>
    call(user, {
      method: end === 'deleted' ? 'GET' : 'POST',
      path: `/v1/${owned.organization.id}/projects/${ctx.project.id}/products/${end}`,
      ...(end !== 'deleted' && { body: { product_ids: [id] } }),
    })
  const signedInEarlier = {
    ...owned.user,
    actor: { ...owned.user.actor, findAuthenticatedAt: async () => new Date(Date.now() - dayMs) },
  }
  const [{ full_name } = { full_name: '' }] = await queryAsOwner<{ full_name: string }>(deps, 'select full_name from users where id = $1', [
    owned.user.actor.userId,
  ])

  expect((await send(others.user, 'deleted')).status).toBe(404)
  expect(await (await send(viewer, 'deleted')).json()).toEqual([
    {
      product_id: id,
      name: 'Brass lamp',
      image_url: null,
      deleted_at: ctx.now.toISOString(),
      deleted_by: full_name,
      restorable_until: new Date(ctx.now.getTime() + restorableDays * dayMs).toISOString(),
    },
  ])
  expect((await send(member, 'erase')).status).toBe(404)
  expect((await send(signedInEarlier, 'erase')).status).toBe(403)
  expect((await send(viewer, 'restore')).status).toBe(404)
  expect((await send(others.user, 'restore')).status).toBe(404)
  expect(await listDeletedIds(ctx)).toEqual([id])
  expect((await send(member, 'restore')).status).toBe(200)
  await deleteProduct(ctx, id)
  expect(await (await send(owned.user, 'erase')).json()).toEqual({ product_ids: [id] })
  expect(await listDeletedIds(ctx)).toEqual([])
})
