import { decodeHtml } from '../html-page.ts'
import { readTags } from '../page-tags.ts'
import { toFetchableUrls } from './thumbnail-source.ts'

/** Properties by which a page names its picture, best first. */
const properties = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']

/** Lists the preview pictures that an HTML page at `url` declares (Open Graph, ogp.me), best first. */
export function listPagePictures(body: Buffer, contentType: string, url: string): string[] {
  const metas = readMetas(decodeHtml(body, contentType))
  const named = properties.flatMap((property) => metas.get(property)?.trim() || [])
  return [...new Set(named.flatMap((address) => toFetchableUrls(address, url)))].slice(0, 2)
}

/** Returns the content of each property. If a property occurs several times, its first tag decides. */
function readMetas(html: string): Map<string, string> {
  const metas = new Map<string, string>()
  for (const { attributes } of readTags(html, { meta: ['property', 'name', 'content'] })) {
    const property = (attributes.property ?? attributes.name)?.toLowerCase()
    if (property !== undefined && attributes.content !== undefined && !metas.has(property)) metas.set(property, attributes.content)
  }
  return metas
}
