import { type ApiUsage, apiKeyMessages } from '@linkshelf/contract'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { formatLongDay } from '../../ui/formats/dates.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { apiUsageQuery } from './api-key-queries.ts'
import classes from './api-usage-card.module.css'

interface ApiUsageCardProps {
  orgId: string
  /** Shown below the bar, once all requests of the plan are used. */
  whenFull: React.ReactNode
}

/** The API requests of the month, and how many the plan includes. */
export function ApiUsageCard({ orgId, whenFull }: ApiUsageCardProps) {
  const usage = useQuery(apiUsageQuery(orgId))
  return (
    <QueryBoundary query={usage} loading={<UsageSkeleton />} error={apiKeyMessages.usageFailed}>
      {(loaded) => <Usage usage={loaded} whenFull={whenFull} />}
    </QueryBoundary>
  )
}

function Usage({ usage: { used, limit, resets_at }, whenFull }: { usage: ApiUsage; whenFull: React.ReactNode }) {
  const isFull = limit !== null && used >= limit
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Title order={2}>API requests this month</Title>
        <span className={classes.count}>
          <strong>{formatNumber(used)}</strong> {limit === null ? 'of no limit' : `of ${formatNumber(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <progress className={classes.bar} data-full={isFull || undefined} aria-label="API requests this month" max={limit} value={used} />
      )}
      <Text size="sm" c="dimmed">
        {isFull
          ? 'Your plan’s requests are used up. Until the counter resets, requests get the error 429. '
          : 'Only requests with API keys count. '}
        The counter resets on {formatLongDay(resets_at.slice(0, 10))} (UTC).
      </Text>
      {isFull && whenFull}
    </Card>
  )
}

function UsageSkeleton() {
  return (
    <Card className={classes.card} role="status" aria-label="Loading">
      <Skeleton height={24} maw={260} />
      <Skeleton height={8} />
      <Skeleton height={16} maw={420} mb={4} />
    </Card>
  )
}
