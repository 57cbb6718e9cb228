// Every statement on `named_uploads`.
import type { OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    named_uploads: { digest: string; organization_id: OrganizationId; unnamed_at: Date | null }
  }
}

export interface NamedUpload {
  digest: string
  /** Null while something names it. */
  unnamed_at: Date | null
}

/** The uploads of the organization in the scope of `tx` that something names or named, as the last run found them. */
export function selectNamedUploads(tx: Tx): Promise<NamedUpload[]> {
  return tx.selectFrom('named_uploads').select(['digest', 'unnamed_at']).execute()
}

/** Skips uploads that were deleted meanwhile. `db` works as the account of jobs. */
export async function upsertNamedUploads(
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
