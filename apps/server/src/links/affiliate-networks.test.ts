import { withoutAffiliation } from '@linkshelf/retailers'
import { expect, it } from 'vitest'
import { isAffiliateRedirect } from './affiliate-networks.ts'

it.each([
  'https://amzn.to/3abc',
  'https://www.amzn.to/3abc',
  'https://a.co/d/abc',
  'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5',
  'https://ebay.us/m/abc',
  'https://s.click.aliexpress.com/e/_abc',
  'https://www.awin1.com/cread.php?awinmid=1',
  'https://go.skimresources.com./?id=1',
])('knows that a request to %s counts as a click', (target) => {
  expect(isAffiliateRedirect(withoutAffiliation(target))).toBe(true)
})

it.each([
  'https://www.amazon.com/dp/B07FZ8S74R',
  'https://www.ebay.com/itm/123456789012',
  'https://notamzn.to/x',
  'https://notawin1.com/',
  'https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R',
])('knows that a request to the page of %s counts as none', (target) => {
  expect(isAffiliateRedirect(withoutAffiliation(target))).toBe(false)
})
