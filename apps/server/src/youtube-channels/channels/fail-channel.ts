import type { YoutubeChannelError, YoutubeChannelId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockChannelForUpdate, updateChannel } from '../tables/channel-table.ts'
import { markRevoked } from '../tables/connection-table.ts'
import { deleteTurn } from '../tables/turn-table.ts'

/** Ends what a channel is at; what waits continues when its owner starts it again. */
export async function failChannel(
  { clock }: Pick<Deps, 'clock'>,
  ctx: ProjectContext,
  id: YoutubeChannelId,
  error: YoutubeChannelError,
): Promise<void> {
  const action = error === 'connection_revoked' ? 'youtube_channel.revoke' : 'youtube_channel.fail'
  await ignoreDeleted(
    mutate(ctx, { action, entity: 'youtube_channel', entityId: id }, async (tx, change) => {
      const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('NOT_FOUND')
      await updateChannel(tx, ctx.project.id, id, { state: 'failed', error })
      if (error === 'connection_revoked') await markRevoked(tx, id, clock.now())
      await deleteTurn(tx, id)
      change.before = { state: channel.state }
      change.after = { name: channel.name, state: 'failed', error }
    }),
  )
}
