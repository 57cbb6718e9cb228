import type { AnalyticsDashboard } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectProjectNumbers } from './click-queries.ts'

/** The three numbers of all time. Clicks whose country is unknown count for none. */
export function findDashboard({ clickhouse }: Pick<Platform, 'clickhouse'>, project: Project): Promise<AnalyticsDashboard> {
  return selectProjectNumbers(clickhouse, project.id)
}
