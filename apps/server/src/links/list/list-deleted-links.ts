import {
  type DeletedLink,
  type DeletedLinkQuery,
  describeActor,
  type LinkId,
  linkId,
  toRestorableSince,
  toRestorableUntil,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { createPageCursor, cursorInstant } from '../../platform/page-cursor.ts'
import { formatLinkUrl } from '../get-link.ts'
import { selectDeletedLinks, selectRestorableLinkIds } from '../tables/deleted-link-table.ts'

const deletedCursor = createPageCursor('deleted-links', 1, z.object({ deletedAt: cursorInstant, id: linkId }))

interface DeletedLinkPage {
  links: DeletedLink[]
  /** Undefined on the last page. */
  nextCursor: string | undefined
}

/** Returns the given links that can be restored. */
export async function findRestorableLinkIds(ctx: ProjectContext, linkIds: readonly string[]): Promise<LinkId[]> {
  if (linkIds.length === 0) return []
  return read(ctx, (tx) => selectRestorableLinkIds(tx, ctx.project.id, linkIds, toRestorableSince(ctx.now)))
}

/**
 * Lists the deleted links that can be restored, last deleted first. Throws REQUEST_INVALID if `listDeletedLinks` did
 * not return the cursor.
 */
export async function listDeletedLinks(
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { search, limit, cursor }: DeletedLinkQuery,
): Promise<DeletedLinkPage> {
  const after =
    cursor === undefined ? undefined : (deletedCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const since = toRestorableSince(ctx.now)
  // The query selects one row more than the page has. The extra row shows that there is a next page.
  const rows = await read(ctx, (tx) => selectDeletedLinks(tx, ctx.project.id, { since, search, after, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    links: page.map(({ id, host, slug, taken_slug, target, title, deleted_at, deleted_by }) => ({
      url_id: id,
      url: formatLinkUrl({ host, slug: taken_slug ?? slug }, origins),
      target,
      title,
      slug_taken: taken_slug !== null,
      deleted_at: deleted_at.toISOString(),
      deleted_by: deleted_by && describeActor(deleted_by, deleted_by.source),
      restorable_until: toRestorableUntil(deleted_at).toISOString(),
    })),
    nextCursor: rows.length > limit && last ? deletedCursor.encode({ deletedAt: last.deleted_at, id: last.id }) : undefined,
  }
}
