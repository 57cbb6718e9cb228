// Statements on `youtube_videos` and `youtube_video_links`. Statements of scans are in found-video-table.ts, and
// statements on waiting videos in video-queue-table.ts.
import type { OrganizationId, ProjectId, YoutubeChannelId, YoutubeVideoReason, YoutubeVideoState } from '@linkshelf/contract'
import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'
import type { VideoText } from '../descriptions/video-text.ts'

/** The stored state. If it is `found`, the shown state depends on the video's links. */
export type StoredVideoState = Exclude<YoutubeVideoState, 'planned' | 'excluded' | 'unchanged' | 'short'> | 'found'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_videos: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      video_id: string
      title: string
      thumbnail_url: string
      published_at: Date
      is_short: Generated<boolean>
      is_excluded: Generated<boolean>
      state: Generated<StoredVideoState>
      reason: YoutubeVideoReason | null
      text_found: JSONColumnType<VideoText>
      text_before: JSONColumnType<VideoText | null>
      text_after: JSONColumnType<VideoText | null>
      text_seen: JSONColumnType<VideoText | null>
      text_original: JSONColumnType<VideoText | null>
      is_writing: Generated<boolean>
      is_in_run: Generated<boolean>
      link_count: Generated<number>
      replaced_count: Generated<number>
    }
    youtube_video_links: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      video_id: string
      original: string
      occurrences: number
    }
  }
}

/** Whether a link is excluded from migrations: by its own setting or, if it has none, by its group's setting. */
export const isLinkExcluded = sql<boolean>`coalesce(links.is_excluded, links.link_group = any(channels.excluded_groups))`

/**
 * SQL expression for the shown state of a video. If the stored state is `found`, this is what a migration would do with
 * the video. Requires the tables `videos` and `channels`.
 */
export const shownState = sql<YoutubeVideoState>`
  case
    when videos.state <> 'found' then videos.state
    when videos.is_short then 'short'
    when videos.link_count = 0 then 'unchanged'
    when videos.is_excluded then 'excluded'
    when exists (
      select from youtube_video_links as found join youtube_links as links using (channel_id, original)
      where found.channel_id = videos.channel_id and found.video_id = videos.video_id and not ${isLinkExcluded}
    ) then 'planned'
    else 'unchanged'
  end`

export const columns = [
  'video_id',
  'title',
  'thumbnail_url',
  'published_at',
  'is_short',
  'is_excluded',
  'state',
  'reason',
  'text_found',
  'text_before',
  'text_after',
  'text_seen',
  'text_original',
  'is_writing',
] as const

export type VideoRow = Pick<Selectable<Tables['youtube_videos']>, (typeof columns)[number]>
export type ShownVideoRow = VideoRow & { shown_state: YoutubeVideoState }

export type VideoName = Pick<VideoRow, 'video_id' | 'title' | 'thumbnail_url'>

/** Selects the titles and thumbnails of the given videos. Omits videos that are not in the project's channels. */
export async function selectVideoNames(tx: Tx, projectId: ProjectId, videoIds: readonly string[]): Promise<VideoName[]> {
  return tx
    .selectFrom('youtube_videos')
    .select(['video_id', 'title', 'thumbnail_url'])
    .where('channel_id', 'in', (channels) => channels.selectFrom('youtube_channels').select('id').where('project_id', '=', projectId))
    .where('video_id', '=', sql<string>`any(${videoIds})`)
    .execute()
}

export interface VideoPage {
  state?: YoutubeVideoState | undefined
  /** Selects only rows after this video. */
  after?: { publishedAt: Date; videoId: string } | undefined
  limit: number
}

/** Selects a page of the channel's videos, latest first. Relies on youtube_videos_published_at_idx. */
export async function selectVideoPage(tx: Tx, channelId: YoutubeChannelId, { state, after, limit }: VideoPage): Promise<ShownVideoRow[]> {
  const { rows } = await sql<ShownVideoRow>`
    select * from (
      select ${sql.join(columns.map((column) => sql.ref(`videos.${column}`)))}, ${shownState} as shown_state
      from youtube_videos as videos join youtube_channels as channels on channels.id = videos.channel_id
      where videos.channel_id = ${channelId}
        ${after === undefined ? sql`` : sql`and (videos.published_at, videos.video_id) < (${after.publishedAt}, ${after.videoId})`}
    ) as shown
    ${state === undefined ? sql`` : sql`where shown_state = ${state}`}
    order by published_at desc, video_id desc limit ${limit}`.execute(tx)
  return rows
}

export async function selectShownVideo(tx: Tx, channelId: YoutubeChannelId, videoId: string): Promise<ShownVideoRow | undefined> {
  const { rows } = await sql<ShownVideoRow>`
    select ${sql.join(columns.map((column) => sql.ref(`videos.${column}`)))}, ${shownState} as shown_state
    from youtube_videos as videos join youtube_channels as channels on channels.id = videos.channel_id
    where videos.channel_id = ${channelId} and videos.video_id = ${videoId}`.execute(tx)
  return rows[0]
}

export interface VideoCount {
  channel_id: YoutubeChannelId
  state: YoutubeVideoState
  videos: number
  /** The number of videos in the latest run. */
  videos_of_run: number
  links: number
  replaced: number
}

export async function countVideos(tx: Tx, channelIds: readonly YoutubeChannelId[]): Promise<VideoCount[]> {
  if (channelIds.length === 0) return []
  const { rows } = await sql<VideoCount>`
    select channel_id, shown_state as state, count(*)::integer as videos, (count(*) filter (where is_in_run))::integer as videos_of_run, sum(link_count)::integer as links, (coalesce(sum(replaced_count) filter (where shown_state in ('migrated', 'restoring')), 0))::integer as replaced
    from (
      select videos.channel_id, videos.is_in_run, videos.link_count, videos.replaced_count, ${shownState} as shown_state
      from youtube_videos as videos join youtube_channels as channels on channels.id = videos.channel_id
      where videos.channel_id = any(${channelIds})
    ) as shown group by channel_id, shown_state`.execute(tx)
  return rows
}

export async function lockVideoForUpdate(tx: Tx, channelId: YoutubeChannelId, videoId: string): Promise<VideoRow | undefined> {
  return tx
    .selectFrom('youtube_videos')
    .select(columns)
    .where('channel_id', '=', channelId)
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst()
}

export interface VideoValues {
  state?: StoredVideoState
  reason?: YoutubeVideoReason | null
  is_excluded?: boolean
  is_writing?: boolean
  replaced_count?: number
  text_before?: VideoText
  text_after?: VideoText
  text_seen?: VideoText | null
  text_original?: VideoText
}

/** The caller must have locked the video. */
export async function updateVideo(
  tx: Tx,
  channelId: YoutubeChannelId,
  videoId: string,
  { text_before, text_after, text_seen, text_original, ...values }: VideoValues,
): Promise<void> {
  const texts = { text_before, text_after, text_seen, text_original }
  const written = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text && JSON.stringify(text)]]))
  await tx
    .updateTable('youtube_videos')
    .set({ ...values, ...Object.fromEntries(written) })
    .where('channel_id', '=', channelId)
    .where('video_id', '=', videoId)
    .execute()
}

/** Returns how often each link occurs in each of these videos. */
export function selectVideoLinks(
  tx: Tx,
  channelId: YoutubeChannelId,
  videoIds: readonly string[],
): Promise<Pick<Selectable<Tables['youtube_video_links']>, 'video_id' | 'original' | 'occurrences'>[]> {
  if (videoIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('youtube_video_links')
    .select(['video_id', 'original', 'occurrences'])
    .where('channel_id', '=', channelId)
    .where('video_id', 'in', videoIds)
    .execute()
}
