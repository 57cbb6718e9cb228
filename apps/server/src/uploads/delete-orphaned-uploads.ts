import type { OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext, read } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import { deleteUploads, selectOldUploads, selectOrganizationsWithUploads } from './upload-table.ts'

export const deleteOrphanedUploadsTask = 'delete-orphaned-uploads'

/** Returns the digests of uploads that the organization in the scope of `tx` uses. */
export type ListUsedUploads = (tx: Tx) => Promise<string[]>

/**
 * An upload must be unused for this long before it is deleted. A form may be open for a day before it is saved, and a
 * cached page may still refer to a replaced picture.
 */
const unusedMs = 24 * 60 * 60_000

/**
 * Runs the hourly job: deletes unused uploads. An upload is deleted a day after it was last uploaded and a day after a
 * run found that nothing refers to it. Returns how many uploads were deleted. `deps.db` must use the database account
 * of the jobs process.
 */
export async function deleteOrphanedUploads(deps: CoreDeps, lists: readonly ListUsedUploads[]): Promise<number> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteOrphanedUploadsTask }, source: 'job' })
  let deleted = 0
  for (const organizationId of await selectOrganizationsWithUploads(deps.db)) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx === undefined) continue
    await recordNamedUploads(deps, ctx, lists)
    deleted += await deleteOrphans(ctx, new Date(deps.clock.now().getTime() - unusedMs), lists)
  }
  return deleted
}

async function recordNamedUploads({ db, clock }: CoreDeps, ctx: OrganizationContext, lists: readonly ListUsedUploads[]) {
  const { id } = ctx.organization
  const [used, recorded] = await read(ctx, async (tx) => [await listUsed(tx, lists), await selectNamedUploads(tx)])
  const named = new Set(recorded.flatMap(({ digest, unnamed_at }) => (unnamed_at === null ? [digest] : [])))
  await upsertNamedUploads(db, id, [...used.difference(named)], null)
  await upsertNamedUploads(db, id, [...named.difference(used)], clock.now())
}

async function deleteOrphans(ctx: OrganizationContext, before: Date, lists: readonly ListUsedUploads[]): Promise<number> {
  const { id } = ctx.organization
  const orphans = await read(ctx, (tx) => findOrphans(tx, id, before, lists))
  if (orphans.length === 0) return 0
  let deleted = 0
  // The exclusive lock waits for all other writes of the organization, so no transaction can begin to use an upload
  // between the check and its deletion.
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
  const used = await listUsed(tx, lists)
  const recent = (await selectNamedUploads(tx)).filter(({ unnamed_at }) => unnamed_at === null || unnamed_at >= before)
  const kept = used.union(new Set(recent.map(({ digest }) => digest)))
  return (await selectOldUploads(tx, organizationId, before)).filter((digest) => !kept.has(digest))
}

async function listUsed(tx: Tx, lists: readonly ListUsedUploads[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const list of lists) for (const digest of await list(tx)) used.add(digest)
  return used
}

// Every statement on `named_uploads`.

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    named_uploads: { digest: string; organization_id: OrganizationId; unnamed_at: Date | null }
  }
}

export interface NamedUpload {
  digest: string
  /** When a run found that nothing refers to the upload. Null while something refers to it. */
  unnamed_at: Date | null
}

/**
 * Selects the result of the last run for the organization in the scope of `tx`: the uploads that something refers to,
 * or once referred to.
 */
function selectNamedUploads(tx: Tx): Promise<NamedUpload[]> {
  return tx.selectFrom('named_uploads').select(['digest', 'unnamed_at']).execute()
}

/**
 * Stores when a run found that nothing refers to these uploads, or null if something refers to them. Skips deleted
 * uploads. `db` must use the database account of the jobs process.
 */
async function upsertNamedUploads(
  db: Db,
  organizationId: OrganizationId,
  digests: readonly string[],
  unnamedAt: Date | null,
): Promise<void> {
  if (digests.length === 0) return
  await sql`
    insert into named_uploads (digest, organization_id, unnamed_at)
    select digest, organization_id, ${unnamedAt}::timestamptz from uploads
    where organization_id = ${organizationId} and digest = any (${digests}::text[])
    on conflict (digest) do update set unnamed_at = excluded.unnamed_at`.execute(db)
}
