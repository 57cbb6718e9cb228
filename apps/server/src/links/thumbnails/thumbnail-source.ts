// Finds where the picture of a page is. For some video sites, the picture's address is known, or the site describes the
// video by oEmbed (oembed.com). Other pages declare a preview picture (Open Graph).
import { findCopyForbidder } from '@linkshelf/retailers'
import { toRequestableAddress } from '../destination-rules.ts'

export type ThumbnailSource =
  /** Addresses of pictures, best first. */
  | { kind: 'files'; files: string[] }
  /** The response at `url` names the picture. */
  | { kind: 'oembed' | 'page'; url: string }

/**
 * Returns where the picture of a page is. Undefined if the page may not be requested, or if its pictures may not be
 * copied.
 */
export function findThumbnailSource(target: string): ThumbnailSource | undefined {
  const url = toRequestableAddress(target)
  if (url === undefined || isForbidden(url)) return undefined
  return findVideoSource(new URL(url)) ?? { kind: 'page', url }
}

/** True if the pictures at this address, or of this page, may not be stored. */
export function isForbidden(url: string): boolean {
  return findCopyForbidder(url) !== undefined
}

function findVideoSource(url: URL): ThumbnailSource | undefined {
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  const id = findYoutubeId(host, url)
  // `hqdefault` is the second choice, because old videos do not have the large file (`maxresdefault`). It has black
  // bars, but they are outside the part that a card shows.
  if (id !== undefined)
    return createFileSource(`https://i.ytimg.com/vi/${id}/maxresdefault.jpg`, `https://i.ytimg.com/vi/${id}/hqdefault.jpg`)
  const daily = host === 'dai.ly' ? /^\/(\w+)$/ : host === 'dailymotion.com' ? /^\/video\/(\w+)/ : undefined
  const dailyId = daily?.exec(url.pathname)?.[1]
  if (dailyId !== undefined) return createFileSource(`https://www.dailymotion.com/thumbnail/video/${dailyId}`)
  const asked = encodeURIComponent(url.href)
  if (host === 'vimeo.com') return { kind: 'oembed', url: `https://vimeo.com/api/oembed.json?url=${asked}` }
  if (host === 'tiktok.com') return { kind: 'oembed', url: `https://www.tiktok.com/oembed?url=${asked}` }
  return undefined
}

function createFileSource(...addresses: string[]): ThumbnailSource {
  return { kind: 'files', files: addresses }
}

function findYoutubeId(host: string, { pathname, searchParams }: URL): string | undefined {
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? (/^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1] ?? (pathname === '/watch' ? searchParams.get('v') : null))
        : null
  return id !== null && /^[\w-]{11}$/.test(id) ? id : undefined
}

/** Returns the picture that an oEmbed response names. Empty for any other response. */
export function parseOembedFiles(body: Buffer): string[] {
  try {
    const answer: unknown = JSON.parse(body.toString())
    const named = typeof answer === 'object' && answer !== null && 'thumbnail_url' in answer ? answer.thumbnail_url : undefined
    return typeof named === 'string' ? toFetchableUrls(named) : []
  } catch {
    return []
  }
}

const maxAddressLength = 2_048

/** Returns the address of a file that a page at `base` names. Empty if the file may not be fetched and stored. */
export function toFetchableUrls(address: string, base?: string): string[] {
  if (!URL.canParse(address, base)) return []
  const { protocol, href } = new URL(address, base)
  return /^https?:$/.test(protocol) && href.length <= maxAddressLength && !isForbidden(href) ? [href] : []
}
