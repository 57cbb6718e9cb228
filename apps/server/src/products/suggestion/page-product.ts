import { Tokenizer } from 'htmlparser2'

/** The product that a page sells, in the words of the page. */
interface PageProduct {
  name: string | undefined
  description: string | undefined
  /** The image URL, which can be relative to the page. */
  image: string | undefined
  price: { amount: string; currency: string } | undefined
}

/**
 * Reads a page's product from JSON-LD (schema.org Product). If JSON-LD lacks a value, reads it from Open Graph, and
 * then from the page's description. For the image, Open Graph takes precedence over JSON-LD.
 */
export function readPageProduct(html: string): PageProduct {
  const metadata = readPageMetadata(html)
  const { metas } = metadata
  const product = findProduct(metadata)
  return {
    name: toText(product?.name) ?? toText(metas.get('og:title')),
    description: toText(product?.description) ?? toText(metas.get('og:description')) ?? toText(metas.get('description')),
    image: toText(metas.get('og:image:secure_url')) ?? toText(metas.get('og:image')) ?? findImageUrl(product?.image),
    price: findOfferedPrice(product?.offers) ?? toPrice(metas.get('product:price:amount'), metas.get('product:price:currency')),
  }
}

type Json = Record<string, unknown>

function findProduct({ jsonLd }: PageMetadata): Json | undefined {
  return jsonLd.flatMap(parseNodes).find((node) => [node['@type']].flat().some((type) => type === 'Product' || type === 'ProductGroup'))
}

/**
 * Returns the JSON objects in a script: the object itself, the items of its list, and the items of its `@graph`. Empty
 * if the script is not JSON.
 */
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

/** Returns the first image URL. `image` can be an address, an ImageObject, or a list of addresses or ImageObjects. */
function findImageUrl(image: unknown): string | undefined {
  const [first] = [image].flat()
  return toText(isObject(first) ? first.url : first)
}

/** Returns the price that all offers have. Undefined if the offers have different prices. */
function findOfferedPrice(offers: unknown): PageProduct['price'] {
  const prices = [offers].flat().filter(isObject).flatMap(listOfferPrices)
  const [first] = prices
  return first && prices.every((price) => price?.amount === first.amount && price.currency === first.currency) ? first : undefined
}

/** Returns the price of an Offer, or the lowest and highest price of an AggregateOffer. */
function listOfferPrices({ price, lowPrice, highPrice, priceCurrency }: Json): PageProduct['price'][] {
  const given = [price, lowPrice, highPrice].filter((amount) => amount !== undefined)
  return given.map((amount) => toPrice(amount, priceCurrency))
}

function toPrice(amount: unknown, currency: unknown): PageProduct['price'] {
  const written = typeof amount === 'number' ? String(amount) : toText(amount)
  const code = toText(currency)
  return written === undefined || code === undefined ? undefined : { amount: written, currency: code }
}

/** Returns the text on one line. Undefined if the value is not text or is blank. */
function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return (
    value
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || undefined
  )
}

interface PageMetadata {
  /**
   * The content of each `<meta>`, by its property or name in lower case. If a name appears several times, the first
   * content is used.
   */
  metas: ReadonlyMap<string, string>
  /** The texts of the page's JSON-LD scripts. */
  jsonLd: string[]
}

/**
 * Reads a page's `<meta>` elements and JSON-LD scripts. Uses only the tokenizer, so that the time grows linearly with
 * the page's size (see `findPageTitle` in links).
 */
function readPageMetadata(html: string): PageMetadata {
  const contentByName = new Map<string, string>()
  const jsonLd: string[] = []
  let tag = ''
  let attributes = new Map<string, string>()
  let attribute = ''
  let script: string | undefined

  const appendToAttribute = (text: string) => attributes.set(attribute, (attributes.get(attribute) ?? '') + text)
  const closeOpeningTag = () => {
    if (tag === 'meta') {
      const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
      const content = attributes.get('content')
      if (name !== undefined && content !== undefined && !contentByName.has(name)) contentByName.set(name, content)
    }
    if (tag === 'script' && attributes.get('type')?.toLowerCase() === 'application/ld+json') script = ''
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
      },
      onattribdata: (start, end) => void appendToAttribute(html.slice(start, end)),
      onattribentity: (codepoint) => void appendToAttribute(String.fromCodePoint(codepoint)),
      onopentagend: closeOpeningTag,
      onselfclosingtag: closeOpeningTag,
      ontext(start, end) {
        if (script !== undefined) script += html.slice(start, end)
      },
      onclosetag() {
        if (script !== undefined) jsonLd.push(script)
        script = undefined
      },
      ontextentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return { metas: contentByName, jsonLd }
}

const ignore = () => undefined
