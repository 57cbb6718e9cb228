import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { showNumber, showShortNumber } from '../../ui/numbers.ts'
import { SparkBars } from '../../ui/spark-bars.tsx'
import { linkClicksQuery } from './analytics-queries.ts'
import classes from './link-clicks-summary.module.css'
import { sumClicks } from './trend/click-trend.ts'

/** The clicks of a link as a sparkline and a total. Clicks that could not be loaded are shown as zero. */
export function LinkClicksSummary({ scope, urlId }: { scope: ProjectScope; urlId: string }) {
  const { data = [], isPending } = useQuery(linkClicksQuery(scope, urlId))
  if (isPending) return <Skeleton width={184} height={36} />

  const total = sumClicks(data)
  return (
    <div className={classes.summary}>
      <span className={classes.spark}>
        <SparkBars values={data.map(({ clicks }) => clicks)} />
      </span>
      <span className={classes.count} title={`${showNumber(total)} in the last ${data.length} days`}>
        <b>{showShortNumber(total)}</b> {total === 1 ? 'click' : 'clicks'}
      </span>
    </div>
  )
}
