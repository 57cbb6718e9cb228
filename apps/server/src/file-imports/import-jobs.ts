import { organizationId, projectId, uuid } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

const importJob = z.object({ organizationId, projectId, importId: uuid })

/**
 * Adds a job; at most one of a task is pending per import. It is retried for days, and an import
 * resumes where it stopped.
 */
export async function enqueueImportJob(tx: Tx, task: string, { organization, project }: ProjectContext, id: string): Promise<void> {
  const payload: z.input<typeof importJob> = { organizationId: organization.id, projectId: project.id, importId: id }
  await enqueueJob(tx, task, payload, { key: `${task}:${id}`, maxAttempts: 25 })
}

/**
 * The context of a job, and the id of its import as `importId` parses it; undefined when the organization was deleted.
 */
export async function openImportJob<Id extends string>(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  { task, payload, importId }: { task: string; payload: unknown; importId: { parse(id: string): Id } },
): Promise<{ ctx: ProjectContext; importId: Id } | undefined> {
  const job = importJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  return ctx && { ctx, importId: importId.parse(job.importId) }
}
