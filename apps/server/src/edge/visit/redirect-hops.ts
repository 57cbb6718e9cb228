// Ends redirects that lead back to an edge, which a visitor's browser would follow in a circle. New links can't lead to
// a name of the public origin, but older links and names that are not configured still can. A redirect whose location
// is on a configured name, or on the host that the request itself named, may lead to this edge again. Its location
// carries the number of such redirects so far in the query, and after five the visitor gets a page instead. No other
// location is changed, so destinations never see the parameter.
import type { RedirectOutcome } from '../outcome.ts'
import { parseTargetPath, parseTargetQuery, parseVisitPath } from '../visit.ts'

export const hopsMax = 5
const hopsParameter = 'hops'

/**
 * Returns whether the location is on `host`, as a request names it in its header. Relies on `URL.href`, which has
 * a slash after the host.
 */
export function isOnHost(location: string, host: string): boolean {
  if (host === '') return false
  const start = location.charCodeAt(4) === 0x73 ? 8 : 7 // "https://" or "http://"
  return location.charCodeAt(start + host.length) === 0x2f && location.startsWith(host, start)
}

/**
 * The redirect with the number of hops that follow from the target of its request; undefined after the last. Unchanged
 * when its location is no path of a link.
 */
export function addHop(outcome: RedirectOutcome, target: string): RedirectOutcome | undefined {
  const { location } = outcome
  if (parseVisitPath(parseTargetPath(location)) === undefined) return outcome
  const hops = parseHops(target) + 1
  return hops > hopsMax ? undefined : { ...outcome, location: appendHops(location, hops) }
}

/** The last one counts: it is the one that an edge appended. */
function parseHops(target: string): number {
  const hops = new URLSearchParams(parseTargetQuery(target)).getAll(hopsParameter).at(-1) ?? ''
  return /^\d$/.test(hops) ? Number(hops) : 0
}

/** Appends to the query, and leaves the rest as it was typed. */
function appendHops(location: string, hops: number): string {
  const [beforeFragment = '', ...fragment] = location.split('#')
  const separator = beforeFragment.includes('?') ? '&' : '?'
  return [`${beforeFragment}${separator}${hopsParameter}=${hops}`, ...fragment].join('#')
}
