import { expect, it } from 'vitest'
import { measureGrowth } from '../../../test/measure-time-growth.ts'
import { evaluatePage } from './evaluate-page.ts'

const amazon = 'https://www.amazon.de/dp/B000000000'
const ebay = 'https://www.ebay.com/itm/1'
const aliexpress = 'https://de.aliexpress.com/item/1.html'

function judge(url: string, status: number, html: string) {
  return evaluatePage({ url, status, contentType: 'text/html; charset=utf-8', body: Buffer.from(html) })
}

it.each<[string, number, string, string | null]>([
  ['https://shop.example/', 200, 'ok', null],
  ['https://shop.example/', 404, 'broken', 'not_found'],
  ['https://shop.example/', 410, 'broken', 'gone'],
  ['https://shop.example/', 403, 'blocked', 'access_denied'],
  ['https://shop.example/', 429, 'blocked', 'rate_limited'],
  ['https://shop.example/', 503, 'temporary', 'server_error'],
])('evaluates %s with status %i', (url, status, kind, reason) => {
  expect(judge(url, status, '')).toEqual({ kind, reason })
})

it.each<[string, string, string, string, string | null]>([
  ['a product', amazon, '<div id="availability"><span>Auf Lager</span></div>', 'ok', null],
  ['a sold out product', amazon, '<div id="availability"><span>Derzeit nicht verfügbar.</span></div>', 'unavailable', 'sold_out'],
  ['a sold out product, in English', amazon, '<div id="outOfStock"><b>Currently unavailable.</b></div>', 'unavailable', 'sold_out'],
  ['a product out of stock', amazon, '<div id="availability">Temporarily out of stock.</div>', 'unavailable', 'sold_out'],
  ['a product out of stock, in Dutch', amazon, '<div id="availability">Tijdelijk niet op voorraad.</div>', 'unavailable', 'sold_out'],
  ['a product with few in stock, in Dutch', amazon, '<div id="availability">Nog slechts 3 op voorraad.</div>', 'ok', null],
  [
    'other products that are sold out',
    amazon,
    `<div id="availability">Auf Lager</div>${' '.repeat(3_000)}Derzeit nicht verfügbar`,
    'ok',
    null,
  ],
  ['the page with a dog', amazon, '<a href="/dogsofamazon/ref=cs_503"><img></a>', 'broken', 'page_removed'],
  ['a challenge', amazon, '<form action="/errors/validateCaptcha">', 'blocked', 'captcha'],
  ['a listing', ebay, '<h1>Brass lamp</h1>', 'ok', null],
  ['an ended listing', ebay, '<p>This listing was ended by the seller</p>', 'broken', 'listing_ended'],
  ['an ended listing, in French', ebay, '<p>Cette annonce a été clôturée</p>', 'broken', 'listing_ended'],
  ['a sold listing', ebay, '<span>This listing sold on Mon, 2 Nov at 10:00.</span>', 'broken', 'listing_ended'],
  ['a sold item', ebay, '<span>Item\n  sold on Mon, 2 Nov</span>', 'broken', 'listing_ended'],
  ['a listing that has ended', ebay, '<h2>This listing has ended.</h2>', 'broken', 'listing_ended'],
  ['a listing that is sold, in German', ebay, 'Dieses Angebot wurde verkauft am Mo, 2. Nov', 'broken', 'listing_ended'],
  ['a listing that has ended, in Dutch', ebay, 'Deze aanbieding is beëindigd', 'broken', 'listing_ended'],
  ['a typographic apostrophe', ebay, 'L\u2019objet que vous avez sélectionné n\u2019est pas disponible', 'broken', 'page_removed'],
  ['escaped apostrophes and spaces', ebay, 'L&#x2019;inserzione&nbsp;è stata chiusa', 'broken', 'listing_ended'],
  ['a sold out listing, in Dutch', ebay, 'Dit object is niet meer op voorraad', 'unavailable', 'sold_out'],
  ['a message in a script', ebay, '<script>var texts = ["This listing was ended"]</script><h1>Lamp</h1>', 'ok', null],
  ['a sold out listing', ebay, 'This item is out of stock', 'unavailable', 'sold_out'],
  ['a missing item', aliexpress, '<p>Sorry, the page you requested can not be found</p>', 'broken', 'page_removed'],
  ['a missing item, in Spanish', aliexpress, 'Lo sentimos, este artículo ya no está disponible', 'broken', 'page_removed'],
  ['an escaped apostrophe', aliexpress, 'Sorry, the page you&#39;re looking for', 'broken', 'page_removed'],
  ['a missing item, with a typographic apostrophe', aliexpress, 'Désolé, cet article n\u2019est plus disponible', 'broken', 'page_removed'],
  ['a missing item, in Ukrainian', aliexpress, 'На жаль, цей товар більше недоступний', 'broken', 'page_removed'],
  ['a challenge of AliExpress', aliexpress, '<script>location="/_____tmd_____/punish"</script>', 'blocked', 'captcha'],
  [
    'the words of a retailer elsewhere',
    'https://blog.example/',
    'This listing was ended. Sorry, the page you requested can not be found',
    'ok',
    null,
  ],
])('evaluates the page: %s', (_page, url, html, kind, reason) => {
  expect(judge(url, 200, html)).toEqual({ kind, reason })
})

it('recognizes a captcha page with an error status', () => {
  expect(judge(amazon, 503, '<form action="/errors/validateCaptcha">')).toEqual({ kind: 'blocked', reason: 'captcha' })
})

it.each(['<script>', '<script', '</script>', '<style><script>', ' ', '&', '&nbsp;', '\u2019'])(
  'reads a page of %j in time that grows with its length',
  (piece) => {
    expect(measureGrowth((size) => judge(ebay, 200, piece.repeat(size)))).toBeLessThan(128)
  },
)
