// Statements on videos in `youtube_videos` that wait for a run.
import type { YoutubeChannelId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { columns, shownState, type VideoRow } from './video-table.ts'

/**
 * Queues the videos that a migration would change, and videos that failed before. If `videoIds` is given, queues only
 * these videos. Returns how many videos are waiting.
 */
export async function queuePlannedVideos(tx: Tx, channelId: YoutubeChannelId, videoIds?: readonly string[]): Promise<number> {
  await sql`
    update youtube_videos set state = 'queued', reason = null
    from (
      select videos.video_id from youtube_videos as videos join youtube_channels as channels on channels.id = videos.channel_id
      where videos.channel_id = ${channelId} and ${shownState} in ('planned', 'failed') and not videos.is_excluded and not videos.is_short
        ${videoIds === undefined ? sql`` : sql`and videos.video_id = any(${videoIds})`}
    ) as planned
    where youtube_videos.channel_id = ${channelId} and youtube_videos.video_id = planned.video_id`.execute(tx)
  return countWaiting(tx, channelId, 'queued')
}

/**
 * Queues videos for their undo: migrated videos, and videos that may already have been written. If `videoId` is
 * undefined, queues all of them. Returns how many videos are waiting.
 */
export async function queueMigratedVideos(tx: Tx, channelId: YoutubeChannelId, videoId: string | undefined): Promise<number> {
  await tx
    .updateTable('youtube_videos')
    .set({ state: 'restoring', reason: null })
    .where('channel_id', '=', channelId)
    .where((where) => where.or([where('state', '=', 'migrated'), where.and({ state: 'queued', is_writing: true })]))
    .$if(videoId !== undefined, (query) => query.where('video_id', '=', videoId as string))
    .execute()
  return countWaiting(tx, channelId, 'restoring')
}

/** Marks the waiting videos as part of the run that starts, and removes this mark from all other videos. */
export async function markRun(tx: Tx, channelId: YoutubeChannelId, waiting: 'queued' | 'restoring'): Promise<void> {
  await sql`
    update youtube_videos set is_in_run = (state = ${waiting})
    where channel_id = ${channelId} and is_in_run <> (state = ${waiting})`.execute(tx)
}

export async function countWaiting(tx: Tx, channelId: YoutubeChannelId, state: 'queued' | 'restoring'): Promise<number> {
  const { count } = await tx
    .selectFrom('youtube_videos')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Resets waiting videos to their previous state, `found` or `migrated`. If a video was sent to YouTube but not
 * confirmed, it stays in the queue, so that its next turn reads it first.
 */
export async function unqueueVideos(tx: Tx, channelId: YoutubeChannelId): Promise<void> {
  for (const [waiting, before] of [
    ['queued', 'found'],
    ['restoring', 'migrated'],
  ] as const) {
    await tx
      .updateTable('youtube_videos')
      .set({ state: before })
      .where('channel_id', '=', channelId)
      .where('state', '=', waiting)
      .where('is_writing', '=', false)
      .execute()
  }
}

/** Selects the next video to write: first a video that was sent to YouTube but not confirmed, then the latest video. */
export async function selectNextVideo(tx: Tx, channelId: YoutubeChannelId, state: 'queued' | 'restoring'): Promise<VideoRow | undefined> {
  return tx
    .selectFrom('youtube_videos')
    .select(columns)
    .where('channel_id', '=', channelId)
    .where('state', '=', state)
    .orderBy('is_writing', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('video_id')
    .limit(1)
    .executeTakeFirst()
}
