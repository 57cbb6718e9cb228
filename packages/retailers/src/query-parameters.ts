import type { Retailer } from './retailer-url.ts'

/**
 * Query parameters by which a retailer attributes a visit to an affiliate, in lower case. Amazon Associates link
 * formats; eBay Partner Network "tracking link format"; AliExpress Portals deep links.
 */
export const affiliateParameters: Record<Retailer, readonly string[]> = {
  amazon: ['tag', 'associatetag', 'ascsubtag', 'linkcode', 'linkid', 'camp', 'creative', 'creativeasin'],
  ebay: ['mkevt', 'mkcid', 'mkrid', 'campid', 'toolid', 'customid', 'pub'],
  aliexpress: ['aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'aff_short_key', 'terminal_id', 'dp', 'af', 'cv', 'cn', 'sk'],
}

/** The value of the first of these parameters that is not blank. Retailers ignore the case of parameter names. */
export function parameterOf(url: URL, ...names: string[]): string | undefined {
  for (const wanted of names) {
    for (const [name, value] of url.searchParams) {
      if (name.toLowerCase() === wanted.toLowerCase() && value.trim() !== '') return value.trim()
    }
  }
  return undefined
}

/** An absolute http(s) URL that is the value of one of these parameters; a path is one of the same origin. */
export function destinationOf(url: URL, ...names: string[]): string | undefined {
  const value = parameterOf(url, ...names)
  if (value === undefined || !URL.canParse(value, url.origin)) return undefined
  const destination = new URL(value, url.origin)
  return /^https?:$/.test(destination.protocol) ? destination.href : undefined
}

/** Parameters of the owner, without those that only the tagging may set. */
export function additionalParameters(query: string | undefined, reserved: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => name !== '' && !reserved.includes(name.toLowerCase()))
}

/** Deletes the parameters that a test finds by their name, in lower case. */
export function deleteParameters(url: URL, isDeleted: (name: string) => boolean): void {
  for (const name of new Set(url.searchParams.keys())) if (isDeleted(name.toLowerCase())) url.searchParams.delete(name)
}
