import {
  type AnalyticsQuery,
  countCurrencyDecimals,
  type EarningRatesDraft,
  type EarningsEstimate,
  type EarningsQuery,
  type EarningsRow,
  type EarningsSummary,
  type EarningsTotals,
  type LinkEarningsQuery,
  type LinkId,
  type ProductId,
  type StoreEarningsQuery,
} from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import {
  type Conditions,
  getLinkClicks,
  getOverview,
  getProductTraffic,
  getStoreTraffic,
  parseRequestedConditions,
} from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { selectRates } from '../rates.ts'
import { type EarningScope, type EarningSums, selectDailySums } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'

/** Returns the earnings of the whole project. Throws the errors of `getOverview`. */
export async function getEarnings(deps: ClickDeps, ctx: ProjectContext, requested: EarningsQuery): Promise<EarningsSummary> {
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: 'project', conditions }, clicksByDay)
}

/** Throws LINK_NOT_FOUND and the errors of `getLinkClicks`. */
export async function getLinkEarnings(
  deps: ClickDeps,
  ctx: ProjectContext,
  requested: LinkEarningsQuery & { linkId: LinkId },
): Promise<EarningsSummary> {
  const query = await extendToFirstSale(deps, ctx, requested)
  const [days, conditions] = await Promise.all([getLinkClicks(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: { linkId: query.linkId }, conditions }, days)
}

/**
 * Returns the earnings of all products in the store. Throws NOT_FOUND if the organization may not use products, and the
 * errors of `getStoreTraffic`.
 */
export async function getStoreEarnings(deps: ClickDeps, ctx: ProjectContext, requested: StoreEarningsQuery): Promise<EarningsSummary> {
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ byDay }, conditions] = await Promise.all([getStoreTraffic(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: 'store', conditions }, byDay)
}

/** Throws PRODUCT_NOT_FOUND and the errors of `getProductTraffic`. */
export async function getProductEarnings(
  deps: ClickDeps,
  ctx: ProjectContext,
  requested: AnalyticsQuery & { productId: ProductId },
): Promise<EarningsSummary> {
  const query = await extendToFirstSale(deps, ctx, requested)
  const { byDay } = await getProductTraffic(deps, ctx, query)
  return summarize(ctx, { tz: query.tz, scope: { productId: query.productId }, conditions: { properties: [] } }, byDay)
}

interface SummaryRequest {
  tz: string
  scope: EarningScope
  conditions: Conditions
}

/** `days` are the days that the organization's plan shows. */
async function summarize(
  ctx: ProjectContext,
  { tz, scope, conditions }: SummaryRequest,
  days: readonly ClickDay[],
): Promise<EarningsSummary> {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return toSummary([], [], undefined)
  return read(ctx, async (tx) => {
    const inRange = { from: first.date, to: last.date, timeZone: tz }
    const sums = await selectDailySums(tx, ctx.project.id, scope, { days: inRange, conditions })
    return toSummary(days, sums, await selectRates(tx, ctx.project.id))
  })
}

interface ClickDay {
  date: string
  clicks: number
}

/** Computes the totals of each currency, and the clicks and earnings of each day. */
function toSummary(
  days: readonly ClickDay[],
  sums: readonly (EarningSums & { date: string })[],
  rates: EarningRatesDraft | undefined,
): EarningsSummary {
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0)
  const totals = [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => toTotals(addUp(currency, ofCurrency), clicks))
    .filter((total) => total.earned !== 0 || total.reversed !== 0 || total.conversions !== 0)
    .toSorted((one, other) => other.earned - one.earned || one.currency.localeCompare(other.currency))
  const sumsByDay = Map.groupBy(sums, ({ date }) => date)
  return {
    clicks,
    ordered_items: sums.reduce((sum, day) => sum + day.ordered_items, 0),
    totals,
    estimate: toEstimate(totals, clicks, rates),
    byDay: days.map(({ date, clicks: onDay }) => ({
      date,
      clicks: onDay,
      amounts: (sumsByDay.get(date) ?? [])
        .filter(({ earned, conversions }) => earned !== 0 || conversions !== 0)
        .map(({ currency, earned, conversions }) => ({ currency, earned, conversions })),
    })),
  }
}

export function toRow(id: string, name: string | null, sums: EarningSums, clicks: number | null): EarningsRow {
  const { unassigned, ...totals } = toTotals(sums, clicks)
  return { id, name, ...totals, clicks }
}

export function toTotals({ ordered_items, ...sums }: EarningSums, clicks: number | null): EarningsTotals {
  return { ...sums, unassigned: sums.earned - sums.by_click - sums.by_estimate, epc: computePerClick(sums.earned, clicks) }
}

function addUp(currency: string, sums: readonly EarningSums[]): EarningSums {
  const add = (field: Exclude<keyof EarningSums, 'currency'>) => sums.reduce((sum, day) => sum + day[field], 0)
  return {
    currency,
    earned: add('earned'),
    pending: add('pending'),
    approved: add('approved'),
    reversed: add('reversed'),
    sales: add('sales'),
    conversions: add('conversions'),
    ordered_items: add('ordered_items'),
    by_click: add('by_click'),
    by_estimate: add('by_estimate'),
  }
}

function computePerClick(earned: number, clicks: number | null): number | null {
  return clicks ? Math.round((earned / clicks) * 1_000) / 1_000 : null
}

/** Converts all currencies to the owner's currency. */
function toEstimate(totals: readonly EarningsTotals[], clicks: number, rates: EarningRatesDraft | undefined): EarningsEstimate | null {
  if (rates === undefined) return null
  const { currency: into } = rates
  const rateByCurrency = new Map([[into, 1], ...rates.rates.map(({ currency, rate }) => [currency, rate] as const)])
  let earned = 0
  const missing: string[] = []
  for (const total of totals) {
    const rate = rateByCurrency.get(total.currency)
    if (rate === undefined) missing.push(total.currency)
    else earned += total.earned * rate * 10 ** (countCurrencyDecimals(into) - countCurrencyDecimals(total.currency))
  }
  const rounded = Math.round(earned)
  return { currency: into, earned: rounded, epc: computePerClick(rounded, clicks), missing }
}
