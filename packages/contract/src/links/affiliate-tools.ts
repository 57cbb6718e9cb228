// Short links of affiliate tools. The tool counts each request as a click, and some tools choose the shop by the
// visitor's country. So these links are followed only if their owner asks for it.
import { findOwnValue } from '../own-value.ts'

/**
 * Names of the tools by domain. Subdomains belong to the tool too. The list is closed, so that requests are sent only
 * to hosts that expect them.
 */
const toolsByDomain: Readonly<Record<string, string>> = {
  'geni.us': 'Geniuslink',
  'urlgeni.us': 'URLgenius',
  'tidd.ly': 'Awin',
  'lnk.to': 'Linkfire',
  'smarturl.it': 'smartURL',
  'liketk.it': 'LTK',
  'rstyle.me': 'LTK',
  'shopstyle.it': 'ShopStyle',
  'magik.ly': 'MagicLinks',
  'howl.me': 'Howl',
  'howl.link': 'Howl',
  'shop-links.co': 'Howl',
  'fave.co': 'Impact',
  'mavely.app.link': 'Mavely',
  'shrsl.com': 'ShareASale',
  'sovrn.co': 'Sovrn',
}

/** Returns the name of the affiliate tool if the address is one of its short links, otherwise undefined. */
export function findAffiliateTool(address: string): string | undefined {
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\.|\.$/g, '')
  // A Linkfire page can be the host alone, without a path: `lamp.lnk.to`.
  const domain = Object.keys(toolsByDomain).find((name) => host.endsWith(`.${name}`) || (host === name && pathname.length > 1))
  return domain === undefined ? undefined : findOwnValue(toolsByDomain, domain)
}
