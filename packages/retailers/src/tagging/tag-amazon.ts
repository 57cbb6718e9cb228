import { findProduct } from '../amazon-url.ts'
import { affiliateParameters } from '../query-parameters.ts'
import { additionalParameters, deleteParameters } from './additional-parameters.ts'
import type { AmazonSettings, RecognizedPage, Tagged } from './tagged-url.ts'

/** Parameters that choose a variant, a seller or a language of a product. */
const productParameters = ['th', 'psc', 'smid', 'language']

/** How a visitor came to a page: navigation, ads and search boxes. */
const noise = /^(ref_?|pd_rd_.*|pf_rd_.*|qid|sr|dib|dib_tag|crid|sprefix|content-id|_encoding|aaxitk|hsa_cr_id|ie)$/

/**
 * `tag` is all that attribution needs; the other parameters of link builders belong to the tag before (Amazon
 * Associates, "Building links").
 */
export function tagAmazon({ url, page }: RecognizedPage, settings: AmazonSettings): Tagged | undefined {
  const tag = settings.tags[page.market ?? '']
  if (tag === undefined || tag === '') return undefined
  const product = findProduct(url)
  const tagged = product === undefined ? withoutNoise(url) : productPage(url, product.asin)
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

function withoutNoise(url: URL): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  page.pathname = page.pathname.replace(/\/ref=.*$/i, '')
  deleteParameters(page, (name) => noise.test(name) || affiliateParameters.amazon.includes(name))
  return page
}
