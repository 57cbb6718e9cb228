import { removeAffiliation } from '@linkshelf/retailers'
import { expect, it } from 'vitest'
import { isAffiliateRedirect, isDifferentPage } from './destination-rules.ts'

it.each([
  'https://amzn.to/3abc',
  'https://www.amzn.to/3abc',
  'https://a.co/d/abc',
  'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5',
  'https://ebay.us/m/abc',
  'https://s.click.aliexpress.com/e/_abc',
  'https://www.awin1.com/cread.php?awinmid=1',
  'https://go.skimresources.com./?id=1',
])('treats a request to %s as a click', (target) => {
  expect(isAffiliateRedirect(removeAffiliation(target))).toBe(true)
})

it.each([
  'https://www.amazon.com/dp/B07FZ8S74R',
  'https://www.ebay.com/itm/123456789012',
  'https://notamzn.to/x',
  'https://notawin1.com/',
  'https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R',
])('does not treat a request to the page of %s as a click', (target) => {
  expect(isAffiliateRedirect(removeAffiliation(target))).toBe(false)
})

it.each([
  ['http://shop.example/lamp', 'https://www.shop.example/lamp', false],
  ['https://shop.example/lamp', 'https://m.shop.example/lamp', false],
  ['https://shop.example/lamp', 'https://shop.example/de/lighting/lamp?variant=1', false],
  ['https://shop.example/', 'https://shop.example/de/', false],
  ['https://shop.example/search?q=lamp', 'https://shop.example/search?q=lamps', false],
  ['https://shop.example/lamp', 'https://domains.example/parked', true],
  ['https://shop.example/lamp', 'https://shop.example.evil.example/lamp', true],
  ['https://shop.example/lamp', 'https://shop.example/', true],
  ['https://shop.example/lamp', 'https://shop.example/en-gb', true],
  ['https://shop.example/lamp', 'https://shop.example/search?q=lamp', true],
  ['https://shop.example/lamp', 'https://shop.example/errors/404', true],
  ['https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.com/Brass-Lamp/dp/B07FZ8S74R?th=1', false],
  ['https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.com/dp/B0LAMP0001', true],
  ['https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.com/', true],
  ['https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.com/s?k=lamp', true],
  ['https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.de/dp/B07FZ8S74R', true],
  ['https://www.amazon.com/s?k=lamp', 'https://www.amazon.com/s?k=lamp&ref=nb', false],
  ['https://www.amazon.com/shop/mia', 'https://www.amazon.com/', true],
  ['https://www.ebay.com/itm/123456789012', 'https://www.ebay.com/itm/Brass-lamp/123456789012', false],
  ['https://www.ebay.com/itm/123456789012', 'https://www.ebay.com/sch/i.html?_nkw=lamp', true],
  ['https://www.aliexpress.com/item/1005001234567890.html', 'https://de.aliexpress.com/item/1005001234567890.html', false],
  ['https://www.aliexpress.com/item/1005001234567890.html', 'https://www.aliexpress.us/item/1005001234567890.html', false],
  ['https://www.aliexpress.com/item/1005001234567890.html', 'https://de.aliexpress.com/', true],
])('evaluates a redirect from %s to %s: %s', (from, to, expected) => {
  expect(isDifferentPage(from, to)).toBe(expected)
})
