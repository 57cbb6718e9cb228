import { recognizeUrl, withoutAffiliation } from '@linkshelf/retailers'

/** Networks that redirect. Each link contains an affiliate's identity, so that every request counts as a click. */
const networkDomains = [
  'rover.ebay.com',
  'anrdoezrs.net dpbolvw.net emjcd.com jdoqocy.com kqzyfj.com tkqlhce.com', // CJ
  'click.linksynergy.com go.redirectingat.com go.skimresources.com redirect.viglink.com shareasale.com shareasale-analytics.com',
  'awin1.com tidd.ly prf.hn pxf.io sjv.io evyy.net clk.tradedoubler.com track.webgains.com ad.admitad.com alitems.com geni.us',
]
  .join(' ')
  .split(' ')

/**
 * Whether a request to this address counts as a click with an affiliate network or a retailer, even without its
 * tag and other parameters.
 */
export function isAffiliateRedirect(target: string): boolean {
  const host = new URL(target).hostname.replace(/\.$/, '')
  const kind = recognizeUrl(target)?.kind
  return kind === 'short' || kind === 'redirector' || networkDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** The address of a page as it is requested without a click for anyone; undefined for one that is never requested. */
export function withoutClick(target: string): string | undefined {
  const address = withoutAffiliation(target)
  return isAffiliateRedirect(address) ? undefined : address
}
