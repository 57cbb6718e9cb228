import type { YoutubeChannelId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { enqueueChannelJob, enqueueTurn, openChannelJob, placeOf, sendFinishedTask, writeVideosTask } from '../channels/channel-jobs.ts'
import { failChannel } from '../channels/fail-channel.ts'
import { connectionKey } from '../connection/connection-key.ts'
import type { Google } from '../google/google.ts'
import { GoogleError } from '../google/google-error.ts'
import { pacificDay, quotaRetryAt } from '../google/pacific-day.ts'
import { turnUnits } from '../google/turn-units.ts'
import { lockChannelForUpdate, selectChannel } from '../tables/channel-table.ts'
import { selectConnection } from '../tables/connection-table.ts'
import { selectUnitsUsed } from '../tables/quota-table.ts'
import { putBackTurn, type Turn, takeTurn } from '../tables/turn-table.ts'
import { selectNextVideo } from '../tables/video-table.ts'
import { settleRun } from './settle-run.ts'
import { migrateVideo, restoreVideo, type WriteDeps } from './write-video.ts'

/** Failures in a row that may pass by themselves, after which a channel waits for its owner: half an hour of trying. */
const maxAttempts = 6

/**
 * The job of every run, and of every minute for what a killed process, or the end of a day's quota, left: writes
 * one video of the channel that was served least recently, and enqueues itself for the next. `db` is signed in to
 * as the account of jobs.
 */
export async function writeNextVideo(deps: WriteDeps, google: Google): Promise<void> {
  const turn = await takeTurn(deps.db, deps.clock.now())
  if (turn === undefined) return
  await runTurn(deps, google, turn)
  await enqueueTurn(deps.db)
}

async function runTurn(deps: WriteDeps, google: Google, turn: Turn): Promise<void> {
  const { channel_id: id, organization_id: organizationId, project_id: projectId, attempts } = turn
  const job = await openChannelJob(deps, writeVideosTask, { organizationId, projectId, channelId: id })
  if (job === undefined) return
  const { ctx } = job
  const now = deps.clock.now()
  try {
    await workOnChannel(deps, google, ctx, id)
    await putBackTurn(deps.db, id, now)
  } catch (error) {
    const kind = error instanceof GoogleError ? error.kind : undefined
    if (kind === 'quota') return putBackTurn(deps.db, id, quotaRetryAt(now), attempts)
    if (kind === 'revoked') return failChannel(deps, ctx, id, 'connection_revoked')
    if (kind === 'forbidden') return failChannel(deps, ctx, id, 'connection_of_other_channel')
    deps.log.warn({ err: error, channelId: id }, 'A video of YouTube could not be written')
    if (attempts + 1 >= maxAttempts) await failChannel(deps, ctx, id, 'youtube_failed')
    else await putBackTurn(deps.db, id, new Date(now.getTime() + 30_000 * 2 ** attempts), attempts + 1)
    if (kind === undefined) throw error
  }
}

async function workOnChannel(deps: WriteDeps, google: Google, ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  const { channel, video, connection } = await read(ctx, async (tx) => {
    const channel = await selectChannel(tx, ctx.project.id, id)
    const waiting = channel?.run_kind === 'undo' ? 'restoring' : 'queued'
    const isRunning = channel?.state === 'migrating'
    return { channel, video: isRunning ? await selectNextVideo(tx, id, waiting) : undefined, connection: await selectConnection(tx, id) }
  })
  if (channel?.state !== 'migrating') return
  if (video === undefined) return finishRun(ctx, id)
  if (google.consent === undefined) return failChannel(deps, ctx, id, 'not_configured')
  const token =
    connection?.revoked_at === null
      ? google.consent.cipher.decrypt(connectionKey(id), { secret: connection.refresh_token, encrypted_with: connection.encrypted_with })
      : undefined
  if (token === undefined) throw new GoogleError('revoked')
  // A video is not begun that could not be written today: a run that is stopped meanwhile ends at once.
  if (google.unitsPerDay - (await selectUnitsUsed(deps.db, pacificDay(deps.clock.now()))) < turnUnits) throw new GoogleError('quota')
  const work = { ctx, channel, video, writer: google.consent.writerOf(token) }
  await (channel.run_kind === 'undo' ? restoreVideo(deps, google, work) : migrateVideo(deps, google, work))
}

function finishRun(ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  return ignoreDeleted(
    mutate(ctx, { action: 'youtube_channel.finish', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
      const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('NOT_FOUND')
      if (channel.state !== 'migrating' || !(await settleRun(tx, ctx, channel))) fail('NOT_FOUND')
      if (channel.run_by !== null) await enqueueChannelJob(tx, sendFinishedTask, placeOf(ctx), id)
      change.after = { name: channel.name, kind: channel.run_kind, videos: channel.run_total }
    }),
  )
}
