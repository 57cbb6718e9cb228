import { fail, type Project } from '../access/index.ts'

/** Throws FULL_ANALYTICS_REQUIRED. */
export function needFullAnalytics(project: Project): void {
  if (!project.hasFullAnalytics) fail('FULL_ANALYTICS_REQUIRED')
}
