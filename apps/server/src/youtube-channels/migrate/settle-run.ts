import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ChannelRow, updateChannel } from '../tables/channel-table.ts'
import { deleteTurn } from '../tables/turn-table.ts'
import { countVideos, countWaiting } from '../tables/video-table.ts'

/** Ends a run unless a video waits for it. Returns whether it has ended. The caller has locked the channel. */
export async function settleRun(tx: Tx, ctx: ProjectContext, channel: ChannelRow): Promise<boolean> {
  const { id, run_kind } = channel
  if ((await countWaiting(tx, id, run_kind === 'undo' ? 'restoring' : 'queued')) > 0) return false
  await updateChannel(tx, ctx.project.id, id, {
    state: await restingStateOf(tx, id),
    ...(run_kind === 'migrate' && { migrated_at: ctx.now }),
  })
  await deleteTurn(tx, id)
  return true
}

/** `completed` when videos were migrated, and none is left to migrate. */
export async function restingStateOf(tx: Tx, id: ChannelRow['id']): Promise<'ready' | 'completed'> {
  const counts = await countVideos(tx, [id])
  const has = (state: string) => counts.some((count) => count.state === state)
  return has('migrated') && !has('planned') ? 'completed' : 'ready'
}
