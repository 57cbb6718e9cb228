import { breakdownKinds, type Link, saleConditions } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconClick, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { isApiError } from '../../../api/api-error.ts'
import { linkDashboardQuery, linkTotalsQuery } from '../../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { DeletionNotice } from '../../../features/analytics/deletion-notice.tsx'
import { useLive } from '../../../features/analytics/live/use-live.ts'
import { MetricDefinitions } from '../../../features/analytics/metric-definitions.tsx'
import {
  type AnalyticsFilter,
  type ClicksQuery,
  hasConditions,
  listUnsupportedConditions,
  pickConditions,
  useAnalyticsFilter,
} from '../../../features/analytics/range/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../../features/analytics/range/analytics-filter-bar.tsx'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { VisitorsCard } from '../../../features/analytics/visitors/visitors-card.tsx'
import { linkEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { LazySuspense } from '../../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useComparableFilter } from '../../limits/use-comparable-filter.ts'
import { ChartSkeleton } from '../../loading.tsx'
import screen from '../../screen.module.css'
import { ConditionChips } from '../condition-chips.tsx'
import { EarnedCard } from '../earned-card.tsx'
import { useTab } from '../use-tab.ts'
import { LinkClicksByDay } from './link-clicks-by-day.tsx'
import { LinkStats } from './link-stats.tsx'

// These tabs are loaded lazily, because the first tab shows other breakdowns.
const GeographyTab = createLazyComponent(() => import('../tabs/geography-tab.tsx').then((module) => module.GeographyTab))
const SourcesTab = createLazyComponent(() => import('../tabs/sources-tab.tsx').then((module) => module.SourcesTab))

/** Shows a link's clicks in the selected range, by day, location, device and source. */
export function LinkAnalytics({ link }: { link: Link }) {
  const { scope, entitlements } = useProject()
  const chosen = useAnalyticsFilter(entitlements, entitlements.hasFullAnalytics ? breakdownKinds : [])
  const { query, previousQuery } = chosen
  const previous = useQuery({ ...linkDashboardQuery(scope, link.url_id, previousQuery ?? query), enabled: previousQuery !== undefined })
  const isEmptyBefore = !previous.isPlaceholderData && previous.data?.totalClicks === 0
  const filter = useComparableFilter(chosen, { of: 'clicks', isEmpty: isEmptyBefore, countedFor: link.url_id })
  const isLive = useLive(scope)
  const selected = useQuery(linkDashboardQuery(scope, link.url_id, filter.query))
  const allTime = useQuery(linkTotalsQuery(scope, link.url_id))
  const hasFailed = selected.data === undefined && selected.isError
  // True if the plan includes no day of the range. Then one error panel says so for all parts.
  const isLocked = hasFailed && isApiError(selected.error, 'ANALYTICS_HISTORY_LOCKED')
  const isLoading = selected.isPending || allTime.isPending
  const isEmpty = selected.data?.totalClicks === 0 && allTime.data?.totalClicks === 0

  return (
    <>
      <AnalyticsFilterBar filter={filter} />
      {hasConditions(filter) && <ConditionChips scope={scope} range={filter.query} conditions={filter.conditions} />}
      <DeletionNotice numbers={selected.data} />
      <LinkStats scope={scope} link={link} filter={filter} />
      {hasFailed && (
        <ErrorPanel
          title="The numbers of this link could not be loaded"
          error={selected.error}
          onRetry={selected.refetch}
          planAction={resetRangeAction}
        />
      )}
      {isLoading && <ChartSkeleton />}
      {isEmpty && <NoClicks link={link} />}
      {!isLoading && !isLocked && (
        <>
          {!isEmpty && <LinkClicksByDay scope={scope} urlId={link.url_id} filter={filter} isLive={isLive} />}
          <LinkEarnings scope={scope} urlId={link.url_id} filter={filter} />
          {!isEmpty && entitlements.hasFullAnalytics && <LinkBreakdowns scope={scope} urlId={link.url_id} query={filter.query} />}
        </>
      )}
      <MetricDefinitions />
    </>
  )
}

function NoClicks({ link }: { link: Link }) {
  return (
    <EmptyState
      icon={<IconClick size={26} stroke={1.6} />}
      title="No clicks yet"
      action={
        <Button leftSection={<IconCopy aria-hidden size={17} />} onClick={() => void copyLink(link)}>
          Copy Short Link
        </Button>
      }
    >
      Share this link: its first click appears here within seconds.
    </EmptyState>
  )
}

/** Shows the earnings of a link in the selected range. */
function LinkEarnings({ scope, urlId, filter }: { scope: ProjectScope; urlId: string; filter: AnalyticsFilter }) {
  const unmet = listUnsupportedConditions(filter, saleConditions)
  const { query } = pickConditions(filter, unmet.length === 0 ? saleConditions : [])
  const { data } = useQuery(linkEarningsQuery(scope, urlId, query))
  return <EarnedCard earnings={data} joinedTo="this link" unmet={unmet} />
}

const tabs = [
  { name: 'device', label: 'Device' },
  { name: 'browser', label: 'Browser' },
  { name: 'country', label: 'Country' },
  { name: 'sources', label: 'Sources' },
  { name: 'visitors', label: 'Visitors' },
] as const

interface LinkBreakdownsProps {
  scope: ProjectScope
  urlId: string
  query: ClicksQuery
}

/** Shows the breakdowns and the visitors of a link in tabs. Requires full analytics. */
function LinkBreakdowns({ scope, urlId, query }: LinkBreakdownsProps) {
  const { name, shown, links } = useTab(tabs, 'device')
  const breakdown = { scope, query: { ...query, url_id: urlId } }
  return (
    <>
      <TabLinks label="Breakdowns" tabs={links} shown={shown} />
      {name === 'device' && (
        <div className={screen.halves}>
          <BreakdownCard {...breakdown} by="device" />
          <BreakdownCard {...breakdown} by="os" />
        </div>
      )}
      {name === 'browser' && <BreakdownCard {...breakdown} by="browser" />}
      <LazySuspense fallback={<ChartSkeleton />}>
        {name === 'country' && <GeographyTab {...breakdown} />}
        {name === 'sources' && <SourcesTab {...breakdown} />}
      </LazySuspense>
      {name === 'visitors' && <VisitorsCard scope={scope} urlId={urlId} query={query} />}
    </>
  )
}
