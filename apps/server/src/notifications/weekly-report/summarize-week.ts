import {
  type AnalyticsTab,
  type AnalyticsView,
  breakdownKinds,
  breakdownLabels,
  type ClickConditions,
  type ClicksQuery,
  type Entitlements,
  listTabConditions,
  toBreakdownName,
} from '@linkshelf/contract'
import type { ReportFilter, WeeklyNumbers } from '@linkshelf/emails'
import { AppError, type ProjectContext } from '../../access/index.ts'
import { getClickUsage, toDomainTitle } from '../../analytics/index.ts'
import { findLinks } from '../../links/index.ts'
import { addDays } from '../../platform/clock.ts'
import { getClickNumbers, getEarningNumbers, getStoreNumbers, type NumberDeps } from './report-numbers.ts'

interface ReportedWeek {
  view: AnalyticsView
  /** The week's Monday, as `yyyy-mm-dd`. */
  week: string
  timeZone: string
}

interface WeekSummary extends WeeklyNumbers {
  days: { from: string; to: string }
}

/**
 * Returns the numbers that the analytics screen shows for the view and week, the numbers of the previous week, and
 * notes about numbers that the plan hides. Undefined if both weeks have no numbers, or if the view's link was deleted.
 */
export async function summarizeWeek(
  deps: NumberDeps,
  ctx: ProjectContext,
  { view, week, timeZone }: ReportedWeek,
): Promise<WeekSummary | undefined> {
  const { hasFullAnalytics } = ctx.entitlements
  const tab = findShownTab(view, ctx.entitlements)
  const days = { from: week, to: addDays(week, 6) }
  const conditions = hasFullAnalytics ? toConditions(view, tab) : {}
  const current: ClicksQuery = { bots: view.bots ?? 'exclude', tz: timeZone, ...days, ...conditions }
  const hidden = await describeHidden(deps, ctx, days.to)
  // If some days of the week are hidden, the weeks can't be compared.
  const previous = hidden === undefined ? { ...current, from: addDays(week, -7), to: addDays(week, -1) } : undefined

  const numbers = await ignoreDeletedLink(findNumbersGetter(tab)(deps, ctx, { current, previous }))
  if (numbers === undefined || [...numbers.totals, ...numbers.figures].every(({ value, before = 0 }) => value === 0 && before === 0))
    return undefined
  return {
    ...numbers,
    notes: [...(hidden === undefined ? [] : [hidden]), ...(hasFullAnalytics ? [] : describeLocks(view, tab))],
    filters: [...(await describeFilters(deps, ctx, conditions)), ...describeBots(current)],
    days,
  }
}

/** Returns the view's tab. If the plan does not include the tab, returns the overview. */
function findShownTab({ tab = 'overview' }: AnalyticsView, { hasProducts }: Pick<Entitlements, 'hasProducts'>): AnalyticsTab {
  return tab === 'store' && !hasProducts ? 'overview' : tab
}

function findNumbersGetter(tab: AnalyticsTab): typeof getClickNumbers {
  if (tab === 'store') return getStoreNumbers
  return tab === 'earnings' ? getEarningNumbers : getClickNumbers
}

/** Returns the view's conditions that the tab supports. */
function toConditions(view: AnalyticsView, tab: AnalyticsTab): ClickConditions {
  return Object.fromEntries(
    listTabConditions(tab).flatMap((name) => (view[name] === undefined ? [] : [[name, view[name]]])),
  ) as ClickConditions
}

async function ignoreDeletedLink<T>(numbers: Promise<T>): Promise<T | undefined> {
  try {
    return await numbers
  } catch (error) {
    if (error instanceof AppError && error.code === 'LINK_NOT_FOUND') return undefined
    throw error
  }
}

/** Returns a note about the days that the plan hides. Undefined if the plan shows every day of the week. */
async function describeHidden(deps: NumberDeps, ctx: ProjectContext, lastDay: string): Promise<string | undefined> {
  const { hidden_since, resets_on, limit } = await getClickUsage(deps, ctx)
  if (hidden_since === null || limit === null || hidden_since > lastDay) return undefined
  return `Your plan shows ${limit.toLocaleString('en')} clicks a month. Those since ${formatDay(hidden_since)} are counted, and shown from ${formatDay(resets_on)}.`
}

/**
 * Returns notes about the parts of the report that the plan does not include. Only the tabs about clicks have countries
 * and sources.
 */
function describeLocks(view: AnalyticsView, tab: AnalyticsTab): string[] {
  const plan = 'part of full analytics, which your plan does not include'
  const isFiltered = Object.keys(toConditions(view, tab)).length > 0
  if (tab === 'store' || tab === 'earnings') return isFiltered ? [`Filters are ${plan}: these are all numbers of the week.`] : []
  return [
    isFiltered ? `Filters, countries and sources are ${plan}: these are the numbers of all links.` : `Countries and sources are ${plan}.`,
  ]
}

async function describeFilters(deps: NumberDeps, ctx: ProjectContext, conditions: ClickConditions): Promise<ReportFilter[]> {
  const { url_id: linkId, label } = conditions
  const links = await findLinks(deps, ctx, linkId === undefined ? [] : [linkId])
  return [
    ...[...links.values()].map(({ title, url }) => ({ label: 'Link', value: title ?? url })),
    ...(label === undefined ? [] : [{ label: 'Label', value: label }]),
    ...breakdownKinds.flatMap((kind) => {
      const name = conditions[kind]
      if (name === undefined) return []
      const title = kind === 'domain' ? toDomainTitle(deps.origins, name) : undefined
      return [{ label: breakdownLabels[kind].singular, value: toBreakdownName(kind, { name, title }) }]
    }),
  ]
}

function describeBots({ bots }: Pick<ClicksQuery, 'bots'>): ReportFilter[] {
  if (bots === 'exclude') return []
  return [{ label: 'Visits by', value: bots === 'only' ? 'Bots only' : 'People and bots' }]
}

function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { month: 'long', day: 'numeric', timeZone: 'UTC' })
}
