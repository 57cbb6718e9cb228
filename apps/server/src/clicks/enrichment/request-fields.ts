// Parses header and query fields of a request, each into the value of one column.

/** Formats milliseconds since 1970 as a UTC day, `yyyy-mm-dd`. */
export const formatUtcDay: (at: number) => string = memoizePerUnit(86_400_000, (at) => new Date(at).toISOString().slice(0, 10))

const formatUtcSecond = memoizePerUnit(1_000, (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' '))

/** Formats milliseconds since 1970 as `yyyy-mm-dd hh:mm:ss.mmm`, UTC. */
export function formatUtcInstant(at: number): string {
  return `${formatUtcSecond(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`
}

/**
 * Returns a function that caches its result until the unit of time changes, for example until the next day. One cached
 * result is enough, because clicks come in the order of their time.
 */
function memoizePerUnit(unitMs: number, compute: (at: number) => string): (at: number) => string {
  let [unit, result] = [Number.NaN, '']
  return (at) => {
    const unitOfAt = Math.floor(at / unitMs)
    if (unitOfAt !== unit) [unit, result] = [unitOfAt, compute(at)]
    return result
  }
}

/**
 * Returns the host of a referrer without `www.`. Path and query are dropped, because they are private to the page with
 * the link.
 */
export function parseReferrerHost(referrer: string): string {
  const url = referrer === '' ? null : URL.parse(referrer)
  if (url === null) return ''
  const { protocol, hostname } = url
  const isPage = protocol === 'https:' || protocol === 'http:' || protocol === 'android-app:'
  return isPage ? hostname.toLowerCase().replace(/^www\./, '') : ''
}

/** Returns the country code in a proxy's header, or ''. Cloudflare sends XX for an unknown country and T1 for Tor. */
export function parseCountry(header: string): string {
  if (header === '') return '' // the usual case
  const country = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : ''
}

/** Returns the first language of an `Accept-Language` header, without its region, or ''. */
export function parseLanguage(acceptLanguage: string): string {
  return /^\s*([a-z]{2,3})\b/i.exec(acceptLanguage)?.[1]?.toLowerCase() ?? ''
}

const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
type Campaign = Record<(typeof campaignParameters)[number], string>

/** Returns the utm_ parameters of a query string, or undefined if none of them has a value. */
export function parseCampaign(queryString: string): Campaign | undefined {
  if (!queryString.includes('utm_')) return undefined
  const query = new URLSearchParams(queryString)
  const values = campaignParameters.map((name) => [name, (query.get(name) ?? '').trim().slice(0, 100)] as const)
  return values.some(([, value]) => value !== '') ? (Object.fromEntries(values) as Campaign) : undefined
}
