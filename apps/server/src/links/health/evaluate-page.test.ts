import { expect, it } from 'vitest'
import { growthOf } from '../../../test/measure-time-growth.ts'
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
])('judges %s answered with %i', (url, status, kind, reason) => {
  expect(judge(url, status, '')).toEqual({ kind, reason })
})

it.each<[string, string, string, string, string | null]>([
  ['a product', amazon, '<div id="availability"><span>Auf Lager</span></div>', 'ok', null],
  ['a sold out product', amazon, '<div id="availability"><span>Derzeit nicht verfügbar.</span></div>', 'unavailable', 'sold_out'],
  ['a sold out product, in English', amazon, '<div id="outOfStock"><b>Currently unavailable.</b></div>', 'unavailable', 'sold_out'],
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
  ['a message in a script', ebay, '<script>var texts = ["This listing was ended"]</script><h1>Lamp</h1>', 'ok', null],
  ['a sold out listing', ebay, 'This item is out of stock', 'unavailable', 'sold_out'],
  ['a missing item', aliexpress, '<p>Sorry, the page you requested can not be found</p>', 'broken', 'page_removed'],
  ['a missing item, in Spanish', aliexpress, 'Lo sentimos, este artículo ya no está disponible', 'broken', 'page_removed'],
  ['an escaped apostrophe', aliexpress, 'Sorry, the page you&#39;re looking for', 'broken', 'page_removed'],
  ['a challenge of AliExpress', aliexpress, '<script>location="/_____tmd_____/punish"</script>', 'blocked', 'captcha'],
  [
    'the words of a retailer elsewhere',
    'https://blog.example/',
    'This listing was ended. Sorry, the page you requested can not be found',
    'ok',
    null,
  ],
])('reads %s', (_page, url, html, kind, reason) => {
  expect(judge(url, 200, html)).toEqual({ kind, reason })
})

it('knows a challenge that is answered with an error', () => {
  expect(judge(amazon, 503, '<form action="/errors/validateCaptcha">')).toEqual({ kind: 'blocked', reason: 'captcha' })
})

it.each(['<script>', '<script', '</script>', '<style><script>'])('reads a page of %j in time that grows with its length', (piece) => {
  expect(growthOf((size) => judge(ebay, 200, piece.repeat(size)))).toBeLessThan(128)
})
