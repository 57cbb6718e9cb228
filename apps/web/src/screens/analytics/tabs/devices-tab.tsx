import type { ProjectScope } from '../../../api/api.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import classes from '../analytics.module.css'

/** Clicks by device, operating system and browser. */
export function DevicesTab({ scope, query }: { scope: ProjectScope; query: ClicksQuery }) {
  return (
    <div className={classes.kinds}>
      {(['device', 'browser', 'os'] as const).map((by) => (
        <BreakdownCard key={by} scope={scope} query={query} by={by} />
      ))}
    </div>
  )
}
