import {
  type BreakdownKind,
  type EarningsBreakdown,
  type EarningsBreakdownKind,
  type EarningsBreakdownQuery,
  type EarningsQuery,
  earningConditions,
  explainUnsupported,
  saleConditions,
} from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../../access/index.ts'
import {
  getBreakdown,
  getLinksClicks,
  getLinksTraffic,
  getOverview,
  getStoreTraffic,
  parseRequestedConditions,
} from '../../analytics/index.ts'
import { findLinks } from '../../links/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { findProductNames } from '../../products/index.ts'
import { selectSumsBy } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'
import { toRow } from './get-earnings.ts'

/**
 * Names and clicks of a breakdown's rows, by id. `clicks` is undefined if clicks are not counted for this breakdown.
 */
interface RowDescriptions {
  names: ReadonlyMap<string, string>
  clicks?: ReadonlyMap<string, number>
}

/** Maps each earnings breakdown by a property of clicks to the click breakdown that counts its clicks. */
const clickBreakdownByKind: Partial<Record<EarningsBreakdownKind, BreakdownKind>> = {
  country: 'country',
  source: 'source',
  shop: 'shop',
  shop_reason: 'shop_reason',
}

/**
 * Returns the rows with the highest earnings first. Throws FULL_ANALYTICS_REQUIRED if the breakdown is by a property of
 * clicks, and the errors of `getOverview`.
 */
export async function getEarningsBreakdown(
  deps: ClickDeps,
  ctx: ProjectContext,
  { by, limit, ...requested }: EarningsBreakdownQuery,
): Promise<EarningsBreakdown> {
  if (clickBreakdownByKind[by] !== undefined) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const [first, last] = [clicksByDay.at(0), clicksByDay.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], unassigned: [] }
  const days = { from: first.date, to: last.date, timeZone: query.tz }
  const sums = await read(ctx, (tx) => selectSumsBy(tx, ctx.project.id, by, { days, conditions }))

  const shown = sums.flatMap(({ id, ...amounts }) => (id === null ? [] : [{ id, ...amounts }])).slice(0, limit)
  const ids = [...new Set(shown.map(({ id }) => id))]
  const { names, clicks } = ids.length === 0 ? { names: new Map<string, string>() } : await describe(deps, ctx, { by, ids, query })
  return {
    rows: shown.map(({ id, ...amounts }) => toRow(id, names.get(id) ?? null, amounts, clicks === undefined ? null : (clicks.get(id) ?? 0))),
    unassigned: sums.filter(({ id, earned }) => id === null && earned !== 0).map(({ currency, earned }) => ({ currency, earned })),
  }
}

interface DescriptionRequest {
  by: EarningsBreakdownKind
  ids: readonly string[]
  query: EarningsQuery
}

async function describe(deps: ClickDeps, ctx: ProjectContext, { by, ids, query }: DescriptionRequest): Promise<RowDescriptions> {
  if (by === 'link') return describeLinks(deps, ctx, ids, query)
  if (by === 'product') return describeProducts(deps, ctx, ids, query)
  const names = new Map(ids.map((id) => [id, id]))
  const property = clickBreakdownByKind[by]
  if (property === undefined) return { names }
  const rows = await getBreakdown(deps, ctx, { ...query, by: property, limit: 1_000 })
  return { names, clicks: new Map(rows.filter((row) => !row.is_other).map(({ name, clicks }) => [name, clicks])) }
}

async function describeLinks(deps: ClickDeps, ctx: ProjectContext, ids: readonly string[], query: EarningsQuery): Promise<RowDescriptions> {
  const [links, clicks] = await Promise.all([findLinks(deps, ctx, ids), countClicksByLink(deps, ctx, ids, query)])
  return { names: new Map([...links].map(([id, { title, url }]) => [id, title ?? url])), clicks }
}

/**
 * Returns the clicks of each link. If the query has a condition on a property of clicks, `getLinksTraffic` counts the
 * clicks. `getLinksTraffic` requires full analytics, as such conditions do.
 */
async function countClicksByLink(
  deps: ClickDeps,
  ctx: ProjectContext,
  ids: readonly string[],
  query: EarningsQuery,
): Promise<ReadonlyMap<string, number>> {
  if (saleConditions.some((name) => query[name] !== undefined))
    return new Map((await getLinksTraffic(deps, ctx, { ...query, url_ids: ids })).map(({ url_id, clicks }) => [url_id, clicks]))
  const { links } = await getLinksClicks(deps, ctx, { ...query, url_ids: ids })
  return new Map(links.map(({ url_id, clicks }) => [url_id, clicks.reduce((sum, count) => sum + count, 0)]))
}

/**
 * Returns the names and clicks of products. The clicks come from store traffic, which does not support every condition.
 * They are omitted if the query has an unsupported condition.
 */
async function describeProducts(
  deps: ClickDeps,
  ctx: ProjectContext,
  ids: readonly string[],
  query: EarningsQuery,
): Promise<RowDescriptions> {
  const names = await findProductNames(ctx, ids)
  const isCounted = earningConditions.every((name) => query[name] === undefined || explainUnsupported('store', name) === undefined)
  if (!ctx.entitlements.hasProducts || !isCounted) return { names }
  const { products } = await getStoreTraffic(deps, ctx, query)
  return { names, clicks: new Map(products.map(({ product_id, clicks }) => [product_id, clicks])) }
}
