import { organizationId, type ProductImportId, productImportId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

export type ImportTask = 'check-product-import' | 'import-products'

const importJob = z.object({ organizationId, projectId, importId: productImportId })

/** At most one pending job of a task per import. It is retried for days: an import resumes where it stopped. */
export async function enqueueImportJob(
  tx: Tx,
  task: ImportTask,
  { organization, project }: ProjectContext,
  id: ProductImportId,
): Promise<void> {
  const payload: z.input<typeof importJob> = { organizationId: organization.id, projectId: project.id, importId: id }
  await enqueueJob(tx, task, payload, { key: `${task}:${id}`, maxAttempts: 25 })
}

/** The context of a job, and its import; undefined when the organization was deleted. */
export async function openImportJob(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  task: ImportTask,
  payload: unknown,
): Promise<{ ctx: ProjectContext; importId: ProductImportId } | undefined> {
  const job = importJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  return ctx && { ctx, importId: job.importId }
}
