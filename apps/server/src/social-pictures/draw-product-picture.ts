import { organizationId, productId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { lockProductForShare, selectProduct } from '../products/index.ts'
import { selectStoreOfProject } from '../stores/index.ts'
import { selectUploadedPicture } from '../uploads/index.ts'
import { replacePicture } from './replace-picture.ts'
import { brandOf } from './store-brand.ts'

const drawing = z.object({ organizationId, projectId, productId })

/** About as wide as it is drawn. */
const photoWidth = 640

/**
 * Draws the picture of a product's page in the look of its store, and replaces the one before. The product's own
 * picture is in it where that is stored here: what may not be copied is not. A product whose name can't be drawn has
 * none. Does nothing without a store, or for a product that was deleted meanwhile.
 */
export async function drawProductPicture(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const ids = drawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'draw-product-picture' }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  if (ctx === undefined) return
  const [store, product] = await read(ctx, async (tx) => [
    await selectStoreOfProject(tx, ids.projectId),
    await selectProduct(tx, ids.projectId, ids.productId),
  ])
  if (store === undefined || product === undefined) return
  const { image_url } = product
  const picture = {
    title: product.name,
    text: store.store_name ?? store.name,
    ...(await brandOf(ctx, store)),
    photo: image_url === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, image_url, photoWidth)),
  }
  await replacePicture(ctx, { kind: 'product', id: product.id }, picture, (tx) => lockProductForShare(tx, ids.projectId, ids.productId))
}
