import type { AnalyticsQuery, Dashboard } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDaysOrAll } from './asked-days.ts'
import { selectProjectNumbers } from './queries/index.ts'

/** The three numbers of all time unless a range is given. Clicks whose country is unknown count for none. Refuses as `askedDays` does. */
export async function findDashboard(
  { clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>,
  project: Project,
  { bots, ...range }: AnalyticsQuery,
): Promise<Dashboard> {
  return selectProjectNumbers(clickhouse, project.id, { bots, days: askedDaysOrAll(project, clock.now(), range) })
}
