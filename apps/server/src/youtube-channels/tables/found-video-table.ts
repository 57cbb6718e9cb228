// Statements on `youtube_videos` and `youtube_video_links` that scans use.
import type { YoutubeChannelId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { VideoText } from '../descriptions/video-text.ts'

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
 * Stores videos as a scan read them. If a video is waiting for a run, its state does not change. Otherwise, the state
 * is `migrated` if the video has the text that a migration wrote, and `found` if it has another text. If the video has
 * the text that a migration wrote, its stored links do not change. A video can become `migrated` again if an earlier
 * scan read an old copy of it. The stored text from before the migration does not change.
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

/** Returns the given ids that are already stored. */
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
