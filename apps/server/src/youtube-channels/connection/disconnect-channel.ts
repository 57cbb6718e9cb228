import type { YoutubeChannel, YoutubeChannelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readChannel } from '../channels/read-channels.ts'
import type { Google } from '../google/google.ts'
import { lockChannelForUpdate } from '../tables/channel-table.ts'
import { deleteConnection } from '../tables/connection-table.ts'

/**
 * A job ends the grant at Google. Throws YOUTUBE_CHANNEL_NOT_FOUND, and YOUTUBE_CHANNEL_BUSY while
 * its videos are written.
 */
export async function disconnectChannel(
  deps: Pick<Deps, 'db' | 'clock' | 'origins'>,
  google: Google,
  ctx: ProjectContext,
  id: YoutubeChannelId,
): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.disconnect', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    if (channel.state === 'migrating') fail('YOUTUBE_CHANNEL_BUSY')
    await deleteConnection(tx, id)
    change.after = { name: channel.name }
  })
  return readChannel(deps, google, ctx, id)
}
