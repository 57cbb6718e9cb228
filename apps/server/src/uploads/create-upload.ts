import { mediaFilePath, type Upload, type UploadDraft, uploadMaxBytes } from '@linkshelf/contract'
import { type Change, fail, failRateLimited, mutate, type ProjectContext, read, spendWrite } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { enqueueAvif } from './add-avif.ts'
import { digestOf } from './digest-of.ts'
import { encodeImage } from './images/encode-image.ts'
import { fetchCopy } from './images/image-fetch.ts'
import { spendSpace } from './spend-space.ts'
import { toFiles } from './to-files.ts'
import { insertUpload, lockUploadsForUpdate, selectUpload, touchUpload, type UploadRow } from './upload-table.ts'

/**
 * Stores the files of a picture in one transaction, and returns the address of the largest. A picture that the
 * organization has already is not stored again. Throws UPLOAD_INVALID, UPLOAD_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN,
 * UPLOAD_SPACE_EXHAUSTED or TOO_MANY_REQUESTS.
 */
export async function createUpload(deps: Pick<Deps, 'fetchImage' | 'origins'>, ctx: ProjectContext, draft: UploadDraft): Promise<Upload> {
  // Fetching and decoding cost more than a write, also when nothing comes of them.
  await spendWrite(ctx)
  const source =
    'file' in draft
      ? Buffer.from(await draft.file.arrayBuffer())
      : ((await fetchCopy(deps.fetchImage, draft.url)) ?? fail('UPLOAD_UNREACHABLE'))
  if (source.length > uploadMaxBytes) fail('UPLOAD_INVALID')
  const { purpose } = draft
  const digest = digestOf(ctx, purpose, source)
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const encoded = isStored ? undefined : ((await encodeImage(source, purpose)) ?? fail('UPLOAD_INVALID'))

  return mutate(ctx, { action: 'upload.create', entity: 'upload', entityId: digest }, async (tx, change) => {
    await lockUploadsForUpdate(tx, ctx)
    const known = await touchUpload(tx, ctx, digest)
    if (known !== undefined) return toUpload(known, change, deps.origins)
    // Deleted since it was found a moment ago.
    const images = encoded ?? failRateLimited(1)
    const { width, height, master = null } = images.at(-1) ?? fail('UPLOAD_INVALID')
    const files = toFiles(images, purpose === 'icon' ? 'png' : 'webp')
    await spendSpace(tx, ctx, files)
    const row = await insertUpload(tx, ctx, { digest, purpose, width, height, source: master, files })
    if (master !== null) await enqueueAvif(tx, ctx, digest)
    return toUpload(row, change, deps.origins)
  })
}

function toUpload({ digest, purpose, width, height, stored_bytes }: UploadRow, change: Change, origins: Deps['origins']): Upload {
  change.after = { purpose, width, height, stored_bytes }
  const path = mediaFilePath(digest, { width, height }, purpose === 'icon' ? 'png' : 'webp')
  return { upload_id: digest, url: `${origins.public}${path}`, width, height }
}
