// Every statement on `youtube_reads`.
import type { OrganizationId } from '@linkshelf/contract'
import type { OrganizationContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_reads: { organization_id: OrganizationId; youtube_id: string; read_at: Date }
  }
}

/** An organization reads a channel again after this long, also one that it removed and added again. */
const readIntervalMs = 60 * 60_000

/** Returns when each of the channels may be read again; one that may be read now is missing. */
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

/** `db` is signed in to as the account of jobs. */
export async function deleteExpiredReads(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('youtube_reads')
    .where('read_at', '<', new Date(now.getTime() - readIntervalMs))
    .execute()
}
