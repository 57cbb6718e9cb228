// The jobs process and the API process parse pages of unknown sites, so no page may take long to parse (decision 0098).
import { expect, it } from 'vitest'
import { evaluatePage } from '../../src/links/health/evaluate-page.ts'
import { findPageIcon } from '../../src/links/icons/page-icon.ts'
import { findPageTitle } from '../../src/links/index.ts'
import { readPageProduct } from '../../src/products/suggestion/page-product.ts'
import { measureProcessorMs } from '../measure-time-growth.ts'

/** The maximum number of bytes that are read from a page. */
const pageBytes = 1_000_000

function fill(piece: string, part = 1): string {
  return piece.repeat(Math.ceil((pageBytes * part) / piece.length))
}

function repeatNumbered(piece: (nth: number) => string): string {
  let text = ''
  for (let nth = 0; text.length < pageBytes; nth += 1) text += piece(nth)
  return text
}

const jsonLd = '<script type=application/ld+json>'

/**
 * Pages that are slow for a naive parser: parts that begin and never end, parts that refer to everything before them,
 * or text that repeats nearly all of a searched phrase.
 */
const pages: Record<string, () => string> = {
  'open elements': () => fill('<b>'),
  'open elements and ends of others': () => fill('<b>', 0.5) + fill('</i>', 0.5),
  'ends of elements': () => fill('</b>'),
  'attributes of one element': () => `<meta ${repeatNumbered((nth) => `a${nth}=b `)}>`,
  'attributes of the same name': () => `<link ${fill('a="" ')}>`,
  'an attribute that never ends': () => `<meta content="${fill('a=')}`,
  'an attribute of entities': () => `<meta property=og:image content="${fill('&amp;')}">`,
  'entities without an end': () => fill('&ampx'),
  'entities of long names': () => fill('&CounterClockwiseContourIntegra'),
  'a numeric entity without an end': () => `&#${fill('9')}`,
  'a title of white space': () => `<title>${fill(' \t')}</title>`,
  'a title without spaces': () => `<title>${fill('x')}`,
  'titles of pictures': () => fill('<svg><title>'),
  'comments without an end': () => fill('<!--'),
  'a comment that almost ends': () => `<!--${fill('--!')}`,
  'scripts without an end': () => fill(jsonLd),
  'a script that almost ends': () => `<script>${fill('</scrip')}`,
  'a script of nested lists': () => `${jsonLd}${fill('[', 0.5)}${fill(']', 0.5)}</script>`,
  'a graph of many nodes': () => `${jsonLd}{"@graph":[${fill('{},')}{}]}</script>`,
  'many scripts': () => fill(`${jsonLd}{}</script>`),
  'much metadata': () => repeatNumbered((nth) => `<meta name=${nth} content=a>`),
  'many icons': () => fill('<link rel=icon sizes="1x1 2x2 3x3" href=i.png>'),
  'sections without an end': () => fill('<![CDATA['),
  'spaces and apostrophes': () => fill('&nbsp;  &#39;'),
  'phrases without their first letter': () => fill('he Web address you entered is not a functioning page on our site'),
}

const contentType = 'text/html'
const head = '<meta property=og:title content=Lamp><link rel=icon href=/lamp.png>'

it.each(Object.keys(pages))('reads the title, icon, product and state of a page of %s, each in less than a second', (name) => {
  const body = Buffer.from(head + pages[name]?.())
  const evaluate = (url: string) => evaluatePage({ url, status: 200, contentType, body })
  const readers = {
    title: () => expect(findPageTitle(body, contentType)).toBeNull(),
    icon: () => expect(findPageIcon(body, contentType, 'https://shop.example/')).toBe('https://shop.example/lamp.png'),
    product: () => expect(readPageProduct(body.toString()).name).toBe('Lamp'),
    amazon: () => expect(evaluate('https://www.amazon.com/dp/B07FZ8S74R')).toEqual({ kind: 'ok', reason: null }),
    ebay: () => expect(evaluate('https://www.ebay.com/itm/1')).toEqual({ kind: 'ok', reason: null }),
  }
  // If a parser's time grows with the square of the page's length, it takes minutes.
  for (const [reader, read] of Object.entries(readers))
    expect({ reader, isFast: measureProcessorMs(read) < 1_000 }).toEqual({ reader, isFast: true })
})
