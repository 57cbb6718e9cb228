import { type AffiliationSummary, aliexpressIntegrationDraft, type LinkDraft } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anIntegration, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { saveIntegration } from '../../integrations/integrations.ts'
import { getLink } from '../get-link.ts'
import { listLinks } from '../list/list-links.ts'
import { updateLink } from '../write/update-link.ts'

const amazon = 'https://www.amazon.com/dp/B07FZ8S74R'
const shops = [{ place: null, name: null, target: amazon }]

const cases: [string, Partial<LinkDraft>, Partial<AffiliationSummary>][] = [
  ['a tag of the owner', { target: amazon }, { state: 'earns', retailer: 'amazon', market: 'com', tag: 'mia-20', pasted_tag: null }],
  ['its own tag pasted', { target: `${amazon}?tag=mia-20` }, { state: 'earns', tag: 'mia-20', pasted_tag: 'mia-20' }],
  ["someone else's tag", { target: `${amazon}?tag=eve-20` }, { state: 'replaced', tag: 'mia-20', pasted_tag: 'eve-20' }],
  ['a retailer that is not connected', { target: 'https://www.ebay.com/itm/123456789012' }, { state: 'not_connected', tag: null }],
  [
    'a pasted tag of a retailer that is not connected',
    { target: 'https://www.ebay.com/itm/123456789012?campid=5338000001' },
    { state: 'pasted', tag: '5338000001' },
  ],
  [
    'a marketplace without a tag',
    { target: 'https://www.amazon.fr/dp/B07FZ8S74R' },
    { state: 'no_tag', retailer: 'amazon', market: 'fr', tag: null },
  ],
  [
    'affiliation switched off',
    { target: `${amazon}?tag=eve-20`, affiliated: false },
    { state: 'untagged', tag: null, pasted_tag: 'eve-20' },
  ],
  ['a short URL', { target: 'https://amzn.to/3AbCdEf' }, { state: 'unknown', tag: null }],
  ['a page that pays nothing', { target: 'https://www.amazon.com/hz/wishlist/ls/1' }, { state: 'none', tag: null }],
  ['no retailer', { target: 'https://maker.example/' }, { state: 'none', retailer: null, tag: null }],
  ['a shop on a page of choices', { target: 'https://maker.example/', shops, choice_page: true }, { state: 'earns', tag: 'mia-20' }],
  ['a shop that no visitor gets', { target: 'https://maker.example/', shops }, { state: 'none', tag: null }],
]
it.each(cases)('summarizes whether a link earns: %s', async (_case, draft, summary) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const link = await aLink(deps, ctx, draft)
  expect(link.affiliation).toMatchObject(summary)
  expect((await getLink(deps, ctx, link.url_id)).affiliation).toEqual(link.affiliation)
  expect((await listLinks(deps, ctx, { archived: false, limit: 20 })).links.map(({ affiliation }) => affiliation)).toEqual([
    link.affiliation,
  ])
})

it('says whether pages mark a link as an ad, by every URL that its visitors get', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ebay = { place: null, name: null, target: 'https://www.ebay.com/itm/123456789012?campid=5338000001' }
  const isAd = async (draft: Partial<LinkDraft>) => (await aLink(deps, ctx, { target: amazon, ...draft })).ad
  expect(await isAd({})).toBe(false)
  expect(await isAd({ shops: [ebay] })).toBe(false)
  expect(await isAd({ shops: [ebay], choice_page: true })).toBe(true)
  expect(await isAd({ target: 'https://www.awin1.com/cread.php?awinmid=1' })).toBe(true)
  await anIntegration(ctx)
  expect(await isAd({})).toBe(true)
  expect(await isAd({ affiliated: false })).toBe(false)
  expect(await isAd({ affiliated: false, target: 'https://amzn.to/3AbCdEf' })).toBe(true)
})

it('depends on the integrations and on whether the link is affiliated', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url_id: linkId, affiliation } = await aLink(deps, ctx, { target: amazon })
  expect(affiliation).toMatchObject({ state: 'not_connected' })

  await anIntegration(ctx)
  expect((await getLink(deps, ctx, linkId)).affiliation).toMatchObject({ state: 'earns' })
  expect((await updateLink(deps, ctx, { linkId, update: { affiliated: false } })).affiliation).toMatchObject({ state: 'untagged' })
})

it('returns the tracking ID of AliExpress, not its short key', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await saveIntegration(ctx, 'aliexpress', aliexpressIntegrationDraft.parse({ trackingId: 'mia', appId: '1', aff_short_key: 'N3VJQBY' }))
  const link = await aLink(deps, ctx, { target: 'https://www.aliexpress.com/item/1005001234567890.html' })
  expect(link.affiliation).toMatchObject({ state: 'earns', retailer: 'aliexpress', tag: 'mia' })
})
