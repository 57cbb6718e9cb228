// Parses header and query fields of a request, each into the value of one column.

/** `yyyy-mm-dd`. */
export const formatUtcDay: (at: number) => string = memoizePerUnit(86_400_000, (at) => new Date(at).toISOString().slice(0, 10))

const formatUtcSecond = memoizePerUnit(1_000, (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' '))

/** `yyyy-mm-dd hh:mm:ss.mmm`, UTC. */
export function formatUtcInstant(at: number): string {
  return `${formatUtcSecond(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`
}

/**
 * Computes the result once per unit of time, for as long as the unit does not change: clicks come in
 * the order of their time.
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
 * The host of a referrer without `www.`; its path and query are dropped, since they are private
 * to the page that linked.
 */
export function parseReferrerHost(referrer: string): string {
  const url = referrer === '' ? null : URL.parse(referrer)
  if (url === null) return ''
  const { protocol, hostname } = url
  const isPage = protocol === 'https:' || protocol === 'http:' || protocol === 'android-app:'
  return isPage ? hostname.toLowerCase().replace(/^www\./, '') : ''
}

/** The code in a proxy's country header, or ''. Cloudflare sends XX for "unknown" and T1 for Tor. */
export function parseCountry(header: string): string {
  if (header === '') return '' // nearly always
  const country = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : ''
}

/** The first language of an `Accept-Language` header, without its region. */
export function parseLanguage(acceptLanguage: string): string {
  return /^\s*([a-z]{2,3})\b/i.exec(acceptLanguage)?.[1]?.toLowerCase() ?? ''
}

const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
type Campaign = Record<(typeof campaignParameters)[number], string>

/** The utm_ parameters of a query string; undefined when it has none with a value. */
export function parseCampaign(queryString: string): Campaign | undefined {
  if (!queryString.includes('utm_')) return undefined
  const query = new URLSearchParams(queryString)
  const values = campaignParameters.map((name) => [name, (query.get(name) ?? '').trim().slice(0, 100)] as const)
  return values.some(([, value]) => value !== '') ? (Object.fromEntries(values) as Campaign) : undefined
}
