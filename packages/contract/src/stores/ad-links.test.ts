import { expect, it } from 'vitest'
import { isAdLink } from './ad-links.ts'

it.each([
  // A tag
  ['https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21', true],
  ['https://www.amazon.com/gp/redirect.html?location=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB07FZ8S74R&tag=mia-20', true],
  ['https://www.ebay.de/itm/123456789012?mkevt=1&campid=5338123456', true],
  ['https://s.click.aliexpress.com/deep_link.htm?aff_short_key=N3VJQBY&dl_target_url=https%3A%2F%2Fwww.aliexpress.com', true],
  // A retailer's page without a tag
  ['https://www.amazon.de/dp/B07FZ8S74R', false],
  ['https://www.amazon.de/dp/B07FZ8S74R?tag=', false],
  ['https://www.amazon.de/dp/B07FZ8S74R?ref=nav_logo&via=mia', false],
  ['https://www.ebay.com/itm/123456789012', false],
  // A network or a tool
  ['https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fmaker.example', true],
  ['https://rover.ebay.com/rover/1/711-53200-19255-0/1', true],
  ['https://maker.example/c/1234567/890123/4567?u=https%3A%2F%2Fmaker.example%2Flamp', true],
  ['https://geni.us/lamp', true],
  // A parameter of a network or an affiliate
  ['https://maker.example/lamp?awc=1_2_3', true],
  ['https://maker.example/lamp?ref=mia', true],
  ['https://maker.example/lamp?color=red&AFF_ID=7', true],
  ['https://maker.example/?utm_source=x&utm_medium=affiliate', true],
  // A short URL with an unknown destination
  ['https://amzn.to/3AbCdEf', true],
  ['https://bit.ly/lamp', true],
  // Nobody earns
  ['https://maker.example/lamp', false],
  ['https://maker.example/lamp?reference=7&preview=1&utm_medium=email', false],
  ['https://maker.example/c/lamps/1/2', false],
  ['https://www.youtube.com/watch?v=ref', false],
  ['https://amazon.com.evil.example/dp/B07FZ8S74R?tag=mia-20', false],
])('says whether a link to %s is an ad: %s', (address, expected) => {
  expect(isAdLink({ destinations: [address] })).toBe(expected)
})

it('marks a link if one of its destinations can pay, or if its owner marked it', () => {
  const [maker, tagged] = ['https://maker.example/', 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21']
  expect(isAdLink({ destinations: [maker, tagged] })).toBe(true)
  expect(isAdLink({ destinations: [maker], isMarked: true })).toBe(true)
  expect(isAdLink({ destinations: [maker], isMarked: false })).toBe(false)
})
