import { retailerIds, retailers } from '@linkshelf/retailers'

/**
 * Domains of affiliate networks that redirect. Each of their links contains an affiliate's identity, so the network
 * counts every request as a click.
 */
const networkDomains = [
  ...retailerIds.flatMap((retailer) => retailers[retailer].networkHosts),
  'anrdoezrs.net dpbolvw.net emjcd.com jdoqocy.com kqzyfj.com tkqlhce.com', // CJ
  'click.linksynergy.com go.redirectingat.com go.skimresources.com redirect.viglink.com shareasale.com shareasale-analytics.com',
  'awin1.com prf.hn pxf.io sjv.io evyy.net clk.tradedoubler.com track.webgains.com ad.admitad.com alitems.com',
]
  .join(' ')
  .split(' ')

/** Whether the host belongs to a network that pays the affiliate whose identity is in the URL. */
export function isNetworkHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return networkDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** The path of Impact's links, which are on hosts of the brands: the account, the ad and the campaign. */
const impactPath = /^\/c\/\d+\/\d+\/\d+(\/|$)/

/** Whether a network has links with this path on hosts of any brand. */
export function isNetworkPath(pathname: string): boolean {
  return impactPath.test(pathname)
}
