import type { Visitor } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { visitorsQuery } from '../analytics-queries.ts'
import { ExportButton } from '../export/export-button.tsx'
import type { ClicksQuery } from '../range/analytics-filter.ts'
import { resetRangeAction } from '../range/range-picker.tsx'
import { VisitorTable } from './visitor-table.tsx'
import classes from './visitors-card.module.css'

interface VisitorsCardProps {
  scope: ProjectScope
  urlId: string
  query: ClicksQuery
}

/** The visitors of a link, latest first. */
export function VisitorsCard({ scope, urlId, query }: VisitorsCardProps) {
  const visitors = useInfiniteQuery(visitorsQuery(scope, urlId, query))

  function renderCard(rows?: readonly Visitor[], hasMore = false) {
    return (
      <Card p={0}>
        <div className={classes.head}>
          <div>
            <Title order={2}>Visitors</Title>
            <Text size="sm" c="dimmed">
              Latest first. A person who returns on another day counts as another visitor; IP addresses are not stored.
            </Text>
          </div>
          <ExportButton scope={scope} query={{ ...query, table: 'visitors', url_id: urlId }} name="visitors" />
        </div>
        <VisitorTable visitors={rows} hasMore={hasMore} pages={visitors} isStale={visitors.isPlaceholderData} />
      </Card>
    )
  }

  return (
    <QueryBoundary query={visitors} loading={renderCard()} error="The visitors could not be loaded" planAction={resetRangeAction}>
      {({ pages }) =>
        renderCard(
          pages.flatMap(({ body }) => body),
          // Reads the cursor of the shown rows. `hasNextPage` is false if the shown rows belong to an earlier query
          // while another query loads.
          pages.at(-1)?.headers['x-next-cursor'] !== undefined,
        )
      }
    </QueryBoundary>
  )
}
