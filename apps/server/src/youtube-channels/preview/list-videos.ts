import type { YoutubeChannelId, YoutubeVideo, YoutubeVideoQuery, YoutubeVideoState } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { OriginDeps, Origins } from '../../platform/deps.ts'
import { createPageCursor, cursorInstant } from '../../platform/page-cursor.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { lockIdleChannel } from '../channels/channel-state.ts'
import { createInstanceUrlMatcher, createOwnUrlMatcher, type InstanceUrlMatcher, toVideoShortUrl } from '../descriptions/own-links.ts'
import { planText, type TextPlan } from '../descriptions/rewrite-description.ts'
import { diffLines, listChangedLanguages, type VideoText } from '../descriptions/video-text.ts'
import { type ChannelRow, selectChannel } from '../tables/channel-table.ts'
import {
  lockVideoForUpdate,
  type ShownVideoRow,
  selectShownVideo,
  selectVideoLinks,
  selectVideoNames,
  selectVideoPage,
  updateVideo,
  type VideoName,
} from '../tables/video-table.ts'
import { type PlannedLinkRow, selectPlannedLinks } from '../tables/youtube-link-table.ts'

const videoCursor = createPageCursor('youtube-videos', 1, z.object({ publishedAt: cursorInstant, videoId: z.string() }))

interface VideoPage {
  videos: YoutubeVideo[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Returns a page of the channel's videos, latest first. Throws YOUTUBE_CHANNEL_NOT_FOUND, and REQUEST_INVALID if this
 * list did not return the cursor.
 */
export async function listVideos(
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { channelId: id, query: { cursor, limit, state } }: { channelId: YoutubeChannelId; query: YoutubeVideoQuery },
): Promise<VideoPage> {
  const after = cursor === undefined ? undefined : (videoCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  return read(ctx, async (tx) => {
    const channel = (await selectChannel(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    // The query selects one row more than the page has. The extra row shows that there is a next page.
    const rows = await selectVideoPage(tx, id, { state, after, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      videos: await toVideos(tx, origins, channel, rows.slice(0, limit)),
      nextCursor: last && videoCursor.encode({ publishedAt: last.published_at, videoId: last.video_id }),
    }
  })
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND, YOUTUBE_VIDEO_NOT_FOUND or YOUTUBE_CHANNEL_BUSY. */
export function setVideoExcluded(
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { channelId: id, videoId, isExcluded }: { channelId: YoutubeChannelId; videoId: string; isExcluded: boolean },
): Promise<YoutubeVideo> {
  return mutate(ctx, { action: 'youtube_channel.update_video', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = await lockIdleChannel(tx, ctx, id)
    const before = (await lockVideoForUpdate(tx, id, videoId)) ?? fail('YOUTUBE_VIDEO_NOT_FOUND')
    await updateVideo(tx, id, videoId, { is_excluded: isExcluded })
    change.before = { name: before.title, excluded: before.is_excluded }
    change.after = { name: before.title, excluded: isExcluded }
    const row = (await selectShownVideo(tx, id, videoId)) ?? fail('YOUTUBE_VIDEO_NOT_FOUND')
    const [video] = await toVideos(tx, origins, channel, [row])
    return video ?? fail('YOUTUBE_VIDEO_NOT_FOUND')
  })
}

async function toVideos(tx: Tx, origins: Origins, channel: ChannelRow, rows: readonly ShownVideoRow[]): Promise<YoutubeVideo[]> {
  const found = await selectVideoLinks(
    tx,
    channel.id,
    rows.map((row) => row.video_id),
  )
  const planned = await selectPlannedLinks(tx, channel.id, [...new Set(found.map(({ original }) => original))])
  const links = new Map(planned.map((link) => [link.original, link]))
  const isInstanceUrl = await createInstanceUrlMatcher(
    tx,
    origins,
    rows.map((row) => row.text_found),
  )
  return rows.map((row) => {
    const own = found.filter(({ video_id }) => video_id === row.video_id).flatMap(({ original }) => links.get(original) ?? [])
    const plan = waitsForPlan.has(row.shown_state) ? planVideoText(row, own, { channel, origins, isInstanceUrl }) : undefined
    const [before, after] = plan === undefined ? findComparedTexts(row) : [row.text_found, plan.text]
    return {
      video_id: row.video_id,
      title: row.title,
      thumbnail_url: row.thumbnail_url,
      published_at: row.published_at.toISOString(),
      state: row.shown_state,
      reason: row.reason ?? (plan === undefined || plan.fits ? null : 'too_long'),
      is_excluded: row.is_excluded,
      links: own.map(({ original, target, link_group, host, slug, stays }) => ({
        original,
        target,
        group: link_group,
        shortened: toVideoShortUrl(origins, { host, slug }, row.video_id),
        is_excluded: stays,
      })),
      diff: diffLines(before.description, after.description),
      languages: listChangedLanguages(before, after).toSorted(),
    }
  })
}

/** In these states, the list shows the text that a migration would write. In other states, it shows stored texts. */
const waitsForPlan: ReadonlySet<YoutubeVideoState> = new Set(['planned', 'queued', 'failed', 'too_long'])

/** Returns the two texts that the list compares for a video in a state that is not in `waitsForPlan`. */
function findComparedTexts({ shown_state, ...texts }: ShownVideoRow): [VideoText, VideoText] {
  const { text_found: found, text_before: before, text_after: after, text_seen: seen } = texts
  switch (shown_state) {
    case 'migrated':
    case 'restoring':
      return [before ?? found, after ?? found]
    case 'restored':
      return [after ?? found, before ?? found]
    case 'changed':
      return [found, seen ?? found]
    case 'left':
      return [after ?? found, seen ?? found]
    default:
      return [found, found]
  }
}

function planVideoText(
  { text_found, video_id }: ShownVideoRow,
  links: readonly PlannedLinkRow[],
  { channel, origins, isInstanceUrl }: { channel: ChannelRow; origins: Origins; isInstanceUrl: InstanceUrlMatcher },
): TextPlan {
  const replaced = new Map(links.flatMap((link) => (link.stays ? [] : [[link.original, link]])))
  const findShortUrl = (original: string) => {
    const address = replaced.get(original)
    return address && toVideoShortUrl(origins, address, video_id)
  }
  return planText(text_found, {
    shortUrlOf: findShortUrl,
    disclosure: channel.disclosure,
    isOwn: createOwnUrlMatcher(isInstanceUrl, video_id),
  })
}

/** Returns the names of the given videos by id. Omits videos that are not in the project's channels. */
export async function findVideoNames(ctx: ProjectContext, videoIds: readonly string[]): Promise<Map<string, VideoName>> {
  if (videoIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectVideoNames(tx, ctx.project.id, videoIds))
  return new Map(rows.map((row) => [row.video_id, row]))
}

/** Throws YOUTUBE_VIDEO_NOT_FOUND. */
export async function getVideoName(ctx: ProjectContext, videoId: string): Promise<VideoName> {
  return (await findVideoNames(ctx, [videoId])).get(videoId) ?? fail('YOUTUBE_VIDEO_NOT_FOUND')
}
