import { createHash } from 'node:crypto'
import { avatarPath, avatarSides, type Profile, uploadMaxBytes } from '@linkshelf/contract'
import type { Handler } from 'hono'
import { fail, mutate, rateLimitWrite, type UserContext } from '../../access/index.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { encodeAvatar } from '../../uploads/index.ts'
import { type AvatarFile, deleteAvatars, insertAvatar, selectAvatar } from '../tables/avatar-table.ts'
import { lockProfileForUpdate, updateUser } from '../tables/user-table.ts'

/**
 * Replaces the picture of the signed-in user. Throws UPLOAD_INVALID, TOO_MANY_REQUESTS, and SIGN_IN_REQUIRED when
 * the account is deleted.
 */
export async function setAvatar(ctx: UserContext, file: File): Promise<Profile> {
  // Counts the upload even if nothing is stored, because decoding costs more than a write.
  await rateLimitWrite(ctx)
  const source = Buffer.from(await file.arrayBuffer())
  if (source.length > uploadMaxBytes) fail('UPLOAD_INVALID')
  const images = (await encodeAvatar(source, ctx.actor.userId)) ?? fail('UPLOAD_INVALID')
  const digest = createHash('sha256').update(`avatar of ${ctx.actor.userId}\0`).update(source).digest('base64url').slice(0, 27)
  const files = images.map(({ width, bytes }) => ({ side: width, bytes }))
  return replaceAvatar(ctx, 'profile.set_avatar', { digest, files })
}

/** Removes the picture of the signed-in user, if there is one. Throws SIGN_IN_REQUIRED if the account is deleted. */
export function removeAvatar(ctx: UserContext): Promise<Profile> {
  return replaceAvatar(ctx, 'profile.remove_avatar')
}

/**
 * Replaces or removes the picture. Deletes the previous picture's files in the same transaction, so that no unused
 * files remain.
 */
function replaceAvatar(
  ctx: UserContext,
  action: 'profile.set_avatar' | 'profile.remove_avatar',
  avatar?: { digest: string; files: readonly AvatarFile[] },
): Promise<Profile> {
  const { userId } = ctx.actor
  return mutate(ctx, { action, entity: 'user', entityId: userId }, async (tx, change) => {
    const before = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    await deleteAvatars(tx, userId)
    if (avatar !== undefined) await insertAvatar(tx, userId, avatar.digest, avatar.files)
    const avatar_url = avatar === undefined ? null : `${avatarPath}${avatar.digest}/${avatarSides.at(-1)}.webp`
    change.before = { avatar_url: before.avatar_url }
    change.after = { avatar_url }
    return updateUser(tx, userId, { avatar_url })
  })
}

/** The router's path of a picture file. A client needs only the digest and no sign-in to get the file. */
export const avatarFilePath = `${avatarPath}:digest{[\\w-]{27}}/:file{(?:${avatarSides.join('|')})[.]webp}`

/**
 * Serves picture files. The file at a path never changes, but it is cached for only a day, because the picture may be
 * removed.
 */
export function createAvatarRoute(db: Db): Handler {
  return async (context) => {
    const bytes = await selectAvatar(db, context.req.param('digest') ?? '', Number.parseInt(context.req.param('file') ?? '', 10))
    if (bytes === undefined) return context.notFound()
    return context.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable' })
  }
}
