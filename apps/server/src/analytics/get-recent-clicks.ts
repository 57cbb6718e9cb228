import { type RecentClick, recentClicksDays } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { findLinks } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { findHiddenFrom } from './click-limit/find-hidden-from.ts'
import { queryRecentClicks, type RecentClickRow } from './queries/recent-clicks-query.ts'

const daySeconds = 86_400

/**
 * Latest first, without the clicks of bots and those that the plan hides. Where they came from
 * only with full analytics.
 */
export async function getRecentClicks(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  limit: number,
): Promise<RecentClick[]> {
  const now = Math.ceil(ctx.now.getTime() / 1_000) + 1
  const until = Math.min(now, (await findHiddenFrom(deps, ctx)) ?? now)
  // The day of a busy project has them: only others are searched further back.
  const ofOneDay = await queryRecentClicks(deps.clickhouse, ctx.project.id, { from: until - daySeconds, until, limit })
  const from = now - recentClicksDays * daySeconds
  const rows = ofOneDay.length === limit ? ofOneDay : await queryRecentClicks(deps.clickhouse, ctx.project.id, { from, until, limit })
  const linkOf = await findLinks(deps, ctx, [...new Set(rows.map(({ link_id }) => link_id))])
  return rows.map((row) => {
    const link = linkOf.get(row.link_id)
    return {
      id: row.id,
      at: new Date(row.atMs).toISOString(),
      link: link === undefined ? null : { url_id: link.url_id, url: link.url, target: link.target, title: link.title },
      ...originOf(row, ctx.entitlements.hasFullAnalytics),
    }
  })
}

function originOf({ country, city, device, referrer, utm_source }: RecentClickRow, isShown: boolean) {
  return isShown
    ? { country, city, device, referrer, utm_source }
    : { country: null, city: null, device: null, referrer: null, utm_source: null }
}
