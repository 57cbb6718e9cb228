import { retailerIds, retailers } from '@linkshelf/retailers'

/** Networks that redirect. Each link contains an affiliate's identity, so that every request counts as a click. */
const networkDomains = [
  ...retailerIds.flatMap((retailer) => retailers[retailer].networkHosts),
  'anrdoezrs.net dpbolvw.net emjcd.com jdoqocy.com kqzyfj.com tkqlhce.com', // CJ
  'click.linksynergy.com go.redirectingat.com go.skimresources.com redirect.viglink.com shareasale.com shareasale-analytics.com',
  'awin1.com prf.hn pxf.io sjv.io evyy.net clk.tradedoubler.com track.webgains.com ad.admitad.com alitems.com',
]
  .join(' ')
  .split(' ')

/** Whether a network pays the affiliate whose identity is in addresses of this host. */
export function isNetworkHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return networkDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
