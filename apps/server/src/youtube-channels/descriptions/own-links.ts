import { parseShortPath, parseVideoQuery, toVideoQuery } from '@linkshelf/contract'
import { findServedAddresses } from '../../domains/index.ts'
import { formatLinkUrl, isAllowedDestination, type ShortAddress } from '../../links/index.ts'
import type { Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { findLinks } from './find-links.ts'
import type { VideoText } from './video-text.ts'

/** Whether a URL leads to this instance. */
export type InstanceUrlMatcher = (url: string) => boolean

/**
 * Returns whether a URL in these texts leads to this instance, as short links do: on its own domain, or on a verified
 * one of any organization, since no link may lead to a short link.
 */
export async function createInstanceUrlMatcher(tx: Tx, origins: Origins, texts: readonly VideoText[]): Promise<InstanceUrlMatcher> {
  const descriptions = texts.flatMap(({ description, translations }) => [description, ...Object.values(translations)])
  const urls = descriptions.flatMap((description) => findLinks(description, () => false)).map(({ target }) => target)
  const served = await findServedAddresses(tx, [...new Set(urls)])
  return (url) => URL.canParse(url) && (!isAllowedDestination(url, origins) || served.has(url))
}

/**
 * Whether a URL in a description leads to this instance, and so stays. One copied from another video's description is
 * replaced.
 */
export function createOwnUrlMatcher(isInstanceUrl: InstanceUrlMatcher, videoId: string): (url: string) => boolean {
  return (url) => isInstanceUrl(url) && findCopiedSlug(isInstanceUrl, url, videoId) === undefined
}

/**
 * The slug of a short URL that names another video: its owner copied it from the description there. Undefined for any
 * other URL, also for one with further parameters: its owner wrote it.
 */
export function findCopiedSlug(isInstanceUrl: InstanceUrlMatcher, url: string, videoId: string): string | undefined {
  if (!isInstanceUrl(url)) return undefined
  const { pathname, search, hash } = new URL(url)
  const named = parseVideoQuery(search.slice(1))
  if (named === '' || named === videoId || `${search}${hash}` !== `?${toVideoQuery(named)}`) return undefined
  return parseShortPath(pathname)?.slug
}

/**
 * The short URL in the description of a video. It names the video: one short link is in many descriptions, and its
 * clicks are counted by video.
 */
export function toVideoShortUrl(origins: Pick<Origins, 'public'>, address: ShortAddress, videoId: string): string {
  return `${formatLinkUrl(address, origins)}?${toVideoQuery(videoId)}`
}
