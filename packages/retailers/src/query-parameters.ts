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
