import { formatPageAddress, type PageUrl, type PageUrlDraft, type ProductId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../access/index.ts'
import { createPageLink, selectPageUrl } from '../links/index.ts'
import type { OriginDeps } from '../platform/deps.ts'
import { lockStoreOfProject, selectStoreOfProject, toStoreAddress, toStoreUrl } from '../stores/index.ts'
import { selectProduct, updateProductRow } from './product-table.ts'
import { changeProduct } from './products.ts'

/**
 * Returns the short URL of a product page. If the page has no short URL, returns the page's own address. Throws
 * PRODUCT_NOT_FOUND. If the project has no store, throws STORE_NOT_FOUND, or STORE_NOT_ENABLED if the organization
 * can't create a store.
 */
export async function getProductAddress(deps: OriginDeps, ctx: ProjectContext, productId: ProductId): Promise<string> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return read(ctx, async (tx) => {
    const { slug, short_link_id } = (await selectProduct(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    const store = (await selectStoreOfProject(tx, ctx.project.id)) ?? failWithoutStore(ctx)
    return (await selectPageUrl(tx, deps, ctx, short_link_id))?.url ?? formatPageAddress(toStoreUrl(store, deps.origins), slug)
  })
}

/** Throws PRODUCT_NOT_FOUND or PAGE_URL_NOT_FOUND. */
export async function getProductUrl(deps: OriginDeps, ctx: ProjectContext, productId: ProductId): Promise<PageUrl> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return read(ctx, async (tx) => {
    const { short_link_id } = (await selectProduct(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    return (await selectPageUrl(tx, deps, ctx, short_link_id)) ?? fail('PAGE_URL_NOT_FOUND')
  })
}

/**
 * Throws PRODUCT_NOT_FOUND and the errors of `createPageLink`. If the project has no store, throws STORE_NOT_FOUND or
 * STORE_NOT_ENABLED.
 */
export async function createProductUrl(
  deps: OriginDeps,
  ctx: ProjectContext,
  { productId, draft }: { productId: ProductId; draft: PageUrlDraft },
): Promise<PageUrl> {
  await changeProduct(ctx, { action: 'product.create_url', productId, addsLink: true }, async (tx, { slug, short_link_id }) => {
    const store = (await lockStoreOfProject(tx, ctx.project.id)) ?? failWithoutStore(ctx)
    const belowHandle = toStoreAddress(store.handle, deps.origins)
    const otherAddresses = [`${belowHandle}/p/${productId}`, formatPageAddress(toStoreUrl(store, deps.origins), slug)]
    const address = formatPageAddress(belowHandle, slug)
    const page = { kind: 'product', id: productId, address, otherAddresses, currentId: short_link_id } as const
    const link = await createPageLink(tx, deps, ctx, { page, draft })
    await updateProductRow(tx, ctx.project.id, productId, { short_link_id: link.id })
  })
  return getProductUrl(deps, ctx, productId)
}

function failWithoutStore({ entitlements }: ProjectContext): never {
  return fail(entitlements.hasStorePage ? 'STORE_NOT_FOUND' : 'STORE_NOT_ENABLED')
}
