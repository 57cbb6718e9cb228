import { organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext, read } from '../access/index.ts'
import { insertPictureTasks } from '../picture-queue/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { encodeAvif } from './images/encode-image.ts'
import { toUploadFiles } from './upload-files.ts'
import { completeUpload, selectSource } from './upload-table.ts'

/** The job's name. It must not change, because jobs that earlier versions enqueued may still be in the queue. */
export const addAvifTask = 'add-avif'

const avifJob = z.object({ organizationId, digest: z.string() })

export async function enqueueAvif(tx: Tx, { organization }: OrganizationContext, digest: string): Promise<void> {
  const payload = { organizationId: organization.id, digest }
  await insertPictureTasks(tx, [{ kind: 'avif', subject: digest, payload }])
}

/**
 * Adds a picture's AVIF files, which are about a third smaller than its WebP files, and deletes the uploaded bytes. If
 * the picture can't be encoded, only its WebP files remain. If the picture already has AVIF files or was deleted, does
 * nothing.
 */
export async function addAvif(deps: CoreDeps, payload: unknown): Promise<void> {
  const { organizationId, digest } = avifJob.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: addAvifTask }, source: 'job' })
  const ctx = await findSystemContext(job, organizationId)
  const source = ctx && (await read(ctx, (tx) => selectSource(tx, digest)))
  if (ctx === undefined || source === undefined) return
  const images = await encodeAvif(source)
  if (images === undefined) deps.log.warn({ digest }, 'A picture could not be encoded as AVIF')
  const work = mutate(ctx, { action: 'upload.encode', entity: 'upload', entityId: digest }, async (tx, change) => {
    const row = (await completeUpload(tx, ctx, digest, toUploadFiles(images ?? [], 'avif'))) ?? fail('NOT_FOUND')
    change.after = { width: row.width, height: row.height, stored_bytes: row.stored_bytes, has_avif: images !== undefined }
  })
  await ignoreDeleted(work)
}
