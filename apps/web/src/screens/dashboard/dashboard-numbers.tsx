import type { EarningsSummary, Overview } from '@linkshelf/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { useChartClicks } from '../../features/analytics/use-chart-clicks.ts'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { formatMajorUnits, sumConversions, toMajorUnits } from '../../features/earnings/money.ts'
import { OtherCurrencies } from '../../features/earnings/other-currencies.tsx'
import { DayChartCard } from '../../ui/charts/day-chart-card.tsx'
import { useHasIntegration } from '../first-steps/first-steps.ts'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { Attention } from './attention.tsx'
import classes from './dashboard.module.css'
import { areEarningsExpected, DashboardStats, type FigureName } from './dashboard-stats.tsx'

interface DashboardNumbersProps {
  scope: ProjectScope
  title: string
  overview: Overview
  /** The earnings of the chosen filter. */
  earnings: Pick<UseQueryResult<EarningsSummary>, 'data' | 'isPending' | 'isSuccess' | 'isError'>
  /**
   * The filter that the user chose. Earnings are compared if there are earlier earnings, even if clicks are not
   * compared.
   */
  chosen: AnalyticsFilter
  /** The chosen filter, but without a comparison if the previous period has no clicks. */
  filter: AnalyticsFilter
  previousClicks: number | undefined
  isLive: boolean
  isStale: boolean
}

/** Shows the figures of the range, the problems that need attention, and a chart of one figure. */
export function DashboardNumbers({
  scope,
  title,
  overview,
  earnings,
  chosen,
  filter,
  previousClicks,
  isLive,
  isStale,
}: DashboardNumbersProps) {
  const [figure, setFigure] = useState<FigureName>('clicks')
  const hasEarned = earnings.data !== undefined && earnings.data.totals.length > 0
  const hasIntegration = useHasIntegration(scope, { enabled: !hasEarned && earnings.isSuccess })
  const before = useQuery({
    ...earningsQuery(scope, toDayBounds(chosen.previousQuery ?? chosen.query)),
    enabled: hasEarned && chosen.previousQuery !== undefined,
  })
  const previous = before.isPlaceholderData ? undefined : before.data
  const comparable = useComparableFilter(chosen, { of: 'earnings', isEmpty: previous?.totals.length === 0 })
  return (
    <div className={classes.numbers} aria-busy={isStale}>
      <DashboardStats
        overview={overview}
        filter={filter}
        previousClicks={previousClicks}
        earnings={earnings.data}
        isLoading={earnings.isPending}
        previous={previous}
        earningsRange={comparable.previousQuery}
        chosen={hasEarned ? figure : 'clicks'}
        onChoose={setFigure}
      />
      <p className={classes.connect}>
        {hasEarned ? (
          <OtherCurrencies
            shown={earnings.data?.totals[0]?.currency ?? ''}
            totals={earnings.data?.totals ?? []}
            previousTotals={previous?.totals}
            previousRange={comparable.previousQuery}
          />
        ) : (
          <NoEarnings isPending={earnings.isPending} isError={earnings.isError} hasIntegration={hasIntegration} />
        )}
      </p>
      <Attention scope={scope} />
      {hasEarned && earnings.data !== undefined && figure !== 'clicks' ? (
        <EarningsChart figure={figure} earnings={earnings.data} timeZone={chosen.query.tz} />
      ) : (
        <DashboardChart scope={scope} title={title} query={filter.query} days={overview.clicksByDay} isLive={isLive} />
      )}
    </div>
  )
}

interface NoEarningsProps {
  isPending: boolean
  isError: boolean
  /** Undefined while the integrations are loading. */
  hasIntegration: boolean | undefined
}

/** A line below the figures that says why there are no earnings, and what the owner has to connect first. */
function NoEarnings({ isPending, isError, hasIntegration }: NoEarningsProps) {
  // The empty line has the height of the loaded text.
  if (isPending) return areEarningsExpected() ? null : '\u00a0'
  if (isError)
    return (
      <>
        <span>The earnings could not be loaded.</span>
        <RouteLink to="/analytics?tab=earnings" className={classes.link}>
          See earnings
        </RouteLink>
      </>
    )
  if (hasIntegration === undefined) return 'No earnings in this period.'
  return (
    <>
      <span>No earnings in this period.</span>
      {!hasIntegration && (
        <>
          <RouteLink to="/settings/integrations" className={classes.link}>
            Connect a retailer
          </RouteLink>
          <span>or</span>
        </>
      )}
      <RouteLink to="/analytics?tab=earnings" className={classes.link}>
        {hasIntegration ? 'Import an earnings file' : 'import an earnings file'}
      </RouteLink>
    </>
  )
}

interface DashboardChartProps extends Pick<DashboardNumbersProps, 'scope' | 'title' | 'isLive'> {
  query: AnalyticsFilter['query']
  days: Overview['clicksByDay']
}

/** Shows the clicks of the selected range by day, or by hour if the range is short. */
function DashboardChart({ scope, title, query, days, isLive }: DashboardChartProps) {
  const clicks = useChartClicks(scope, { query, previousQuery: undefined }, { days, previous: undefined })
  return <ClicksChart title={title} {...clicks} isLive={isLive} />
}

const titles = { earned: 'Earnings over time', perClick: 'Earnings per click over time', conversions: 'Conversions over time' }

interface EarningsChartProps {
  figure: Exclude<FigureName, 'clicks'>
  earnings: EarningsSummary
  timeZone: string
}

/** Shows a figure of earnings by day. A day with more returns than sales is drawn as zero. */
function EarningsChart({ figure, earnings: { byDay, totals }, timeZone }: EarningsChartProps) {
  const currency = totals[0]?.currency ?? 'USD'
  const isMoney = figure !== 'conversions'
  const days = byDay.map(({ date, clicks, amounts }) => {
    if (figure === 'conversions') return { date, value: sumConversions(amounts) }
    const { earned = 0 } = amounts.find((amount) => amount.currency === currency) ?? {}
    const major = Math.max(0, toMajorUnits(earned, currency))
    return { date, value: figure === 'earned' ? major : clicks === 0 ? 0 : major / clicks }
  })
  const unit = figure === 'earned' ? `Earned (${currency})` : figure === 'conversions' ? 'Conversions' : `Earned per click (${currency})`
  return (
    <DayChartCard
      title={titles[figure]}
      isMoney={isMoney}
      unit={unit}
      timeZone={timeZone}
      days={days}
      emptyText="No earnings in this period."
      {...(isMoney && { format: (value: number, isShort: boolean) => formatMajorUnits(value, currency, isShort) })}
    />
  )
}

/** Returns the days of a query, for earnings. */
export function toDayBounds({ tz, from, to }: AnalyticsFilter['query']) {
  return { tz, from, to }
}
