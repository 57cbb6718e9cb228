import { formatMediaFilePath } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { hasStorageFor } from '../storage/index.ts'
import { enqueueAvif } from './add-avif.ts'
import { encodeImage } from './images/encode-image.ts'
import { digestUpload, sumBytes, toUploadFiles } from './upload-files.ts'
import { insertUpload, lockUploadsForUpdate, selectUpload, touchUpload } from './upload-table.ts'

/**
 * Encodes a picture that a job fetched, like an upload. Returns a function, or undefined if the bytes are no picture.
 * The function stores the picture and returns its path on the public origin, or undefined if the plan's storage has no
 * space.
 */
export async function prepareFetchedPicture(
  ctx: OrganizationContext,
  bytes: Buffer,
): Promise<((tx: Tx) => Promise<string | undefined>) | undefined> {
  const digest = digestUpload(ctx, 'picture', bytes)
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const images = isStored ? undefined : await encodeImage(bytes, 'picture', { owner: ctx.organization.id, isJob: true })
  const largest = images?.at(-1)
  if (!isStored && largest === undefined) return undefined

  return async (tx) => {
    await lockUploadsForUpdate(tx, ctx)
    const known = await touchUpload(tx, ctx, digest)
    if (known !== undefined) return formatMediaFilePath(digest, known, 'webp')
    if (images === undefined || largest === undefined) return undefined
    const { width, height, look, master = null } = largest
    const files = toUploadFiles(images, 'webp')
    if (!(await hasStorageFor(tx, ctx, 'pictures', sumBytes(files, master)))) return undefined
    await insertUpload(tx, ctx, { digest, purpose: 'picture', width, height, source: master, files, look })
    if (master !== null) await enqueueAvif(tx, ctx, digest)
    return formatMediaFilePath(digest, largest, 'webp')
  }
}
