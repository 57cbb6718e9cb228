import { expect, it } from 'vitest'
import {
  computePriceHiddenAtMs,
  formatCheckedDay,
  formatPrice,
  formatRecentDay,
  hasDayBegunSomewhere,
  isPriceShown,
} from './price-display.ts'

const price = { amount: '49.90', currency: 'EUR', checked_on: '2026-11-01' }
const shop = { host: 'www.lamps.example' }
const amazon = { host: 'www.amazon.de' }
const ebay = { host: 'www.ebay.co.uk' }

it.each([
  ['a shop without a program of ours, for 30 days', [shop], '2026-12-01T23:59:59.999Z', true],
  ['and no longer', [shop], '2026-12-02T00:00:00Z', false],
  ['a product without a shop, as long', [], '2026-12-01T23:59:59Z', true],
  ['AliExpress, as long', [{ host: 'de.aliexpress.com' }], '2026-12-01T23:59:59Z', true],
  ['eBay, for 7 days', [ebay], '2026-11-08T23:59:59Z', true],
  ['and no longer there', [ebay], '2026-11-09T00:00:00Z', false],
  ['Amazon, never', [amazon], '2026-11-01T00:00:01Z', false],
  ['a short domain of Amazon, never', [{ host: 'amzn.to' }], '2026-11-01T12:00:00Z', false],
  ['the strictest of several shops', [shop, ebay], '2026-11-09T00:00:00Z', false],
  ['Amazon among several shops', [shop, amazon], '2026-11-01T12:00:00Z', false],
  ['Amazon for the visitors of one country', [{ ...shop, shops: ['www.amazon.fr'] }], '2026-11-01T12:00:00Z', false],
  ['Amazon behind a short URL', [{ host: 'bit.ly', expandedHost: 'www.amazon.com' }], '2026-11-01T12:00:00Z', false],
  ['an unknown shop behind a short URL', [{ host: 'bit.ly' }], '2026-11-01T12:00:00Z', false],
  ['a known one behind it', [{ host: 'bit.ly', expandedHost: 'lamps.example' }], '2026-11-20T12:00:00Z', true],
])('says whether the price of %s is shown', (_shop, links, now, isShown) => {
  expect(isPriceShown(price, links, new Date(now))).toBe(isShown)
})

it.each([
  ['a shop without a program of ours', [shop], true],
  ['eBay', [shop, ebay], false],
  ['Amazon', [amazon], false],
  ['an unknown shop behind a short URL', [{ host: 'bit.ly' }], false],
])('shows a price without a day only if its age does not matter to %s', (_shop, links, isShown) => {
  expect(isPriceShown({ checked_on: null }, links, new Date('2026-11-01T12:00:00Z'))).toBe(isShown)
})

it('computes the instant from which a price is hidden', () => {
  expect(computePriceHiddenAtMs(price, [ebay])).toBe(Date.parse('2026-11-09T00:00:00Z'))
  expect(computePriceHiddenAtMs(price, [ebay, amazon])).toBe(-Infinity)
})

it.each([
  ['EUR', '49.90', 'en', '€49.90'],
  ['EUR', '1249.50', 'de', '1.249,50\u00a0€'],
  ['JPY', '5000', 'ja', '￥5,000'],
  ['KWD', '1.500', 'en', 'KWD\u00a01.500'],
  ['USD', '50.00', 'fr', '50,00\u00a0$US'],
])('formats %s with its own decimal places in the language of the page', (currency, amount, language, text) => {
  expect(formatPrice({ amount, currency }, language)).toBe(text)
})

it('formats the day of the check in the language of the page', () => {
  expect([formatCheckedDay(price, 'en'), formatCheckedDay(price, 'de')]).toEqual(['Nov 1, 2026', '01.11.2026'])
  expect([formatRecentDay(price, 'en'), formatRecentDay(price, 'ja')]).toEqual(['Nov 1', '11月1日'])
})

it('accepts a day that has begun in some time zone, and no later day', () => {
  const now = new Date('2026-11-01T10:00:00Z')
  expect(['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => hasDayBegunSomewhere(day, now))).toEqual([true, true, false])
})
