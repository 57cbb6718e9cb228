import type { AnalyticsDashboard, AnalyticsQuery } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { askedDaysOrAll } from './asked-days.ts'
import { selectProjectNumbers } from './questions/index.ts'

/** The three numbers of all time unless a range is given. Clicks whose country is unknown count for none. Refuses as `askedDays` does. */
export async function findDashboard(
  { clickhouse, clock }: Pick<Platform, 'clickhouse' | 'clock'>,
  project: Project,
  { bots, ...range }: AnalyticsQuery,
): Promise<AnalyticsDashboard> {
  return selectProjectNumbers(clickhouse, project.id, { bots, days: askedDaysOrAll(project, clock.now(), range) })
}
