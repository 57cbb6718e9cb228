import { parseAdditionalParameters, removeNoise } from '../query-parameters.ts'
import type { RecognizedPage, TaggedPage } from '../tagging/retailer-tagging.ts'
import { appendHyphen, listPastedSubIds } from '../tagging/sub-ids.ts'
import { ebayPages } from './pages.ts'
import { ebayRotationIds } from './rotation-ids.ts'

export interface EbaySettings {
  campaignId: string
  /** The sub-id of every link. A sub-id that was pasted together with the owner's campaign id replaces it. */
  customId?: string | undefined
  additionalParams?: string | undefined
  /** Whether the id of each click is appended to the sub-id. */
  hasClickIds?: boolean
}

/** The default `toolid` of links that were not made by a tool of eBay. */
const toolId = '10001'

/** Tracking parameters of eBay's pages, of its app, and of old links. */
const ebayNoise =
  /^(hash|_trkparms|_trksid|itmmeta|itmprp|amdata|ssspo|sssrc|ssuid|sspagename|widget_ver|media|siteid|ff3|ff\d+|icep_.*|ipn|mkscid|mkpid|emsid)$/

/**
 * Returns the tagged page. `mkrid` is the rotation id of the page's marketplace (eBay Partner Network, "Creating an EPN
 * Tracking Link"). Undefined if the marketplace has no program.
 */
export function tagEbay(recognized: RecognizedPage, settings: EbaySettings): TaggedPage | undefined {
  const { url, page } = recognized
  const rotationId = ebayRotationIds[page.market ?? '']
  if (rotationId === undefined) return undefined
  const tagged = page.productId === undefined || url.pathname.startsWith('/p/') ? removeEbayNoise(url) : toItemPage(url, page.productId)
  for (const [name, value] of parseAdditionalParameters(settings.additionalParams, ebayPages.affiliateParameters))
    tagged.searchParams.set(name, value)
  const { campaignId, customId = '', hasClickIds = false } = settings
  const own = { mkevt: '1', mkcid: '1', mkrid: rotationId, campid: campaignId, toolid: toolId }
  for (const [name, value] of Object.entries(own)) tagged.searchParams.set(name, value)
  const status = page.tag === undefined || page.tag === campaignId ? 'tagged' : 'replaced'
  const [[, subId] = ['', customId]] = listPastedSubIds(recognized, campaignId, ['customid'])
  if (!hasClickIds && subId === '') return { url: tagged.href, status }
  tagged.searchParams.set('customid', hasClickIds ? appendHyphen(subId) : subId)
  return { url: tagged.href, status, ...(hasClickIds && { clickIdAt: tagged.href.length }) }
}

/**
 * Returns the canonical page of an item. `var` is the item's variation. Hosts of old pages are replaced by the
 * marketplace's main host.
 */
function toItemPage(url: URL, item: string): URL {
  const host = /^(cgi|vi|offer)\d*\./.test(url.host) ? url.host.replace(/^[^.]+/, 'www') : url.host
  const canonical = new URL(`https://${host}/itm/${item}`)
  const variation = url.searchParams.get('var')
  if (variation) canonical.searchParams.set('var', variation)
  return canonical
}

function removeEbayNoise(url: URL): URL {
  const page = removeNoise(url, ebayPages.affiliateParameters, ebayNoise)
  page.hash = ''
  return page
}
