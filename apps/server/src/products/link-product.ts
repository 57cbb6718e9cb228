import { type LinkId, linksPerProduct, type ProductId } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { changeProduct } from './change-product.ts'
import { replaceReferences } from './product-references.ts'

interface LinkOfProduct {
  productId: ProductId
  linkId: LinkId
}

/**
 * Adds a link after the others; one that is there stays where it is. Throws PRODUCT_NOT_FOUND, LINK_NOT_FOUND or
 * PRODUCT_LINK_LIMIT_REACHED.
 */
export async function linkProduct(ctx: ProjectContext, { productId, linkId }: LinkOfProduct): Promise<void> {
  await changeProduct(ctx, 'product.link_url', productId, async (tx, { links }) => {
    if (links.includes(linkId)) return
    if (links.length >= linksPerProduct) fail('PRODUCT_LINK_LIMIT_REACHED')
    await replaceReferences(tx, ctx, productId, { urls: [...links, linkId] })
  })
}

/** Throws PRODUCT_NOT_FOUND, and LINK_NOT_FOUND for a link that the product does not have. */
export async function unlinkProduct(ctx: ProjectContext, { productId, linkId }: LinkOfProduct): Promise<void> {
  await changeProduct(ctx, 'product.unlink_url', productId, async (tx, { links }) => {
    if (!links.includes(linkId)) fail('LINK_NOT_FOUND')
    await replaceReferences(tx, ctx, productId, { urls: links.filter((id) => id !== linkId) })
  })
}
