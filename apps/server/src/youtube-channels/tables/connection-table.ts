// Every statement on `youtube_connections` and `youtube_connection_requests`.
import type { OrganizationId, ProjectId, UserId, YoutubeChannelId } from '@linkshelf/contract'
import type { Selectable } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_connections: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      youtube_id: string
      refresh_token: string
      encrypted_with: string
      connected_at: Date
      revoked_at: Date | null
    }
    youtube_connection_requests: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      state_hash: string
      user_id: UserId
      verifier: string
      encrypted_with: string
      expires_at: Date
    }
  }
}

const connectionColumns = ['channel_id', 'refresh_token', 'encrypted_with', 'revoked_at'] as const
export type ConnectionRow = Pick<Selectable<Tables['youtube_connections']>, (typeof connectionColumns)[number]>

export function selectConnections(tx: Tx, channelIds: readonly YoutubeChannelId[]): Promise<ConnectionRow[]> {
  if (channelIds.length === 0) return Promise.resolve([])
  return tx.selectFrom('youtube_connections').select(connectionColumns).where('channel_id', 'in', channelIds).execute()
}

export async function selectConnection(tx: Tx, channelId: YoutubeChannelId): Promise<ConnectionRow | undefined> {
  return (await selectConnections(tx, [channelId]))[0]
}

interface NamedConnection {
  channel_id: YoutubeChannelId
  project_id: ProjectId
  name: string
}

/** Selects the connections in all projects of the organization that Google has not revoked. */
export function selectOrganizationConnections(tx: Tx, organizationId: OrganizationId): Promise<NamedConnection[]> {
  return tx
    .selectFrom('youtube_connections')
    .innerJoin('youtube_channels', 'youtube_channels.id', 'youtube_connections.channel_id')
    .select(['youtube_connections.channel_id', 'youtube_connections.project_id', 'youtube_channels.name'])
    .where('youtube_connections.organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .orderBy('youtube_connections.channel_id')
    .execute()
}

/**
 * Returns whether any organization has a connection to this channel. `db` must use the database account of the jobs
 * process.
 */
export async function isConnected(db: Db, youtubeId: string): Promise<boolean> {
  const connection = await db
    .selectFrom('youtube_connections')
    .select('channel_id')
    .where('youtube_id', '=', youtubeId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return connection !== undefined
}

export async function upsertConnection(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  { channel_id, ...connection }: Omit<ConnectionRow, 'revoked_at'> & { youtube_id: string },
): Promise<void> {
  const values = { ...connection, connected_at: now, revoked_at: null }
  await tx
    .insertInto('youtube_connections')
    .values({ ...values, channel_id, organization_id: organization.id, project_id: project.id })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(values))
    .execute()
}

export async function markRevoked(tx: Tx, channelId: YoutubeChannelId, at: Date): Promise<void> {
  await tx.updateTable('youtube_connections').set({ revoked_at: at }).where('channel_id', '=', channelId).execute()
}

export async function deleteConnection(tx: Tx, channelId: YoutubeChannelId): Promise<void> {
  await tx.deleteFrom('youtube_connections').where('channel_id', '=', channelId).execute()
}

const requestColumns = ['channel_id', 'state_hash', 'user_id', 'verifier', 'encrypted_with', 'expires_at'] as const
type ConnectionRequestRow = Pick<Selectable<Tables['youtube_connection_requests']>, (typeof requestColumns)[number]>

/** Stores a connection request. It replaces an earlier request of the channel. */
export async function upsertConnectionRequest(
  tx: Tx,
  { organization, project }: ProjectContext,
  { channel_id, ...values }: ConnectionRequestRow,
): Promise<void> {
  await tx
    .insertInto('youtube_connection_requests')
    .values({ ...values, channel_id, organization_id: organization.id, project_id: project.id })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(values))
    .execute()
}

export function selectConnectionRequest(tx: Tx, projectId: ProjectId, stateHash: string): Promise<ConnectionRequestRow | undefined> {
  return tx
    .selectFrom('youtube_connection_requests')
    .select(requestColumns)
    .where('project_id', '=', projectId)
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
}

/** Deletes a connection request, so that it works only once. Returns false if the request was already used. */
export async function consumeConnectionRequest(tx: Tx, projectId: ProjectId, stateHash: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('youtube_connection_requests')
    .where('project_id', '=', projectId)
    .where('state_hash', '=', stateHash)
    .returning('channel_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Returns the text that the cipher authenticates with a token, so that the encrypted token can only be used for its
 * channel.
 */
export function toConnectionKey(id: YoutubeChannelId): string {
  return `youtube-connection:${id}`
}

/**
 * Returns the text that the cipher authenticates with a verifier, so that the encrypted verifier can only be used for
 * its channel.
 */
export function toRequestKey(id: YoutubeChannelId): string {
  return `youtube-connection-request:${id}`
}
