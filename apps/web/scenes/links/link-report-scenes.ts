import { type LinkReport, linkReportProblems, type ReportedLink } from '@linkshelf/contract'
import { type Answer, aHealth, aLink, inProject, internalError, noReply, savedIntegrations, someStates } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const report = `${inProject}/link-report`

function aReport(problems: Partial<LinkReport['problems']> = {}, changes: Partial<LinkReport> = {}): LinkReport {
  const none = Object.fromEntries(linkReportProblems.map((problem) => [problem, 0])) as LinkReport['problems']
  const noShops = Object.fromEntries(linkReportProblems.map((problem) => [problem, []])) as object as LinkReport['shops']
  const shops = {
    ...noShops,
    untagged: [
      { shop: 'ebay.com', links: 38 },
      { shop: 'aliexpress.com', links: 3 },
    ],
    market_without_tag: [
      { shop: 'amazon.de', links: 6 },
      { shop: 'amazon.co.uk', links: 3 },
    ],
    replaced: [{ shop: 'amazon.com', links: 2 }],
  }
  const health = someStates({ works: 1_270, broken: problems.dead ?? 0, failed_once: problems.failing ?? 0, uncheckable: 9 })
  return { links: 1_284, links_with_problems: 61, health, problems: { ...none, ...problems }, shops, ...changes }
}

function aReported(
  number: number,
  title: string,
  target: string,
  { health = aHealth(), ...changes }: Partial<ReportedLink> & Partial<Pick<ReportedLink['link'], 'health'>> = {},
): ReportedLink {
  const url_id = `0197a000-0000-7000-8000-00000000084${number}`
  const facts = { problems: ['untagged' as const], shop: 'ebay.com', pasted_tag: null, redirected_to: null, ...changes }
  return { link: aLink({ url_id, title, target, health }), destinations: [{ target, ...facts }], ...facts }
}

/** A link that earns at Amazon, and leads to two other shops that are not connected. */
const earnsElsewhere: ReportedLink = {
  ...aReported(5, 'Desk lamp, brass', 'https://www.ebay.com/itm/334455667788'),
  link: aLink({
    url_id: '0197a000-0000-7000-8000-000000000845',
    title: 'Desk lamp, brass',
    target: 'https://www.amazon.com/dp/B07FZ8S74R',
    shops: [
      { place: null, name: null, target: 'https://www.ebay.com/itm/334455667788' },
      { place: null, name: null, target: 'https://www.aliexpress.com/item/1005001234567890.html' },
    ],
    choice_page: true,
    ad: true,
  }),
  destinations: [
    { target: 'https://www.ebay.com/itm/334455667788', shop: 'ebay.com', pasted_tag: null, problems: ['untagged'] },
    {
      target: 'https://www.aliexpress.com/item/1005001234567890.html',
      shop: 'aliexpress.com',
      pasted_tag: null,
      problems: ['untagged'],
    },
  ],
}

const linksByProblem: Partial<Record<string, ReportedLink[]>> = {
  dead: [
    aReported(3, 'A kettle that keeps its temperature', 'https://kitchen.example/kettles/gooseneck', {
      problems: ['dead'],
      shop: null,
      health: aHealth({ status: 'broken', reason: 'not_found' }),
    }),
  ],
  failing: [
    aReported(5, 'The standing desk we would buy again', 'https://furniture.example/desks/standing', {
      problems: ['failing'],
      shop: null,
      health: aHealth({ status: 'failing', reason: 'host_missing' }),
    }),
  ],
  redirected: [
    aReported(4, 'Copper pan, 28 cm', 'https://kitchen.example/pans/copper-28', {
      problems: ['redirected'],
      shop: null,
      redirected_to: 'https://www.pots-and-pans.example/copper/28-cm',
    }),
  ],
}
const someUntagged = [
  aReported(1, 'Wireless headphones, tested for a year', 'https://www.ebay.com/itm/123456789012'),
  aReported(2, 'Film camera', 'https://www.ebay.com/itm/210987654321?hash=item1c2d3e4f5a:g:AbCdEfGhIjKlMnOp'),
  earnsElsewhere,
]
const links: Answer = ({ query }) => linksByProblem[query.get('problem') ?? ''] ?? someUntagged

const found = { dead: 3, redirected: 1, untagged: 41, market_without_tag: 9, short_link: 6, failing: 2, replaced: 2 }

export const linkReportScenes: Scenes = {
  screen: 'link-report',
  address: '/links/report',
  title: 'Link check · Linkshelf',
  answers: { [`GET ${report}`]: () => aReport(found), [`GET ${report}/links`]: links },
  states: [
    { name: 'loading', answers: { [`GET ${report}`]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [`GET ${report}`]: internalError }, shows: ['heading', 'The link check could not be loaded'] },
    {
      name: 'no problems',
      answers: { [`GET ${report}`]: () => aReport({}, { links_with_problems: 0, health: someStates({ works: 1_281, uncheckable: 3 }) }) },
      shows: ['heading', 'No problems found'],
      says: ["All 1,281 checked links work. 3 can't be checked.", 'Open Links'],
    },
    {
      name: 'no failed check',
      answers: { [`GET ${report}`]: () => aReport({ untagged: 41 }, { links_with_problems: 41 }) },
      shows: ['table', 'Earning nothing: connect this shop'],
      says: ["41 of 1,284 links may need your attention. All 1,270 checked links work. 9 can't be checked."],
    },
    {
      name: 'no link checked yet',
      answers: { [`GET ${report}`]: () => aReport({}, { links_with_problems: 0, health: someStates({ uncheckable: 1, unchecked: 2 }) }) },
      shows: ['heading', 'No problems found'],
      says: ["1 link can't be checked. 2 are not checked yet."],
    },
    {
      name: 'failed once',
      steps: async (page) => void (await page.getByText('Failed once, not confirmed', { exact: true }).click()),
      shows: ['table', 'Failed once, not confirmed'],
      says: ['Last check', "This domain doesn't exist (DNS lookup failed).", 'Check all again'],
    },
    {
      name: 'no links yet',
      answers: { [`GET ${report}`]: () => aReport({}, { links: 0, links_with_problems: 0 }) },
      shows: ['heading', 'No problems found'],
      says: ['Links are checked here once there are some.'],
    },
    {
      name: 'ready',
      shows: ['table', 'Broken'],
      says: [
        '61 of 1,284 links may need your attention.',
        'Archive all',
        'Edit destination',
        'Rules of the programs',
        /Last checked Nov 20, 2026/,
      ],
    },
    {
      name: 'redirecting elsewhere',
      steps: async (page) => void (await page.getByText('Redirects elsewhere', { exact: true }).click()),
      shows: ['table', 'Redirects elsewhere'],
      says: ['Use the new destinations', 'Redirected to', 'www.pots-and-pans.example/copper/28-cm'],
    },
    {
      name: 'given the new address',
      answers: { [`PATCH ${inProject}/urls`]: () => [aLink({ title: 'Copper pan, 28 cm' })] },
      steps: async (page) => {
        await page.getByText('Redirects elsewhere', { exact: true }).click()
        await press('Use new destination: Copper pan, 28 cm')(page)
      },
      shows: ['table', 'Redirects elsewhere'],
      says: ['1 link changed to the new destination'],
    },
    {
      name: 'untagged',
      steps: async (page) => void (await page.getByText('Earning nothing: connect this shop', { exact: true }).click()),
      shows: ['table', 'Earning nothing: connect this shop'],
      says: [
        'Connect eBay',
        'Connect AliExpress',
        'Leave all of these untagged',
        'ebay.com',
        'www.aliexpress.com/item/1005001234567890.html',
      ],
    },
    {
      name: 'editing the shops of a link that earns in another shop',
      answers: { [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon, [`GET ${inProject}/slugs`]: () => [] },
      steps: async (page) => {
        await page.getByText('Earning nothing: connect this shop', { exact: true }).click()
        await press('Edit shops: Desk lamp, brass')(page)
      },
      shows: ['dialog', 'Edit target URL and details'],
      says: ['Shop 2', 'Add a shop'],
    },
    {
      name: 'affiliation switched off',
      answers: { [`PATCH ${inProject}/urls`]: () => [aLink({ title: 'Wireless headphones, tested for a year', affiliated: false })] },
      steps: async (page) => {
        await page.getByText('Earning nothing: connect this shop', { exact: true }).click()
        await press('Leave untagged: Wireless headphones, tested for a year')(page)
      },
      shows: ['table', 'Earning nothing: connect this shop'],
      says: ['Left 1 link untagged'],
    },
    {
      name: 'adding tags for further countries',
      answers: { [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon },
      steps: async (page) => {
        await page.getByText('No tag for this country', { exact: true }).click()
        await press('Add Amazon tags')(page)
      },
      shows: ['region', 'Amazon integration'],
      says: ['Other countries', 'Save'],
    },
    {
      name: 'confirming a fix for all',
      steps: press('Archive all'),
      shows: ['dialog', 'Archive all'],
      says: [/3 links/],
    },
    {
      name: 'fixing all',
      answers: { [`PATCH ${inProject}/urls`]: noReply },
      steps: async (page) => {
        await press('Archive all')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Archive all' }).click()
      },
      shows: ['progressbar', 'Archive all'],
      says: [/0 of 3 links/],
    },
    {
      name: 'affiliation could not be switched off',
      answers: { [`PATCH ${inProject}/urls`]: internalError },
      steps: async (page) => {
        await page.getByText('Earning nothing: connect this shop', { exact: true }).click()
        await press('Leave untagged: Wireless headphones, tested for a year')(page)
      },
      shows: ['alert'],
      says: [/The link could not be changed/],
    },
    {
      name: 'links could not be loaded',
      answers: { [`GET ${report}/links`]: internalError },
      shows: ['heading', 'The links could not be loaded'],
    },
    {
      name: 'disclosure copied',
      steps: async (page) => {
        await page.context().grantPermissions(['clipboard-write'])
        await press('Copy the disclosure for International')(page)
      },
      shows: ['list', 'Disclosures'],
      says: ['Copied!'],
    },
  ],
}
