import { type RecentClick, toBreakdownName } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import { api, type ProjectScope } from '../../../api/api.ts'
import { Card } from '../../../ui/card.tsx'
import { DeviceIcon } from '../../../ui/device-icon.tsx'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from './recent-clicks.module.css'

const shown = 5

interface RecentClicksProps {
  scope: ProjectScope
  isOwner: boolean
  /** How many clicks the project has. */
  expected: number
}

/** The latest clicks: when and on which link, and, if the plan has full analytics, from where. */
export function RecentClicks({ scope, isOwner, expected }: RecentClicksProps) {
  const clicks = useQuery(api.analytics.recentClicks.queryOptions({ input: { params: scope, query: { limit: shown } } }))
  return (
    <Card>
      <Title order={2}>Recent clicks</Title>
      <QueryBoundary
        query={clicks}
        loading={<ClicksLoading count={Math.min(expected, shown)} />}
        error="The latest clicks could not be loaded"
        empty={<p className={classes.none}>The next click appears here within seconds.</p>}
      >
        {(data) => <Clicks clicks={data} isOwner={isOwner} />}
      </QueryBoundary>
    </Card>
  )
}

function ClicksLoading({ count }: { count: number }) {
  return (
    <ul className={classes.clicks} aria-hidden>
      {Array.from({ length: Math.max(count, 1) }, (_, index) => `row ${index}`).map((name) => (
        <li key={name} className={classes.rowLoading}>
          <Skeleton height={14} width="60%" />
        </li>
      ))}
    </ul>
  )
}

function Clicks({ clicks, isOwner }: { clicks: readonly RecentClick[]; isOwner: boolean }) {
  const nowMs = useMinute()
  return (
    <>
      <ul className={classes.clicks} aria-label="Recent clicks">
        {clicks.map((click) => (
          <li key={click.id}>
            <span className={classes.device}>
              <DeviceIcon kind={click.device ?? ''} />
            </span>
            <span className={classes.what}>
              {click.link === null ? (
                <span className={classes.name}>Deleted link</span>
              ) : (
                <RouteLink to={`/links/${click.link.url_id}`} className={classes.name}>
                  {click.link.title || stripScheme(click.link.target)}
                </RouteLink>
              )}
              {click.country !== null && <span className={classes.origin}>{formatOrigin(click)}</span>}
            </span>
            <time dateTime={click.at} title={formatInstant(click.at)}>
              {formatTimeAgo(click.at, nowMs)}
            </time>
          </li>
        ))}
      </ul>
      {clicks.every(({ country }) => country === null) && (
        <p className={classes.plan}>
          Country and source of each click are in the paid plans. {isOwner && <RouteLink to="/settings/subscription">See plans</RouteLink>}
        </p>
      )}
    </>
  )
}

/** Returns "Berlin, Germany · YouTube". If there is no referrer, the `utm_source` of the campaign names the source. */
function formatOrigin({ city, country, source, utm_source }: RecentClick): string {
  const place = [city, toBreakdownName('country', { name: country ?? '' })].filter(Boolean).join(', ')
  return `${place} · ${toBreakdownName('source', { name: source || utm_source || '' })}`
}
