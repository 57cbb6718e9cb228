import { affiliateParameters } from '../query-parameters.ts'
import { additionalParameters, deleteParameters } from './additional-parameters.ts'
import type { AliexpressSettings, RecognizedPage, Tagged } from './tagged-url.ts'

const deepLink = 'https://s.click.aliexpress.com/deep_link.htm'
const keyName = 'aff_short_key'
/** Only the tagging, or AliExpress itself, may set these parameters. */
const reserved = [keyName, 'dl_target_url', 'aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'terminal_id', 'sk']

const noise =
  /^(spm|scm.*|algo_.*|pdp_.*|cpt|gatewayadapt|curpageloguid|utparam.*|tracelog|afsmartredirect|isdl|src|btsid|ws_ab_test|mp|gps-id|_t|_randl_.*)$/

/**
 * Deep links of the AliExpress Portal. Their app opens nothing for a deep link to an address with its own bookkeeping,
 * so pages are canonical.
 */
export function tagAliexpress({ address, url, page }: RecognizedPage, settings: AliexpressSettings): Tagged | undefined {
  if (page.market === 'ru') return undefined // a company of its own, with a programme of its own
  const key = settings.affShortKey || new URLSearchParams(settings.additionalParams).get(keyName)
  // Without a key, an existing tag stays: the owner may have made the link in the Portal.
  if (!key && page.tag !== undefined) return { url: address, status: 'untracked' }
  const canonical = page.productId === undefined ? withoutNoise(url) : new URL(`https://${url.host}/item/${page.productId}.html`)
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

function withoutNoise(url: URL): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  page.hash = ''
  deleteParameters(page, (name) => noise.test(name) || affiliateParameters.aliexpress.includes(name))
  return page
}
