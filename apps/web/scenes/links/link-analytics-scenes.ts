import {
  type Answer,
  type Answers,
  aLink,
  anOrganization,
  errorReply,
  inProject,
  internalError,
  noReply,
  Reply,
} from '../../test/api-answers.ts'
import { aBreakdown, aMonth, createLockedReply, someLinks } from '../sample-answers.ts'
import type { Scene, Scenes } from '../scene.ts'

const [link = aLink()] = someLinks
const address = `/analytics/link/${link.url_id}`
const find = `GET ${inProject}/urls/${link.url_id}`
const days = `GET ${inProject}/analytics/urls/${link.url_id}`
const numbers = `${days}/dashboard`
const visitors = `${days}/visitors`
const earnings = `${days}/earnings`
const breakdown = `GET ${inProject}/analytics/breakdown`

/** Amounts are in minor units of the currency. */
function someEarnings(currency: string, earned: number) {
  const amounts = {
    pending: 4_800,
    approved: earned - 4_800,
    reversed: 0,
    sales: earned * 20,
    by_click: earned - 5_600,
    by_estimate: 3_900,
    by_product: 1_700,
    unassigned: 0,
  }
  return { currency, earned, ...amounts, conversions: 69, epc: earned / 1_830 }
}

const noEarnings = { clicks: 1_830, ordered_items: 0, totals: [], estimate: null, byDay: [] }
const olderEarnings = {
  ...someEarnings('EUR', 21_400),
  pending: 0,
  by_click: 0,
  by_estimate: 0,
  by_product: 21_400,
  conversions: 156,
  epc: null,
}

const withFullAnalytics: Answers = { 'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })] }
const unclicked: Answers = { [numbers]: () => ({ totalClicks: 0, visitors: 0, countries: 0 }), [days]: () => aMonth(0) }

const someVisitors = [
  ['phone', 'Safari', 'iOS', 'DE', 'Munich', 'Bavaria'],
  ['desktop', 'Chrome', 'Windows', 'CA', 'Montréal', 'Quebec'],
  ['tablet', 'Samsung Internet', 'Android', 'US', '', ''],
  ['console', 'Edge', 'Xbox', 'GB', 'Llanfairpwllgwyngyll', 'Isle of Anglesey'],
  ['other', '', '', '', '', ''],
].map(([device, browser, os, country, city, subdivision1], index) => ({
  id: `visitor ${index}`,
  device,
  browser,
  os,
  country,
  city,
  subdivision1,
  firstAt: new Date(Date.UTC(2025, 10, 30, 9, 38 - index * index * 97)).toISOString(),
  views: 1 + (index % 3),
}))

const inRange: Answer = ({ query }) => {
  if (query.get('range') === 'all') return { totalClicks: 48_212, visitors: 30_111, countries: 41 }
  return (query.get('from') ?? '') > '2025-10-31'
    ? { totalClicks: 1_930, visitors: 1_644, countries: 12 }
    : { totalClicks: 1_410, visitors: 1_731, countries: 10 }
}

/** Delays an answer by 400 ms, so that a step can run before the answer arrives. */
function delayAnswer(answer: Answer): Answer {
  return async (call) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return answer(call)
  }
}

async function openDeleteDialog(page: Parameters<NonNullable<Scene['steps']>>[0]): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete clicks' }).click()
}

export const linkAnalyticsScenes: Scenes = {
  screen: 'link-analytics',
  address,
  title: 'Wireless headphones, tested for a year · Analytics · Linkshelf',
  answers: {
    ...withFullAnalytics,
    [find]: () => link,
    [days]: () => aMonth(61),
    [numbers]: inRange,
    [visitors]: () => someVisitors,
    [breakdown]: aBreakdown,
    [earnings]: () => noEarnings,
  },
  states: [
    { name: 'loading', title: 'Link · Linkshelf', answers: { [find]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      title: 'Link · Linkshelf',
      answers: { [find]: internalError },
      shows: ['heading', 'This link could not be loaded'],
      says: ['Retry', /^Correlation ID/],
    },
    {
      name: 'not found',
      title: 'Link Not Found · Linkshelf',
      answers: { [find]: () => errorReply(404, 'LINK_NOT_FOUND', 'x') },
      shows: ['heading', 'Link Not Found'],
      says: ["The link you're looking for doesn't exist or has been removed.", 'Back to Analytics'],
    },
    {
      name: 'with earnings',
      answers: {
        [earnings]: () => ({
          clicks: 1_830,
          ordered_items: 0,
          totals: [someEarnings('EUR', 21_400), { ...someEarnings('USD', 3_120), pending: 0, by_estimate: 0, by_product: 0 }],
          estimate: null,
          byDay: [],
        }),
      },
      shows: ['heading', 'Earnings'],
      says: [
        '€214.00',
        /€0.117 per click/,
        /€39.00 of it is an estimate · €17.00 of it by product/,
        /Sales older than the first click are joined by product and tag/,
      ],
    },
    {
      name: 'earnings older than the first click',
      answers: { ...unclicked, [earnings]: () => ({ ...noEarnings, totals: [olderEarnings] }) },
      shows: ['heading', 'Earnings'],
      says: ['No clicks yet', /^156 conversions · €214.00 of it by product/],
    },
    { name: 'no clicks yet', answers: unclicked, shows: ['heading', 'No clicks yet'], says: ['Copy Short Link'] },
    {
      name: 'without full analytics',
      answers: { 'GET /v1/organizations': () => [anOrganization()] },
      shows: ['heading', 'Scans by day'],
      says: ['Total clicks', 'Unique visitors', 'Created', /48,212 clicks all time/],
    },
    { name: 'ready', shows: ['table', 'Devices'], says: ['Operating systems', 'Visit Original', 'Edit', 'Archive'] },
    {
      name: 'browsers, without comparison',
      address: `${address}?tab=browser&compare=false`,
      shows: ['table', 'Browsers'],
    },
    { name: 'countries', address: `${address}?tab=country`, shows: ['table', 'Countries'], says: ['Cities'] },
    { name: 'visitors', address: `${address}?tab=visitors`, shows: ['table', 'Visitors'], says: [/IP addresses are not stored/] },
    {
      name: 'more visitors to load',
      address: `${address}?tab=visitors`,
      answers: { [visitors]: () => new Reply(200, someVisitors, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
    },
    {
      name: 'no visitors in the range',
      address: `${address}?tab=visitors`,
      answers: { [visitors]: () => [] },
      shows: ['heading', 'Visitors'],
      says: ['No visitors in this period.'],
    },
    {
      name: 'error in every part',
      address: `${address}?tab=visitors`,
      answers: { [days]: internalError, [numbers]: internalError, [visitors]: internalError },
      shows: ['heading', 'The visitors could not be loaded'],
    },
    {
      name: 'range outside the plan',
      answers: { [numbers]: (call) => (call.query.has('from') ? createLockedReply() : inRange(call)), [days]: createLockedReply },
      shows: ['heading', 'Not in your plan'],
    },
    {
      name: 'menu open while numbers load',
      answers: { [numbers]: delayAnswer(inRange) },
      steps: async (page) => {
        await page.getByRole('button', { name: /^More actions/ }).click()
        await page.getByRole('table', { name: 'Devices' }).waitFor()
      },
      shows: ['menuitem', 'Delete clicks'],
    },
    {
      name: 'clicks being deleted',
      answers: { [numbers]: () => ({ totalClicks: 31, visitors: 28, countries: 3, deletion: 'running' }) },
      shows: ['table', 'Devices'],
      says: [/^Deleting clicks…/],
    },
    { name: 'delete clicks confirmation', steps: openDeleteDialog, shows: ['dialog', 'Delete clicks'] },
    {
      name: 'clicks could not be deleted',
      answers: { [days.replace('GET', 'DELETE')]: internalError },
      steps: async (page) => {
        await openDeleteDialog(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Delete clicks' }).click()
      },
      shows: ['alert'],
      says: [/Failed to delete the clicks/],
    },
  ],
}
