import { type YoutubeChannelId, type YoutubeVideoState, youtubeConnectionPath } from '@linkshelf/contract'
import { renderYoutubeMigrationEmail } from '@linkshelf/emails'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { selectMembers } from '../../organizations/index.ts'
import type { MailDeps } from '../../platform/deps.ts'
import {
  enqueueChannelJob,
  enqueueNextVideo,
  openChannelJob,
  sendFinishedTask,
  toChannelJob,
  writeVideosTask,
} from '../channels/channel-jobs.ts'
import { endFinishedRun, failChannel } from '../channels/channel-state.ts'
import { GoogleError } from '../google/google.ts'
import { computeQuotaRetryTime, selectUnitsUsed, toPacificDay, videoUnits } from '../google/quota.ts'
import { lockChannelForUpdate, selectChannel } from '../tables/channel-table.ts'
import { selectConnection, toConnectionKey } from '../tables/connection-table.ts'
import { releaseTurn, type Turn, takeTurn } from '../tables/turn-table.ts'
import { selectNextVideo } from '../tables/video-queue-table.ts'
import { countVideos } from '../tables/video-table.ts'
import { migrateVideo, restoreVideo, type WriteDeps } from './migrate-video.ts'

/**
 * Maximum number of attempts to write a video if the failures may be temporary. The attempts take about a quarter of an
 * hour. After them, the owner has to start the run again.
 */
const maxAttempts = 6

/**
 * Writes one video of the channel that was served least recently, then enqueues itself. A run enqueues this job. The
 * schedule also runs it every minute, to continue runs that a killed process or a used-up quota interrupted. `db` must
 * use the database account of the jobs process.
 */
export async function writeNextVideo(deps: WriteDeps): Promise<void> {
  const turn = await takeTurn(deps.db, deps.clock.now())
  if (turn === undefined) return
  await writeVideoOfTurn(deps, turn)
  await enqueueNextVideo(deps.db)
}

async function writeVideoOfTurn(deps: WriteDeps, turn: Turn): Promise<void> {
  const { channel_id: id, organization_id: organizationId, project_id: projectId, attempts } = turn
  const job = await openChannelJob(deps, writeVideosTask, { organizationId, projectId, channelId: id })
  if (job === undefined) return
  const { ctx } = job
  const now = deps.clock.now()
  try {
    await workOnChannel(deps, ctx, id)
    await releaseTurn(deps.db, id, now)
  } catch (error) {
    const kind = error instanceof GoogleError ? error.kind : undefined
    if (kind === 'quota') return releaseTurn(deps.db, id, computeQuotaRetryTime(now), attempts)
    if (kind === 'revoked') return failChannel(deps, ctx, { channelId: id, error: 'connection_revoked' })
    if (kind === 'forbidden') return failChannel(deps, ctx, { channelId: id, error: 'connection_of_other_channel' })
    deps.log.warn({ err: error, channelId: id }, 'A video of YouTube could not be written')
    if (attempts + 1 >= maxAttempts) await failChannel(deps, ctx, { channelId: id, error: 'youtube_failed' })
    else await releaseTurn(deps.db, id, new Date(now.getTime() + 30_000 * 2 ** attempts), attempts + 1)
    if (kind === undefined) throw error
  }
}

async function workOnChannel(deps: WriteDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  const { google } = deps
  const { channel, video, connection } = await read(ctx, async (tx) => {
    const channel = await selectChannel(tx, ctx.project.id, id)
    const waiting = channel?.run_kind === 'undo' ? 'restoring' : 'queued'
    const isRunning = channel?.state === 'migrating'
    return { channel, video: isRunning ? await selectNextVideo(tx, id, waiting) : undefined, connection: await selectConnection(tx, id) }
  })
  if (channel?.state !== 'migrating') return
  if (video === undefined) return finishRun(ctx, id)
  if (google.consent === undefined) return failChannel(deps, ctx, { channelId: id, error: 'not_configured' })
  const token =
    connection?.revoked_at === null
      ? google.consent.cipher.decrypt(toConnectionKey(id), { secret: connection.refresh_token, encrypted_with: connection.encrypted_with })
      : undefined
  if (token === undefined) throw new GoogleError('revoked')
  // If today's remaining quota is too small for a video, no video is started, so that a run can be stopped at once.
  if (google.unitsPerDay - (await selectUnitsUsed(deps.db, toPacificDay(deps.clock.now()))) < videoUnits) throw new GoogleError('quota')
  const work = { ctx, channel, video, writer: google.consent.writerOf(token) }
  await (channel.run_kind === 'undo' ? restoreVideo(deps, work) : migrateVideo(deps, work))
}

function finishRun(ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  return ignoreDeleted(
    mutate(ctx, { action: 'youtube_channel.finish', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
      const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('NOT_FOUND')
      if (channel.state !== 'migrating' || !(await endFinishedRun(tx, ctx, channel))) fail('NOT_FOUND')
      if (channel.run_by !== null) await enqueueChannelJob(tx, sendFinishedTask, toChannelJob(ctx, id))
      change.after = { name: channel.name, kind: channel.run_kind, videos: channel.run_total }
    }),
  )
}

/**
 * Emails the result of a run to the member who started it. Sends nothing if the member has left the organization or
 * started another run in the meantime.
 */
export async function emailRunResult(deps: MailDeps, payload: unknown): Promise<void> {
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
  const countVideosInState = (state: YoutubeVideoState) => counts.find((one) => one.state === state)?.videos_of_run ?? 0
  await deps.mail.send({
    to: account.email,
    ...renderYoutubeMigrationEmail({
      kind: channel.run_kind,
      channel: channel.name,
      done: countVideosInState(isUndo ? 'restored' : 'migrated'),
      edited: countVideosInState(isUndo ? 'left' : 'changed'),
      // If an undo could not restore a video, the video stays migrated. So the videos in this state are the failures of
      // the undo.
      failed: isUndo ? countVideosInState('migrated') : countVideosInState('failed') + countVideosInState('too_long'),
      channelUrl: `${deps.origins.app}${youtubeConnectionPath}`,
    }),
  })
}
