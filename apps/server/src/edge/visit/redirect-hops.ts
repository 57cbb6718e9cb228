// Ends redirect loops: redirects that lead back to an edge, which a browser would follow endlessly. New links can't
// lead to a name of the public origin, but older links can, and so can links to a name that is not configured. If the
// location is on a configured name, or on the host that the request named, the redirect may lead back to this edge. The
// location then gets a query parameter with the number of such redirects so far. After five of them the visitor gets a
// page instead. No other location is changed, so destinations never see the parameter.
import type { RedirectOutcome } from '../outcome.ts'
import { parseTargetPath, parseTargetQuery, parseVisitPath } from '../visit.ts'

export const hopsMax = 5
const hopsParameter = 'hops'

/**
 * Returns whether the location is on `host`, which is a request's Host header. Relies on `URL.href`, which has a slash
 * after the host.
 */
export function isOnHost(location: string, host: string): boolean {
  if (host === '') return false
  const start = location.charCodeAt(4) === 0x73 ? 8 : 7 // "https://" or "http://"
  return location.charCodeAt(start + host.length) === 0x2f && location.startsWith(host, start)
}

/**
 * Returns the redirect with the number of hops increased by one. The request's target contains the current number.
 * Returns undefined if the maximum is exceeded. If the location is not the path of a link, returns the redirect
 * unchanged.
 */
export function addHop(outcome: RedirectOutcome, target: string): RedirectOutcome | undefined {
  const { location } = outcome
  if (parseVisitPath(parseTargetPath(location)) === undefined) return outcome
  const hops = parseHops(target) + 1
  return hops > hopsMax ? undefined : { ...outcome, location: appendHops(location, hops) }
}

/**
 * Returns the number of hops that the target contains. If the parameter is repeated, uses the last, because an edge
 * appended it.
 */
function parseHops(target: string): number {
  const hops = new URLSearchParams(parseTargetQuery(target)).getAll(hopsParameter).at(-1) ?? ''
  return /^\d$/.test(hops) ? Number(hops) : 0
}

/** Appends the parameter to the query. The rest of the location does not change. */
function appendHops(location: string, hops: number): string {
  const [beforeFragment = '', ...fragment] = location.split('#')
  const separator = beforeFragment.includes('?') ? '&' : '?'
  return [`${beforeFragment}${separator}${hopsParameter}=${hops}`, ...fragment].join('#')
}
