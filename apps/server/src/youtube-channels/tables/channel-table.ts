// Every statement on `youtube_channels`.
import type {
  OrganizationId,
  ProjectId,
  UserId,
  YoutubeChannelError,
  YoutubeChannelId,
  YoutubeChannelState,
  YoutubeLinkGroup,
  YoutubeWatchMode,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'
import type { QuotaUser } from '../google/quota.ts'

/** The steps of a scan. A scan resumes at the stored step. */
export type ScanStep = 'uploads' | 'shorts' | 'links' | 'done'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_channels: {
      id: YoutubeChannelId
      organization_id: OrganizationId
      project_id: ProjectId
      youtube_id: string
      name: string
      url: string
      thumbnail_url: string | null
      subscribers: number | null
      uploads_playlist: string
      state: YoutubeChannelState
      error: YoutubeChannelError | null
      watch: Generated<YoutubeWatchMode>
      disclosure: string | null
      excluded_groups: Generated<YoutubeLinkGroup[]>
      scan_step: Generated<ScanStep>
      scan_page: string | null
      scanned_at: Date | null
      run_kind: 'migrate' | 'undo' | null
      run_total: Generated<number>
      run_by: UserId | null
      read_by: Generated<UserId | null>
      migrated_at: Date | null
      created_at: Date
    }
  }
}

const columns = [
  'id',
  'youtube_id',
  'name',
  'url',
  'thumbnail_url',
  'subscribers',
  'uploads_playlist',
  'state',
  'error',
  'watch',
  'disclosure',
  'excluded_groups',
  'scan_step',
  'scan_page',
  'scanned_at',
  'run_kind',
  'run_total',
  'run_by',
  'migrated_at',
  'read_by',
] as const

export type ChannelRow = Pick<Selectable<Tables['youtube_channels']>, (typeof columns)[number]>

/** Calls for a channel count toward the quota of its organization, and of the user who requested its latest scan. */
export function toQuotaUser({ organization }: ProjectContext, { read_by }: Pick<ChannelRow, 'read_by'>, isConfirmed: boolean): QuotaUser {
  return { organizationId: organization.id, userId: read_by, isConfirmed }
}

function createChannelQuery(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('youtube_channels').select(columns).where('project_id', '=', projectId)
}

/** Selects the channels in the order in which they were added. */
export function selectChannels(tx: Tx, projectId: ProjectId): Promise<ChannelRow[]> {
  return createChannelQuery(tx, projectId).orderBy('created_at').orderBy('id').execute()
}

export function selectChannel(tx: Tx, projectId: ProjectId, id: YoutubeChannelId): Promise<ChannelRow | undefined> {
  return createChannelQuery(tx, projectId).where('id', '=', id).executeTakeFirst()
}

export function lockChannelForUpdate(tx: Tx, projectId: ProjectId, id: YoutubeChannelId): Promise<ChannelRow | undefined> {
  return createChannelQuery(tx, projectId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the list of channels until the transaction ends, so that no other transaction adds a channel. */
export async function lockChannelListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`youtube-channels:${projectId}`}, 0))`.execute(tx)
}

export type NewChannel = Pick<
  ChannelRow,
  'id' | 'youtube_id' | 'name' | 'url' | 'thumbnail_url' | 'subscribers' | 'uploads_playlist' | 'read_by'
>

/** Inserts a channel. Undefined if the project already has the channel. */
export function insertChannel(tx: Tx, { organization, project, now }: ProjectContext, added: NewChannel): Promise<ChannelRow | undefined> {
  return tx
    .insertInto('youtube_channels')
    .values({ ...added, state: 'pending', organization_id: organization.id, project_id: project.id, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'youtube_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** The caller must have locked the channel. */
export function updateChannel(
  tx: Tx,
  projectId: ProjectId,
  id: YoutubeChannelId,
  values: Updateable<Tables['youtube_channels']>,
): Promise<ChannelRow> {
  return tx
    .updateTable('youtube_channels')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes the channel with its videos, links and connection. */
export async function deleteChannelRow(tx: Tx, projectId: ProjectId, id: YoutubeChannelId): Promise<void> {
  await tx.deleteFrom('youtube_channels').where('project_id', '=', projectId).where('id', '=', id).execute()
}

/** Selects the watched channels of all organizations. `db` must use the database account of the jobs process. */
export function selectWatchedChannels(db: Db): Promise<{ id: YoutubeChannelId; organization_id: OrganizationId; project_id: ProjectId }[]> {
  return db
    .selectFrom('youtube_channels')
    .select(['id', 'organization_id', 'project_id'])
    .where('watch', '<>', 'off')
    .where('state', 'in', ['ready', 'completed'])
    .orderBy('id')
    .execute()
}
