// Every statement on `youtube_videos` and `youtube_video_links`.
import type { OrganizationId, ProjectId, YoutubeChannelId, YoutubeVideoReason, YoutubeVideoState } from '@linkshelf/contract'
import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'
import type { VideoText } from '../descriptions/video-text.ts'

/** The state as it is stored. The shown state of a video that was only found follows from its links. */
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

/** Whether a link stays as it is: its own setting, or else that of its group. */
export const isLinkExcluded = sql<boolean>`coalesce(links.is_excluded, links.link_group = any(channels.excluded_groups))`

/**
 * The shown state of a video: for one that was only found, what a migration would do with it. Expects
 * `videos` and `channels`.
 */
const shownState = sql<YoutubeVideoState>`
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

const columns = [
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

export interface FoundVideo {
  video_id: string
  title: string
  thumbnail_url: string
  published_at: string
  text: VideoText
  /** How often each link occurs in the description and its translations. */
  links: ReadonlyMap<string, number>
}

/**
 * Stores videos as a scan read them. A video that is as a migration wrote it is migrated, also when an
 * earlier scan read an old copy of it, and has the links that were replaced; one that was edited since is
 * found anew, with its original.
 */
export async function upsertFoundVideos(
  tx: Tx,
  { organization, project }: ProjectContext,
  channelId: YoutubeChannelId,
  videos: readonly FoundVideo[],
): Promise<void> {
  if (videos.length === 0) return
  const scope = { organization_id: organization.id, project_id: project.id, channel_id: channelId }
  const rows = videos.map(({ text, links, ...video }) => ({
    ...video,
    text_found: text,
    link_count: [...links.values()].reduce((sum, count) => sum + count, 0),
  }))
  const { rows: stored } = await sql<{ video_id: string; is_as_written: boolean }>`
    insert into youtube_videos
      (organization_id, project_id, channel_id, video_id, title, thumbnail_url, published_at, text_found, link_count)
    select ${organization.id}, ${project.id}, ${channelId}, video_id, title, thumbnail_url, published_at, text_found, link_count
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (video_id text, title text, thumbnail_url text, published_at timestamptz, text_found jsonb, link_count integer)
    on conflict (channel_id, video_id) do update set
      title = excluded.title, thumbnail_url = excluded.thumbnail_url, text_found = excluded.text_found,
      link_count = case when youtube_videos.text_after = excluded.text_found then youtube_videos.link_count else excluded.link_count end,
      state = case
        when youtube_videos.is_writing or youtube_videos.state in ('queued', 'restoring') then youtube_videos.state
        when youtube_videos.text_after = excluded.text_found then 'migrated'
        else 'found' end,
      reason = null
    returning video_id, coalesce(text_after = text_found, false) as is_as_written`.execute(tx)
  const changed = new Set(stored.filter((video) => !video.is_as_written).map((video) => video.video_id))
  if (changed.size === 0) return
  await tx
    .deleteFrom('youtube_video_links')
    .where('channel_id', '=', channelId)
    .where('video_id', 'in', [...changed])
    .execute()
  const links = videos
    .filter(({ video_id }) => changed.has(video_id))
    .flatMap(({ video_id, links }) => [...links].map(([original, occurrences]) => ({ ...scope, video_id, original, occurrences })))
  if (links.length > 0) await tx.insertInto('youtube_video_links').values(links).execute()
}

export async function markShorts(tx: Tx, channelId: YoutubeChannelId, videoIds: readonly string[]): Promise<void> {
  if (videoIds.length === 0) return
  await tx
    .updateTable('youtube_videos')
    .set({ is_short: true })
    .where('channel_id', '=', channelId)
    .where('video_id', 'in', videoIds)
    .execute()
}

/** Returns the given ids that are stored. */
export async function selectKnownVideoIds(tx: Tx, channelId: YoutubeChannelId, videoIds: readonly string[]): Promise<Set<string>> {
  if (videoIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('youtube_videos')
    .select('video_id')
    .where('channel_id', '=', channelId)
    .where('video_id', 'in', videoIds)
    .execute()
  return new Set(rows.map((row) => row.video_id))
}

export type VideoName = Pick<VideoRow, 'video_id' | 'title' | 'thumbnail_url'>

/** The titles and pictures of those of the videos that channels of the project have. */
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
  /** Excluded. */
  after?: { publishedAt: Date; videoId: string } | undefined
  limit: number
}

/** Latest first. Relies on youtube_videos_published_at_idx. */
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
  /** The videos of the latest run. */
  videos_of_run: number
  links: number
  replaced: number
}

/** Counts videos by channel and shown state. */
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

/**
 * Queues what a migration would change, and what failed before; with `videoIds`, only of these videos.
 * Returns how many wait then.
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
 * Queues migrated videos for their undo, and those that may have been written: one, or all. Returns how many wait then.
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

/** The run of a channel that starts is about the videos that wait for it. */
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
 * Returns waiting videos to their state before: found, or migrated. A video that was sent to YouTube and is not
 * confirmed keeps waiting, so that the next turn reads it first.
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

/** Selects the video of a turn: first one that was sent to YouTube and is not confirmed, then the latest. */
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

/** The caller has locked the video. */
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

/** How often each of these videos has each link. */
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
