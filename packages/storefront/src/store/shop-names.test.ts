import { expect, it } from 'vitest'
import { nameShops } from './shop-names.ts'

it.each([
  ['www.amazon.de', 'Amazon', 'Amazon'],
  ['de.aliexpress.com', 'AliExpress', 'AliExpress'],
  ['www.lamps.example', 'lamps.example', 'lamps'],
  ['shop.kaffee-und-mehr.de', 'shop.kaffee-und-mehr.de', 'kaffee-und-mehr'],
  ['lamps.co.uk', 'lamps.co.uk', 'lamps'],
  ['www.store.lamps.com.au', 'store.lamps.com.au', 'lamps'],
  ['mia.myshopify.com', 'mia.myshopify.com', 'mia'],
  ['t.co', 't.co', 't'],
  ['co.uk', 'co.uk', 'co'],
  ['amazon.com.evil.example', 'amazon.com.evil.example', 'evil'],
  ['amazon.shop', 'amazon.shop', 'amazon.shop'],
  ['localhost', 'localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]', '[2001:db8::1]', '[2001:db8::1]'],
])('names the shop at %s %s, or %s for short', (host, full, short) => {
  expect(nameShops([host]).get(host)).toEqual({ full, short })
})

it('names the suffix of domains that differ only by it, and of no other domain', () => {
  const names = nameShops(['lamps.de', 'www.lamps.com', 'shop.lamps.com', 'amazon.de', 'www.amazon.co.uk', 'ebay.de', 'kaffee.de'])
  expect(Object.fromEntries([...names].map(([host, { short }]) => [host, short]))).toEqual({
    'lamps.de': 'lamps.de',
    'www.lamps.com': 'lamps.com',
    'shop.lamps.com': 'lamps.com',
    'amazon.de': 'Amazon.de',
    'www.amazon.co.uk': 'Amazon.co.uk',
    'ebay.de': 'eBay',
    'kaffee.de': 'kaffee',
  })
  expect(names.get('amazon.de')?.full).toBe('Amazon.de')
})
