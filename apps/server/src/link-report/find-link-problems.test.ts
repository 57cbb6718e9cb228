import type { LinkReportProblem, LinkVerdict } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { findLinkProblems } from './find-link-problems.ts'

const settings = { amazon: { tags: { com: 'mia-20' } }, aliexpress: {} }
const works = { state: 'works', note: null } as const
const notRedirected = { is_archived: false, page_url: null, redirected_to: null }
const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'

it.each([
  [lamp, []],
  [`${lamp}?tag=mia-20`, []],
  ['https://shop.example/lamp?tag=other-20', []],
  [`${lamp}?tag=other-20`, ['replaced']],
  ['https://www.amazon.de/dp/B07FZ8S74R', ['market_without_tag']],
  ['https://www.amazon.de/dp/B07FZ8S74R?tag=other-21', ['foreign_tag']],
  ['https://www.amazon.com/gp/cart/view.html', ['page_not_paid']],
  ['https://amzn.to/3AbCdEf', ['short_link']],
  ['https://www.ebay.com/itm/123456789012', ['untagged']],
  ['https://www.ebay.com/itm/123456789012?campid=5338000001', ['foreign_tag']],
  ['https://www.aliexpress.com/item/1005001234567890.html', ['untracked']],
  ['https://www.aliexpress.com/item/1005001234567890.html?aff_short_key=N3VJQBY', ['foreign_tag']],
])('finds the problems of %s: %j', (target, problems) => {
  expect(
    findLinkProblems(
      { target, expanded_target: null, shops: [], expanded_shops: {}, is_affiliated: true, ...works, ...notRedirected },
      settings,
    ).problems,
  ).toEqual(problems)
})

it('reports no tag problem of a link without affiliation, unless the tag is hidden in a short link', () => {
  const findProblems = (target: string) =>
    findLinkProblems(
      { target, expanded_target: null, shops: [], expanded_shops: {}, is_affiliated: false, ...works, ...notRedirected },
      settings,
    ).problems
  expect(findProblems('https://www.amazon.de/dp/B07FZ8S74R?tag=other-21')).toEqual([])
  expect(findProblems('https://amzn.to/3AbCdEf')).toEqual(['short_link'])
})

it.each<[LinkVerdict, LinkReportProblem[]]>([
  [works, []],
  [{ state: 'failed_once', note: null }, ['failing']],
  [{ state: 'broken', note: null }, ['dead']],
  [{ state: 'uncheckable', note: null }, []],
  [{ state: 'unchecked', note: null }, []],
  [{ state: 'works', note: 'sold_out' }, ['unavailable']],
])('reports the page problems of a link with the verdict %j, unless the link is archived', (verdict, problems) => {
  const facts = { target: 'https://shop.example/lamp', expanded_target: null, shops: [], expanded_shops: {}, is_affiliated: true }
  const findProblems = (is_archived: boolean) =>
    findLinkProblems({ ...facts, ...verdict, ...notRedirected, is_archived }, settings).problems
  expect([findProblems(false), findProblems(true)]).toEqual([problems, []])
})

it('reports a page problem before a tag problem', () => {
  const facts = { target: 'https://amzn.to/3AbCdEf', expanded_target: null, shops: [], expanded_shops: {}, is_affiliated: true }
  expect(findLinkProblems({ ...facts, state: 'broken', note: null, ...notRedirected }, settings).problems).toEqual(['dead', 'short_link'])
})

it('returns the shop and the pasted tag', () => {
  const found = findLinkProblems(
    {
      target: 'https://www.amazon.co.uk/dp/B07FZ8S74R?tag=other-21',
      expanded_target: null,
      shops: [],
      expanded_shops: {},
      is_affiliated: true,
      ...works,
      ...notRedirected,
    },
    settings,
  )
  expect(found).toMatchObject({ shop: 'amazon.co.uk', pasted_tag: 'other-21' })
})

it('includes problems of its shops, and returns the shop and tag of the first page with a problem', () => {
  const shops = [{ target: lamp }, { target: 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21' }]
  const found = findLinkProblems(
    { target: lamp, expanded_target: null, shops, expanded_shops: {}, is_affiliated: true, ...works, ...notRedirected },
    settings,
  )
  expect(found).toEqual({ problems: ['foreign_tag'], shop: 'amazon.fr', pasted_tag: 'eve-21', redirected_to: null })
})

it("checks the destinations of its shops' short links, if they are known", () => {
  const short = 'https://amzn.to/3AbCdEf'
  const findProblems = (expanded_shops: Record<string, string>) =>
    findLinkProblems(
      {
        target: lamp,
        expanded_target: null,
        shops: [{ target: short }],
        expanded_shops,
        is_affiliated: true,
        ...works,
        ...notRedirected,
      },
      settings,
    ).problems
  expect(findProblems({})).toEqual(['short_link'])
  expect(findProblems({ [short]: 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21' })).toEqual(['foreign_tag'])
})

it('reports a redirect elsewhere with its final address, but not for short links', () => {
  const findProblems = (target: string, redirected_to: string) =>
    findLinkProblems(
      {
        target,
        expanded_target: null,
        shops: [],
        expanded_shops: {},
        is_affiliated: true,
        is_archived: false,
        ...works,
        page_url: target,
        redirected_to,
      },
      settings,
    )
  expect(findProblems('https://shop.example/lamp', 'https://shop.example/')).toMatchObject({
    problems: ['redirected'],
    redirected_to: 'https://shop.example/',
  })
  expect(findProblems('https://shop.example/lamp', 'https://www.shop.example/lamp')).toMatchObject({ problems: [], redirected_to: null })
  expect(findProblems('https://bit.ly/lamp', 'https://shop.example/')).toMatchObject({ problems: [], redirected_to: null })
})
