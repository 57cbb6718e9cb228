import { isShortUrl, type YoutubeChannelId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type FoundLink, findLinks } from '../descriptions/index.ts'
import { textOf, type VideoResource } from '../google/read-videos.ts'
import { ownLinksOf } from './own-links.ts'
import { type FoundVideo, upsertFoundVideos } from './video-table.ts'
import { insertYoutubeLinks, type NewYoutubeLink } from './youtube-link-table.ts'

/** Stores what a scan read: videos, and the links of their descriptions. The caller has locked the channel. */
export async function storeVideos(
  tx: Tx,
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  channelId: YoutubeChannelId,
  resources: readonly VideoResource[],
): Promise<void> {
  const isOwn = ownLinksOf(origins)
  const links = new Map<string, NewYoutubeLink>()
  const videos: FoundVideo[] = []
  for (const resource of resources) {
    const { id, snippet } = resource
    if (typeof id !== 'string' || typeof snippet?.publishedAt !== 'string') continue
    const text = textOf(resource)
    const occurrences = new Map<string, number>()
    for (const link of [text.description, ...Object.values(text.translations)].flatMap((one) => findLinks(one, isOwn))) {
      links.set(link.original, toNewLink(link))
      occurrences.set(link.original, (occurrences.get(link.original) ?? 0) + 1)
    }
    videos.push({
      video_id: id,
      title: snippet.title ?? '',
      thumbnail_url: snippet.thumbnails?.medium?.url ?? snippet.thumbnails?.default?.url ?? '',
      published_at: snippet.publishedAt,
      text,
      links: occurrences,
    })
  }
  await insertYoutubeLinks(tx, ctx, channelId, [...links.values()])
  await upsertFoundVideos(tx, ctx, channelId, videos)
}

function toNewLink({ original, target, group }: FoundLink): NewYoutubeLink {
  return { original, target, link_group: group, needs_expansion: isShortUrl(target) }
}
