// The addresses of links on the public origin. Nothing else writes one. The functions here read only addresses of this
// form; `parse-short-path.ts` decodes those of requests and of people, which may be percent-encoded in other ways.

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

/** Returns the origin of an own domain, with the scheme and port of the instance's own, which has no host here. */
export function toHostOrigin(publicOrigin: string, host: string | null): string {
  if (host === null) return publicOrigin
  const url = new URL(publicOrigin)
  url.hostname = host
  return url.origin
}

export function formatShortUrl(origin: string, slug: string): string {
  return origin + formatShortPath(slug)
}

/** Returns the short name in a path as `formatShortPath` writes it. */
export function slugOfShortPath(shortPath: string): string {
  return decodeURI(shortPath.slice(1))
}

/** Returns the short name in a short URL as `formatShortUrl` writes it. */
export function slugOfShortUrl(shortUrl: string): string {
  return slugOfShortPath(new URL(shortUrl).pathname)
}

/** Returns a short URL as people read it: without its scheme, and with its letters. */
export function formatReadableShortUrl(shortUrl: string): string {
  return `${new URL(shortUrl).host}/${slugOfShortUrl(shortUrl)}`
}
