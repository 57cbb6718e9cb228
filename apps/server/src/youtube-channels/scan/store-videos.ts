import { isShortUrl, type YoutubeChannelId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { expandShortUrl } from '../../links/index.ts'
import type { FetchDeps, OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type FoundLink, findGroup, findLinks } from '../descriptions/find-links.ts'
import { createInstanceUrlMatcher, createOwnUrlMatcher, findCopiedSlug } from '../descriptions/own-links.ts'
import { toVideoText, type VideoResource } from '../google/video-api.ts'
import { type FoundVideo, upsertFoundVideos } from '../tables/found-video-table.ts'
import {
  insertYoutubeLinks,
  type NewYoutubeLink,
  selectLinksToExpand,
  selectTargetsBySlug,
  setExpandedTarget,
} from '../tables/youtube-link-table.ts'

/**
 * Stores the videos that a scan read, and the links in their descriptions. A short link whose parameter `v` names
 * another video is stored like any other link. The migration then replaces it with a short link that names the
 * description's own video. The caller has locked the channel.
 */
export async function storeVideos(
  tx: Tx,
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { channelId, resources }: { channelId: YoutubeChannelId; resources: readonly VideoResource[] },
): Promise<void> {
  const links = new Map<string, NewYoutubeLink>()
  /** The slugs of short links whose parameter `v` names another video, by the link's text. */
  const slugByOriginal = new Map<string, string>()
  const videos: (FoundVideo & { links: Map<string, number> })[] = []
  const isInstanceUrl = await createInstanceUrlMatcher(tx, origins, resources.map(toVideoText))
  for (const resource of resources) {
    const { id, snippet } = resource
    if (typeof id !== 'string' || typeof snippet?.publishedAt !== 'string') continue
    const text = toVideoText(resource)
    const occurrences = new Map<string, number>()
    const isOwn = createOwnUrlMatcher(isInstanceUrl, id)
    for (const link of [text.description, ...Object.values(text.translations)].flatMap((one) => findLinks(one, isOwn))) {
      const slug = findCopiedSlug(isInstanceUrl, link.target, id)
      if (slug === undefined) links.set(link.original, toNewLink(link))
      else slugByOriginal.set(link.original, slug)
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
  const targets = await selectTargetsBySlug(tx, channelId, [...new Set(slugByOriginal.values())])
  for (const [original, slug] of slugByOriginal) {
    const target = targets.get(slug)
    if (target !== undefined) links.set(original, { ...target, original, needs_expansion: false })
  }
  for (const { links: occurrences } of videos)
    for (const original of occurrences.keys()) if (!links.has(original)) occurrences.delete(original)
  await insertYoutubeLinks(tx, ctx, channelId, [...links.values()])
  await upsertFoundVideos(tx, ctx, channelId, videos)
}

function toNewLink({ original, target, group }: FoundLink): NewYoutubeLink {
  return { original, target, link_group: group, needs_expansion: isShortUrl(target) }
}

interface ExpandedLink {
  original: string
  /** Undefined if the service does not tell where the link leads. */
  target: string | undefined
}

interface ExpandedLinks {
  /** Omits links that exceed the limits of short URL requests. A later scan resolves them. */
  expanded: ExpandedLink[]
  /** The last processed link, after which the next call continues. Undefined if all links were processed. */
  last: string | undefined
}

/** Resolves short links of other services, one after another, because most of them belong to the same service. */
export async function expandLinks(
  deps: FetchDeps,
  ctx: ProjectContext,
  { channelId, ...part }: { channelId: YoutubeChannelId; after: string | null; limit: number },
): Promise<ExpandedLinks> {
  const links = await read(ctx, (tx) => selectLinksToExpand(tx, channelId, part))
  const expanded: ExpandedLink[] = []
  for (const { original, target } of links) {
    const found = await expandShortUrl(deps, ctx.organization.id, target)
    if (found.kind === 'ended') expanded.push({ original, target: found.address ?? undefined })
  }
  return { expanded, last: links.length < part.limit ? undefined : links.at(-1)?.original }
}

/** Stores where short links of other services lead. The caller has locked the channel. */
export async function storeExpandedLinks(tx: Tx, channelId: YoutubeChannelId, expanded: readonly ExpandedLink[]): Promise<void> {
  for (const { original, target } of expanded)
    await setExpandedTarget(tx, channelId, original, target === undefined ? undefined : { target, link_group: findGroup(target) })
}
