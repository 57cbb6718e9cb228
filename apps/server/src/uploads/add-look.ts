import { organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext, read } from '../access/index.ts'
import { insertPictureTasks } from '../picture-queue/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { findPictureLook } from './images/encode-image.ts'
import { selectPictureWithoutLook, toPictureLook, updateLateLook } from './upload-table.ts'

const lookJob = z.object({ organizationId, digest: z.string() })

/**
 * Enqueues the job that finds a picture's look (see `PictureLook`). A trigger on `stores` also enqueues the job, for
 * the pictures of the store's products and categories.
 */
export async function enqueueLook(tx: Tx, { organization }: OrganizationContext, digest: string): Promise<void> {
  const payload = { organizationId: organization.id, digest }
  await insertPictureTasks(tx, [{ kind: 'look', subject: digest, payload }])
}

/**
 * Finds the look of a picture that an earlier version stored, because stores that crop the picture need it. If the
 * picture has a look, was deleted or can't be decoded, does nothing.
 */
export async function addLook(deps: CoreDeps, payload: unknown): Promise<void> {
  const { organizationId, digest } = lookJob.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'find-look' }, source: 'job' })
  const ctx = await findSystemContext(job, organizationId)
  const bytes = ctx && (await read(ctx, (tx) => selectPictureWithoutLook(tx, digest)))
  if (ctx === undefined || bytes === undefined) return
  const look = await findPictureLook(bytes)
  if (look === undefined) return deps.log.warn({ digest }, 'The look of a picture could not be found')
  const work = mutate(ctx, { action: 'upload.find_look', entity: 'upload', entityId: digest }, async (tx, change) => {
    if (!(await updateLateLook(tx, digest, look))) fail('NOT_FOUND')
    change.after = { ...toPictureLook(look) }
  })
  await ignoreDeleted(work)
}
