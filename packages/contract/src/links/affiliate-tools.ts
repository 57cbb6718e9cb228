// Short links of affiliate tools: each request counts as a click with the tool, and some of them choose the shop by the
// visitor's country. So they are followed only when their owner asks for it.
import { findOwnValue } from '../own-value.ts'

/** The tools by their domains; subdomains belong to them too. A closed list, so that a request is expected there. */
const toolOfDomain: Readonly<Record<string, string>> = {
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

/** The name of the affiliate tool whose short link this is; undefined for any other address. */
export function findAffiliateTool(address: string): string | undefined {
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\.|\.$/g, '')
  // The page of Linkfire about one thing may be its host alone: `lamp.lnk.to`.
  const domain = Object.keys(toolOfDomain).find((name) => host.endsWith(`.${name}`) || (host === name && pathname.length > 1))
  return domain === undefined ? undefined : findOwnValue(toolOfDomain, domain)
}
