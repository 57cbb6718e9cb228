import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeRandomRuns } from '../../../harness/vitest/random-cases.ts'
import { amazonMarkets, ebayMarkets, recognizeUrl } from './index.ts'

it.each([
  'https://shop.example/dp/B07FZ8S74R',
  'https://amazon.com.evil.com/dp/B07FZ8S74R',
  'https://amazon.evil.com/dp/B07FZ8S74R',
  'https://notamazon.com/dp/B07FZ8S74R',
  'https://www-amazon.com/dp/B07FZ8S74R',
  'https://amazon.com@evil.com/dp/B07FZ8S74R',
  'https://user:secret@www.amazon.com/dp/B07FZ8S74R',
  'https://www.amazon.com:8443/dp/B07FZ8S74R',
  'https://amazon.co/dp/B07FZ8S74R',
  'https://amazon.shop/dp/B07FZ8S74R',
  'https://amazon.com.de/dp/B07FZ8S74R',
  'https://www.amaz0n.com/dp/B07FZ8S74R',
  'https://www.xn--mazon-3ve.com/dp/B07FZ8S74R',
  'https://www.аmazon.com/dp/B07FZ8S74R',
  'https://amzn.to.evil.com/3AbCdEf',
  'https://notamzn.to/3AbCdEf',
  'https://aa.co/d/1',
  'https://ebay.com.evil.com/itm/123456789012',
  'https://ebay.evil/itm/123456789012',
  'https://myebay.com/itm/123456789012',
  'https://aliexpress.com.evil.com/item/1005001234567890.html',
  'https://alíexpress.com/item/1005001234567890.html',
  'https://aliexpress.org/item/1005001234567890.html',
  'ftp://www.amazon.com/dp/B07FZ8S74R',
  'javascript:location="https://www.amazon.com/dp/B07FZ8S74R"',
  'www.amazon.com/dp/B07FZ8S74R',
  '/dp/B07FZ8S74R',
  '',
])('does not recognize %j as a retailer', (url) => {
  expect(recognizeUrl(url)).toBeUndefined()
})

const word = fc.stringMatching(/^[a-z0-9-]{0,20}$/)
const anAsin = fc.stringMatching(/^B[0-9A-Z]{9}$/)

it('finds an ASIN and a tag in every market, with any product name and other parameters', () => {
  const markets = fc.constantFrom(...Object.keys(amazonMarkets))
  fc.assert(
    fc.property(
      markets,
      anAsin,
      fc.string(),
      word,
      fc.dictionary(fc.stringMatching(/^x[a-z]{1,8}$/), fc.string()),
      (market, asin, name, id, more) => {
        const tag = `m${id}-21`
        const url = new URL(`https://www.amazon.${market}/${encodeURIComponent(name) || '-'}/dp/${asin}`)
        for (const [key, value] of Object.entries({ ...more, tag })) url.searchParams.append(key, value)

        expect(recognizeUrl(url.href)).toEqual({ retailer: 'amazon', kind: 'product', market, productId: asin, tag })
      },
    ),
    { numRuns: computeRandomRuns(100) },
  )
})

it('finds an item and a campaign in every market of eBay', () => {
  const markets = fc.constantFrom(...ebayMarkets)
  fc.assert(
    fc.property(markets, fc.stringMatching(/^[1-9]\d{11}$/), fc.stringMatching(/^[1-9]\d{9}$/), (market, item, campid) => {
      const found = recognizeUrl(`https://www.ebay.${market}/itm/${item}?mkcid=1&campid=${campid}`)
      expect(found).toEqual({ retailer: 'ebay', kind: 'product', market, productId: item, tag: campid })
    }),
    { numRuns: computeRandomRuns(100) },
  )
})

it("does not recognize a host that only contains a retailer's name", () => {
  const retailer = fc.constantFrom('amazon.com', 'amazon.co.uk', 'amzn.to', 'a.co', 'ebay.de', 'ebay.us', 'aliexpress.com')
  fc.assert(
    fc.property(retailer, fc.stringMatching(/^[a-z]{1,10}$/), (name, letters) => {
      for (const host of [`${name}.${letters}.example`, `${letters}${name}`, `${letters}-${name}`, `${name}${letters}.example`])
        expect(recognizeUrl(`https://${host}/dp/B07FZ8S74R`)).toBeUndefined()
    }),
    { numRuns: computeRandomRuns(100) },
  )
})

it('never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => void recognizeUrl(text)),
    { numRuns: computeRandomRuns(100) },
  )
})
