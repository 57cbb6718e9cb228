// The addresses of links on the public origin. Nothing else writes one, and `parse-short-path.ts` reads them: a host
// would be added here.

/** The last segment but one of the address of a button: no later segment of a short name is called so. */
export const buttonSegment = 'go'

/** Returns the path of a link, with letters beyond a to z percent-encoded, and no other character of a short name. */
export function formatShortPath(slug: string): string {
  return `/${encodeURI(slug)}`
}

/** Returns the path of the button of a link's page, or of its choice with this index. */
export function formatButtonPath(slug: string, choice?: number): string {
  return [formatShortPath(slug), buttonSegment, ...(choice === undefined ? [] : [choice])].join('/')
}

export function formatShortUrl(origin: string, slug: string): string {
  return origin + formatShortPath(slug)
}

/** Returns the short name in a short URL as `formatShortUrl` writes it. */
export function slugOfShortUrl(shortUrl: string): string {
  return decodeURI(new URL(shortUrl).pathname.slice(1))
}

/** Returns a short URL as people read it: without its scheme, and with its letters. */
export function readableShortUrl(shortUrl: string): string {
  return `${new URL(shortUrl).host}/${slugOfShortUrl(shortUrl)}`
}
