import { type YoutubeVideoState, youtubeConnectionPath } from '@linkshelf/contract'
import { renderYoutubeMigrationEmail } from '@linkshelf/emails'
import { read } from '../../access/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { selectMembers } from '../../organizations/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openChannelJob, sendFinishedTask } from '../channels/channel-jobs.ts'
import { selectChannel } from '../tables/channel-table.ts'
import { countVideos } from '../tables/video-table.ts'

/** Tells the member who started a run what it did; nothing when they have left, or started another meanwhile. */
export async function sendFinished(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>, payload: unknown): Promise<void> {
  const job = await openChannelJob(deps, sendFinishedTask, payload)
  if (job === undefined) return
  const { ctx, channelId } = job
  const { channel, counts, members } = await read(ctx, async (tx) => ({
    channel: await selectChannel(tx, ctx.project.id, channelId),
    counts: await countVideos(tx, [channelId]),
    members: await selectMembers(tx, ctx.organization.id),
  }))
  if (channel === undefined || channel.run_by === null || channel.run_kind === null || channel.state === 'migrating') return
  const account = members.some(({ user_id }) => user_id === channel.run_by) ? await selectAccount(deps.db, channel.run_by) : undefined
  if (account === undefined) return
  const isUndo = channel.run_kind === 'undo'
  const count = (state: YoutubeVideoState) => counts.find((one) => one.state === state)?.videos_of_run ?? 0
  await deps.mail.send({
    to: account.email,
    ...renderYoutubeMigrationEmail({
      kind: channel.run_kind,
      channel: channel.name,
      done: count(isUndo ? 'restored' : 'migrated'),
      edited: count(isUndo ? 'left' : 'changed'),
      // A video that an undo could not restore stays migrated, so these are its failures.
      failed: isUndo ? count('migrated') : count('failed') + count('too_long'),
      channelUrl: `${deps.origins.app}${youtubeConnectionPath}`,
    }),
  })
}
