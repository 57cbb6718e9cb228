import type { Link } from '@linkshelf/contract'
import { Button, Skeleton, Title } from '@mantine/core'
import { IconChartDots, IconPalette } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Navigate, Link as RouteLink, useLocation, useNavigate } from 'react-router'
import { linkClicksQuery, linkTotalsQuery } from '../../features/analytics/analytics-queries.ts'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { createLastDaysRange } from '../../features/analytics/range/date-range.ts'
import { computeClickTrend, sumClicks, trendDays } from '../../features/analytics/trend/click-trend.ts'
import { TrendBadge } from '../../features/analytics/trend/delta.tsx'
import { LinkEarnedNote } from '../../features/earnings/link-earned.tsx'
import { LinkAffiliationCard } from '../../features/links/affiliation/link-affiliation-card.tsx'
import { PrintNotice } from '../../features/links/affiliation/print-notice.tsx'
import { DestinationCard } from '../../features/links/detail/destination-card.tsx'
import { LinkDetails } from '../../features/links/detail/link-details.tsx'
import type { OpenLinkDialog } from '../../features/links/dialogs/link-dialogs.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { QrPreview } from '../../features/qr-codes/qr-preview.tsx'
import { toLinkQrSubject } from '../../features/qr-codes/qr-subject.ts'
import { Card } from '../../ui/card.tsx'
import { SparkBars } from '../../ui/charts/spark-bars.tsx'
import { getBrowserTimeZone, toBrowserDay } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { toFullAnalyticsPath } from '../full-analytics.ts'
import { useHiddenSince } from '../limits/use-click-usage.ts'
import classes from '../screen.module.css'
import { toLinkPath } from './link-paths.ts'

const openLinkDialog = createLazyDialog(async () => (await import('../../features/links/dialogs/link-dialogs.tsx')).linkDialog)

/** Returns the date range that a trend needs. It is used even if the charts show fewer days. */
function createTrendRange() {
  return { tz: getBrowserTimeZone(), from: createLastDaysRange(trendDays, toBrowserDay(new Date())).from }
}

/** Shows a link, its clicks, its destination, its QR code and its shops. Each fact is in one place. */
export function LinkOverview({ link }: { link: Link }) {
  const { scope, entitlements } = useProject()
  const open: OpenLinkDialog = (...opened) => openLinkDialog(opened[2], scope, opened)
  useLive(scope)
  // If clicks are hidden, no trend is shown, because it would compare the wrong days.
  const hiddenSince = useHiddenSince()
  const allTime = useQuery(linkTotalsQuery(scope, link.url_id))
  const { dashboardDays } = entitlements
  const {
    data: days,
    error,
    refetch,
  } = useQuery(linkClicksQuery(scope, link.url_id, dashboardDays < trendDays ? createTrendRange() : undefined))
  const clicks = days?.slice(-dashboardDays)
  const hasFailed = clicks === undefined && error !== null
  const unknown = hasFailed ? '–' : undefined
  const analyticsTo = toFullAnalyticsPath(entitlements, link.url_id)
  // Redirects `#qr-code`, the older URL of the QR code, to its tab.
  if (useLocation().hash === '#qr-code') return <Navigate to={toLinkPath(link.url_id, 'qr')} replace />

  return (
    <>
      {hasFailed && <ErrorPanel title="The clicks of this link could not be loaded" error={error} onRetry={refetch} />}
      <div className={classes.halves}>
        <div className={classes.cards}>
          <Card>
            <div className={classes.head}>
              <Title order={2} className={classes.figureLabel}>
                Clicks in the last {formatCount(dashboardDays, 'day')}
              </Title>
              {analyticsTo !== undefined && (
                <Button
                  component={RouteLink}
                  to={analyticsTo}
                  size="xs"
                  variant="default"
                  leftSection={<IconChartDots aria-hidden size={15} />}
                >
                  Full Analytics
                </Button>
              )}
            </div>
            <div className={classes.figures}>
              <div className={classes.figure}>
                {clicks === undefined ? (unknown ?? <Skeleton width={72} height="1.2em" />) : formatNumber(sumClicks(clicks))}
              </div>
              <LinkEarnedNote scope={scope} urlId={link.url_id} />
            </div>
            {!hasFailed && (
              <div className={classes.spark}>{clicks !== undefined && <SparkBars values={clicks.map((day) => day.clicks)} />}</div>
            )}
            <LinkDetails
              link={link}
              totalClicks={
                allTime.data === undefined ? (allTime.isError ? '–' : undefined) : `${formatNumber(allTime.data.totalClicks)} all time`
              }
              trend={
                days === undefined ? (
                  unknown
                ) : hiddenSince !== undefined ? (
                  '–'
                ) : (
                  <TrendBadge trend={computeClickTrend(days, toBrowserDay(link.created_at))} />
                )
              }
              onDialog={open}
            />
          </Card>
          <DestinationCard scope={scope} link={link} onDialog={open} />
        </div>
        <BesideNumbers link={link} />
      </div>
    </>
  )
}

/** The cards next to the numbers. They are memoized, because every response with clicks renders the numbers again. */
const BesideNumbers = memo(function BesideNumbers({ link }: { link: Link }) {
  const { scope } = useProject()
  const open: OpenLinkDialog = (...opened) => openLinkDialog(opened[2], scope, opened)
  const navigate = useNavigate()
  return (
    <div className={classes.cards}>
      <Card>
        <Title order={2} mb="sm">
          QR code
        </Title>
        <QrPreview subject={toLinkQrSubject(scope, link)}>
          <Button
            component={RouteLink}
            to={toLinkPath(link.url_id, 'qr')}
            variant="default"
            leftSection={<IconPalette aria-hidden size={16} stroke={1.8} />}
          >
            Colors and logo
          </Button>
        </QrPreview>
        <PrintNotice scope={scope} link={link} onCopied={({ url_id }) => void navigate(toLinkPath(url_id, 'qr'))} />
      </Card>
      {link.page === null && (
        <LinkAffiliationCard scope={scope} link={link} onEditShops={(opener) => open('edit', [link], opener, 'shops')} />
      )}
    </div>
  )
})
