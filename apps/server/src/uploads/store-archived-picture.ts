import { mediaFileName } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { enqueueAvif } from './add-avif.ts'
import { encodeImage } from './images/encode-image.ts'
import { toFiles } from './to-files.ts'
import { insertUpload, lockUploadsForUpdate, sumStoredBytes, touchUpload } from './upload-table.ts'

/** Stores a picture under a digest; false when it does not fit into the space of the plan. */
export type StoreArchivedPicture = (tx: Tx, ctx: OrganizationContext, digest: string) => Promise<boolean>

/**
 * Encodes the largest file of a picture anew, as if it was uploaded. Undefined for bytes that are no picture, or not
 * of the size that the name of the file says: its address would lead nowhere. Throws TOO_MANY_REQUESTS when many
 * pictures are being encoded.
 */
export async function prepareArchivedPicture(bytes: Buffer, fileName: string): Promise<StoreArchivedPicture | undefined> {
  const [purpose, format] = fileName.endsWith('.png') ? (['icon', 'png'] as const) : (['picture', 'webp'] as const)
  const images = await encodeImage(bytes, purpose)
  const largest = images?.at(-1)
  if (images === undefined || largest === undefined || mediaFileName(largest, format) !== fileName) return undefined
  const { width, height, master = null } = largest
  const files = toFiles(images, format)

  return async (tx, ctx, digest) => {
    await lockUploadsForUpdate(tx, ctx)
    if ((await touchUpload(tx, ctx, digest)) !== undefined) return true
    const added = files.reduce((sum, file) => sum + file.bytes.length, 0)
    if ((await sumStoredBytes(tx, ctx)) + added > ctx.entitlements.uploadBytes) return false
    await insertUpload(tx, ctx, { digest, purpose, width, height, source: master, files })
    if (master !== null) await enqueueAvif(tx, ctx, digest)
    return true
  }
}
