/**
 * Returns whether a client has the version that `etag` names, by its If-None-Match header: a list, compared weakly (RFC
 * 9110, 13.1.2), since a proxy that compresses the response weakens its tag.
 */
export function isKnownEtag(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*')
}
