import type { YoutubeChannel, YoutubeChannelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockChannelForUpdate } from '../channels/channel-table.ts'
import { readChannel } from '../channels/read-channels.ts'
import type { Google } from '../google/google.ts'
import { connectionKey } from './connect-channel.ts'
import { type ConnectionRow, deleteConnection, selectConnection } from './connection-table.ts'

/** Throws YOUTUBE_CHANNEL_NOT_FOUND, and YOUTUBE_CHANNEL_BUSY while its videos are written. */
export async function disconnectChannel(
  deps: Pick<Deps, 'db' | 'clock' | 'origins' | 'log'>,
  google: Google,
  ctx: ProjectContext,
  id: YoutubeChannelId,
): Promise<YoutubeChannel> {
  const connection = await mutate(
    ctx,
    { action: 'youtube_channel.disconnect', entity: 'youtube_channel', entityId: id },
    async (tx, change) => {
      const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
      if (channel.state === 'migrating') fail('YOUTUBE_CHANNEL_BUSY')
      const before = await selectConnection(tx, id)
      await deleteConnection(tx, id)
      change.after = { name: channel.name }
      return before
    },
  )
  if (connection !== undefined) await revokeAtGoogle(deps, google, connection)
  return readChannel(deps, google, ctx, id)
}

/** The token is deleted here already; at Google it may have ended before. */
export async function revokeAtGoogle({ log }: Pick<Deps, 'log'>, { consent }: Google, connection: ConnectionRow): Promise<void> {
  const token = consent?.cipher.decrypt(connectionKey(connection.channel_id), {
    secret: connection.refresh_token,
    encrypted_with: connection.encrypted_with,
  })
  if (token === undefined) return
  await consent?.revoke(token).catch((error: unknown) => log.warn({ err: error }, 'A connection with Google could not be revoked'))
}
