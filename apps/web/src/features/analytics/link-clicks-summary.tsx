import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { SparkBars } from '../../ui/charts/spark-bars.tsx'
import { formatNumber, formatShortNumber } from '../../ui/formats/numbers.ts'
import { listedLinkQuery } from './analytics-queries.ts'
import classes from './link-clicks-summary.module.css'

/** The clicks of a link as a sparkline and a total. Clicks that could not be loaded are shown as zero. */
export function LinkClicksSummary({ scope, urlId }: { scope: ProjectScope; urlId: string }) {
  const { data, isPending } = useQuery(listedLinkQuery(scope, urlId))
  if (isPending) return <Skeleton className={classes.loading} />

  const clicks = data?.clicks ?? []
  const total = clicks.reduce((sum, count) => sum + count, 0)
  return (
    <div className={classes.summary}>
      <span className={classes.spark}>
        <SparkBars values={clicks} />
      </span>
      <span className={classes.count} title={`${formatNumber(total)} in the last ${clicks.length} days`}>
        <b>{formatShortNumber(total)}</b> {total === 1 ? 'click' : 'clicks'}
      </span>
    </div>
  )
}
