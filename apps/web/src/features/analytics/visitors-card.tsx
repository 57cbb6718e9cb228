import { Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProjectScope } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import type { TrafficQuery } from './analytics-filter.ts'
import { AnalyticsTrouble } from './analytics-trouble.tsx'
import { ExportButton } from './export-button.tsx'
import { visitorPages } from './link-traffic-queries.ts'
import { VisitorTable } from './visitor-table.tsx'
import classes from './visitors-card.module.css'

interface VisitorsCardProps {
  scope: ProjectScope
  urlId: string
  query: TrafficQuery
}

/** Who came through a link, latest first. */
export function VisitorsCard({ scope, urlId, query }: VisitorsCardProps) {
  const rows = useRef<HTMLTableSectionElement>(null)
  const pages = useInfiniteQuery(visitorPages(scope, urlId, query))
  const visitors = pages.data?.pages.flatMap(({ body }) => body)

  if (visitors === undefined && pages.isError) {
    return <AnalyticsTrouble title="The visitors could not be loaded" error={pages.error} onRetry={pages.refetch} />
  }
  return (
    <Card p={0}>
      <div className={classes.head}>
        <div>
          <Title order={2}>Visitors</Title>
          <Text size="sm" c="dimmed">
            Latest first. Somebody who comes on two days is two visitors; no IP address is kept.
          </Text>
        </div>
        <ExportButton scope={scope} query={{ ...query, of: 'visitors', url_id: urlId }} name="visitors" />
      </div>
      {visitors === undefined && <VisitorSkeletons />}
      {visitors?.length === 0 && <p className={classes.empty}>Nobody came in these days.</p>}
      {visitors !== undefined && visitors.length > 0 && <VisitorTable visitors={visitors} rows={rows} isOld={pages.isPlaceholderData} />}
      <div className={classes.foot}>
        <LoadMore pages={pages} list={rows} shown={visitors?.length ?? 0} />
      </div>
    </Card>
  )
}

function VisitorSkeletons() {
  return (
    <div className={classes.waiting} role="status" aria-label="Loading">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((row) => (
        <Skeleton key={row} height={20} />
      ))}
    </div>
  )
}
