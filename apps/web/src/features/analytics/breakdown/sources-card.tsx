import { type BreakdownRow, toBreakdownName } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink, useSearchParams } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { breakdownQuery } from '../analytics-queries.ts'
import { toFilterLink } from '../conditions/url-conditions.ts'
import type { ClicksQuery } from '../range/analytics-filter.ts'
import classes from './breakdown.module.css'
import { BreakdownCard } from './breakdown-card.tsx'

interface SourcesCardProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by the site or app that visitors came from. The user can open a row to see the hosts of its source. */
export function SourcesCard(props: SourcesCardProps) {
  const toRowDetails = ({ name }: BreakdownRow) =>
    hasHosts(name) ? { action: `Show hosts of ${name}`, content: <SourceHosts {...props} source={name} /> } : undefined
  return <BreakdownCard {...props} by="source" details={toRowDetails} />
}

/**
 * Returns whether a row can be opened to list its hosts. A row named after a host, for example `blog.example.com`, has
 * no other hosts. Unlike the names of known sites, for example `Facebook`, a host has a dot and no capital letter.
 */
function hasHosts(source: string): boolean {
  return source !== '' && (source !== source.toLowerCase() || !source.includes('.'))
}

function SourceHosts({ scope, query, source }: SourcesCardProps & { source: string }) {
  const hosts = useQuery(breakdownQuery(scope, { ...query, source }, 'referrer'))
  const [params] = useSearchParams()

  function toHostLink(row: BreakdownRow): { to: string; title: string } {
    const { action, to } = toFilterLink(params, 'referrer', { source, referrer: row.name })
    return { to, title: `${action} ${formatSourceName(row)}` }
  }

  return (
    <QueryBoundary query={hosts} loading={<Skeleton height={16} width="60%" />} error="The hosts could not be loaded" headingOrder={2}>
      {(rows) => (
        <ul className={classes.hosts} aria-label={`Hosts of ${source}`}>
          {rows.map((row) => (
            <li key={`${row.name} ${row.is_other}`}>
              {row.is_other ? formatSourceName(row) : <RouteLink {...toHostLink(row)}>{formatSourceName(row)}</RouteLink>}
              <span>{formatNumber(row.clicks)}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  )
}

/**
 * Returns the name of a host in the table. If a click has a source but no referrer, it came from the app's own browser.
 */
function formatSourceName(row: BreakdownRow): string {
  return row.name === '' && !row.is_other ? 'In the app' : toBreakdownName('referrer', row)
}
