import { type BotFilter, type BreakdownKind, botFilters, breakdownKinds, type ConditionName, type Entitlements } from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { changeParams } from '../../../ui/browser/use-url-search.ts'
import { getBrowserTimeZone, toBrowserDay } from '../../../ui/formats/dates.ts'
import { type Conditions, parseConditions } from '../conditions/url-conditions.ts'
import {
  addDays,
  type DateRange,
  listRangePresets,
  type RangePreset,
  type SelectedRange,
  selectRange,
  toPreviousRange,
} from './date-range.ts'

/** For each bot filter: its name, the unit of its clicks, the unit of its page views, and the unit of both together. */
export const botFilterLabels: Record<BotFilter, { option: string; unit: string; viewUnit: string; bothUnit: string }> = {
  exclude: { option: 'People', unit: 'Clicks', viewUnit: 'Views', bothUnit: 'Views and clicks' },
  include: { option: 'People and bots', unit: 'Clicks and bots', viewUnit: 'Views and bots', bothUnit: 'Views, clicks and bots' },
  only: { option: 'Bots only', unit: 'Bots', viewUnit: 'Views by bots', bothUnit: 'Views and clicks by bots' },
}

/** The query parameters of a filtered view: its days, in the user's time zone, and its bot filter. */
export interface RangeQuery extends DateRange {
  tz: string
  bots: BotFilter
}

/** The query parameters of a filtered view, and the conditions that clicks must meet. */
export type ClicksQuery = RangeQuery & Conditions

export interface PresetOption extends RangePreset {
  /** True if the plan does not include all days of the preset. */
  isLocked: boolean
}

export interface AnalyticsFilter {
  presets: readonly PresetOption[]
  selected: SelectedRange
  /** The first day of the plan's history; undefined if the history is not limited. */
  firstDay: string | undefined
  today: string
  bots: BotFilter
  conditions: Conditions
  query: ClicksQuery
  /** Why the comparison cannot be turned on; undefined if it can. */
  noComparison: string | undefined
  /** The query of the previous period; undefined while comparison is off. */
  previousQuery: ClicksQuery | undefined
  setPreset: (name: string) => void
  setDateRange: (range: DateRange) => void
  setBots: (bots: BotFilter) => void
  setComparison: (isCompared: boolean) => void
  /** Clears the bot filter and the conditions, not the range. */
  clear: () => void
}

type AnalyticsLimits = Pick<Entitlements, 'dashboardDays' | 'historyDays'>

/**
 * Returns the filter of an analytics screen. `names` are the conditions that the screen supports. The state is in the
 * URL, so that a view can be shared.
 */
export function useAnalyticsFilter(limits: AnalyticsLimits, names: readonly ConditionName[]): AnalyticsFilter {
  const [params, setParams] = useSearchParams()
  const today = toBrowserDay(new Date())
  const firstDay = computeFirstDayOfHistory(limits, today)
  const isLocked = ({ from }: DateRange): boolean => firstDay !== undefined && from < firstDay

  const presets = listRangePresets(limits.dashboardDays, today)
  const selected = selectRange(params, presets, today)
  const bots = botFilters.find((name) => name === params.get('bots')) ?? 'exclude'
  const conditions = parseConditions(params, names)
  const query = { tz: getBrowserTimeZone(), ...selected.range, bots, ...conditions }
  const previous = toPreviousRange(selected.range)
  const canCompare = !isLocked(previous)

  function update(changes: Record<string, string>): void {
    setParams((current) => changeParams(current, changes), { replace: true })
  }

  return {
    presets: presets.map((preset) => ({ ...preset, isLocked: isLocked(preset.range) })),
    selected,
    firstDay,
    today,
    bots,
    conditions,
    query,
    noComparison: canCompare ? undefined : 'Comparison not in your plan',
    previousQuery: canCompare && params.get('compare') !== 'false' ? { ...query, ...previous } : undefined,
    setPreset: (range) => update({ range, from: '', to: '' }),
    setDateRange: ({ from, to }) => update({ range: '', from, to }),
    setBots: (next) => update({ bots: next === 'exclude' ? '' : next }),
    setComparison: (isCompared) => update({ compare: isCompared ? '' : 'false' }),
    clear: () => update({ bots: '', ...Object.fromEntries(names.map((name) => [name, ''])) }),
  }
}

export function hasConditions({ conditions }: Pick<AnalyticsFilter, 'conditions'>): boolean {
  return Object.keys(conditions).length > 0
}

/** Returns the filter with the comparison turned off. The switch shows `noComparison` as the reason. */
export function disableComparison(filter: AnalyticsFilter, noComparison: string): AnalyticsFilter {
  return { ...filter, noComparison, previousQuery: undefined }
}

/** Returns the filter with only the conditions that are in `names`. */
export function pickConditions(filter: AnalyticsFilter, names: readonly ConditionName[]): AnalyticsFilter {
  const { query, previousQuery } = filter
  const conditions: Conditions = Object.fromEntries(
    names.flatMap((name) => (filter.conditions[name] === undefined ? [] : [[name, filter.conditions[name]]])),
  )
  const restrictQuery = (all: ClicksQuery): ClicksQuery => ({ ...toRangeQuery(all), ...conditions })
  return { ...filter, conditions, query: restrictQuery(query), previousQuery: previousQuery && restrictQuery(previousQuery) }
}

/** Returns the filter's conditions that are not in `names`. */
export function listUnsupportedConditions(
  { conditions }: Pick<AnalyticsFilter, 'conditions'>,
  names: readonly ConditionName[],
): BreakdownKind[] {
  return breakdownKinds.filter((name) => conditions[name] !== undefined && !names.includes(name))
}

function toRangeQuery({ tz, from, to, bots }: RangeQuery): RangeQuery {
  return { tz, from, to, bots }
}

/** Returns the first day of the plan's history, or undefined if the history is not limited. */
function computeFirstDayOfHistory({ historyDays }: AnalyticsLimits, today: string): string | undefined {
  return Number.isFinite(historyDays) ? addDays(today, -historyDays) : undefined
}
