import { type YoutubeChannelId, youtubeVideoReasonTexts, youtubeVideoStateLabels } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import type { Cell } from '../../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile } from '../../platform/csv/csv-file.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { toVideoShortUrl } from '../descriptions/own-links.ts'
import type { VideoText } from '../descriptions/video-text.ts'
import { selectChannel } from '../tables/channel-table.ts'
import { type ShownVideoRow, selectVideoLinks, selectVideoPage } from '../tables/video-table.ts'
import { selectPlannedLinks } from '../tables/youtube-link-table.ts'

const columns = [
  'video',
  'title',
  'outcome',
  'reason',
  'link',
  'occurrences',
  'target',
  'short_url',
  'description_original',
  'description_now',
]
const videosPerPage = 200

/**
 * Returns a row for every link of each video with its outcome, and the video's descriptions before the first migration
 * and now. A video without links has one row. Throws YOUTUBE_CHANNEL_NOT_FOUND.
 */
export async function getReport(deps: OriginDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<CsvFile> {
  const name = `youtube-migration-${deps.clock.now().toISOString().slice(0, 10)}.csv`
  return toCsvFile({ columns, pages: readVideoPages(deps, ctx, id) }, name, deps.log)
}

async function* readVideoPages({ origins }: OriginDeps, ctx: ProjectContext, id: YoutubeChannelId): AsyncGenerator<Cell[][], void, void> {
  let after: { publishedAt: Date; videoId: string } | undefined
  let hasMore = true
  while (hasMore) {
    const { videos, found, links } = await read(ctx, async (tx) => {
      ;(await selectChannel(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
      const videos = await selectVideoPage(tx, id, { after, limit: videosPerPage })
      const found = await selectVideoLinks(
        tx,
        id,
        videos.map((video) => video.video_id),
      )
      return { videos, found, links: await selectPlannedLinks(tx, id, [...new Set(found.map(({ original }) => original))]) }
    })
    const linkByOriginal = new Map(links.map((link) => [link.original, link]))
    yield videos.flatMap((video) => {
      const own = found.filter(({ video_id }) => video_id === video.video_id)
      const head = [
        `https://www.youtube.com/watch?v=${video.video_id}`,
        video.title,
        youtubeVideoStateLabels[video.shown_state],
        video.reason && youtubeVideoReasonTexts[video.reason],
      ]
      const isMigrated = video.shown_state === 'migrated'
      const tail = [(video.text_original ?? video.text_found).description, findPresentText(video).description]
      if (own.length === 0) return [[...head, null, 0, null, null, ...tail]]
      return own.map(({ original, occurrences }) => {
        const link = linkByOriginal.get(original)
        const isReplaced = isMigrated && link !== undefined && link.link_id !== null && !link.stays
        return [
          ...head,
          original,
          occurrences,
          link?.target ?? null,
          isReplaced ? toVideoShortUrl(origins, link, video.video_id) : null,
          ...tail,
        ]
      })
    })
    hasMore = videos.length === videosPerPage
    const last = videos.at(-1)
    after = last && { publishedAt: last.published_at, videoId: last.video_id }
  }
}

/** Returns the latest known text of the video. */
function findPresentText({ shown_state, text_found, text_before, text_after, text_seen }: ShownVideoRow): VideoText {
  switch (shown_state) {
    case 'migrated':
    case 'restoring':
      return text_after ?? text_found
    case 'restored':
      return text_before ?? text_found
    case 'changed':
    case 'left':
      return text_seen ?? text_found
    default:
      return text_found
  }
}
