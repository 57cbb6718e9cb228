import { expect, it } from 'vitest'
import { planLink } from './plan-link.ts'

const settings = { tags: { com: 'mia-20', de: 'mia-21' } }
const us = 'https://www.amazon.com/dp/B07FZ8S74R'
const tagged = `${us}?tag=mia-20`

const cases: [target: string, outcome: string, after?: string][] = [
  [us, 'tagged', tagged],
  ['https://WWW.AMAZON.COM/dp/b07fz8s74r', 'tagged', tagged],
  [`${us}?tag=`, 'tagged', tagged],
  [`${us}?tag=&AssociateTag=`, 'tagged', tagged],
  [`${us}#customerReviews`, 'tagged', tagged],
  [`${us}/ref=sr_1_1?t=1&qid=2`, 'tagged', tagged],
  [`${us}?th=1&psc=1`, 'tagged', `${us}?th=1&psc=1&tag=mia-20`],
  ['https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R', 'tagged', tagged],
  ['https://www.amazon.com/s?k=lamp', 'tagged', 'https://www.amazon.com/s?k=lamp&tag=mia-20'],
  ['https://www.amazon.com/shop/mia', 'tagged', 'https://www.amazon.com/shop/mia?tag=mia-20'],
  ['https://www.amazon.com/', 'tagged', 'https://www.amazon.com/?tag=mia-20'],
  [`${us}?tag=other-20`, 'retagged', tagged],
  [`${us}?tag=other-20&tag=mia-20`, 'retagged', tagged],
  [`${us}?tag=mia-20&tag=other-20`, 'retagged', tagged],
  [`${us}?AssociateTag=other-20`, 'retagged', tagged],
  [`${us}?tag=mia-20&linkCode=ll1&linkId=1`, 'retagged', tagged],
  ['https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/other-20', 'retagged', tagged],
  ['https://www.amazon.com/dp/B07FZ8S74R/ref=nosim/other-20', 'retagged', tagged],
  ['https://www.amazon.com/gp/redirect.html?location=%2Fdp%2FB07FZ8S74R%3Ftag%3Dother-20', 'retagged', tagged],
  ['https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R&tag=other-20', 'retagged', tagged],
  ['https://www.amazon.de/dp/B07FZ8S74R?tag=mia-20', 'retagged', 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21'],
  [tagged, 'skipped_already_tagged'],
  ['https://www.amazon.com/s?k=lamp&tag=mia-20', 'skipped_already_tagged'],
  ['https://amzn.to/3AbCdEf', 'needs_resolution'],
  ['https://a.co/d/3AbCdEf', 'needs_resolution'],
  ['https://amzn.eu/d/3AbCdEf', 'needs_resolution'],
  ['https://amzlink.to/az0AbCdEf', 'needs_resolution'],
  ['https://www.amazon.co.uk/dp/B07FZ8S74R', 'failed: market_without_tag'],
  ['https://www.amazon.co.uk/dp/B07FZ8S74R?tag=other-21', 'failed: market_without_tag'],
  ['https://www.amazon.com/gp/cart/view.html', 'failed: page_not_paid'],
  ['https://music.amazon.com/albums/B07FZ8S74R', 'failed: page_not_paid'],
  [`https://www.amazon.com/s?k=${'a'.repeat(2_015)}`, 'failed: target_too_long'],
  ['', 'failed: target_unreadable'],
  ['https://shop.example/dp/B07FZ8S74R?tag=other-20', 'skipped_not_amazon'],
  ['https://amazon.com.evil.com/dp/B07FZ8S74R', 'skipped_not_amazon'],
  ['https://notamazon.com/dp/B07FZ8S74R', 'skipped_not_amazon'],
  ['https://www.ebay.com/itm/123456789012', 'skipped_not_amazon'],
]

it.each(cases)('plans %s as %s', (target, expected, after) => {
  const { outcome, reason, target: planned } = planLink({ target, expanded_target: null, is_affiliated: true }, settings)

  expect([outcome, reason].filter(Boolean).join(': ')).toBe(expected)
  expect(planned).toBe(after)
  if (after !== undefined)
    expect(planLink({ target: after, expanded_target: null, is_affiliated: true }, settings)).toEqual({ outcome: 'skipped_already_tagged' })
})

it('leaves links without affiliation as they are', () => {
  expect(planLink({ target: us, expanded_target: null, is_affiliated: false }, settings)).toEqual({
    outcome: 'skipped_without_affiliation',
  })
})

it('plans a short link as the page behind it, where that is known', () => {
  const plan = (expanded_target: string | null) =>
    planLink({ target: 'https://amzn.to/3AbCdEf', expanded_target, is_affiliated: true }, settings)
  expect(plan(`${us}?tag=other-20`)).toEqual({ outcome: 'retagged', target: tagged })
  expect(plan('https://shop.example/')).toEqual({ outcome: 'needs_resolution' })
  expect(plan(null)).toEqual({ outcome: 'needs_resolution' })
})
