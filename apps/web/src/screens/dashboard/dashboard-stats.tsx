import { type EarningsSummary, type EarningsTotals, formatMoney, formatReadableShortUrl, type Overview } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { IconClick, IconCoins, IconLink, IconPointerDollar, IconShoppingCart, IconTrophy } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { countDeletedLinkClicks } from '../../features/analytics/deleted-link-clicks.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import type { DateRange } from '../../features/analytics/range/date-range.ts'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { Delta } from '../../features/analytics/trend/delta.tsx'
import { formatPerClick, sumConversions } from '../../features/earnings/money.ts'
import { formatLinkName } from '../../features/links/link-name.ts'
import { StatCard, StatRow } from '../../ui/charts/stat-card.tsx'
import { formatCount, formatNumber, formatShortNumber } from '../../ui/formats/numbers.ts'
import { readLastRowCount, useRowCount } from '../../ui/states/row-count.ts'
import classes from './dashboard.module.css'

const iconProps = { size: 20, stroke: 1.6 }

/** A figure that the chart can show. */
export type FigureName = 'clicks' | 'earned' | 'perClick' | 'conversions'

const figureList = 'figures'
const figureCount = 3
const figureCountWithEarnings = 6

/** Returns the number of figures that the dashboard had when it was last shown. Undefined if it was never shown. */
export function readLastFigureCount(): number | undefined {
  return readLastRowCount(figureList, 0) || undefined
}

/** Returns true if the dashboard had earnings when it was last shown. */
export function areEarningsExpected(): boolean {
  return readLastFigureCount() === figureCountWithEarnings
}

interface DashboardStatsProps {
  overview: Overview
  filter: AnalyticsFilter
  /** Undefined while the clicks of the previous period are loading. */
  previousClicks: number | undefined
  /** Undefined while the earnings are loading, and if they could not be loaded. */
  earnings: EarningsSummary | undefined
  isLoading: boolean
  /** The earnings of the previous period. Undefined while these earnings are loading. */
  previous: EarningsSummary | undefined
  /** Undefined if earnings are not compared. */
  earningsRange: DateRange | undefined
  chosen: FigureName
  onChoose: (name: FigureName) => void
}

/**
 * Shows the figures of a range in one row: clicks, links, and earnings if there are any. A figure that can be drawn by
 * day can be chosen for the chart.
 */
export function DashboardStats({ overview, filter, previousClicks, chosen, onChoose, ...ofEarnings }: DashboardStatsProps) {
  const { earnings, isLoading } = ofEarnings
  const hasEarned = earnings !== undefined && earnings.totals.length > 0
  useRowCount(figureList, isLoading ? undefined : hasEarned ? figureCountWithEarnings : figureCount)
  const isEarningsExpected = isLoading && areEarningsExpected()
  const clicks = sumClicks(overview.clicksByDay)
  const choose = (name: FigureName) => (hasEarned ? { isChosen: chosen === name, onChoose: () => onChoose(name) } : {})
  return (
    <StatRow isDense={hasEarned || isEarningsExpected}>
      <StatCard
        label="Total clicks"
        icon={<IconClick {...iconProps} />}
        value={formatNumber(clicks)}
        delta={<Delta current={clicks} previous={previousClicks} range={filter.previousQuery} />}
        {...choose('clicks')}
      >
        {formatNumber(overview.clicksAllTime)} all time
      </StatCard>
      <StatCard label="Active links" icon={<IconLink {...iconProps} />} value={formatNumber(overview.activeLinks)}>
        <RouteLink to="/links" className={classes.link}>
          See all links
        </RouteLink>
      </StatCard>
      <BestLink overview={overview} filter={filter} />
      {hasEarned && renderEarnedFigures({ ...ofEarnings, earnings, choose })}
      {isEarningsExpected && loadingFigures}
    </StatRow>
  )
}

const noEarnings: Pick<EarningsTotals, 'earned' | 'epc'> = { earned: 0, epc: 0 }

interface EarnedFiguresProps extends Pick<DashboardStatsProps, 'previous' | 'earningsRange'> {
  earnings: EarningsSummary
  choose: (name: FigureName) => { isChosen?: boolean; onChoose?: () => void }
}

/** Renders amounts in the currency with the highest earnings, and the conversions of all currencies. */
function renderEarnedFigures({ earnings, previous, earningsRange: range, choose }: EarnedFiguresProps): React.ReactNode {
  const total = earnings.totals[0] ?? { ...noEarnings, currency: 'USD' }
  const { currency, earned, epc } = total
  const before = previous && (previous.totals.find((one) => one.currency === currency) ?? noEarnings)
  const conversions = sumConversions(earnings.totals)
  const formatAmount = (amount: number) => formatMoney(amount, currency)
  const formatAmountPerClick = (amount: number) => formatPerClick(amount, currency)
  return (
    <>
      <StatCard isMoney label="Earned" icon={<IconCoins {...iconProps} />} value={formatAmount(earned)} {...choose('earned')}>
        <Delta current={earned} previous={before?.earned} range={range} format={formatAmount} />
      </StatCard>
      <StatCard
        isMoney
        label="Per click"
        icon={<IconPointerDollar {...iconProps} />}
        value={formatPerClick(epc, currency)}
        {...choose('perClick')}
      >
        {epc !== null && <Delta current={epc} previous={before && (before.epc ?? 0)} range={range} format={formatAmountPerClick} />}
      </StatCard>
      <StatCard label="Conversions" icon={<IconShoppingCart {...iconProps} />} value={formatNumber(conversions)} {...choose('conversions')}>
        <Delta current={conversions} previous={previous && sumConversions(previous.totals)} range={range} />
      </StatCard>
    </>
  )
}

const loadingFigures = ['Earned', 'Per click', 'Conversions'].map((label) => (
  <StatCard key={label} label={label} icon={null} value={<Skeleton height={24} width="70%" />} />
))

/** Shows the link with the most clicks, or the reason why there is none. */
function BestLink({ overview, filter }: Pick<DashboardStatsProps, 'overview' | 'filter'>) {
  const best = overview.topPerformingLinks.find(({ clicks }) => clicks > 0)
  const icon = <IconTrophy {...iconProps} />
  if (best === undefined) {
    return (
      <StatCard label="Top performing" icon={icon} value="–">
        {explainNoTopLink(overview, filter)}
      </StatCard>
    )
  }
  const { link, clicks } = best
  return (
    <StatCard
      label="Top performing"
      icon={icon}
      title={`${formatLinkName(link)}\n${formatReadableShortUrl(link.url)}`}
      isText
      value={
        <RouteLink to={`/links/${link.url_id}`} className={classes.best}>
          {formatLinkName(link)}
        </RouteLink>
      }
    >
      <span title={formatCount(clicks, 'click')}>
        {formatShortNumber(clicks)} {clicks === 1 ? 'click' : 'clicks'}
      </span>
    </StatCard>
  )
}

/**
 * Returns the reason why there is no top link. The range can have clicks but no top link, because totals include the
 * clicks of deleted links, but lists of links do not.
 */
function explainNoTopLink(overview: Overview, { selected }: AnalyticsFilter): string {
  if (overview.clicksAllTime === 0) return 'Available after the first click'
  return countDeletedLinkClicks(overview) > 0 ? 'All clicks were on deleted links' : `No clicks: ${selected.label.toLowerCase()}`
}
