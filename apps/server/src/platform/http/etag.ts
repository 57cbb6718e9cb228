/**
 * Returns whether a client has the version that `etag` names, according to its If-None-Match header. The header is a
 * list. Tags are compared weakly (RFC 9110, 13.1.2), because a proxy that compresses the response weakens its tag.
 */
export function isKnownEtag(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*')
}
