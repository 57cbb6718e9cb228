import { formatShortUrl, parseShortPath, parseVideoQuery, toVideoQuery } from '@linkshelf/contract'
import { isAllowedDestination } from '../../links/index.ts'
import type { Origins } from '../../platform/deps.ts'

/**
 * Whether a URL in a description leads to this instance, as short links do, and so stays. One copied from another
 * video's description is replaced.
 */
export function createOwnUrlMatcher(origins: Origins, videoId: string): (url: string) => boolean {
  return (url) => isOwnUrl(origins, url) && findCopiedSlug(origins, url, videoId) === undefined
}

/**
 * The slug of a short URL that names another video: its owner copied it from the description there. Undefined for any
 * other URL, also for one with further parameters: its owner wrote it.
 */
export function findCopiedSlug(origins: Origins, url: string, videoId: string): string | undefined {
  if (!isOwnUrl(origins, url)) return undefined
  const { pathname, search, hash } = new URL(url)
  const named = parseVideoQuery(search.slice(1))
  if (named === '' || named === videoId || `${search}${hash}` !== `?${toVideoQuery(named)}`) return undefined
  return parseShortPath(pathname)?.slug
}

function isOwnUrl(origins: Origins, url: string): boolean {
  return URL.canParse(url) && !isAllowedDestination(url, origins)
}

/**
 * The short URL in the description of a video. It names the video: one short link is in many descriptions, and its
 * clicks are counted by video.
 */
export function videoShortUrl(origins: Pick<Origins, 'public'>, slug: string, videoId: string): string {
  return `${formatShortUrl(origins.public, slug)}?${toVideoQuery(videoId)}`
}
