import { expect, it } from 'vitest'
import { type PlannedLink, planLink } from './plan-link.ts'

const plan = (changes: Partial<PlannedLink>) =>
  planLink({ target: us, expanded_target: null, shops: [], expanded_shops: {}, is_affiliated: true, ...changes }, settings)
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
  const { outcome, reason, target: planned } = plan({ target })

  expect([outcome, reason].filter(Boolean).join(': ')).toBe(expected)
  expect(planned).toBe(after)
  if (after !== undefined) expect(plan({ target: after })).toEqual({ outcome: 'skipped_already_tagged' })
})

it('plans no change for links without affiliation', () => {
  expect(plan({ is_affiliated: false })).toEqual({
    outcome: 'skipped_without_affiliation',
  })
})

it('plans a short link like the page it leads to, if the page is known', () => {
  const planWithExpanded = (expanded_target: string | null) => plan({ target: 'https://amzn.to/3AbCdEf', expanded_target })
  expect(planWithExpanded(`${us}?tag=other-20`)).toEqual({ outcome: 'retagged', target: tagged })
  expect(planWithExpanded('https://shop.example/')).toEqual({ outcome: 'needs_resolution' })
  expect(planWithExpanded(null)).toEqual({ outcome: 'needs_resolution' })
})

it('plans the shops of a link too, each in its own marketplace, and short URLs of shops like the pages they lead to', () => {
  const german = { place: 'DE', name: null, target: 'https://www.amazon.de/dp/B07FZ8S74R?tag=other-21' }
  const short = { place: null, name: 'Amazon', target: 'https://amzn.to/3AbCdEf' }
  const maker = { place: null, name: 'Maker', target: 'https://maker.example/' }
  const after = [{ ...german, target: 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21' }, { ...short, target: tagged }, maker]
  const expanded_shops = { [short.target]: us }
  expect(plan({ shops: [german, short, maker], expanded_shops })).toEqual({ outcome: 'retagged', target: tagged, shops: after })
  expect(plan({ target: tagged, shops: after })).toEqual({ outcome: 'skipped_already_tagged' })
  expect(plan({ target: maker.target, shops: [{ ...german, target: us }] })).toEqual({
    outcome: 'tagged',
    shops: [{ ...german, target: tagged }],
  })
  const british = { ...german, target: 'https://www.amazon.co.uk/dp/B07FZ8S74R' }
  expect(plan({ target: tagged, shops: [british, short] })).toEqual({ outcome: 'failed', reason: 'market_without_tag' })
  expect(plan({ target: tagged, shops: [maker, short] })).toEqual({ outcome: 'needs_resolution' })
  expect(plan({ shops: [german], is_affiliated: false })).toEqual({ outcome: 'skipped_without_affiliation' })
})
