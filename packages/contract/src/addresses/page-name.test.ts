import { expect, it } from 'vitest'
import { findPageName } from './page-name.ts'

it.each([
  ['https://www.amazon.com/Sony-WH-1000XM5-Headphones/dp/B09XS7JWHH/ref=sr_1_1?keywords=sony', 'Sony WH 1000XM5 Headphones'],
  ['https://www.amazon.de/dp/B09XS7JWHH/ref=sr_1_1', undefined],
  ['https://www.amazon.de/gp/product/B09XS7JWHH', undefined],
  ['https://www.ebay.com/itm/Brass-Desk-Lamp/123456789012?hash=item1', 'Brass Desk Lamp'],
  ['https://www.ebay.com/itm/123456789012', undefined],
  ['https://www.aliexpress.com/item/1005001234567890.html', undefined],
  ['https://shop.example/toasters/four-slots.html?ref=1', 'Four slots'],
  ['https://shop.example/us/en/p/lack-side-table-30449908/', 'Lack side table'],
  ['https://shop.example/p/brass-lamp/-/A-53788870', 'Brass lamp'],
  ['https://shop.example/listing/1234/wool-blanket', 'Wool blanket'],
  ['https://shop.example/lamps/lamp;id=7', 'Lamp'],
  ['https://shop.example/brass-lamp/ref%3Dsr_1_1', 'Brass lamp'],
  ['https://shop.example/caf%C3%A9%20cups', 'Café cups'],
  ['https://shop.example/%E6%9D%B1%E4%BA%AC', '東京'],
  ['https://shop.example/men%27s-socks', "Men's socks"],
  ['https://shop.example/%E0%A4%A', undefined],
  ['https://amzn.to/3xYzabc', undefined],
  ['https://short.example/aBcDeFg', undefined],
  ['https://video.example/watch?v=brass-lamp', undefined],
  ['https://shop.example/product/1234', undefined],
  ['https://shop.example/index.php?page=brass-lamp', undefined],
  ['https://shop.example/', undefined],
])('reads the name in %s: %s', (url, name) => {
  expect(findPageName(url)).toBe(name)
})
