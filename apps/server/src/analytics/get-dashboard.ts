import type { AnalyticsQuery, Dashboard } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryDashboard } from './queries/dashboard-query.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/** Of all time unless a range is given. Clicks from unknown countries add none to `countries`. Throws as `requestedRange` does. */
export async function getDashboard(
  { clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>,
  project: Project,
  { bots, ...query }: AnalyticsQuery,
): Promise<Dashboard> {
  return queryDashboard(clickhouse, project.id, { bots, range: requestedRangeOrAllTime(project, clock.now(), query) })
}
