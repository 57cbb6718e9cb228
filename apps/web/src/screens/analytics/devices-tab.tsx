import type { ProjectScope } from '../../api.ts'
import type { TrafficQuery } from '../../features/analytics/analytics-filter.ts'
import { BreakdownCard } from '../../features/analytics/breakdown-card.tsx'
import classes from './analytics.module.css'

/** What people clicked with. */
export function DevicesTab({ scope, query }: { scope: ProjectScope; query: TrafficQuery }) {
  return (
    <div className={classes.kinds}>
      {(['device', 'browser', 'os'] as const).map((by) => (
        <BreakdownCard key={by} scope={scope} query={query} by={by} />
      ))}
    </div>
  )
}
