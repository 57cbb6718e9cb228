// The figures and tables of a weekly report. They are the same as on the screen, for the tab of the report's view.
import {
  breakdownLabels,
  type ClicksQuery,
  conditionNames,
  type EarningsQuery,
  type EarningsRow,
  earningConditions,
  toBreakdownName,
} from '@linkshelf/contract'
import type { ReportedFigure, ReportedTable, WeeklyNumbers } from '@linkshelf/emails'
import type { ProjectContext } from '../../access/index.ts'
import { getBreakdown, getDashboard, getLinksClicks, getLinksTraffic, getOverview, getStoreTraffic } from '../../analytics/index.ts'
import { getEarnings, getEarningsBreakdown } from '../../earnings/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'

export type NumberDeps = ClickDeps

interface ComparedWeeks {
  current: ClicksQuery
  /** Undefined if the weeks can't be compared. */
  previous: ClicksQuery | undefined
}

type ReportNumbers = Pick<WeeklyNumbers, 'totals' | 'figures' | 'tables'>

const rowsPerTable = 5
/**
 * Maximum number of rows that are read for the previous week. It is high, because a row in this week's top can be much
 * lower in the previous week.
 */
const comparedRows = 1_000

export async function getClickNumbers(deps: NumberDeps, ctx: ProjectContext, weeks: ComparedWeeks): Promise<ReportNumbers> {
  const now = await getDashboard(deps, ctx, weeks.current)
  const before = weeks.previous && (await getDashboard(deps, ctx, weeks.previous))
  const totals = [{ noun: 'click', value: now.totalClicks, before: before?.totalClicks }]
  const figures: ReportedFigure[] = [
    { label: 'Visitors', value: now.visitors, before: before?.visitors },
    { label: 'Countries', value: now.countries, before: before?.countries },
  ]
  figures.push(...(await getEarnedFigures(deps, ctx, weeks)))
  if (now.totalClicks === 0) return { totals, figures, tables: [] }
  const tables = [await getTopLinks(deps, ctx, weeks)]
  if (ctx.entitlements.hasFullAnalytics)
    for (const by of ['country', 'source'] as const) tables.push(await getTopRows(deps, ctx, by, weeks))
  return { totals, figures, tables }
}

/** Returns the earnings of each currency that has sales in any of the weeks. */
async function getEarnedFigures(deps: NumberDeps, ctx: ProjectContext, { current, previous }: ComparedWeeks): Promise<ReportedFigure[]> {
  if (!canFilterSales(current)) return []
  const { totals } = await getEarnings(deps, ctx, current)
  const before = previous && (await getEarnings(deps, ctx, previous)).totals
  const currencies = [...new Set([...totals, ...(before ?? [])].map(({ currency }) => currency))]
  const findEarned = (all: typeof totals, currency: string) => all.find((total) => total.currency === currency)?.earned ?? 0
  return currencies.map((currency) => ({
    label: currencies.length === 1 ? 'Earned' : `Earned in ${currency}`,
    value: findEarned(totals, currency),
    before: before && findEarned(before, currency),
    currency,
  }))
}

/** Returns the earnings of the rows of a table, by id. Empty if sales don't have every property of the conditions. */
async function getEarnedById(
  deps: NumberDeps,
  ctx: ProjectContext,
  by: 'link' | 'country' | 'source',
  query: ClicksQuery,
): Promise<Map<string, EarningsRow[]>> {
  if (!canFilterSales(query)) return new Map()
  const { rows } = await getEarningsBreakdown(deps, ctx, { ...query, by, limit: comparedRows })
  return Map.groupBy(rows, ({ id }) => id)
}

/** Returns whether sales can be counted with the bot filter and the conditions of a query about clicks. */
function canFilterSales(query: ClicksQuery): query is ClicksQuery & EarningsQuery {
  return query.bots !== 'only' && conditionNames.every((name) => query[name] === undefined || earningConditions.some((one) => one === name))
}

async function getTopLinks(deps: NumberDeps, ctx: ProjectContext, { current, previous }: ComparedWeeks): Promise<ReportedTable> {
  const { topPerformingLinks } = await getOverview(deps, ctx, current)
  const top = topPerformingLinks.slice(0, rowsPerTable)
  const clicksBefore =
    previous &&
    (await countClicksByLink(
      deps,
      ctx,
      previous,
      top.map(({ url_id }) => url_id),
    ))
  const earnedById = await getEarnedById(deps, ctx, 'link', current)
  return {
    title: 'Top links',
    unit: 'Clicks',
    rows: top.map(({ url_id, clicks, link }) => ({
      name: link.title ?? link.url,
      detail: link.title === null ? undefined : link.url,
      value: clicks,
      before: clicksBefore && (clicksBefore.get(url_id) ?? 0),
      earned: earnedById.get(url_id),
    })),
  }
}

/**
 * Returns the clicks of each link. With full analytics, uses `getLinksTraffic`, which accepts conditions on clicks.
 * Without full analytics, there are no conditions, because conditions require full analytics too.
 */
async function countClicksByLink(
  deps: NumberDeps,
  ctx: ProjectContext,
  query: ClicksQuery,
  linkIds: readonly string[],
): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map()
  if (ctx.entitlements.hasFullAnalytics)
    return new Map((await getLinksTraffic(deps, ctx, { ...query, url_ids: linkIds })).map(({ url_id, clicks }) => [url_id, clicks]))
  const { links } = await getLinksClicks(deps, ctx, { ...query, url_ids: linkIds })
  return new Map(links.map(({ url_id, clicks }) => [url_id, clicks.reduce((sum, count) => sum + count, 0)]))
}

async function getTopRows(
  deps: NumberDeps,
  ctx: ProjectContext,
  by: 'country' | 'source',
  { current, previous }: ComparedWeeks,
): Promise<ReportedTable> {
  const rows = await getBreakdown(deps, ctx, { ...current, by, limit: rowsPerTable })
  const before = previous && (await getBreakdown(deps, ctx, { ...previous, by, limit: comparedRows }))
  const earnedById = await getEarnedById(deps, ctx, by, current)
  return {
    title: breakdownLabels[by].title,
    unit: 'Clicks',
    rows: rows.map((row) => ({
      name: toBreakdownName(by, row),
      value: row.clicks,
      before: before && (before.find(({ name, is_other }) => name === row.name && is_other === row.is_other)?.clicks ?? 0),
      earned: row.is_other ? undefined : earnedById.get(row.name),
    })),
  }
}

export async function getStoreNumbers(deps: NumberDeps, ctx: ProjectContext, { current, previous }: ComparedWeeks): Promise<ReportNumbers> {
  const now = await getStoreTraffic(deps, ctx, current)
  const before = previous && (await getStoreTraffic(deps, ctx, previous))
  const products = now.products.filter(({ clicks }) => clicks > 0).slice(0, rowsPerTable)
  return {
    totals: [{ noun: 'page view', value: now.views, before: before?.views }],
    figures: [
      { label: 'Store visitors', value: now.visitors, before: before?.visitors },
      { label: 'Store clicks', value: now.clicks, before: before?.clicks },
    ],
    tables: [
      {
        title: 'Top products',
        unit: 'Clicks',
        rows: products.map(({ product_id, name, clicks }) => ({
          name: name ?? 'Deleted product',
          value: clicks,
          before: before && (before.products.find((product) => product.product_id === product_id)?.clicks ?? 0),
        })),
      },
    ],
  }
}

export async function getEarningNumbers(
  deps: NumberDeps,
  ctx: ProjectContext,
  { current, previous }: ComparedWeeks,
): Promise<ReportNumbers> {
  const { totals } = await getEarnings(deps, ctx, current)
  const before = previous && (await getEarnings(deps, ctx, previous)).totals
  const currencies = [...new Set([...totals, ...(before ?? [])].map(({ currency }) => currency))]
  const [first] = currencies
  if (first === undefined) return { totals: [], figures: [], tables: [] }
  const findTotal = (all: typeof totals, currency: string) => all.find((total) => total.currency === currency)
  return {
    totals: currencies.map((currency) => ({
      noun: 'earned',
      value: findTotal(totals, currency)?.earned ?? 0,
      before: before && (findTotal(before, currency)?.earned ?? 0),
      currency,
    })),
    figures: currencies.map((currency) => ({
      label: currencies.length === 1 ? 'Conversions' : `Conversions in ${currency}`,
      value: findTotal(totals, currency)?.conversions ?? 0,
      before: before && (findTotal(before, currency)?.conversions ?? 0),
    })),
    tables: [await getTopEarners(deps, ctx, first, { current, previous })],
  }
}

async function getTopEarners(
  deps: NumberDeps,
  ctx: ProjectContext,
  currency: string,
  { current, previous }: ComparedWeeks,
): Promise<ReportedTable> {
  const { rows } = await getEarningsBreakdown(deps, ctx, { ...current, by: 'link', limit: 1_000 })
  const before = previous && (await getEarningsBreakdown(deps, ctx, { ...previous, by: 'link', limit: comparedRows })).rows
  return {
    title: 'Top links',
    unit: 'Earned',
    rows: rows
      .filter((row) => row.currency === currency)
      .slice(0, rowsPerTable)
      .map(({ id, name, earned }) => ({
        name: name ?? 'Deleted link',
        value: earned,
        currency,
        before: before && (before.find((row) => row.id === id && row.currency === currency)?.earned ?? 0),
      })),
  }
}
