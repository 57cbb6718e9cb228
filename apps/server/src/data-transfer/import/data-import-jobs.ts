import { dataImportId, organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type OrganizationContext, read } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueFileJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ImportRow, selectImport, selectImportPart } from './data-import-table.ts'

export type ImportTask = 'check-data-import' | 'import-data'

const importJob = z.object({ organizationId, importId: dataImportId })

/**
 * Enqueues a job. At most one job of a task is pending per import. The job is retried for days, and an import resumes
 * where it stopped.
 */
export async function enqueueImportJob(tx: Tx, task: ImportTask, { id, organization_id }: ImportRow): Promise<void> {
  const payload: z.input<typeof importJob> = { organizationId: organization_id, importId: id }
  await enqueueFileJob(tx, task, payload, { kind: 'archives', key: `${task}:${id}`, maxAttempts: 25 })
}

export interface OpenImport {
  ctx: OrganizationContext
  row: ImportRow
  /** Reads the uploaded archive. */
  parts(): AsyncIterable<Buffer>
}

/** Returns a job's import. Undefined if the import was deleted. */
export async function openImportJob(deps: CoreDeps, task: ImportTask, payload: unknown): Promise<OpenImport | undefined> {
  const job = importJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId)
  const row = ctx && (await read(ctx, (tx) => selectImport(tx, job.organizationId, job.importId)))
  return ctx && row && { ctx, row, parts: () => readParts(ctx, row) }
}

async function* readParts(ctx: OrganizationContext, { id, part_count }: ImportRow): AsyncGenerator<Buffer> {
  for (let number = 0; number < part_count; number += 1) {
    const bytes = await read(ctx, (tx) => selectImportPart(tx, id, number))
    if (bytes === undefined) return
    yield bytes
  }
}
