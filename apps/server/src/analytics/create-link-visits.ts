import type { LinkId } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import { type ClickedLinkFinder, compareByValue, type LinkVisits, type SortedLink } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { type DayRange, toInterval } from './intervals.ts'
import { matchLinks, rollupClicks } from './queries/click-conditions.ts'
import { findClickScope } from './queries/click-scope.ts'
import { queryClickedLinks } from './queries/clicked-links-query.ts'
import { type ProjectQueryContext, runQuery } from './queries/run-query.ts'
import { parseRequestedRange } from './requested-filter.ts'

/**
 * Number of most clicked links that are cached for each project and range. They are cached because a query sorts all
 * links even if it returns few, and clients read the pages of a list one after the other. 1,000 links take 100 KB.
 */
const cachedLinks = 1_000
const cachedMs = 10_000
const maxCached = 200

interface MostClickedSource {
  scope: ProjectQueryContext
  range: DayRange
}

export function createLinkVisits({ clickhouse }: ClickDeps): LinkVisits & ClickedLinkFinder {
  const mostClicked = new LRUCache<string, SortedLink[], MostClickedSource>({
    max: maxCached,
    ttl: cachedMs,
    fetchMethod: (_key, _stale, { context: { scope, range } }) => queryPage(scope, range, { after: undefined, limit: cachedLinks }),
  })

  async function queryPage(
    scope: ProjectQueryContext,
    range: DayRange,
    { after, limit }: { after: SortedLink | undefined; limit: number },
  ): Promise<SortedLink[]> {
    const position = after && { url_id: after.id, clicks: after.value }
    const clicked = await queryClickedLinks(clickhouse, scope, { range, after: position, limit })
    return clicked.map(({ url_id, clicks }) => ({ id: url_id as LinkId, value: clicks }))
  }

  return {
    async wasVisited(ctx, linkId) {
      const isShipped = (await ctx.shippingRequests?.shipNow()) !== false
      const rows = await runQuery(
        clickhouse,
        await findClickScope(ctx),
        'SELECT 1 FROM link_clicks WHERE project_id = {project:UUID} AND link_id = {link:UUID} LIMIT 1',
        { project: ctx.project.id, link: linkId },
      )
      if (rows.length > 0) return true
      return isShipped ? false : undefined
    },
    async findClicked(ctx, ids) {
      if (ids.length === 0) return new Set()
      await ctx.shippingRequests?.shipNow()
      const among = matchLinks({ properties: [], linkIds: ids })
      const scope = await findClickScope(ctx)
      const query = `SELECT link_id FROM link_clicks AS rollup WHERE project_id = {project:UUID} AND ${among.condition}
        GROUP BY link_id HAVING ${rollupClicks.exclude} > 0`
      const rows = await runQuery<{ link_id: string }>(clickhouse, scope, query, { project: ctx.project.id, ...among.params })
      return new Set(rows.map(({ link_id }) => link_id as LinkId))
    },
    async openClicks(ctx, days) {
      const [scope, range] = await Promise.all([findClickScope(ctx), parseRequestedRange({ clickhouse }, ctx, days)])
      return {
        async list({ after, limit }) {
          // Several requests can share a query, so the query does not get the signal of a request: its abort would end
          // the query for the others. The key includes the deletions, so that a deletion causes a new query.
          const { signal: _, ...shared } = scope
          const { from, until } = toInterval(range)
          const deletedBefore = scope.deletions.map((deletion) => deletion.deletedBefore.getTime()).join()
          const key = `${ctx.project.id} ${from} ${until} ${deletedBefore}`
          const first = await mostClicked.forceFetch(key, { context: { scope: shared, range } })
          const page = first.filter((link) => after === undefined || compareByValue(after, link) < 0).slice(0, limit)
          return page.length === limit || first.length < cachedLinks ? page : queryPage(scope, range, { after, limit })
        },
        async find(ids) {
          if (ids.length === 0) return new Map()
          const clicked = await queryClickedLinks(clickhouse, scope, { range, ids, limit: ids.length })
          return new Map(clicked.map(({ url_id, clicks }) => [url_id as LinkId, clicks]))
        },
      }
    },
  }
}
