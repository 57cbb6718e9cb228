import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { ActionIcon, Skeleton, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { copyLink } from '../../features/links/copy-link.ts'
import { formatLinkName } from '../../features/links/link-name.ts'
import { linkSearchQuery } from '../../features/links/link-queries.ts'
import { SiteIcon } from '../../features/links/site-icon.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import classes from './dashboard.module.css'

const shown = 5

/**
 * Shows the newest links with a copy button. `expected` is the number of links in the project, which limits the number
 * of skeleton rows.
 */
export function RecentLinks({ scope, expected }: { scope: ProjectScope; expected: number }) {
  const links = useQuery(linkSearchQuery(scope, '', { limit: shown }))
  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Recent links</Title>
        <RouteLink to="/links" className={classes.link}>
          See all links
        </RouteLink>
      </div>
      <QueryBoundary
        query={links}
        loading={<RowsLoading count={Math.min(expected, shown)} />}
        error="Your links could not be loaded"
        isEmpty={({ body }) => body.length === 0}
        empty={<p className={classes.none}>Every link is archived.</p>}
      >
        {({ body }) => <Rows links={body} />}
      </QueryBoundary>
    </Card>
  )
}

function RowsLoading({ count }: { count: number }) {
  return (
    <ul className={classes.recent} aria-hidden>
      {Array.from({ length: Math.max(count, 1) }, (_, index) => `row ${index}`).map((name) => (
        <li key={name} className={classes.rowLoading}>
          <Skeleton height={14} width="60%" />
        </li>
      ))}
    </ul>
  )
}

function Rows({ links }: { links: readonly Link[] }) {
  const nowMs = useMinute()
  return (
    <ul className={classes.recent}>
      {links.map((link) => (
        <li key={link.url_id}>
          <SiteIcon link={link} size="small" />
          <span className={classes.names}>
            <RouteLink to={`/links/${link.url_id}`} className={classes.recentName}>
              {formatLinkName(link)}
            </RouteLink>
            <span className={classes.url}>{formatReadableShortUrl(link.url)}</span>
          </span>
          <time dateTime={link.created_at} title={formatInstant(link.created_at)}>
            {formatTimeAgo(link.created_at, nowMs)}
          </time>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Copy short URL of ${formatLinkName(link)}`}
            onClick={() => void copyLink(link)}
          >
            <IconCopy aria-hidden size={16} stroke={1.7} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
