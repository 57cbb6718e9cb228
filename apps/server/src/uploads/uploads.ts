import { formatMediaFilePath, type Upload, type UploadDraft, uploadMaxBytes } from '@linkshelf/contract'
import { type Change, fail, failRateLimited, mutate, type ProjectContext, projectCall, rateLimitWrite, read } from '../access/index.ts'
import type { Deps, FetchDeps, OriginDeps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { requireStorage } from '../storage/index.ts'
import { addAvif, addAvifTask, enqueueAvif } from './add-avif.ts'
import { enqueueLook } from './add-look.ts'
import { deleteOrphanedUploads, deleteOrphanedUploadsTask, type ListUsedUploads } from './delete-orphaned-uploads.ts'
import { copyFonts } from './fonts/copy-fonts.ts'
import { encodeImage } from './images/encode-image.ts'
import { fetchCopy } from './images/image-fetch.ts'
import { digestUpload, sumBytes, toUploadFiles } from './upload-files.ts'
import { insertUpload, lockUploadsForUpdate, selectUpload, toPictureLook, touchUpload, type UploadRow } from './upload-table.ts'

export function uploadRoutes(deps: Deps) {
  return {
    create: projectCall.uploads.create.handler(({ context, input }) => createUpload(deps, context.ctx, input.body)),
    copyFonts: projectCall.uploads.copyFonts.handler(({ context, input }) => copyFonts(deps, context.ctx, input.body.url)),
  }
}

/** Returns the jobs of uploads. `lists` returns the uploads that other modules use. */
export function uploadJobs(deps: Deps, lists: readonly ListUsedUploads[]): Job[] {
  return [
    { name: addAvifTask, kind: 'pictures', run: (payload) => addAvif(deps, payload) },
    {
      name: deleteOrphanedUploadsTask,
      kind: 'upkeep',
      cron: '41 * * * *',
      run: async () => void (await deleteOrphanedUploads(deps, lists)),
    },
  ]
}

/**
 * Stores a picture's files in one transaction, and returns the address of the largest file. If the organization already
 * has the picture, it is not stored again. Throws UPLOAD_INVALID, UPLOAD_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN,
 * UPLOAD_SPACE_EXHAUSTED or TOO_MANY_REQUESTS.
 */
export async function createUpload(
  deps: Pick<FetchDeps, 'fetchImage'> & OriginDeps,
  ctx: ProjectContext,
  draft: UploadDraft,
): Promise<Upload> {
  // Counts the upload even if nothing is stored, because fetching and decoding cost more than a write.
  await rateLimitWrite(ctx)
  const source =
    'file' in draft
      ? Buffer.from(await draft.file.arrayBuffer())
      : ((await fetchCopy(deps.fetchImage, draft.url, ctx.organization.id)) ?? fail('UPLOAD_UNREACHABLE'))
  if (source.length > uploadMaxBytes) fail('UPLOAD_INVALID')
  const { purpose } = draft
  const digest = digestUpload(ctx, purpose, source)
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const encoded = isStored ? undefined : ((await encodeImage(source, purpose, { owner: ctx.organization.id })) ?? fail('UPLOAD_INVALID'))

  return mutate(ctx, { action: 'upload.create', entity: 'upload', entityId: digest }, async (tx, change) => {
    await lockUploadsForUpdate(tx, ctx)
    const known = await touchUpload(tx, ctx, digest)
    if (known !== undefined) {
      if (purpose === 'picture' && known.focus_x === null) await enqueueLook(tx, ctx, digest)
      return toUpload(known, change, deps.origins)
    }
    // `encoded` is undefined if the picture was already stored when it was looked up. The picture has been deleted
    // since, so the client must retry.
    const images = encoded ?? failRateLimited(1)
    const { width, height, look, master = null } = images.at(-1) ?? fail('UPLOAD_INVALID')
    const files = toUploadFiles(images, purpose === 'icon' ? 'png' : 'webp')
    await requireStorage(tx, ctx, 'pictures', sumBytes(files, master))
    const row = await insertUpload(tx, ctx, { digest, purpose, width, height, source: master, files, look })
    if (master !== null) await enqueueAvif(tx, ctx, digest)
    return toUpload(row, change, deps.origins)
  })
}

function toUpload({ digest, purpose, width, height, stored_bytes, ...look }: UploadRow, change: Change, origins: Deps['origins']): Upload {
  change.after = { purpose, width, height, stored_bytes }
  const path = formatMediaFilePath(digest, { width, height }, purpose === 'icon' ? 'png' : 'webp')
  return { upload_id: digest, url: `${origins.public}${path}`, width, height, look: toPictureLook(look) }
}
