import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showNumber, showShortNumber } from '../../ui/numbers.ts'
import { SparkBars } from '../../ui/spark-bars.tsx'
import { clicksOfLink } from './analytics-queries.ts'
import { sumClicks } from './click-trend.ts'
import classes from './link-clicks-mark.module.css'

/** The clicks of a link in one glance. Clicks that cannot be fetched count as none. */
export function LinkClicksMark({ scope, urlId }: { scope: { orgId: string; projectId: string }; urlId: string }) {
  const { data = [], isPending } = useQuery(clicksOfLink(scope, urlId))
  if (isPending) return <Skeleton width={184} height={36} />

  const total = sumClicks(data)
  return (
    <div className={classes.mark}>
      <span className={classes.spark}>
        <SparkBars values={data.map(({ clicks }) => clicks)} />
      </span>
      <span className={classes.count} title={`${showNumber(total)} in the last ${data.length} days`}>
        <b>{showShortNumber(total)}</b> {total === 1 ? 'click' : 'clicks'}
      </span>
    </div>
  )
}
