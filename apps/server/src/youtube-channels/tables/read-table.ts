// Every statement on `youtube_reads`.
import type { OrganizationId } from '@linkshelf/contract'
import type { OrganizationContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_reads: { organization_id: OrganizationId; youtube_id: string; read_at: Date }
  }
}

/**
 * Minimum time between two reads of a channel by one organization. It also applies to a channel that was removed and
 * added again.
 */
const readIntervalMs = 60 * 60_000

/** Returns when each channel may be read again, by YouTube id. Omits channels that may be read now. */
export async function selectNextReads(
  tx: Tx,
  { organization }: Pick<OrganizationContext, 'organization'>,
  youtubeIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (youtubeIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('youtube_reads')
    .select(['youtube_id', 'read_at'])
    .where('organization_id', '=', organization.id)
    .where('youtube_id', 'in', youtubeIds)
    .where('read_at', '>', new Date(now.getTime() - readIntervalMs))
    .execute()
  return new Map(rows.map(({ youtube_id, read_at }) => [youtube_id, new Date(read_at.getTime() + readIntervalMs)]))
}

export async function upsertRead(tx: Tx, { organization, now }: OrganizationContext, youtubeId: string): Promise<void> {
  await tx
    .insertInto('youtube_reads')
    .values({ organization_id: organization.id, youtube_id: youtubeId, read_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'youtube_id']).doUpdateSet({ read_at: now }))
    .execute()
}

/** Deletes read times that no longer delay a read. `db` must use the database account of the jobs process. */
export async function deleteExpiredReads(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('youtube_reads')
    .where('read_at', '<', new Date(now.getTime() - readIntervalMs))
    .execute()
}
