import { describeAffiliation, isAffiliationProblem, type LinkAffiliation, type LinkDraft } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anIntegration, aProject } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { getLinkAffiliation } from './get-link-affiliation.ts'

const target = 'https://www.amazon.com/dp/B07FZ8S74R'

it('returns where a link leads, and where it leads visitors from other countries', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const shops = [{ place: 'FR', name: null, target: 'https://maker.example/fr' }]
  const link = await aLink(deps, ctx, { target: `${target}?tag=eve-20`, title: 'Brass lamp', shops })
  expect(await getLinkAffiliation(ctx, link.url_id)).toEqual({
    retailer: 'amazon',
    market: 'com',
    status: 'replaced',
    pasted_tag: 'eve-20',
    affiliated: true,
    expansion: null,
    expanded: null,
    location: `${target}?tag=mia-20`,
    has_page: false,
    programs: ['amazon'],
    programmes: ['amazon'],
    shops: [
      { place: 'de', reason: 'local_search', location: 'https://www.amazon.de/s?k=Brass+lamp&tag=mia-21' },
      { place: 'FR', reason: 'local_asin', location: 'https://maker.example/fr' },
    ],
    destinations: [
      expect.objectContaining({ target: link.target, place: null, state: 'replaced', tag: 'mia-20', pasted_tag: 'eve-20' }),
      expect.objectContaining({ target: 'https://maker.example/fr', place: 'FR', state: 'none', retailer: null }),
    ],
  })
})

const cases: [string, Partial<LinkDraft>, boolean, RegExp, boolean][] = [
  ['a tag of the owner', { target }, true, /^Visitors reach Amazon with your tag\.$/, false],
  ['a pasted tag', { target: `${target}?tag=eve-20` }, true, /with the tag eve-20\. Visitors reach Amazon with yours/, true],
  ['no integration', { target }, false, /Connect Amazon under Retailers to earn/, true],
  ['no integration, and a pasted tag', { target: `${target}?tag=eve-20` }, false, /keeps the tag that you pasted: eve-20/, true],
  ['a marketplace without a tag', { target: 'https://www.amazon.fr/dp/B07FZ8S74R' }, true, /no tag for amazon\.fr/, true],
  ['a short link', { target: 'https://amzn.to/3AbCdEf' }, true, /is finding out where this short link leads/, true],
  ['a page that pays nothing', { target: 'https://www.amazon.com/hz/wishlist/ls/1' }, true, /not known to pay/, false],
  ['no affiliation', { target, affiliated: false }, true, /you switched tags off/, false],
  ['a short link without affiliation', { target: 'https://amzn.to/3AbCdEf', affiliated: false }, true, /is finding out/, true],
  ['no retailer', { target: 'https://shop.example/' }, true, /no shop/, false],
]
it.each(cases)('explains %s', async (_case, draft, isConnected, sentence, isProblem) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  if (isConnected) await anIntegration(ctx)
  const facts = await getLinkAffiliation(ctx, (await aLink(deps, ctx, draft)).url_id)
  expect(describeAffiliation(facts)).toMatch(sentence)
  expect(isAffiliationProblem(facts)).toBe(isProblem)
})

const programCases: [string, Partial<LinkDraft>, LinkAffiliation['programs']][] = [
  ['a tag of the owner', { target }, ['amazon']],
  ['a tag that was pasted', { target: 'https://www.ebay.com/itm/123456789012?campid=5338000001' }, ['ebay']],
  ['no tag', { target: 'https://www.ebay.com/itm/123456789012' }, []],
  ['a short link, which may have a tag', { target: 'https://amzn.to/3AbCdEf' }, ['amazon']],
  ['no affiliation', { target: `${target}?tag=eve-20`, affiliated: false }, []],
  ['a shop of a country', { target: 'https://maker.example/', shops: [{ place: 'FR', name: null, target }] }, ['amazon']],
  ['a shop without a place', { target: 'https://maker.example/', shops: [{ place: null, name: null, target }] }, []],
  [
    'a shop on a choice page',
    { target: 'https://maker.example/', shops: [{ place: null, name: null, target }], choice_page: true },
    ['amazon'],
  ],
]
it.each(programCases)('lists the programs of a link with %s', async (_case, draft, programs) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  expect((await getLinkAffiliation(ctx, (await aLink(deps, ctx, draft)).url_id)).programs).toEqual(programs)
})

it('says for each destination that visitors can get whether it earns', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const shops = [
    { place: null, name: null, target: 'https://www.ebay.com/itm/123456789012' },
    { place: 'FR', name: null, target: 'https://www.amazon.fr/dp/B07FZ8S74R' },
  ]
  const listStates = async (choice_page: boolean) =>
    (await getLinkAffiliation(ctx, (await aLink(deps, ctx, { target, shops, choice_page })).url_id)).destinations
  const [ebay, french] = shops.map((shop) => shop.target)
  expect(await listStates(true)).toMatchObject([
    { target, place: null, state: 'earns', tag: 'mia-20' },
    { target: ebay, place: null, state: 'not_connected', retailer: 'ebay' },
    { target: french, place: 'FR', state: 'no_tag', market: 'fr' },
  ])
  expect(await listStates(false)).toMatchObject([{ target }, { target: french }])
})
