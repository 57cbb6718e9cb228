import { parseAdditionalParameters, removeNoise } from '../query-parameters.ts'
import type { RecognizedPage, TaggedPage } from '../tagging/retailer-tagging.ts'
import { appendHyphen, listPastedSubIds } from '../tagging/sub-ids.ts'
import { aliexpressPages } from './pages.ts'

export interface AliexpressSettings {
  /**
   * The Portal's code of a tracking ID. If undefined, the code is read from `additionalParams`. If that has no code,
   * links can't be tagged.
   */
  affShortKey?: string | undefined
  additionalParams?: string | undefined
  /** Whether the id of each click is sent in the parameter `dp`. */
  hasClickIds?: boolean
}

const deepLink = 'https://s.click.aliexpress.com/deep_link.htm'
const keyName = 'aff_short_key'
/** Parameters that only this file or AliExpress itself may set. */
const reservedParameters = [keyName, 'dl_target_url', 'aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'terminal_id', 'sk']

/** Sub-ids in links of the Portal. `dp` can contain the id of a click. */
const subIdNames = ['af', 'cn', 'cv', 'dp']
const isClickName = (name: string) => name.toLowerCase() === 'dp'

const aliexpressNoise =
  /^(spm|scm.*|algo_.*|pdp_.*|cpt|gatewayadapt|curpageloguid|utparam.*|tracelog|afsmartredirect|isdl|src|btsid|ws_ab_test|mp|gps-id|_t|_randl_.*)$/

/**
 * Returns a deep link of the AliExpress Portal, or an untracked URL if there is no key. If a deep link leads to a URL
 * with tracking parameters, the AliExpress app opens nothing, so the page's canonical URL is used.
 */
export function tagAliexpress(recognized: RecognizedPage, settings: AliexpressSettings): TaggedPage | undefined {
  const { address, url, page } = recognized
  if (page.market === 'ru') return undefined // a separate company with a separate affiliate program
  const key = settings.affShortKey || new URLSearchParams(settings.additionalParams).get(keyName)
  // If there is no key, an existing tag stays, because the owner may have made the link in the Portal.
  if (!key && page.tag !== undefined) return { url: address, status: 'untracked' }
  const canonical = page.productId === undefined ? removeAliexpressNoise(url) : new URL(`https://${url.host}/item/${page.productId}.html`)
  const tagged = key ? toDeepLink(key, canonical) : canonical
  const { hasClickIds = false } = settings
  const additional = parseAdditionalParameters(settings.additionalParams, hasClickIds ? [...reservedParameters, 'dp'] : reservedParameters)
  for (const [name, value] of additional) tagged.searchParams.set(name, value)
  if (!key) return { url: tagged.href, status: 'untracked' }
  const pasted = listPastedSubIds(recognized, key, subIdNames)
  for (const [name, value] of pasted) if (!hasClickIds || !isClickName(name)) tagged.searchParams.set(name, value)
  if (hasClickIds) tagged.searchParams.set('dp', appendHyphen(pasted.find(([name]) => isClickName(name))?.[1] ?? ''))
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
  const page = removeNoise(url, aliexpressPages.affiliateParameters, aliexpressNoise)
  page.hash = ''
  return page
}
