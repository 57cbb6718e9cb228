import type { LinkReportProblem, LinkVerdict } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { findLinkProblems, type ReportedFacts } from './find-link-problems.ts'

const settings = { amazon: { tags: { com: 'mia-20' } }, aliexpress: {} }
const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'

const ebayItem = 'https://www.ebay.com/itm/123456789012'

const findProblems = (changes: Partial<ReportedFacts>) =>
  findLinkProblems(
    {
      target: lamp,
      expanded_target: null,
      shops: [],
      expanded_shops: {},
      has_choice_page: false,
      is_affiliated: true,
      is_archived: false,
      state: 'works',
      note: null,
      page_url: null,
      redirected_to: null,
      ...changes,
    },
    settings,
  )

const aShop = (target: string, place: string | null = null) => ({ target, place, name: null })

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
  expect(findProblems({ target }).problems).toEqual(problems)
})

it('reports no tag problem of a link without affiliation, unless the tag is hidden in a short link', () => {
  const find = (target: string) => findProblems({ target, is_affiliated: false, state: 'unchecked' }).problems
  expect(find('https://www.amazon.de/dp/B07FZ8S74R?tag=other-21')).toEqual([])
  expect(find('https://amzn.to/3AbCdEf')).toEqual(['short_link'])
})

it.each<[LinkVerdict, LinkReportProblem[]]>([
  [{ state: 'works', note: null }, []],
  [{ state: 'failed_once', note: null }, ['failing']],
  [{ state: 'broken', note: null }, ['dead']],
  [{ state: 'uncheckable', note: null }, []],
  [{ state: 'unchecked', note: null }, []],
  [{ state: 'works', note: 'sold_out' }, ['unavailable']],
])('reports the page problems of a link with the verdict %j before its tag problems, unless the link is archived', (verdict, problems) => {
  const find = (is_archived: boolean) => findProblems({ target: 'https://amzn.to/3AbCdEf', ...verdict, is_archived }).problems
  expect([find(false), find(true)]).toEqual([[...problems, 'short_link'], ['short_link']])
})

it('returns the shop and the pasted tag', () => {
  const target = 'https://www.amazon.co.uk/dp/B07FZ8S74R?tag=other-21'
  expect(findProblems({ target }).destinations).toEqual([
    { target, shop: 'amazon.co.uk', pasted_tag: 'other-21', problems: ['foreign_tag'] },
  ])
})

it('says which shop has which problem', () => {
  const shops = [aShop(ebayItem), aShop('https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21')]
  const found = findProblems({ target: `${lamp}?tag=eve-20`, shops, has_choice_page: true, state: 'broken' })
  expect(found.problems).toEqual(['dead', 'replaced', 'untagged', 'foreign_tag'])
  expect(found.destinations).toEqual([
    { target: `${lamp}?tag=eve-20`, shop: 'amazon.com', pasted_tag: 'eve-20', problems: ['dead', 'replaced'] },
    { target: ebayItem, shop: 'ebay.com', pasted_tag: null, problems: ['untagged'] },
    { target: 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21', shop: 'amazon.fr', pasted_tag: 'eve-21', problems: ['foreign_tag'] },
  ])
})

it('reports no problem of a shop that no visitor gets', () => {
  expect(findProblems({ shops: [aShop(ebayItem)] }).problems).toEqual([])
  expect(findProblems({ shops: [aShop(ebayItem, 'DE')] }).problems).toEqual(['untagged'])
})

it("checks the destinations of its shops' short links, if they are known", () => {
  const short = 'https://amzn.to/3AbCdEf'
  const find = (expanded_shops: Record<string, string>) => findProblems({ shops: [aShop(short, 'fr')], expanded_shops }).problems
  expect(find({})).toEqual(['short_link'])
  expect(find({ [short]: 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21' })).toEqual(['foreign_tag'])
})

it('reports a redirect elsewhere with its final address, but not for short links', () => {
  const find = (target: string, redirected_to: string) => findProblems({ target, page_url: target, redirected_to })
  expect(find('https://shop.example/lamp', 'https://shop.example/')).toMatchObject({
    problems: ['redirected'],
    redirected_to: 'https://shop.example/',
  })
  expect(find('https://shop.example/lamp', 'https://www.shop.example/lamp')).toMatchObject({ problems: [], redirected_to: null })
  expect(find('https://bit.ly/lamp', 'https://shop.example/')).toMatchObject({ problems: [], redirected_to: null })
})
