import type { Page } from 'playwright-core'
import { addDays, countDays } from '../../src/features/analytics/range/date-range.ts'
import {
  type Answer,
  type Answers,
  aLink,
  anAuditEntry,
  anOrganization,
  aSavedReport,
  aStore,
  inProject,
  internalError,
  noReply,
  orgId,
  Reply,
} from '../../test/api-answers.ts'
import {
  aBreakdown,
  anEarnedBreakdown,
  anOverview,
  createLockedReply,
  cup,
  emptyOverview,
  linkAnswers,
  someLinks,
  topEarnings,
} from '../sample-answers.ts'
import { someProducts } from '../sample-products.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'
import { answerEarnings } from './earnings-scenes.ts'

const overview = `GET ${inProject}/analytics/overview`
const numbers = `GET ${inProject}/analytics/dashboard`
const hours = `GET ${inProject}/analytics/hours`
const breakdown = `GET ${inProject}/analytics/breakdown`
const store = `GET ${inProject}/analytics/store`
const storeEarnings = `${store}/earnings`
const earnings = `GET ${inProject}/analytics/earnings`
const reports = `GET ${inProject}/analytics/reports`
const stores = `GET ${inProject}/stores`
const ofLinks = `GET ${inProject}/analytics/urls`
const list = `GET ${inProject}/urls`
const today = '2025-11-30'

const free: Answers = { 'GET /v1/organizations': () => [anOrganization()] }

const archived = aLink({
  url_id: '0197a000-0000-7000-8000-000000000150',
  url: 'https://sho.rt/old-toaster',
  target: 'https://kitchen.example/toasters/four-slots',
  title: 'The toaster we had before',
  labels: ['kitchen', 'review', 'gift guide'],
  archived: true,
})
const archivedNumbers = { url_id: archived.url_id, clicks: 12, visits: 11 }

/** Returns clicks for the requested days. The numbers form a weekly wave that grows towards today. */
function createDailyClicks(query: URLSearchParams, clicksADay: number) {
  const [from, to] = [query.get('from') ?? today, query.get('to') ?? today]
  return Array.from({ length: countDays({ from, to }) }, (_, index) => {
    const date = addDays(from, index)
    const daysAgo = countDays({ from: date, to: today })
    return {
      date,
      clicks: Math.round((clicksADay / (1 + daysAgo / 60)) * (1 + 0.35 * Math.sin(((daysAgo + 3) / 7) * 2 * Math.PI))),
      scans: 0,
    }
  })
}

/** Returns clicks for each hour, with few clicks at night. */
function createHourlyClicks(query: URLSearchParams) {
  return createDailyClicks(query, 160).flatMap(({ date, clicks }) =>
    Array.from({ length: 24 }, (_, hour) => ({
      at: new Date(Date.parse(`${date}T00:00:00+01:00`) + hour * 3_600_000).toISOString(),
      clicks: Math.round((clicks / 24) * (1 - 0.8 * Math.cos(((hour - 3) / 24) * 2 * Math.PI))),
    })),
  )
}

const someTraffic: Answer = ({ query }) => {
  const defaults = anOverview({ clicksByDay: createDailyClicks(query, 160) })
  return { ...defaults, topPerformingLinks: [...defaults.topPerformingLinks.slice(0, 5), { ...archivedNumbers, link: archived }] }
}

const someNumbers: Answer = ({ query }) =>
  query.get('to') === today
    ? { totalClicks: 3_766, visitors: 2_648, countries: 31 }
    : { totalClicks: 3_064, visitors: 2_712, countries: 31 }

/** Returns views and clicks by requested day and by product. The last product is deleted. */
function aStoreTraffic(query: URLSearchParams, scale = 1) {
  const byDay = createDailyClicks(query, 90 * scale).map(({ date, clicks }) => ({ date, views: clicks, clicks: Math.round(clicks * 0.31) }))
  const views = byDay.reduce((sum, day) => sum + day.views, 0)
  const clicks = byDay.reduce((sum, day) => sum + day.clicks, 0)
  const products = [...someProducts.map(({ product_id, name }) => ({ product_id, name })), { product_id: archived.url_id, name: null }]
  return {
    views,
    clicks,
    visitors: Math.round(views * 0.7),
    click_through: views === 0 ? null : clicks / views,
    byDay,
    products: products.map((product, index) => ({
      ...product,
      ...toProductNumbers(index === 4 ? 0 : (520 * scale) >> index, (230 * scale) >> index),
    })),
  }
}

/** Returns the numbers of a product whose page led to two thirds of its clicks. */
function toProductNumbers(views: number, clicks: number) {
  const page_clicks = views === 0 ? 0 : Math.round((clicks * 2) / 3)
  return { views, clicks, page_clicks, click_through: views === 0 ? null : page_clicks / views }
}

const earnedByStore = {
  currency: 'EUR',
  earned: 9_870,
  pending: 1_200,
  approved: 8_670,
  reversed: 0,
  sales: 172_000,
  by_click: 7_310,
  by_estimate: 2_560,
  by_product: 0,
  unassigned: 0,
  conversions: 31,
  epc: 12.096,
}

const noTraffic = { views: 0, visitors: 0, clicks: 0, click_through: null, byDay: [], products: [] }

const almostEmpty = { totalClicks: 4, visitors: 3, countries: 31 }

const hugeNumbers: Answers = {
  [overview]: ({ query }) => ({
    ...anOverview({ totalClicks: 2_345_678_901, clicksAllTime: 12_345_678_901, clicksByDay: createDailyClicks(query, 98_765_432) }),
    topPerformingLinks: someLinks.map((link, index) => ({ url_id: link.url_id, clicks: 1_234_567_890 - index, link })),
  }),
  [numbers]: ({ query }) => ({ totalClicks: 2_345_678_901, visitors: query.get('to') === today ? 1_987_654_321 : 3, countries: 249 }),
}

const someMarkedChanges = [
  anAuditEntry(1, { description: 'Changed destination of link “headphones”', date: '2025-11-25T09:12:00.000Z' }),
  anAuditEntry(2, { description: 'Changed main color of store “Everyday Finds”', date: '2025-11-25T08:40:00.000Z' }),
  anAuditEntry(3, {
    description: 'Migrated video “Ten travel mugs, tested”',
    date: '2025-11-12T17:03:00.000Z',
    actor: { kind: 'system', id: 'write-descriptions', name: null },
    metadata: { source: 'job' },
  }),
]

export const analyticsScenes: Scenes = {
  screen: 'analytics',
  address: '/analytics',
  title: 'Analytics · Linkshelf',
  answers: {
    ...linkAnswers,
    'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })],
    [overview]: someTraffic,
    [numbers]: someNumbers,
    [hours]: ({ query }) => createHourlyClicks(query),
    [breakdown]: aBreakdown,
    [earnings]: answerEarnings,
    [`${earnings}/breakdown`]: anEarnedBreakdown,
    [`GET ${inProject}/analytics/urls/clicks`]: topEarnings,
    [list]: ({ query }) => (query.get('archived') === 'true' ? [archived] : someLinks),
    [store]: ({ query }) => aStoreTraffic(query),
    [storeEarnings]: () => ({ clicks: 816, ordered_items: 0, totals: [earnedByStore], estimate: null, byDay: [] }),
    [stores]: () => [aStore()],
    [`GET /v1/${orgId}/audit-logs`]: ({ query }) => (query.get('group') === 'store' ? someMarkedChanges.slice(1, 2) : someMarkedChanges),
    [ofLinks]: () => [
      ...someLinks.map(({ url_id }, index) => ({ url_id, clicks: 1_830 >> index, visits: 1_406 >> index })),
      archivedNumbers,
    ],
  },
  states: [
    { name: 'loading', answers: { [numbers]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [overview]: internalError },
      shows: ['heading', 'Your analytics could not be loaded'],
      says: ['Retry', /^Correlation ID/],
    },
    {
      name: 'no links yet',
      answers: { [overview]: () => emptyOverview, [list]: () => [] },
      shows: ['heading', 'No links yet'],
      says: ['Add your first link'],
    },
    {
      name: 'no clicks yet',
      answers: { [overview]: () => ({ ...emptyOverview, activeLinks: 3 }) },
      shows: ['heading', 'No clicks yet'],
      says: ['Copy a link to share'],
    },
    {
      name: 'no clicks yet on Free',
      answers: { 'GET /v1/organizations': () => [anOrganization()], [overview]: () => ({ ...emptyOverview, activeLinks: 3 }) },
      shows: ['heading', 'No clicks yet'],
      says: [/clicks per day, visitors, countries and top links\.$/],
    },
    {
      name: 'ready',
      shows: ['table', 'Top Links'],
      says: ['Total traffic', 'Unique visitors', 'Locations', 'Clicks over time', 'Archived', 'Live', '+23%', /^Previous period, /],
    },
    {
      name: 'without comparison',
      address: '/analytics?compare=false',
      shows: ['table', 'Top Links'],
      says: ['Unique visitors'],
    },
    {
      name: 'filters',
      address: '/analytics?bots=include',
      steps: openFilters,
      shows: ['switch', 'Compare with previous period'],
      says: ['People and bots'],
    },
    {
      name: 'previous period almost empty',
      answers: {
        [numbers]: ({ query }) => (query.get('to') === today ? { totalClicks: 13_195, visitors: 980, countries: 31 } : almostEmpty),
      },
      shows: ['table', 'Top Links'],
      says: ['+13.2K', '+977', '31'],
    },
    {
      name: 'no clicks in the range',
      address: '/analytics?range=7d',
      answers: {
        [overview]: ({ query }) => anOverview({ clicksByDay: createDailyClicks(query, 0), topPerformingLinks: [] }),
        [numbers]: () => ({ totalClicks: 0, visitors: 0, countries: 0 }),
      },
      shows: ['heading', 'Top Links'],
      says: ['No clicks in this period.', /^No clicks in this period/],
    },
    {
      name: 'one day',
      address: `/analytics?from=${today}&to=${today}`,
      shows: ['table', 'Top Links'],
      says: ['Custom range', /^Clicks per hour/],
    },
    { name: 'twelve months', address: '/analytics?range=12m', shows: ['table', 'Top Links'], says: [/^Clicks per week/] },
    { name: 'chart as a table', steps: press('Show table'), shows: ['region', 'Clicks over time, table'] },
    { name: 'bots included', address: '/analytics?bots=include', shows: ['table', 'Top Links'], says: [/^Clicks and bots per day/] },
    {
      name: 'nothing to compare with',
      answers: {
        [numbers]: ({ query }) =>
          query.get('to') === today ? { totalClicks: 512, visitors: 433, countries: 9 } : { totalClicks: 0, visitors: 0, countries: 0 },
      },
      steps: openFilters,
      shows: ['switch', 'No earlier clicks to compare'],
      says: ['Top Links'],
    },
    { name: 'large numbers', answers: hugeNumbers, shows: ['table', 'Top Links'], says: ['2,345,678,901'] },
    { name: 'date range menu', steps: openRanges, shows: ['dialog', /^Last 30 days/] },
    { name: 'range in reverse order', steps: chooseWrongDays, shows: ['alert'], says: ['The first day must not be after the last.'] },
    {
      name: 'metric definitions',
      steps: (page) => page.getByRole('heading', { name: 'How we count' }).click(),
      shows: ['table', 'Top Links'],
      says: [/^A distinct daily visitor/],
    },
    { name: 'links', address: '/analytics?tab=links', shows: ['table', 'Links'], says: ['Archived'] },
    {
      name: 'links without numbers, with more to load',
      address: '/analytics?tab=links',
      answers: { [ofLinks]: internalError, [list]: () => new Reply(200, someLinks, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
    },
    {
      name: 'links could not be loaded',
      address: '/analytics?tab=links',
      answers: { [list]: internalError },
      shows: ['heading', 'Your links could not be loaded'],
    },
    {
      name: 'store',
      address: '/analytics?tab=store',
      shows: ['table', 'Products'],
      says: ['Page views', 'Click-through', '1 change in this period', 'Deleted product', '€98.70', /of it is an estimate/],
    },
    { name: 'store, loading', address: '/analytics?tab=store', answers: { [store]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'store, error',
      address: '/analytics?tab=store',
      answers: { [store]: internalError },
      shows: ['heading', 'The numbers of your store could not be loaded'],
    },
    {
      name: 'store without views',
      address: '/analytics?tab=store',
      answers: { [store]: () => noTraffic },
      shows: ['heading', 'No views of your store in this period'],
      says: ['Copy store address', 'Overview'],
    },
    {
      name: 'no store yet',
      address: '/analytics?tab=store',
      answers: { [store]: () => noTraffic, [stores]: () => [] },
      shows: ['link', 'Set up your store'],
    },
    {
      name: 'store, large numbers and bots',
      address: '/analytics?tab=store&bots=include',
      answers: { [store]: ({ query }) => aStoreTraffic(query, 123_456) },
      shows: ['table', 'Products'],
      says: ['Views and bots'],
    },
    { name: 'geography', address: '/analytics?tab=geography', shows: ['img', /^World map/], says: ['Countries', 'Cities'] },
    {
      name: 'sources',
      address: '/analytics?tab=sources',
      shows: ['table', 'Videos'],
      says: [
        'Sources',
        'Direct or unknown',
        'Campaigns',
        'Three kettles, one winner',
        'Not from a video',
        'Domains',
        'sho.rt',
        'kesselmärchen.example',
      ],
    },
    {
      name: 'hosts of a source',
      address: '/analytics?tab=sources',
      steps: (page) => page.getByRole('button', { name: 'Show hosts of Instagram' }).click(),
      shows: ['list', 'Hosts of Instagram'],
      says: ['l.instagram.com', 'In the app'],
    },
    {
      name: 'conditions',
      address: `/analytics?tab=devices&country=DE&source=&label=gift+guide&url_id=${archived.url_id}&video=aBcDeFgHi01&domain=`,
      answers: {
        [`${list}/${archived.url_id}`]: () => archived,
        [`GET ${inProject}/youtube/videos/aBcDeFgHi01`]: () => ({
          video_id: 'aBcDeFgHi01',
          title: 'Three kettles, one winner',
          thumbnail_url: cup,
        }),
      },
      shows: ['list', 'Filters'],
      says: ['The toaster we had before', 'Germany', 'Direct or unknown', 'Three kettles, one winner', 'sho.rt', 'Clear all'],
    },
    {
      name: 'saved reports',
      address: '/analytics?tab=devices&country=DE&device=phone',
      answers: {
        [reports]: () => [
          aSavedReport({ is_mailed: true }),
          aSavedReport({ report_id: archived.url_id, name: 'What the store earns', view: { tab: 'earnings' } }),
        ],
      },
      steps: (page) => page.getByRole('button', { name: 'Saved views' }).click(),
      shows: ['menuitem', /^Phones in Germany/],
      says: ['Mail it every Monday', 'Rename this view', 'Delete this view'],
    },
    { name: 'devices', address: '/analytics?tab=devices', shows: ['table', 'Operating systems'], says: ['Devices', 'Browsers'] },
    {
      name: 'devices, some with an error and some without clicks',
      address: '/analytics?tab=devices',
      answers: { [breakdown]: ({ query }) => (query.get('by') === 'browser' ? internalError() : []) },
      shows: ['heading', 'Browsers could not be loaded'],
      says: [/^No clicks in this period/],
    },
    {
      name: 'a Free organization',
      address: '/analytics?tab=devices',
      answers: free,
      steps: openFilters,
      shows: ['switch', 'Comparison not in your plan'],
      says: ['Top Links'],
    },
    { name: 'date range menu on Free', answers: free, steps: openRanges, shows: ['dialog', /^Last 30 days/], says: ['Not in your plan'] },
    {
      name: 'range outside the plan',
      address: '/analytics?from=2019-01-01&to=2019-02-01',
      answers: { [overview]: createLockedReply, [numbers]: createLockedReply },
      shows: ['heading', 'Not in your plan'],
      says: ['Reset date range'],
    },
  ],
}

/** Opens the filters if they are in a sheet, as on a phone. */
async function openFilters(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Top Links' }).waitFor()
  const onPhone = page.getByRole('button', { name: /^Filters/ })
  await onPhone.or(page.getByRole('switch')).first().waitFor()
  if (await onPhone.isVisible()) await onPhone.click()
}

async function openRanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Last 30 days/ }).click()
}

async function chooseWrongDays(page: Page): Promise<void> {
  await openRanges(page)
  await page.getByLabel('From', { exact: true }).fill('2025-11-20')
  await page.getByLabel('To', { exact: true }).fill('2025-11-10')
  await page.getByRole('button', { name: 'Apply' }).click()
}
