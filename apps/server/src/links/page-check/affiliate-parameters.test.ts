import { expect, it } from 'vitest'
import { withoutAffiliateParameters } from './affiliate-parameters.ts'

it.each([
  ['https://www.amazon.de/dp/B000000000?tag=mia-21&th=1', 'https://www.amazon.de/dp/B000000000?th=1'],
  ['https://amazon.co.uk/dp/B000000000?tag=mia-21&linkCode=ll1', 'https://amazon.co.uk/dp/B000000000'],
  ['https://www.amazon.com.tr/dp/B000000000?tag=mia-21', 'https://www.amazon.com.tr/dp/B000000000'],
  ['https://www.amazon.co.jp/dp/B000000000?ascsubtag=1', 'https://www.amazon.co.jp/dp/B000000000'],
  ['https://www.ebay.com/itm/1?mkevt=1&campid=5&x=2', 'https://www.ebay.com/itm/1?x=2'],
  ['https://de.aliexpress.com/item/1.html?aff_fcid=1&spm=2', 'https://de.aliexpress.com/item/1.html?spm=2'],
])('removes the affiliate parameters of %s', (target, page) => {
  expect(withoutAffiliateParameters(target)).toBe(page)
})

it.each([
  'https://shop.example/?tag=lamps',
  'https://notamazon.com/?tag=a',
  'https://amazon.evil.com/?tag=a',
  'https://amazon.com.evil.com/?tag=a',
  'https://www.amazon.de.evil/?tag=a',
  'https://ebay.evil.com/?campid=5',
  'https://aliexpress.evil.com/?dp=1',
])('leaves %s unchanged', (target) => {
  expect(withoutAffiliateParameters(target)).toBe(target)
})
