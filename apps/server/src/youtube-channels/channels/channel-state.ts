import type { YoutubeChannelError, YoutubeChannelId, YoutubeChannelState } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ChannelRow, lockChannelForUpdate, updateChannel } from '../tables/channel-table.ts'
import { markRevoked } from '../tables/connection-table.ts'
import { deleteTurn } from '../tables/turn-table.ts'
import { countWaiting } from '../tables/video-queue-table.ts'
import { countVideos } from '../tables/video-table.ts'

/**
 * Ends a run unless videos are waiting for it. Returns whether the run has ended. The caller has locked the channel.
 */
export async function endFinishedRun(tx: Tx, ctx: ProjectContext, channel: ChannelRow): Promise<boolean> {
  const { id, run_kind } = channel
  if ((await countWaiting(tx, id, run_kind === 'undo' ? 'restoring' : 'queued')) > 0) return false
  await updateChannel(tx, ctx.project.id, id, {
    state: await findIdleState(tx, id),
    ...(run_kind === 'migrate' && { migrated_at: ctx.now }),
  })
  await deleteTurn(tx, id)
  return true
}

/** Returns `completed` if videos were migrated and none is left to migrate. Otherwise returns `ready`. */
export async function findIdleState(tx: Tx, id: ChannelRow['id']): Promise<'ready' | 'completed'> {
  const counts = await countVideos(tx, [id])
  const has = (state: string) => counts.some((count) => count.state === state)
  return has('migrated') && !has('planned') ? 'completed' : 'ready'
}

/** Marks a channel's scan or run as failed. Waiting videos are written when the owner starts the run again. */
export async function failChannel(
  { clock }: CoreDeps,
  ctx: ProjectContext,
  { channelId: id, error }: { channelId: YoutubeChannelId; error: YoutubeChannelError },
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

export function isBusy(state: YoutubeChannelState): boolean {
  return state === 'pending' || state === 'scanning' || state === 'migrating'
}

/**
 * Locks a channel that is neither scanned nor migrated at present. Throws YOUTUBE_CHANNEL_NOT_FOUND. Throws
 * YOUTUBE_CHANNEL_BUSY while the channel is scanned or migrated.
 */
export async function lockIdleChannel(tx: Tx, ctx: ProjectContext, id: YoutubeChannelId): Promise<ChannelRow> {
  const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
  if (isBusy(channel.state)) fail('YOUTUBE_CHANNEL_BUSY')
  return channel
}
