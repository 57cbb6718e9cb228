// Functions that format addresses of links on the public origin, and parse addresses that they formatted. Addresses of
// requests and users can be percent-encoded in other ways; `parse-short-path.ts` parses them.

/** The segment after the slug in the address of a button. Only the first segment of a slug can have this name. */
export const buttonSegment = 'go'

/**
 * Returns the path of a link. Letters outside of ASCII are percent-encoded. All other characters of a slug stay
 * unchanged.
 */
export function formatShortPath(slug: string): string {
  return `/${encodeURI(slug)}`
}

/**
 * Returns the path of the button on a link's page. If `choice` is given, returns the path of the button of that choice.
 */
export function formatButtonPath(slug: string, choice?: number): string {
  return [formatShortPath(slug), buttonSegment, ...(choice === undefined ? [] : [choice])].join('/')
}

/**
 * Returns the origin of an organization's own domain, with the scheme and port of the instance's origin. If `host` is
 * null, returns the instance's origin.
 */
export function toHostOrigin(publicOrigin: string, host: string | null): string {
  if (host === null) return publicOrigin
  const url = new URL(publicOrigin)
  url.hostname = host
  return url.origin
}

export function formatShortUrl(origin: string, slug: string): string {
  return origin + formatShortPath(slug)
}

/** Returns the slug from a path that `formatShortPath` has written. */
export function slugOfShortPath(shortPath: string): string {
  return decodeURI(shortPath.slice(1))
}

/** Returns the slug from a short URL that `formatShortUrl` has written. */
export function slugOfShortUrl(shortUrl: string): string {
  return slugOfShortPath(new URL(shortUrl).pathname)
}

/** Returns a short URL for display: without its scheme, and with decoded letters. */
export function formatReadableShortUrl(shortUrl: string): string {
  return `${new URL(shortUrl).host}/${slugOfShortUrl(shortUrl)}`
}
