/**
 * Query parameters by which Amazon, eBay and AliExpress know whose link was followed.
 * Amazon Associates link formats; eBay Partner Network "tracking link format"; AliExpress Portals deep links.
 */
const marks: readonly [host: RegExp, names: readonly string[]][] = [
  [/(^|\.)amazon\.[a-z.]+$/, ['tag', 'ascsubtag', 'linkCode', 'linkId', 'camp', 'creative', 'creativeASIN']],
  [/(^|\.)ebay\.[a-z.]+$/, ['mkevt', 'mkcid', 'mkrid', 'campid', 'toolid', 'customid', 'pub']],
  [
    /(^|\.)aliexpress\.[a-z.]+$/,
    ['aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'aff_short_key', 'terminal_id', 'dp', 'af', 'cv', 'cn', 'sk'],
  ],
]

/** The same page without anything that would book the visit to an affiliate's account. */
export function withoutAffiliateMarks(target: string): string {
  const url = new URL(target)
  for (const [host, names] of marks) {
    if (host.test(url.hostname)) for (const name of names) url.searchParams.delete(name)
  }
  return url.href
}
