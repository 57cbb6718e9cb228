import type { AnalyticsQuery, LinksClicks } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { findExistingLinkIds } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinksClicks } from './queries/links-clicks-query.ts'
import { requestedRange } from './requested-range.ts'

/** Returns the links in the order of `url_ids`, without links of other projects. Throws as `requestedRange` does. */
export async function getLinksClicks(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  ctx: ProjectContext,
  { bots, url_ids: linkIds, ...query }: AnalyticsQuery & { url_ids: readonly string[] },
): Promise<LinksClicks> {
  const range = await requestedRange({ clickhouse }, ctx, query)
  const existing = await findExistingLinkIds(ctx, linkIds)
  const clicksOf =
    existing.size === 0 ? new Map<string, number[]>() : await queryLinksClicks(clickhouse, ctx.project.id, [...existing], { bots, range })
  return {
    dates: range.dates,
    links: linkIds.filter((id) => existing.has(id)).map((id) => ({ url_id: id, clicks: clicksOf.get(id) ?? range.dates.map(() => 0) })),
  }
}
