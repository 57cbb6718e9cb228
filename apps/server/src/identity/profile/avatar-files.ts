import { avatarPath, avatarSides } from '@linkshelf/contract'
import type { Handler } from 'hono'
import type { Db } from '../../platform/postgres/postgres.ts'
import { selectAvatar } from '../tables/avatar-table.ts'

/** The path of a file, for the router. Whoever knows the digest of a picture may have it. */
export const avatarFilePath = `${avatarPath}:digest{[\\w-]{27}}/:file{(?:${avatarSides.join('|')})[.]webp}`

/** A file at a path never changes; it is cached for a day, since the picture may be removed. */
export function createAvatarRoute(db: Db): Handler {
  return async (context) => {
    const bytes = await selectAvatar(db, context.req.param('digest') ?? '', Number.parseInt(context.req.param('file') ?? '', 10))
    if (bytes === undefined) return context.notFound()
    return context.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable' })
  }
}
