import { type EarningsSummary, estimatedConditions, saleConditions } from '@linkshelf/contract'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { type AnalyticsFilter, hasConditions } from '../../../features/analytics/range/analytics-filter.ts'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { earningsImportsQuery, earningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { ImportsCard } from '../../../features/earnings/imports/imports-card.tsx'
import { formatMajorUnits, toMajorUnits } from '../../../features/earnings/money.ts'
import { PostbackCard } from '../../../features/earnings/postback/postback-card.tsx'
import { RatesCard } from '../../../features/earnings/rates/rates-card.tsx'
import { Can } from '../../../session/permissions.tsx'
import { DayChartCard } from '../../../ui/charts/day-chart-card.tsx'
import { formatDateRange, getBrowserTimeZone } from '../../../ui/formats/dates.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { LazySuspense } from '../../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { SideScroll } from '../../../ui/side-scroll.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { joinQueries, QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import screen from '../../screen.module.css'
import classes from '../analytics.module.css'
import { AnalyticsSkeleton } from '../analytics-loading.tsx'
import { EarningsBreakdownCard } from './earnings-breakdown-card.tsx'
import { EarningsStats } from './earnings-stats.tsx'

const openImportDialog = createLazyDialog(
  async () => (await import('../../../features/earnings/imports/import-dialogs.tsx')).reportImportDialog,
)

const UnmatchedSalesCard = createLazyComponent(() =>
  import('../../../features/earnings/unmatched-sales-card.tsx').then((module) => module.UnmatchedSalesCard),
)

interface EarningsTabProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  /** The tabs of the screen. They are shown below the totals. */
  tabs: React.ReactNode
}

/**
 * Shows the earnings of links: totals of one currency, a breakdown, earnings by day, and the sources of the numbers.
 * The breakdown is first, because owners compare what their links earn.
 */
export function EarningsTab({ scope, filter, tabs }: EarningsTabProps) {
  const earnings = useQuery(earningsQuery(scope, filter.query))
  const imports = useQuery(earningsImportsQuery(scope))
  return (
    <QueryBoundary
      query={joinQueries({ earnings, imports })}
      loading={<AnalyticsSkeleton figures={4} />}
      error="Your earnings could not be loaded"
      planAction={resetRangeAction}
      empty={
        <>
          {tabs}
          <NoEarnings scope={scope} />
          <PostbackCard scope={scope} />
        </>
      }
      isEmpty={(data) => data.earnings.totals.length === 0 && data.imports.length === 0 && !hasConditions(filter)}
    >
      {(data) => <ShownEarnings scope={scope} filter={filter} tabs={tabs} earnings={data.earnings} isStale={earnings.isPlaceholderData} />}
    </QueryBoundary>
  )
}

function ShownEarnings({ scope, filter, tabs, earnings, isStale }: EarningsTabProps & { earnings: EarningsSummary; isStale: boolean }) {
  const { totals, byDay } = earnings
  const { query, previousQuery } = filter
  const previous = useQuery({ ...earningsQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const base = previousQuery === undefined || previous.isPlaceholderData ? undefined : previous.data
  const [chosen, setChosen] = useState<string>()
  const total = totals.find(({ currency }) => currency === chosen) ?? totals[0]
  const currency = total?.currency ?? base?.totals[0]?.currency ?? 'USD'
  const currencies = totals.map((one) => one.currency)
  const getDayEarnings = (day: EarningsSummary['byDay'][number] | undefined) =>
    Math.max(0, toMajorUnits(day?.amounts.find((amount) => amount.currency === currency)?.earned ?? 0, currency))
  const days = byDay.map((day, index) => ({
    date: day.date,
    value: getDayEarnings(day),
    behind: base && getDayEarnings(base.byDay[index]),
  }))
  return (
    <>
      <EarningsStats
        earnings={earnings}
        currency={currency}
        total={total}
        previousTotals={base?.totals}
        previousRange={previousQuery}
        isStale={isStale}
      />
      {tabs}
      <div className={classes.parts} aria-busy={isStale}>
        {saleConditions.some((name) => filter.conditions[name] !== undefined && !estimatedConditions.some((one) => one === name)) && (
          <Text size="sm" c="dimmed">
            These filters need the click of a sale, so sales without one are not shown.
          </Text>
        )}
        {currencies.length > 1 && (
          <SideScroll shown={currency}>
            <Segments label="Currency" choices={currencies.map((name) => ({ name, label: name }))} chosen={currency} onChoose={setChosen} />
          </SideScroll>
        )}
        <EarningsBreakdownCard scope={scope} filter={filter} currency={currency} />
        <DayChartCard
          title="Earnings over time"
          isMoney
          unit={`Earned (${currency})`}
          timeZone={getBrowserTimeZone()}
          days={days}
          behindRange={previousQuery && formatDateRange(previousQuery)}
          emptyText="No earnings in this period."
          format={(value, isShort) => formatMajorUnits(value, currency, isShort)}
        />
        <EarningsSources scope={scope} filter={filter} currencies={currencies} />
      </div>
    </>
  )
}

function NoEarnings({ scope }: { scope: ProjectScope }) {
  return (
    <EmptyState
      icon={<IconCoins size={26} stroke={1.6} />}
      title="No earnings yet"
      action={
        <Can call="earningsImports.create">
          <Button onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}>Import earnings file</Button>
        </Can>
      }
    >
      Import an earnings file of Amazon, eBay or AliExpress to see what each link, product and click earns. You check the file before
      anything is stored.
    </EmptyState>
  )
}

interface EarningsSourcesProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  currencies: readonly string[]
}

/** Shows sales without a link, and where the numbers come from: reports, postbacks and exchange rates. */
function EarningsSources({ scope, filter, currencies }: EarningsSourcesProps) {
  return (
    <>
      <LazySuspense fallback={<Skeleton height={360} radius="lg" />}>
        <UnmatchedSalesCard scope={scope} range={filter.query} />
      </LazySuspense>
      <ImportsCard scope={scope} />
      <div className={screen.halves}>
        <PostbackCard scope={scope} />
        <RatesCard scope={scope} currencies={currencies} />
      </div>
    </>
  )
}
