import type { BreakdownKind } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import type { TrafficQuery } from './analytics-filter.ts'
import { AnalyticsTrouble } from './analytics-trouble.tsx'
import classes from './breakdown.module.css'
import { BreakdownTable } from './breakdown-table.tsx'
import { ExportButton } from './export-button.tsx'
import { breakdownWords } from './traffic-names.ts'
import { trafficBy } from './traffic-queries.ts'

interface BreakdownCardProps {
  scope: ProjectScope
  query: TrafficQuery
  by: BreakdownKind
  /** Of this link alone. */
  urlId?: string
  /** All clicks of these days, where they have more kinds than are asked for. */
  total?: number
}

/** Clicks by one property, most clicked first. */
export function BreakdownCard({ scope, query, by, urlId, total }: BreakdownCardProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(trafficBy(scope, query, by, urlId))
  const { title } = breakdownWords[by]

  if (data === undefined && error !== null)
    return <AnalyticsTrouble title={`${title} could not be loaded`} error={error} onRetry={refetch} />
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        <ExportButton scope={scope} query={{ ...query, of: 'breakdown', by, url_id: urlId }} name={title.toLowerCase()} />
      </div>
      {data === undefined ? (
        <BreakdownSkeleton />
      ) : (
        <BreakdownTable by={by} rows={data} bots={query.bots} total={total} isBusy={isPlaceholderData} />
      )}
    </Card>
  )
}

export function BreakdownSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => (
        <Skeleton key={name} height={22} mt={16} />
      ))}
    </div>
  )
}
