import { expect, it } from 'vitest'
import { removeAffiliation } from './index.ts'

it.each([
  ['https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21&th=1', 'https://www.amazon.de/dp/B07FZ8S74R?th=1'],
  ['https://amazon.co.uk/dp/B07FZ8S74R?Tag=mia-21&linkCode=ll1&linkId=1', 'https://amazon.co.uk/dp/B07FZ8S74R'],
  ['https://www.amazon.com.tr/dp/B07FZ8S74R?tag=mia-21', 'https://www.amazon.com.tr/dp/B07FZ8S74R'],
  ['https://www.amazon.co.jp/dp/B07FZ8S74R?ascsubtag=1', 'https://www.amazon.co.jp/dp/B07FZ8S74R'],
  ['https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/mia-20', 'https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R'],
  ['https://www.amazon.com/dp/B07FZ8S74R/ref=nosim/mia-20', 'https://www.amazon.com/dp/B07FZ8S74R/ref=nosim'],
  ['https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R%3Ftag%3Dmia-20&tag=mia-20', 'https://www.amazon.com/dp/B07FZ8S74R'],
  ['http://www.amazon.com/dp/B07FZ8S74R%3Ftag%3Dmia-20%26th%3D1', 'http://www.amazon.com/dp/B07FZ8S74R?th=1'],
  ['http://amazon.jp/o/ASIN/B07FZ8S74R/mia-22', 'https://www.amazon.co.jp/o/ASIN/B07FZ8S74R'],
  ['https://amzn.com/B07FZ8S74R?tag=mia-20', 'https://www.amazon.com/dp/B07FZ8S74R'],
  [
    'https://www.amazon.com/gp/aws/cart/add.html?AssociateTag=mia-20&ASIN.1=B07FZ8S74R',
    'https://www.amazon.com/gp/aws/cart/add.html?ASIN.1=B07FZ8S74R',
  ],
  ['https://www.ebay.com/itm/123456789012?mkevt=1&campid=5&x=2', 'https://www.ebay.com/itm/123456789012?x=2'],
  [
    'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5&mpre=https%3A%2F%2Fwww.ebay.com%2Fitm%2F123456789012%3Fcampid%3D6',
    'https://www.ebay.com/itm/123456789012',
  ],
  ['https://de.aliexpress.com/item/1005001234567890.html?aff_fcid=1&spm=2', 'https://de.aliexpress.com/item/1005001234567890.html?spm=2'],
  [
    'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=K&dl_target_url=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html',
    'https://www.aliexpress.com/item/1005001234567890.html',
  ],
])('reduces %s to the address of the page', (url, page) => {
  expect(removeAffiliation(url)).toBe(page)
})

it.each([
  'https://shop.example/?tag=lamps',
  'https://notamazon.com/?tag=a',
  'https://amazon.evil.com/?tag=a',
  'https://amazon.com.evil.com/?tag=a',
  'https://www.amazon.de.evil/?tag=a',
  'https://ebay.evil.com/?campid=5',
  'https://aliexpress.evil.com/?dp=1',
  'https://amzn.to/3AbCdEf',
  'https://www.amazon.de/dp/B07FZ8S74R?k=a%20b',
])('leaves %s unchanged', (url) => {
  expect(removeAffiliation(url)).toBe(url)
})
