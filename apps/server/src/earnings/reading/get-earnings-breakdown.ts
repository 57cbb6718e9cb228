import {
  type BreakdownKind,
  type EarningsBreakdown,
  type EarningsBreakdownKind,
  type EarningsBreakdownQuery,
  type EarningsQuery,
  earningConditions,
  explainUnsupported,
} from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { type FindVideoNames, getBreakdown, getClicksByDay, getOverview, parseRequestedConditions } from '../../analytics/index.ts'
import { findLinks } from '../../links/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { findProductNames } from '../../products/index.ts'
import { type SaleFilter, selectDailyEarnedBy, selectSumsBy } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'
import { type ClickDay, toRow } from './get-earnings.ts'

/** Names and clicks of a breakdown's rows. `clicked` is undefined if clicks are not counted for this breakdown. */
interface RowDescriptions {
  names: ReadonlyMap<string, string>
  clicked?: RowClicks
}

interface RowClicks {
  clicks: ReadonlyMap<string, number>
  /** Returns whether the row has clicks on the day. */
  hasClicksOn(id: string, date: string): boolean
}

/** If `findVideoNames` is undefined, videos have no titles. */
type BreakdownDeps = ClickDeps & { findVideoNames?: FindVideoNames }

/** Maps each earnings breakdown by a property of clicks to the click breakdown that counts its clicks. */
const clickBreakdownByKind: Partial<Record<EarningsBreakdownKind, BreakdownKind>> = {
  country: 'country',
  source: 'source',
  utm_campaign: 'utm_campaign',
  shop: 'shop',
  shop_reason: 'shop_reason',
  video: 'video',
}

/**
 * Returns the rows with the highest earnings first. Throws FULL_ANALYTICS_REQUIRED if the breakdown is by a property of
 * clicks, and the errors of `getOverview`.
 */
export async function getEarningsBreakdown(
  deps: BreakdownDeps,
  ctx: ProjectContext,
  { by, limit, ...requested }: EarningsBreakdownQuery,
): Promise<EarningsBreakdown> {
  if (clickBreakdownByKind[by] !== undefined) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const [first, last] = [clicksByDay.at(0), clicksByDay.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], unassigned: [] }
  const filter = { days: { from: first.date, to: last.date, timeZone: query.tz }, conditions }
  const sums = await read(ctx, (tx) => selectSumsBy(tx, ctx.project.id, by, filter))

  const shown = sums.flatMap(({ id, ...amounts }) => (id === null ? [] : [{ id, ...amounts }])).slice(0, limit)
  const ids = [...new Set(shown.map(({ id }) => id))]
  const { names, clicked }: RowDescriptions =
    ids.length === 0 ? { names: new Map() } : await describe(deps, ctx, { by, ids, query, clicksByDay })
  const earned = clicked && (await addUpClickedDays(ctx, { by, ids, filter, clicked }))
  return {
    rows: shown.map(({ id, ...amounts }) =>
      toRow(id, names.get(id) ?? null, amounts, {
        clicks: clicked === undefined ? null : (clicked.clicks.get(id) ?? 0),
        earned: earned?.get(toAmountKey(id, amounts)) ?? 0,
      }),
    ),
    unassigned: sums.filter(({ id, earned }) => id === null && earned !== 0).map(({ currency, earned }) => ({ currency, earned })),
  }
}

interface ClickedRequest {
  by: EarningsBreakdownKind
  ids: readonly string[]
  filter: SaleFilter
  clicked: RowClicks
}

/** Returns what each row earned on its days with clicks, because figures per click use only these days. */
async function addUpClickedDays(ctx: ProjectContext, { by, ids, filter, clicked }: ClickedRequest): Promise<Map<string, number>> {
  const days = await read(ctx, (tx) => selectDailyEarnedBy(tx, ctx.project.id, { by, ids }, filter))
  const earnedByKey = new Map<string, number>()
  for (const { id, date, earned, ...amount } of days) {
    const key = toAmountKey(id, amount)
    if (clicked.hasClicksOn(id, date)) earnedByKey.set(key, (earnedByKey.get(key) ?? 0) + earned)
  }
  return earnedByKey
}

function toAmountKey(id: string, { currency }: { currency: string }): string {
  return `${currency} ${id}`
}

interface DescriptionRequest {
  by: EarningsBreakdownKind
  ids: readonly string[]
  query: EarningsQuery
  /** The project's clicks that meet the conditions, on each day of the range. */
  clicksByDay: readonly ClickDay[]
}

async function describe(
  deps: BreakdownDeps,
  ctx: ProjectContext,
  { by, ids, query, clicksByDay }: DescriptionRequest,
): Promise<RowDescriptions> {
  if (by === 'link') {
    const [links, clicked] = await Promise.all([findLinks(deps, ctx, ids), countClicks(deps, ctx, { by, ids }, query)])
    return { names: new Map([...links].map(([id, { title, url }]) => [id, title ?? url])), clicked }
  }
  if (by === 'product') return describeProducts(deps, ctx, ids, query)
  const names = new Map(ids.map((id) => [id, id]))
  const property = clickBreakdownByKind[by]
  if (property === undefined) return { names }
  const rows = await getBreakdown(deps, ctx, { ...query, by: property, limit: 1_000 })
  const clicks = new Map(rows.filter((row) => !row.is_other).map(({ name, clicks }) => [name, clicks]))
  const titles = new Map(rows.flatMap(({ name, title }) => (title === undefined ? [] : [[name, title]])))
  // The clicks of a property are not counted by day. Its sales have a click, so the project's days with clicks suffice.
  const clickedDates = new Set(clicksByDay.filter((day) => day.clicks > 0).map(({ date }) => date))
  return { names: new Map([...names, ...titles]), clicked: { clicks, hasClicksOn: (_id, date) => clickedDates.has(date) } }
}

/**
 * Returns the names and clicks of products. If the query has a condition that the store's clicks do not support, clicks
 * are omitted.
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
  return { names, clicked: await countClicks(deps, ctx, { by: 'product', ids }, query) }
}

async function countClicks(
  deps: ClickDeps,
  ctx: ProjectContext,
  rows: { by: 'link' | 'product'; ids: readonly string[] },
  query: EarningsQuery,
): Promise<RowClicks> {
  const { dates, clicksById } = await getClicksByDay(deps, ctx, rows, query)
  const indexByDate = new Map(dates.map((date, index) => [date, index]))
  return {
    clicks: new Map([...clicksById].map(([id, clicks]) => [id, clicks.reduce((sum, count) => sum + count, 0)])),
    hasClicksOn: (id, date) => (clicksById.get(id)?.[indexByDate.get(date) ?? -1] ?? 0) > 0,
  }
}
