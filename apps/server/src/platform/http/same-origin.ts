/**
 * Returns false if a browser sent the request from another origin, which its Origin, Sec-Fetch-Site or Referer header
 * then shows. A request without these headers does not come from a browser, so it carries no other user's cookies.
 */
export function isSameOrigin(headers: Headers, appOrigin: string): boolean {
  const [origin, site, referrer] = [headers.get('origin'), headers.get('sec-fetch-site'), headers.get('referer')]
  if (origin !== null && origin !== appOrigin) return false
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return referrer === null || (URL.parse(referrer)?.origin ?? null) === appOrigin
}
