import { findProduct } from '../amazon-url.ts'
import { ebayMarkets } from '../ebay-markets.ts'
import { additionalParameters, affiliateParameters, deleteParameters } from '../query-parameters.ts'
import { recognizeUrl, unwrapRedirectors } from '../recognize-url.ts'
import type { RetailerUrl } from '../retailer-url.ts'
import type {
  AffiliateSettings,
  AliexpressSettings,
  AmazonSettings,
  EbaySettings,
  RecognizedPage,
  Tagged,
  TaggedUrl,
} from './tagged-url.ts'

/**
 * Returns the same page with the owner's tag: its canonical address, without another affiliate's tag and without the
 * retailer's tracking parameters. The page stays at its retailer and in its marketplace. An address that can't be
 * tagged is returned as it is. Tagging a tagged address with the same settings changes nothing.
 */
export function tagUrl(address: string, settings: AffiliateSettings): TaggedUrl {
  const given = recognizeUrl(address)
  if (given === undefined) return { url: address, status: 'other' }
  const href = unwrapRedirectors(address)
  const found = recognizeUrl(href)
  if (found?.retailer !== given.retailer || found.kind === 'redirector') return { url: address, status: 'unpaid', page: given }
  const tag = found.tag ?? given.tag
  const page = { ...found, ...(tag !== undefined && { tag }) }
  if (page.kind === 'short') return { url: address, status: 'short', page }
  if (settings[page.retailer] === undefined) return { url: address, status: 'not-connected', page }
  if (isUnpaid(page)) return { url: address, status: 'unpaid', page }
  const tagged = tagBy(settings, { address, url: new URL(href), page })
  return tagged === undefined ? { url: address, status: 'no-tag', page } : { ...tagged, page }
}

function tagBy({ amazon, ebay, aliexpress }: AffiliateSettings, recognized: RecognizedPage): Tagged | undefined {
  switch (recognized.page.retailer) {
    case 'amazon':
      return amazon && tagAmazon(recognized, amazon)
    case 'ebay':
      return ebay && tagEbay(recognized, ebay)
    case 'aliexpress':
      return aliexpress && tagAliexpress(recognized, aliexpress)
  }
}

/** A page of Amazon with a tag is taken for one that pays: there are too many kinds to know them all. */
function isUnpaid({ retailer, kind, tag }: RetailerUrl): boolean {
  return kind === 'other' && !(retailer === 'amazon' && tag !== undefined)
}

/** Parameters that choose a variant, a seller or a language of a product. */
const productParameters = ['th', 'psc', 'smid', 'language']

/** How a visitor came to a page: navigation, ads and search boxes. */
const amazonNoise = /^(ref_?|pd_rd_.*|pf_rd_.*|qid|sr|dib|dib_tag|crid|sprefix|content-id|_encoding|aaxitk|hsa_cr_id|ie)$/

/**
 * `tag` is all that attribution needs; the other parameters of link builders belong to the tag before (Amazon
 * Associates, "Building links").
 */
function tagAmazon({ url, page }: RecognizedPage, settings: AmazonSettings): Tagged | undefined {
  const tag = settings.tags[page.market ?? '']
  if (tag === undefined || tag === '') return undefined
  const product = findProduct(url)
  const tagged = product === undefined ? removeAmazonNoise(url) : productPage(url, product.asin)
  for (const [name, value] of additionalParameters(settings.additionalParams, ['tag', 'associatetag'])) tagged.searchParams.set(name, value)
  tagged.searchParams.delete('tag') // so that it is the last
  tagged.searchParams.set('tag', tag)
  return { url: tagged.href, status: page.tag === undefined || page.tag === tag ? 'tagged' : 'replaced' }
}

function productPage(url: URL, asin: string): URL {
  const canonical = new URL(`https://${url.host}/dp/${asin}`)
  for (const name of productParameters) {
    const value = url.searchParams.get(name)
    if (value !== null) canonical.searchParams.set(name, value)
  }
  return canonical
}

function removeAmazonNoise(url: URL): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  page.pathname = page.pathname.replace(/\/ref=.*$/i, '')
  deleteParameters(page, (name) => amazonNoise.test(name) || affiliateParameters.amazon.includes(name))
  return page
}

/** The default `toolid` of links that no tool of eBay made. */
const toolId = '10001'

/** Bookkeeping of eBay's own pages, of its app, and of links of the first years. */
const ebayNoise =
  /^(hash|_trkparms|_trksid|itmmeta|itmprp|amdata|ssspo|sssrc|ssuid|sspagename|widget_ver|media|siteid|ff3|ff\d+|icep_.*|ipn|mkscid|mkpid|emsid)$/

/** eBay Partner Network, "Creating an EPN Tracking Link": `mkrid` is that of the page's marketplace. */
function tagEbay({ url, page }: RecognizedPage, settings: EbaySettings): Tagged | undefined {
  const rotationId = ebayMarkets[page.market ?? '']?.rotationId
  if (rotationId === undefined) return undefined
  const tagged = page.productId === undefined || url.pathname.startsWith('/p/') ? removeEbayNoise(url) : itemPage(url, page.productId)
  for (const [name, value] of additionalParameters(settings.additionalParams, affiliateParameters.ebay))
    tagged.searchParams.set(name, value)
  const { campaignId, customId = '', hasClickIds = false } = settings
  const own = { mkevt: '1', mkcid: '1', mkrid: rotationId, campid: campaignId, toolid: toolId }
  for (const [name, value] of Object.entries(own)) tagged.searchParams.set(name, value)
  const status = page.tag === undefined || page.tag === campaignId ? 'tagged' : 'replaced'
  if (!hasClickIds && customId === '') return { url: tagged.href, status }
  tagged.searchParams.set('customid', hasClickIds && customId !== '' ? `${customId}-` : customId)
  return { url: tagged.href, status, ...(hasClickIds && { clickIdAt: tagged.href.length }) }
}

/** `var` is the variation of an item. Items on pages of eBay's first years are on the marketplace's own host today. */
function itemPage(url: URL, item: string): URL {
  const host = /^(cgi|vi|offer)\d*\./.test(url.host) ? url.host.replace(/^[^.]+/, 'www') : url.host
  const canonical = new URL(`https://${host}/itm/${item}`)
  const variation = url.searchParams.get('var')
  if (variation) canonical.searchParams.set('var', variation)
  return canonical
}

function removeEbayNoise(url: URL): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  page.hash = ''
  deleteParameters(page, (name) => ebayNoise.test(name) || affiliateParameters.ebay.includes(name))
  return page
}

const deepLink = 'https://s.click.aliexpress.com/deep_link.htm'
const keyName = 'aff_short_key'
/** Only the tagging, or AliExpress itself, may set these parameters. */
const reserved = [keyName, 'dl_target_url', 'aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'terminal_id', 'sk']

const aliexpressNoise =
  /^(spm|scm.*|algo_.*|pdp_.*|cpt|gatewayadapt|curpageloguid|utparam.*|tracelog|afsmartredirect|isdl|src|btsid|ws_ab_test|mp|gps-id|_t|_randl_.*)$/

/**
 * Deep links of the AliExpress Portal. Their app opens nothing for a deep link to an address with its own bookkeeping,
 * so pages are canonical.
 */
function tagAliexpress({ address, url, page }: RecognizedPage, settings: AliexpressSettings): Tagged | undefined {
  if (page.market === 'ru') return undefined // a company of its own, with a program of its own
  const key = settings.affShortKey || new URLSearchParams(settings.additionalParams).get(keyName)
  // Without a key, an existing tag stays: the owner may have made the link in the Portal.
  if (!key && page.tag !== undefined) return { url: address, status: 'untracked' }
  const canonical = page.productId === undefined ? removeAliexpressNoise(url) : new URL(`https://${url.host}/item/${page.productId}.html`)
  const tagged = key ? toDeepLink(key, canonical) : canonical
  const { hasClickIds = false } = settings
  const additional = additionalParameters(settings.additionalParams, hasClickIds ? [...reserved, 'dp'] : reserved)
  for (const [name, value] of additional) tagged.searchParams.set(name, value)
  if (!key) return { url: tagged.href, status: 'untracked' }
  if (hasClickIds) tagged.searchParams.set('dp', '')
  const status = page.tag === undefined || page.tag === key ? 'tagged' : 'replaced'
  return { url: tagged.href, status, ...(hasClickIds && { clickIdAt: tagged.href.length }) }
}

function toDeepLink(key: string, page: URL): URL {
  const link = new URL(deepLink)
  link.searchParams.set(keyName, key)
  link.searchParams.set('dl_target_url', page.href)
  return link
}

function removeAliexpressNoise(url: URL): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  page.hash = ''
  deleteParameters(page, (name) => aliexpressNoise.test(name) || affiliateParameters.aliexpress.includes(name))
  return page
}
