import type { Link } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconClick, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ProjectScope } from '../../api.ts'
import { isApiError } from '../../api-error.ts'
import { useAnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../features/analytics/analytics-filter-bar.tsx'
import { AnalyticsTrouble } from '../../features/analytics/analytics-trouble.tsx'
import { CountingNote } from '../../features/analytics/counting-note.tsx'
import { everOfLink, numbersOfLink } from '../../features/analytics/link-traffic-queries.ts'
import { useLiveClicks } from '../../features/analytics/live-clicks.ts'
import { copyLink } from '../../features/links/copy-link.ts'
import { linkName } from '../../features/links/link-name.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { openDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LinkLoader } from '../link-loader.tsx'
import { ChartSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { TableSkeleton } from './analytics-waiting.tsx'
import { LinkAnalyticsHeader } from './link-analytics-header.tsx'
import { LinkAnalyticsWaiting } from './link-analytics-waiting.tsx'
import { LinkDays } from './link-days.tsx'
import { LinkNumbers } from './link-numbers.tsx'

const LinkBreakdowns = lazyComponent(() => import('./link-breakdowns.tsx').then((module) => module.LinkBreakdowns))

export function LinkAnalyticsScreen() {
  return (
    <LinkLoader title="Link analytics" loading={<LinkAnalyticsWaiting />} fallback={{ to: '/analytics', label: 'Back to Analytics' }}>
      {(link) => <LinkAnalytics key={link.url_id} link={link} />}
    </LinkLoader>
  )
}

function LinkAnalytics({ link }: { link: Link }) {
  const { scope, organization } = useProject()
  const filter = useAnalyticsFilter(organization)
  const isLive = useLiveClicks(scope)
  const numbers = useQuery(numbersOfLink(scope, link.url_id, filter.query))
  const ever = useQuery(everOfLink(scope, link.url_id))
  const hasFailed = numbers.data === undefined && numbers.isError
  // The plan shows none of these days, so it is said once for all parts.
  const isLocked = hasFailed && isApiError(numbers.error, 'ANALYTICS_HISTORY_LOCKED')
  const isAsked = numbers.isPending || ever.isPending
  const isUnclicked = numbers.data?.totalClicks === 0 && ever.data?.totalClicks === 0

  return (
    <Screen title={`${linkName(link)} · Analytics`} hasOwnHeading>
      <LinkAnalyticsHeader link={link} onDeleteClicks={(opener) => openDeleteDialog(scope, link, opener)} />
      <AnalyticsFilterBar filter={filter} />
      <LinkNumbers scope={scope} link={link} filter={filter} />
      {hasFailed && (
        <AnalyticsTrouble title="The numbers of this link could not be loaded" error={numbers.error} onRetry={numbers.refetch} />
      )}
      {isAsked && <ChartSkeleton />}
      {isUnclicked && <NoClicks link={link} />}
      {!isAsked && !isUnclicked && !isLocked && (
        <>
          <LinkDays scope={scope} urlId={link.url_id} filter={filter} isLive={isLive} />
          <Suspense fallback={<TableSkeleton />}>
            {organization.full_analytics_enabled && <LinkBreakdowns scope={scope} urlId={link.url_id} query={filter.query} />}
          </Suspense>
        </>
      )}
      <CountingNote />
    </Screen>
  )
}

function openDeleteDialog(scope: ProjectScope, link: Link, opener: HTMLElement | null): void {
  void openDialog(async () => {
    const { deleteLinkClicksDialog } = await import('../../features/analytics/delete-link-clicks-form.tsx')
    return deleteLinkClicksDialog(scope, { urlId: link.url_id, name: linkName(link) })
  }, opener)
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
      Share this link: the first click on it appears here within seconds.
    </EmptyState>
  )
}
