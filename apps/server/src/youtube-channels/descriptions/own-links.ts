import { parseShortPath, parseVideoQuery, toVideoQuery } from '@linkshelf/contract'
import { findServedAddresses } from '../../domains/index.ts'
import { formatLinkUrl, isAllowedDestination, type ShortAddress } from '../../links/index.ts'
import type { Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { findLinks } from './find-links.ts'
import type { VideoText } from './video-text.ts'

/** Returns whether a URL leads to this instance. */
export type InstanceUrlMatcher = (url: string) => boolean

/**
 * Returns a function that checks whether a URL in these texts leads to this instance. Such a URL is on the instance's
 * own domain, or on a verified domain of any organization. Domains of other organizations are included, because a short
 * link must not lead to another short link.
 */
export async function createInstanceUrlMatcher(tx: Tx, origins: Origins, texts: readonly VideoText[]): Promise<InstanceUrlMatcher> {
  const descriptions = texts.flatMap(({ description, translations }) => [description, ...Object.values(translations)])
  const urls = descriptions.flatMap((description) => findLinks(description, () => false)).map(({ target }) => target)
  const served = await findServedAddresses(tx, [...new Set(urls)])
  return (url) => URL.canParse(url) && (!isAllowedDestination(url, origins) || served.has(url))
}

/**
 * Returns a function that checks whether a URL in a description leads to this instance and stays in the description. A
 * URL that was copied from another video's description does not stay, but is replaced.
 */
export function createOwnUrlMatcher(isInstanceUrl: InstanceUrlMatcher, videoId: string): (url: string) => boolean {
  return (url) => isInstanceUrl(url) && findCopiedSlug(isInstanceUrl, url, videoId) === undefined
}

/**
 * Returns the slug of a short URL whose parameter `v` names another video, because the owner copied the URL from that
 * video's description. Undefined for other URLs. Also undefined if the URL has more parameters, because then the owner
 * wrote it by hand.
 */
export function findCopiedSlug(isInstanceUrl: InstanceUrlMatcher, url: string, videoId: string): string | undefined {
  if (!isInstanceUrl(url)) return undefined
  const { pathname, search, hash } = new URL(url)
  const named = parseVideoQuery(search.slice(1))
  if (named === '' || named === videoId || `${search}${hash}` !== `?${toVideoQuery(named)}`) return undefined
  return parseShortPath(pathname)?.slug
}

/**
 * Returns the short URL for a video's description. Its parameter `v` names the video, because many descriptions can
 * contain one short link, and its clicks are counted by video.
 */
export function toVideoShortUrl(origins: Pick<Origins, 'public'>, address: ShortAddress, videoId: string): string {
  return `${formatLinkUrl(address, origins)}?${toVideoQuery(videoId)}`
}
