import type { Link } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { linkClicksQuery, linkDashboardQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { lastDays } from '../../features/analytics/range/date-range.ts'
import { clickTrend, sumClicks, trendDays } from '../../features/analytics/trend/click-trend.ts'
import { TrendBadge } from '../../features/analytics/trend/trend-badge.tsx'
import { LabelBadges, LinkDetails, OriginalUrl } from '../../features/links/detail/link-details.tsx'
import { LinkHeader } from '../../features/links/detail/link-header.tsx'
import { makeOpenLinkDialog } from '../../features/links/dialogs/open-link-dialog.ts'
import { linkName } from '../../features/links/link-name.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { recentScans } from '../../features/qr-codes/recent-scans.ts'
import { StatCard } from '../../ui/charts/stat-card.tsx'
import { ownDay, ownTimeZone, showInstant } from '../../ui/formats/dates.ts'
import { showCount, showNumber } from '../../ui/formats/numbers.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { fullAnalyticsTo } from '../full-analytics.ts'
import { ClickLimitNotice } from '../limits/click-limit-notice.tsx'
import { useHiddenSince } from '../limits/use-click-usage.ts'
import { ChartSkeleton, LinkLoading, QrCodeSkeleton } from '../loading.tsx'
import classes from '../screen.module.css'
import { Screen } from '../screen.tsx'
import { labelOptionsOf } from './label-options.ts'
import { LinkLoader } from './link-loader.tsx'
import { qrCodeId, qrCodePath } from './qr-code-path.ts'

/** Below the chart, so its code loads after the first render. */
const LinkQrCodeCard = lazyComponent(() => import('../../features/qr-codes/link-qr-code-card.tsx').then((module) => module.LinkQrCodeCard))

const LinkHealthCard = lazyComponent(() =>
  import('../../features/links/health/link-health-card.tsx').then((module) => module.LinkHealthCard),
)

const LinkAffiliationCard = lazyComponent(() =>
  import('../../features/links/affiliation/link-affiliation-card.tsx').then((module) => module.LinkAffiliationCard),
)

const PrintNotice = lazyComponent(() => import('../../features/links/affiliation/print-notice.tsx').then((module) => module.PrintNotice))

export function LinkScreen() {
  const { entitlements } = useProject()
  return (
    <LinkLoader
      title="Link"
      loading={<LinkLoading hasFullAnalytics={entitlements.hasFullAnalytics} />}
      fallback={{ to: '/links', label: 'Back to Links' }}
    >
      {(link) => <LinkView link={link} />}
    </LinkLoader>
  )
}

/** A trend needs its days also where the charts show fewer. */
function trendRange() {
  return { tz: ownTimeZone(), from: lastDays(trendDays, ownDay(new Date())).from }
}

function LinkView({ link }: { link: Link }) {
  const { scope, entitlements } = useProject()
  const open = makeOpenLinkDialog(scope, labelOptionsOf(scope))
  const isLive = useLive(scope)
  // A trend would compare the wrong days.
  const hiddenSince = useHiddenSince()
  const allTime = useQuery(linkDashboardQuery(scope, link.url_id))
  const { dashboardDays } = entitlements
  const { data: days, error, refetch } = useQuery(linkClicksQuery(scope, link.url_id, dashboardDays < trendDays ? trendRange() : undefined))
  const clicks = days?.slice(-dashboardDays)
  const hasFailed = clicks === undefined && error !== null
  const unknown = hasFailed ? '–' : undefined
  const { hash } = useLocation()
  const navigate = useNavigate()

  // The id too: a link made for print opens at the same part of the same screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash === `#${qrCodeId}`) document.getElementById(qrCodeId)?.scrollIntoView()
  }, [hash, link.url_id])

  return (
    <Screen title={linkName(link)} hasOwnHeading>
      <LinkHeader link={link} fullAnalyticsTo={fullAnalyticsTo(entitlements, link.url_id)} onDialog={open} />
      <ClickLimitNotice />
      <div className={classes.halves}>
        <div className={classes.cards}>
          <LinkDetails
            link={link}
            totalClicks={allTime.data === undefined ? (allTime.isError ? '–' : undefined) : showNumber(allTime.data.totalClicks)}
            trend={
              days === undefined ? (
                unknown
              ) : hiddenSince !== undefined ? (
                '–'
              ) : (
                <TrendBadge trend={clickTrend(days, ownDay(link.created_at))} />
              )
            }
            onDialog={open}
          />
          <Suspense fallback={<Skeleton height={178} radius="lg" />}>
            <LinkHealthCard scope={scope} link={link} onDialog={open} />
          </Suspense>
        </div>
        <div className={classes.cards}>
          <StatCard
            label={`Clicks in the last ${showCount(dashboardDays, 'day')}`}
            icon={<IconClick size={20} stroke={1.6} />}
            value={clicks === undefined ? (unknown ?? <Skeleton width={72} height={32} />) : showNumber(sumClicks(clicks))}
          >
            <div className={classes.facts}>
              <span>Created {showInstant(link.created_at)}</span>
              {link.labels.length > 0 && <LabelBadges labels={link.labels} />}
            </div>
          </StatCard>
          <OriginalUrl target={link.target} />
          <Suspense fallback={<Skeleton height={210} radius="lg" />}>
            <LinkAffiliationCard scope={scope} link={link} />
          </Suspense>
        </div>
      </div>
      {hasFailed && <ErrorPanel title="The clicks of this link could not be loaded" error={error} onRetry={refetch} />}
      {!hasFailed && clicks === undefined && <ChartSkeleton />}
      {clicks !== undefined && <ClicksChart title="Clicks by day" days={clicks} isLive={isLive && error === null} />}
      <div id={qrCodeId} className={classes.anchor}>
        <ErrorBoundary
          resetKey={link.url_id}
          fallback={(error) => (
            <ErrorPanel title="Failed to fetch QR code" error={error} action="Reload Page" onRetry={() => window.location.reload()} />
          )}
        >
          <Suspense fallback={<QrCodeSkeleton />}>
            <LinkQrCodeCard
              scope={scope}
              link={link}
              scans={days && recentScans(days)}
              notice={<PrintNotice scope={scope} link={link} onCopied={({ url_id }) => void navigate(qrCodePath(url_id))} />}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
    </Screen>
  )
}
