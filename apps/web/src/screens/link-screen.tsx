import type { Link, LinkClicksOnDay } from '@linkshelf/contract'
import { catalogue } from '@linkshelf/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconClick, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Link as RouteLink, useParams } from 'react-router'
import { ApiFault } from '../api-fault.ts'
import { clicksOfLink } from '../features/analytics/analytics-queries.ts'
import { clickTrend, sumClicks } from '../features/analytics/click-trend.ts'
import { ClicksChart } from '../features/analytics/clicks-chart.tsx'
import { TrendMark } from '../features/analytics/trend-mark.tsx'
import { LabelBadges, LinkDetails, OriginalUrl } from '../features/links/link-details.tsx'
import { useLinkDialogs } from '../features/links/link-dialogs-host.tsx'
import { LinkHeader } from '../features/links/link-header.tsx'
import { linkName } from '../features/links/link-name.ts'
import { oneLink } from '../features/links/link-queries.ts'
import { useCurrent } from '../features/organizations/selection.tsx'
import { QrCodeCard } from '../features/qr-codes/qr-code-card.tsx'
import { recentScans } from '../features/qr-codes/recent-scans.ts'
import { ownDay, showInstant } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { showNumber } from '../ui/numbers.ts'
import { StatCard } from '../ui/stat-card.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { fullAnalyticsTo } from './full-analytics.ts'
import { useKnownLabels } from './known-labels.ts'
import { useLinkElsewhere } from './link-elsewhere.ts'
import classes from './screen.module.css'
import { Screen } from './screen.tsx'
import { ChartSkeleton, LinkWaiting } from './waiting.tsx'

export function LinkScreen() {
  const { linkId = '' } = useParams()
  const { place } = useCurrent()
  const [openedIn, setOpenedIn] = useState(place.projectId)
  const link = useQuery(oneLink(place, linkId))
  const clicks = useQuery({ ...clicksOfLink(place, linkId, { isLive: true }), enabled: link.isSuccess })
  const isMissing = link.error instanceof ApiFault && link.error.status === 404
  const elsewhere = useLinkElsewhere(linkId, { isWanted: isMissing, onFound: setOpenedIn })

  // Another project was chosen meanwhile, and this link is not in it.
  if (place.projectId !== openedIn) return <Navigate to="/links" replace />
  if (link.isPending || elsewhere.isLooking) return <LinkWaiting />
  // An id that is no id at all is refused as a request; for the reader it is a link that does not exist.
  const isNoId = link.error instanceof ApiFault && link.error.status === 400
  if (isNoId || (isMissing && elsewhere.error === null)) return <LinkNotFound />
  if (link.data === undefined) {
    return (
      <Screen title="Link">
        <Trouble
          title="This link could not be loaded"
          error={elsewhere.error ?? link.error}
          action="Try Again"
          onRetry={isMissing ? elsewhere.lookAgain : link.refetch}
        />
      </Screen>
    )
  }
  return <LinkView link={link.data} clicks={clicks.data} error={clicks.error} onRetry={clicks.refetch} />
}

function LinkView({ link, clicks, error, onRetry }: { link: Link; clicks?: LinkClicksOnDay[]; error: unknown; onRetry: () => unknown }) {
  const { place, organization } = useCurrent()
  const { open, dialogs } = useLinkDialogs(place, useKnownLabels(place))
  const hasFailed = clicks === undefined && error !== null
  const unknown = hasFailed ? '–' : undefined
  const total = clicks === undefined ? unknown : showNumber(sumClicks(clicks))

  return (
    <Screen title={linkName(link)} hasOwnHeading>
      <LinkHeader link={link} fullAnalyticsTo={fullAnalyticsTo(organization, link.url_id)} onDialog={open} />
      <div className={classes.halves}>
        <LinkDetails
          link={link}
          totalClicks={total}
          trend={clicks === undefined ? unknown : <TrendMark trend={clickTrend(clicks, ownDay(link.created_at))} />}
          onDialog={open}
        />
        <div className={classes.cards}>
          <StatCard label="Clicks" icon={<IconClick size={20} stroke={1.6} />} value={total ?? <Skeleton width={72} height={32} />}>
            <div className={classes.facts}>
              <span>Created {showInstant(link.created_at)}</span>
              {link.labels.length > 0 && <LabelBadges labels={link.labels} />}
            </div>
          </StatCard>
          <OriginalUrl target={link.target} />
        </div>
      </div>
      {hasFailed && <Trouble title="The clicks of this link could not be loaded" error={error} action="Try Again" onRetry={onRetry} />}
      {!hasFailed && clicks === undefined && <ChartSkeleton />}
      {clicks !== undefined && <ClicksChart title="Clicks by day" days={clicks} isLive={error === null} />}
      <QrCodeCard place={place} link={link} scans={clicks && recentScans(clicks)} />
      {dialogs}
    </Screen>
  )
}

function LinkNotFound() {
  return (
    <Screen title="Link Not Found" hasOwnHeading>
      <EmptyState
        icon={<IconLinkOff size={26} stroke={1.6} />}
        title="Link Not Found"
        headingOrder={1}
        action={
          <Button component={RouteLink} to="/links">
            Back to Links
          </Button>
        }
      >
        {catalogue.LINK_NOT_FOUND.message}
      </EmptyState>
    </Screen>
  )
}
