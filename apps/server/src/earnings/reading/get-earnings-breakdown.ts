import type { AnalyticsQuery, BreakdownKind, EarningsBreakdown, EarningsBreakdownKind, EarningsBreakdownQuery } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { getBreakdown, getLinksClicks, getOverview, getStoreTraffic } from '../../analytics/index.ts'
import { findLinks } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { findProductNames } from '../../products/index.ts'
import { selectSumsBy } from './earnings-query.ts'
import { toRow } from './to-summary.ts'

type ReadDeps = Pick<Deps, 'clickhouse' | 'origins'>

/** Names and clicks of the rows of a breakdown; clicks are undefined where they are not counted by it. */
interface Described {
  names: ReadonlyMap<string, string>
  clicks?: ReadonlyMap<string, number>
}

/** What a click says, and clicks are counted by. */
const clickProperties: Partial<Record<EarningsBreakdownKind, BreakdownKind>> = {
  country: 'country',
  source: 'referrer',
  shop: 'shop',
  shop_reason: 'shop_reason',
}

/**
 * Most earned first. Throws FULL_ANALYTICS_REQUIRED by what a click says, and as the clicks of a project do.
 */
export async function getEarningsBreakdown(
  deps: ReadDeps,
  ctx: ProjectContext,
  { by, limit, ...query }: EarningsBreakdownQuery,
): Promise<EarningsBreakdown> {
  if (clickProperties[by] !== undefined) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const { clicksByDay } = await getOverview(deps, ctx, query)
  const [first, last] = [clicksByDay.at(0), clicksByDay.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], unassigned: [] }
  const days = { from: first.date, to: last.date, timeZone: query.tz }
  const sums = await read(ctx, (tx) => selectSumsBy(tx, ctx.project.id, by, days))

  const shown = sums.flatMap(({ id, ...amounts }) => (id === null ? [] : [{ id, ...amounts }])).slice(0, limit)
  const ids = [...new Set(shown.map(({ id }) => id))]
  const { names, clicks } = ids.length === 0 ? { names: new Map<string, string>() } : await describe(deps, ctx, { by, ids, query })
  return {
    rows: shown.map(({ id, ...amounts }) => toRow(id, names.get(id) ?? null, amounts, clicks === undefined ? null : (clicks.get(id) ?? 0))),
    unassigned: sums.filter(({ id, earned }) => id === null && earned !== 0).map(({ currency, earned }) => ({ currency, earned })),
  }
}

interface Asked {
  by: EarningsBreakdownKind
  ids: readonly string[]
  query: AnalyticsQuery
}

async function describe(deps: ReadDeps, ctx: ProjectContext, { by, ids, query }: Asked): Promise<Described> {
  if (by === 'link') return describeLinks(deps, ctx, ids, query)
  if (by === 'product') return describeProducts(deps, ctx, ids, query)
  const names = new Map(ids.map((id) => [id, id]))
  const property = clickProperties[by]
  if (property === undefined) return { names }
  const rows = await getBreakdown(deps, ctx, { ...query, by: property, limit: 1_000 })
  return { names, clicks: new Map(rows.filter((row) => !row.is_other).map(({ name, clicks }) => [name, clicks])) }
}

async function describeLinks(deps: ReadDeps, ctx: ProjectContext, ids: readonly string[], query: AnalyticsQuery): Promise<Described> {
  const [links, clicks] = await Promise.all([findLinks(deps, ctx, ids), getLinksClicks(deps, ctx, { ...query, url_ids: ids })])
  return {
    names: new Map([...links].map(([id, { title, url }]) => [id, title ?? url])),
    clicks: new Map(clicks.links.map((link) => [link.url_id, link.clicks.reduce((sum, count) => sum + count, 0)])),
  }
}

/** Clicks of products are part of store pages. */
async function describeProducts(deps: ReadDeps, ctx: ProjectContext, ids: readonly string[], query: AnalyticsQuery): Promise<Described> {
  const names = await findProductNames(ctx, ids)
  if (!ctx.entitlements.hasProducts) return { names }
  const { products } = await getStoreTraffic(deps, ctx, query)
  return { names, clicks: new Map(products.map(({ product_id, clicks }) => [product_id, clicks])) }
}
