import { fail, type Project } from '../access/index.ts'

/** Refuses what only full analytics answers, to a project whose organization doesn't have it. */
export function needFullAnalytics(project: Project): void {
  if (!project.hasFullAnalytics) fail('FULL_ANALYTICS_REQUIRED')
}
