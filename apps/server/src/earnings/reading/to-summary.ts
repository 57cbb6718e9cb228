import {
  currencyDecimals,
  type EarningRatesDraft,
  type EarningsEstimate,
  type EarningsRow,
  type EarningsSummary,
  type EarningsTotals,
} from '@linkshelf/contract'
import type { EarningSums } from './earnings-query.ts'

/** One day of the range and its clicks. */
export interface ClickDay {
  date: string
  clicks: number
}

/** Totals of each currency, and earnings beside the clicks of each day. */
export function toSummary(
  days: readonly ClickDay[],
  sums: readonly (EarningSums & { date: string })[],
  rates: EarningRatesDraft | undefined,
): EarningsSummary {
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0)
  const totals = [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => toTotals(addUp(currency, ofCurrency), clicks))
    .filter((total) => total.earned !== 0 || total.reversed !== 0 || total.conversions !== 0)
    .toSorted((one, other) => other.earned - one.earned || one.currency.localeCompare(other.currency))
  const sumsOf = Map.groupBy(sums, ({ date }) => date)
  return {
    clicks,
    ordered_items: sums.reduce((sum, day) => sum + day.ordered_items, 0),
    totals,
    estimate: toEstimate(totals, clicks, rates),
    byDay: days.map(({ date, clicks: onDay }) => ({
      date,
      clicks: onDay,
      amounts: (sumsOf.get(date) ?? []).filter(({ earned }) => earned !== 0).map(({ currency, earned }) => ({ currency, earned })),
    })),
  }
}

export function toRow(id: string, name: string | null, sums: EarningSums, clicks: number | null): EarningsRow {
  const { unassigned, ...totals } = toTotals(sums, clicks)
  return { id, name, ...totals, clicks }
}

function toTotals({ ordered_items, ...sums }: EarningSums, clicks: number | null): EarningsTotals {
  return { ...sums, unassigned: sums.earned - sums.by_click - sums.by_estimate, epc: perClick(sums.earned, clicks) }
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

function perClick(earned: number, clicks: number | null): number | null {
  return clicks ? Math.round((earned / clicks) * 1_000) / 1_000 : null
}

/** Converts all currencies to the one that the owner chose. */
function toEstimate(totals: readonly EarningsTotals[], clicks: number, rates: EarningRatesDraft | undefined): EarningsEstimate | null {
  if (rates === undefined) return null
  const { currency: into } = rates
  const rateOf = new Map([[into, 1], ...rates.rates.map(({ currency, rate }) => [currency, rate] as const)])
  let earned = 0
  const missing: string[] = []
  for (const total of totals) {
    const rate = rateOf.get(total.currency)
    if (rate === undefined) missing.push(total.currency)
    else earned += total.earned * rate * 10 ** (currencyDecimals(into) - currencyDecimals(total.currency))
  }
  const rounded = Math.round(earned)
  return { currency: into, earned: rounded, epc: perClick(rounded, clicks), missing }
}
