import { type PageMetadata, readPageMetadata } from './page-metadata.ts'

/** The product that a page sells, in the page's own words. */
export interface PageProduct {
  name: string | undefined
  description: string | undefined
  /** Relative to the page. */
  image: string | undefined
}

/** Reads JSON-LD (schema.org Product), else Open Graph, else the page's description. */
export function readPageProduct(html: string): PageProduct {
  const metadata = readPageMetadata(html)
  const { metas } = metadata
  const product = findProduct(metadata)
  return {
    name: textOf(product?.name) ?? textOf(metas.get('og:title')),
    description: textOf(product?.description) ?? textOf(metas.get('og:description')) ?? textOf(metas.get('description')),
    image: textOf(metas.get('og:image:secure_url')) ?? textOf(metas.get('og:image')) ?? imageOf(product?.image),
  }
}

type Json = Record<string, unknown>

function findProduct({ jsonLd }: PageMetadata): Json | undefined {
  return jsonLd.flatMap(parseNodes).find((node) => [node['@type']].flat().some((type) => type === 'Product' || type === 'ProductGroup'))
}

/** The nodes of a script: itself, its list, or its graph. None when it is not JSON. */
function parseNodes(script: string): Json[] {
  try {
    const nodes = [JSON.parse(script) as unknown].flat().filter(isObject)
    return nodes.flatMap((node) => [node, ...[node['@graph']].flat().filter(isObject)])
  } catch {
    return []
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An address, an ImageObject, or a list of either. */
function imageOf(image: unknown): string | undefined {
  const [first] = [image].flat()
  return textOf(isObject(first) ? first.url : first)
}

/** Returns the text on one line; undefined for blank text and for anything else. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return (
    value
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || undefined
  )
}
