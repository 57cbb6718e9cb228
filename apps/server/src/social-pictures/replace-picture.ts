import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { prepareSocialPicture, type SocialPicture } from '../uploads/index.ts'
import { deletePicture, type PictureSubject, selectPicture, upsertPicture } from './social-picture-table.ts'

/**
 * Draws a picture unless it is drawn already, and stores it in place of the one before. `lock` returns undefined for a
 * subject that was deleted.
 */
export async function replacePicture(
  ctx: ProjectContext,
  subject: PictureSubject,
  look: SocialPicture,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const picture = await prepareSocialPicture(ctx, subject.kind, look)
  if (picture?.digest === (await read(ctx, (tx) => selectPicture(tx, subject)))) return
  const mutation = { action: `${subject.kind}.draw_picture`, entity: subject.kind, entityId: subject.id } as const
  const replacement = mutate(ctx, mutation, async (tx, change) => {
    if ((await lock(tx)) === undefined) fail('NOT_FOUND')
    change.before = { picture: (await selectPicture(tx, subject)) ?? null }
    change.after = { picture: picture?.digest ?? null }
    if (picture === undefined) return deletePicture(tx, subject)
    await picture.store(tx)
    await upsertPicture(tx, ctx.organization.id, subject, picture.digest)
  })
  await ignoreDeleted(replacement)
}
