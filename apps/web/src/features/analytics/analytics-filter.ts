import { type BotFilter, botFilters, type Organization, packageLimits } from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { ownDay, ownTimeZone } from '../../ui/dates.ts'
import { type ChosenRange, chooseRange, type NamedRange, namedRanges } from './analytics-ranges.ts'
import { addDays, type Period, periodBefore } from './period.ts'

/** Which clicks are asked for: those of these days, cut in the reader's time zone. */
export interface TrafficQuery extends Period {
  tz: string
  bots: BotFilter
}

export interface OfferedRange extends NamedRange {
  /** Some of its days are further back than the plan shows. */
  isLocked: boolean
}

export interface AnalyticsFilter {
  ranges: readonly OfferedRange[]
  chosen: ChosenRange
  /** The first day the plan shows; nothing where it shows all. */
  firstDay: string | undefined
  today: string
  bots: BotFilter
  query: TrafficQuery
  /** The plan shows as many days before. */
  canCompare: boolean
  /** The same question about as many days before; nothing where they are not compared with. */
  queryBefore: TrafficQuery | undefined
  showRange: (name: string) => void
  showPeriod: (period: Period) => void
  showBots: (bots: BotFilter) => void
  compare: (isCompared: boolean) => void
}

type AnalyticsGates = Pick<Organization, 'dashboard_days' | 'package'>

/** What a view of analytics shows. All of it lives in the address, so that the view can be shared. */
export function useAnalyticsFilter(organization: AnalyticsGates): AnalyticsFilter {
  const [params, setParams] = useSearchParams()
  const today = ownDay(new Date())
  const firstDay = firstDayShown(organization, today)
  const isLocked = ({ from }: Period): boolean => firstDay !== undefined && from < firstDay

  const ranges = namedRanges(organization.dashboard_days, today)
  const chosen = chooseRange(params, ranges, today)
  const bots = botFilters.find((name) => name === params.get('bots')) ?? 'exclude'
  const query = { tz: ownTimeZone(), ...chosen.period, bots }
  const before = periodBefore(chosen.period)
  const canCompare = !isLocked(before)

  function change(next: Record<string, string>): void {
    setParams((asked) => withChange(asked, next), { replace: true })
  }

  return {
    ranges: ranges.map((range) => ({ ...range, isLocked: isLocked(range.period) })),
    chosen,
    firstDay,
    today,
    bots,
    query,
    canCompare,
    queryBefore: canCompare && params.get('compare') !== 'false' ? { ...query, ...before } : undefined,
    showRange: (range) => change({ range, from: '', to: '' }),
    showPeriod: ({ from, to }) => change({ range: '', from, to }),
    showBots: (shown) => change({ bots: shown === 'exclude' ? '' : shown }),
    compare: (isCompared) => change({ compare: isCompared ? '' : 'false' }),
  }
}

/** As far back as the plan reaches, and never less than the organization's own window; nothing where the plan shows all. */
function firstDayShown({ dashboard_days, package: plan }: AnalyticsGates, today: string): string | undefined {
  const { historyDays } = packageLimits[plan]
  return Number.isFinite(historyDays) ? addDays(today, -Math.max(historyDays, dashboard_days - 1)) : undefined
}

/** Only what differs from the usual view is written into the address. */
function withChange(before: URLSearchParams, next: Record<string, string>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(next)) {
    if (value === '') after.delete(name)
    else after.set(name, value)
  }
  return after
}
