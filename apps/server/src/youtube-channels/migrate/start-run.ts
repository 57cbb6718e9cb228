import type { YoutubeChannel, YoutubeChannelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, type UserContext } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueueNextVideo } from '../channels/channel-jobs.ts'
import { endFinishedRun, lockIdleChannel } from '../channels/channel-state.ts'
import { getChannel } from '../channels/channels.ts'
import type { GoogleDeps } from '../google/google.ts'
import { type ChannelRow, lockChannelForUpdate, updateChannel } from '../tables/channel-table.ts'
import { selectConnection } from '../tables/connection-table.ts'
import { insertTurn } from '../tables/turn-table.ts'
import { markRun, queueMigratedVideos, queuePlannedVideos, unqueueVideos } from '../tables/video-queue-table.ts'
import { selectShownVideo } from '../tables/video-table.ts'

/**
 * Starts to write the videos that the preview shows, or continues a run that failed or was stopped. Throws
 * YOUTUBE_CHANNEL_NOT_FOUND, YOUTUBE_CHANNEL_BUSY, YOUTUBE_CONNECTION_REQUIRED or YOUTUBE_NOT_CONFIGURED.
 */
export async function startMigration(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  id: YoutubeChannelId,
): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.migrate', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = await lockWritableChannel(tx, deps, ctx, id)
    const videos = await queuePlannedVideos(tx, id)
    await startRun(tx, ctx, { channel, kind: 'migrate', videos, by: ctx.actor.userId })
    change.after = { name: channel.name, videos }
  })
  return getChannel(deps, ctx, id)
}

/**
 * Starts to restore the descriptions from before the last migration, for one video or for all. Throws the errors of
 * `startMigration` and YOUTUBE_VIDEO_NOT_FOUND.
 */
export async function startUndo(
  deps: OriginDeps & GoogleDeps,
  ctx: ProjectContext<UserContext>,
  { channelId: id, videoId }: { channelId: YoutubeChannelId; videoId: string | undefined },
): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.undo', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = await lockWritableChannel(tx, deps, ctx, id)
    if (videoId !== undefined && (await selectShownVideo(tx, id, videoId)) === undefined) fail('YOUTUBE_VIDEO_NOT_FOUND')
    // If all videos are undone, videos that a failed migration left in the queue are removed from it, so that they are
    // not written after the undo.
    if (videoId === undefined) await unqueueVideos(tx, id)
    const videos = await queueMigratedVideos(tx, id, videoId)
    await startRun(tx, ctx, { channel, kind: 'undo', videos, by: ctx.actor.userId })
    change.after = { name: channel.name, videos, ...(videoId !== undefined && { video: videoId }) }
  })
  return getChannel(deps, ctx, id)
}

/**
 * Stops a run. The descriptions of waiting videos do not change. If a video is being written, it is finished. Throws
 * YOUTUBE_CHANNEL_NOT_FOUND.
 */
export async function stopRun(deps: OriginDeps & GoogleDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.stop', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    change.after = { name: channel.name }
    if (channel.state !== 'migrating') return
    await unqueueVideos(tx, id)
    await endFinishedRun(tx, ctx, channel)
  })
  return getChannel(deps, ctx, id)
}

interface Run {
  channel: ChannelRow
  kind: 'migrate' | 'undo'
  videos: number
  by: ChannelRow['run_by']
}

/** Starts a run of the waiting videos. Does nothing if there are no videos. */
export async function startRun(tx: Tx, ctx: ProjectContext, { channel, kind, videos, by }: Run): Promise<void> {
  if (videos === 0) return
  await updateChannel(tx, ctx.project.id, channel.id, { state: 'migrating', error: null, run_kind: kind, run_total: videos, run_by: by })
  await markRun(tx, channel.id, kind === 'undo' ? 'restoring' : 'queued')
  await insertTurn(tx, ctx, channel.id)
  await enqueueNextVideo(tx)
}

async function lockWritableChannel(tx: Tx, { google }: GoogleDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<ChannelRow> {
  const channel = await lockIdleChannel(tx, ctx, id)
  if (google.consent === undefined) fail('YOUTUBE_NOT_CONFIGURED')
  const connection = await selectConnection(tx, id)
  if (connection === undefined || connection.revoked_at !== null) fail('YOUTUBE_CONNECTION_REQUIRED')
  return channel
}
