import type { ProjectContext } from '../src/access/index.ts'
import { runClickDeletions } from '../src/analytics/deletions/run-click-deletions.ts'
import type { TestDeps } from './open-test-deps.ts'
import { runAsJobsAccount } from './run-as-jobs-account.ts'

/** Runs the job that deletes a project's clicks; `now` is the time of its clock. */
export function runDeletions(deps: TestDeps, ctx: ProjectContext, now?: string): Promise<void> {
  return runAsJobsAccount(deps, (jobs) => runClickDeletions(jobs, toDeletionJob(ctx)), now)
}

export function toDeletionJob(ctx: ProjectContext) {
  return { organizationId: ctx.organization.id, projectId: ctx.project.id }
}
