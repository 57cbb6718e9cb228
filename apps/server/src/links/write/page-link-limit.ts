// The limit of short URLs of a page. The plan does not count them, and a slug can never be used again, so they need a
// limit.
import { sql } from 'kysely'
import { fail, type ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { PageOfLink } from '../tables/link-table.ts'

const shortUrlsPerPage = 10

/**
 * A deleted short URL counts toward the limit for this long, so that its deletion can be undone at once without
 * exceeding the limit.
 */
const undoMs = 30_000

/** Returns whether the page can get another short URL. The caller must have locked the page. */
export async function hasSlotForPageLink(tx: Tx, ctx: ProjectContext, pageId: PageOfLink['id']): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - undoMs)
  return (await countPageLinks(tx, ctx, pageId, since)) < shortUrlsPerPage
}

/** Throws PAGE_URL_LIMIT_REACHED if restored short URLs exceed the limit of one of their pages. */
export async function assertPageLinkLimit(tx: Tx, ctx: ProjectContext, pageIds: ReadonlySet<PageOfLink['id']>): Promise<void> {
  for (const pageId of pageIds) if ((await countPageLinks(tx, ctx, pageId, ctx.now)) > shortUrlsPerPage) fail('PAGE_URL_LIMIT_REACHED')
}

/** Counts the links of a page, including links that were deleted after `since`. Relies on links_page_id_idx. */
async function countPageLinks(tx: Tx, { project }: ProjectContext, pageId: PageOfLink['id'], since: Date): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*)::int as links from links
    where project_id = ${project.id} and page_id = ${pageId} and (deleted_at is null or deleted_at > ${since})`.execute(tx)
  return rows[0]?.links ?? 0
}
