import { type Project, refuse } from '../access/index.ts'

/** Refuses what only full analytics answers, to a project whose organization doesn't have it. */
export function needFullAnalytics(project: Project): void {
  if (!project.hasFullAnalytics) refuse('FULL_ANALYTICS_REQUIRED')
}
