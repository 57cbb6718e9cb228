import type { OrganizationId } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { deleteUploads, selectOldUploads, selectOrganizationsWithOldUploads } from './upload-table.ts'

export const deleteOrphanedUploadsTask = 'delete-orphaned-uploads'

/** Returns the digests of uploads that the organization in the scope of `tx` uses. */
export type ListUsedUploads = (tx: Tx) => Promise<string[]>

/** A form may be open for a day before it is saved. */
const unusedMs = 24 * 60 * 60_000

/** The hourly job: deletes uploads that nothing names, from a day after they were last uploaded on. Returns how many. */
export async function deleteOrphanedUploads(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  lists: readonly ListUsedUploads[],
): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - unusedMs)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteOrphanedUploadsTask }, source: 'job' })
  let deleted = 0
  for (const organizationId of await selectOrganizationsWithOldUploads(deps.db, before)) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx !== undefined) deleted += await deleteOrphans(ctx, before, lists)
  }
  return deleted
}

async function deleteOrphans(ctx: OrganizationContext, before: Date, lists: readonly ListUsedUploads[]): Promise<number> {
  const { id } = ctx.organization
  const orphans = await read(ctx, (tx) => findOrphans(tx, id, before, lists))
  if (orphans.length === 0) return 0
  let deleted = 0
  // Waits for every other write of the organization: none that names an upload is under way while it is found unused.
  const deletion = mutate(ctx, { action: 'upload.delete', entity: 'upload', lock: 'exclusive' }, async (tx, change) => {
    const digests = await findOrphans(tx, id, before, lists)
    if (digests.length === 0) fail('NOT_FOUND')
    await deleteUploads(tx, digests)
    change.before = { uploads: digests }
    deleted = digests.length
  })
  await ignoreDeleted(deletion)
  return deleted
}

async function findOrphans(tx: Tx, organizationId: OrganizationId, before: Date, lists: readonly ListUsedUploads[]): Promise<string[]> {
  const used = new Set<string>()
  for (const list of lists) for (const digest of await list(tx)) used.add(digest)
  return (await selectOldUploads(tx, organizationId, before)).filter((digest) => !used.has(digest))
}
