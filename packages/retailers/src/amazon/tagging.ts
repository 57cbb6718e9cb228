import { parseAdditionalParameters, removeNoise } from '../query-parameters.ts'
import type { RecognizedPage, TaggedPage } from '../tagging/retailer-tagging.ts'
import { listPastedSubIds } from '../tagging/sub-ids.ts'
import { findAmazonLanguage } from './languages.ts'
import { amazonPages, findProduct, languagePath } from './pages.ts'

export interface AmazonSettings {
  /** Tracking ids by marketplace, as in `amazonMarkets`. */
  tags: Readonly<Partial<Record<string, string>>>
  /** Additional parameters as a query: `language=en_US&smid=1`. */
  additionalParams?: string | undefined
}

/** Parameters that select a product's variant, seller or language. */
const productParameters = ['th', 'psc', 'smid', 'm', 'language']

/** Parameters that record how a visitor came to a page: by navigation, ads or search boxes. */
const amazonNoise = /^(ref_?|pd_rd_.*|pf_rd_.*|qid|sr|dib|dib_tag|crid|sprefix|content-id|_encoding|aaxitk|hsa_cr_id|ie)$/

/**
 * Returns the tagged page. `tag` is the only parameter that attribution needs. The other parameters of link builders
 * are removed, because they belong to the previous tag (Amazon Associates, "Building links").
 */
export function tagAmazon(recognized: RecognizedPage, settings: AmazonSettings): TaggedPage | undefined {
  const { url, page } = recognized
  const tag = settings.tags[page.market ?? '']
  if (tag === undefined || tag === '') return undefined
  const product = findProduct(url)
  const isProduct = page.kind === 'product' && product !== undefined
  const tagged = isProduct ? toCanonicalPage(url, product.asin, page.market ?? '') : removeAmazonNoise(url)
  const parameters = new Map([
    ...parseAdditionalParameters(settings.additionalParams, ['tag', 'associatetag']),
    ...listPastedSubIds(recognized, tag, ['ascsubtag']),
    ...listTagParameters(url, page.kind, tag),
  ])
  for (const [name, value] of parameters) {
    tagged.searchParams.delete(name) // keeps the order of parameters constant, with the tag last
    tagged.searchParams.set(name, value)
  }
  return { url: tagged.href, status: page.tag === undefined || page.tag === tag ? 'tagged' : 'replaced' }
}

/**
 * Returns the parameters that contain the tag. A cart reads `AssociateTag` (Amazon Associates, "Add to Cart form"). The
 * cart of mobile pages reads `tag` too.
 */
function listTagParameters(url: URL, kind: RecognizedPage['page']['kind'], tag: string): [name: string, value: string][] {
  if (kind !== 'cart') return [['tag', tag]]
  return [...(url.searchParams.has('tag') ? [['tag', tag] as [string, string]] : []), ['AssociateTag', tag]]
}

function toCanonicalPage(url: URL, asin: string, market: string): URL {
  const canonical = new URL(`https://${url.host}/dp/${asin}`)
  const [prefix = '', pathLanguage = ''] = languagePath.exec(url.pathname) ?? []
  const language = findAmazonLanguage(market, pathLanguage)
  if (language === undefined) canonical.pathname = prefix + canonical.pathname
  for (const name of productParameters) {
    const value = url.searchParams.get(name) ?? (name === 'language' ? language : undefined)
    if (value !== undefined) canonical.searchParams.set(name, value)
  }
  return canonical
}

function removeAmazonNoise(url: URL): URL {
  const page = removeNoise(url, amazonPages.affiliateParameters, amazonNoise)
  page.pathname = page.pathname.replace(/\/ref=.*$/i, '')
  return page
}
