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
import { type DailySums, type EarningScope, type EarningSums, selectDailySums } from './earnings-query.ts'
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

export interface ClickDay {
  date: string
  clicks: number
}

type Amount = Pick<EarningSums, 'currency' | 'earned'>

/** Computes the totals of each currency, and the clicks and earnings of each day. */
function toSummary(days: readonly ClickDay[], sums: readonly DailySums[], rates: EarningRatesDraft | undefined): EarningsSummary {
  const totals = toCurrencyTotals(sums, days).filter((total) => total.earned !== 0 || total.reversed !== 0 || total.conversions !== 0)
  const sumsByDay = Map.groupBy(sums, ({ date }) => date)
  return {
    clicks: addUpClicks(days),
    ordered_items: sums.reduce((sum, day) => sum + day.ordered_items, 0),
    totals,
    estimate:
      rates === undefined ? null : toEstimate(totals, { clicks: addUpClicks(days), amounts: addUpClickedAmounts(sums, days) }, rates),
    byDay: days.map(({ date, clicks: onDay }) => ({
      date,
      clicks: onDay,
      amounts: (sumsByDay.get(date) ?? [])
        .filter(({ earned, conversions }) => earned !== 0 || conversions !== 0)
        .map(({ currency, earned, conversions }) => ({ currency, earned, conversions })),
    })),
  }
}

/** Returns the totals of each currency, with the highest earnings first. `days` are all days of the range. */
export function toCurrencyTotals(sums: readonly DailySums[], days: readonly ClickDay[]): EarningsTotals[] {
  const clicks = addUpClicks(days)
  const clicked = new Map(addUpClickedAmounts(sums, days).map(({ currency, earned }) => [currency, earned]))
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => toTotals(addUp(currency, ofCurrency), { clicks, earned: clicked.get(currency) ?? 0 }))
    .toSorted((one, other) => other.earned - one.earned || one.currency.localeCompare(other.currency))
}

function addUpClicks(days: readonly ClickDay[]): number {
  return days.reduce((sum, day) => sum + day.clicks, 0)
}

/** Adds up the earnings of the days with clicks, because figures per click use only these days. */
function addUpClickedAmounts(sums: readonly DailySums[], days: readonly ClickDay[]): Amount[] {
  const clickedDates = new Set(days.filter(({ clicks }) => clicks > 0).map(({ date }) => date))
  const earnedByCurrency = new Map<string, number>()
  for (const { date, currency, earned } of sums)
    if (clickedDates.has(date)) earnedByCurrency.set(currency, (earnedByCurrency.get(currency) ?? 0) + earned)
  return [...earnedByCurrency].map(([currency, earned]) => ({ currency, earned }))
}

/** Clicks of some days, and the earnings of these days. */
export interface ClickedEarnings {
  /** Null if clicks are not counted. */
  clicks: number | null
  earned: number
}

export function toRow(id: string, name: string | null, sums: EarningSums, clicked: ClickedEarnings): EarningsRow {
  const { unassigned, ...totals } = toTotals(sums, clicked)
  return { id, name, ...totals, clicks: clicked.clicks }
}

function toTotals({ ordered_items, ...sums }: EarningSums, clicked: ClickedEarnings): EarningsTotals {
  const unassigned = sums.earned - sums.by_click - sums.by_estimate - sums.by_product
  return { ...sums, unassigned, epc: computePerClick(clicked) }
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
    by_product: add('by_product'),
  }
}

function computePerClick({ clicks, earned }: ClickedEarnings): number | null {
  return clicks ? Math.round((earned / clicks) * 1_000) / 1_000 : null
}

/** Converts all currencies to the owner's currency. `clicked` has the earnings of the days with clicks. */
function toEstimate(
  totals: readonly EarningsTotals[],
  clicked: { clicks: number; amounts: readonly Amount[] },
  rates: EarningRatesDraft,
): EarningsEstimate {
  const epc = computePerClick({ clicks: clicked.clicks, earned: convertAmounts(clicked.amounts, rates).earned })
  return { currency: rates.currency, ...convertAmounts(totals, rates), epc }
}

/** Adds up the amounts in the owner's currency. `missing` are the currencies without a rate. */
export function convertAmounts(
  amounts: readonly Amount[],
  { currency: into, rates }: EarningRatesDraft,
): { earned: number; missing: string[] } {
  const rateByCurrency = new Map([[into, 1], ...rates.map(({ currency, rate }) => [currency, rate] as const)])
  let earned = 0
  const missing: string[] = []
  for (const amount of amounts) {
    const rate = rateByCurrency.get(amount.currency)
    if (rate === undefined) missing.push(amount.currency)
    else earned += amount.earned * rate * 10 ** (countCurrencyDecimals(into) - countCurrencyDecimals(amount.currency))
  }
  return { earned: Math.round(earned), missing }
}
