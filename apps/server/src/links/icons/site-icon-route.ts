import { siteIconPath } from '@linkshelf/contract'
import type { Handler } from 'hono'
import type { Db } from '../../platform/postgres/postgres.ts'
import { findIcon } from '../tables/site-icon-table.ts'

/** The path of a file, for the router. */
export const siteIconFilePath = `${siteIconPath}:file{[\\w-]{27}[.]png}`

/**
 * A file at a path never changes: a site with another icon has another path. The headers of the origin make browsers
 * treat the response as a picture and nothing else.
 */
export function createSiteIconRoute(db: Db): Handler {
  return async (context) => {
    const bytes = await findIcon(db, (context.req.param('file') ?? '').slice(0, 27))
    if (bytes === undefined) return context.notFound()
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  }
}
