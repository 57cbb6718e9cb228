import { type YoutubeChannel, type YoutubeChannelId, youtubeChannelId } from '@linkshelf/contract'
import { z } from 'zod'
import { type AccessRevocation, fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import { getChannel } from '../channels/channels.ts'
import { type GoogleDeps, GoogleError } from '../google/google.ts'
import { lockChannelForUpdate } from '../tables/channel-table.ts'
import { deleteConnection, isConnected, selectOrganizationConnections, toConnectionKey } from '../tables/connection-table.ts'

/**
 * Deletes the channel's connection. A job revokes the grant at Google. Throws YOUTUBE_CHANNEL_NOT_FOUND. Throws
 * YOUTUBE_CHANNEL_BUSY while the channel's videos are written.
 */
export async function disconnectChannel(deps: OriginDeps & GoogleDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.disconnect', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    if (channel.state === 'migrating') fail('YOUTUBE_CHANNEL_BUSY')
    await deleteConnection(tx, id)
    change.after = { name: channel.name }
  })
  return getChannel(deps, ctx, id)
}

/**
 * Disconnects every channel of the organization, even while its videos are written. A job revokes the grants at Google.
 */
export const revokeConnections: AccessRevocation = async ({ step, inspect, ctx }) => {
  const connections = (await inspect(ctx, (tx) => selectOrganizationConnections(tx, ctx.organization.id))) ?? []
  for (const { channel_id, project_id, name } of connections) {
    const inProject = { ...ctx, project: { id: project_id } }
    await step(inProject, { action: 'youtube_channel.disconnect', entity: 'youtube_channel', entityId: channel_id }, async (tx, change) => {
      change.after = { name }
      await deleteConnection(tx, channel_id)
    })
  }
  return connections.map(({ name }) => ({ kind: 'connection to YouTube', name }))
}

/** The trigger `youtube_connections_revoke_grant` enqueues jobs of this task too. */
export const revokeGrantTask = 'revoke-youtube-grant'

const grantJob = z.object({
  channelId: youtubeChannelId,
  /** The YouTube channel that the grant belongs to. */
  youtubeId: z.string(),
  /** The encrypted token. */
  secret: z.string(),
  encryptedWith: z.string(),
})
export type GrantJob = z.input<typeof grantJob>

/**
 * Revokes a grant at Google after its connection was deleted. Google revokes all tokens of a grant together, so the
 * grant is not revoked while another connection of the channel, in any project, uses it. `db` must use the database
 * account of the jobs process. Throws GoogleError if a later attempt may succeed.
 */
export async function revokeGrant({ db, google: { consent } }: CoreDeps & GoogleDeps, payload: unknown): Promise<void> {
  const { channelId, youtubeId, secret, encryptedWith } = grantJob.parse(payload)
  if (await isConnected(db, youtubeId)) return
  const token = consent?.cipher.decrypt(toConnectionKey(channelId), { secret, encrypted_with: encryptedWith })
  if (token === undefined) return
  await consent?.revoke(token).catch((error: unknown) => {
    // Google rejects the call if the owner has already revoked the grant.
    if (!(error instanceof GoogleError && error.kind === 'rejected')) throw error
  })
}
