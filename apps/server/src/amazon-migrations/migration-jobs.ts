import { type AmazonMigrationId, amazonMigrationId, organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

export type MigrationTask = 'migrate-amazon-links' | 'restore-amazon-links'

const migrationJob = z.object({ organizationId, projectId, migrationId: amazonMigrationId })

/** Adds a job; at most one of a task is pending per run. It is retried for days, and resumes where it stopped. */
export async function enqueueMigrationJob(
  tx: Tx,
  task: MigrationTask,
  { organization, project }: ProjectContext,
  id: AmazonMigrationId,
): Promise<void> {
  const payload: z.input<typeof migrationJob> = { organizationId: organization.id, projectId: project.id, migrationId: id }
  await enqueueJob(tx, task, payload, { key: `${task}:${id}`, maxAttempts: 25 })
}

/** The context of a job, and its run; undefined when the organization was deleted. */
export async function openMigrationJob(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  task: MigrationTask,
  payload: unknown,
): Promise<{ ctx: ProjectContext; migrationId: AmazonMigrationId } | undefined> {
  const job = migrationJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  return ctx && { ctx, migrationId: job.migrationId }
}
