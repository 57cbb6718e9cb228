import type { EarningId, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findClickScope, queryFirstClicks } from '../../analytics/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { findLastDay, type LinkCandidates, type ProductLink, type SoldItem } from './link-candidates.ts'

/**
 * Joins sales that are older than the first click of every link to their product. Such a sale belongs to the link with
 * its tag, or to the link that was created first if several links have the tag. If no link has the tag, the sale's
 * entry is null. Skips all other sales, and sales whose product no link leads to.
 */
export async function joinByProduct(
  { clickhouse }: ClickDeps,
  ctx: ProjectContext,
  { candidates, items }: { candidates: LinkCandidates; items: readonly SoldItem[] },
): Promise<Map<EarningId, LinkId | null>> {
  const considered = items.map((item) => ({ item, links: candidates.toProduct(item) })).filter(({ links }) => links.length > 0)
  const linkIds = [...new Set(considered.flatMap(({ links }) => links.map(({ id }) => id)))]
  if (linkIds.length === 0) return new Map()
  const firstClicks = await queryFirstClicks(clickhouse, await findClickScope(ctx), linkIds)
  const older = considered.filter(({ item, links }) => links.every(({ id }) => isOlder(item, firstClicks.get(id))))
  return new Map(older.map(({ item, links }) => [item.id, findFirstCreated(links.filter((link) => hasTag(link, item)))?.id ?? null]))
}

/** If the report has no times, the sale can be from any time of its local day, so the whole day must be over. */
function isOlder(item: SoldItem, firstClick: Date | undefined): boolean {
  if (firstClick === undefined) return true
  const soldBy = item.occurred_at ?? new Date(addDays(findLastDay(item), 1))
  return soldBy <= firstClick
}

/** A sale without a tag can come from any link. Tags that the retailer's files don't contain can't be compared. */
function hasTag(link: ProductLink, { tracking_id: trackingId }: SoldItem): boolean {
  return trackingId === null || link.tag === trackingId.toLowerCase() || (link.hasOwnTag && link.tag === undefined)
}

function findFirstCreated(links: readonly ProductLink[]): ProductLink | undefined {
  return links.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id.localeCompare(other.id)).at(0)
}
