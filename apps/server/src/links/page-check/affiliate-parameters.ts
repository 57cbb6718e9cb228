// The marketplaces of each retailer. Closed lists: amazon.evil.com is not Amazon.
const amazon = domainsOf('amazon', 'ae ca cn co.jp co.uk co.za com com.au com.be com.br com.mx com.tr de eg es fr ie in it nl pl sa se sg')
const ebay = domainsOf('ebay', 'at be ca ch co.uk com com.au com.hk com.my com.sg de es fr ie in it nl ph pl us')
const aliexpress = domainsOf('aliexpress', 'com ru us')

/**
 * Query parameters by which Amazon, eBay and AliExpress attribute a visit to an affiliate.
 * Amazon Associates link formats; eBay Partner Network "tracking link format"; AliExpress Portals deep links.
 */
const marks: readonly [domains: readonly string[], names: readonly string[]][] = [
  [amazon, ['tag', 'ascsubtag', 'linkCode', 'linkId', 'camp', 'creative', 'creativeASIN']],
  [ebay, ['mkevt', 'mkcid', 'mkrid', 'campid', 'toolid', 'customid', 'pub']],
  [aliexpress, ['aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'aff_short_key', 'terminal_id', 'dp', 'af', 'cv', 'cn', 'sk']],
]

/** The same page without the parameters that would attribute the visit to an affiliate. */
export function withoutAffiliateParameters(target: string): string {
  const url = new URL(target)
  for (const [domains, names] of marks) {
    if (domains.some((domain) => isWithin(url.hostname, domain))) for (const name of names) url.searchParams.delete(name)
  }
  return url.href
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

function domainsOf(name: string, suffixes: string): string[] {
  return suffixes.split(' ').map((suffix) => `${name}.${suffix}`)
}
