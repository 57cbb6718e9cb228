import { errorCatalog } from '@linkshelf/contract'
import {
  aClickUsage,
  aLink,
  anOrganization,
  aProject,
  aRecentClick,
  aReport,
  errorReply,
  inProject,
  internalError,
  noReply,
  orgId,
} from '../../test/api-answers.ts'
import { createQrCodeAnswers } from '../qr-code-answers.ts'
import { aMonth, anOverview, emptyOverview, linkAnswers, someLinks, topEarnings } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { answerCurrencies, answerEarnings } from './earnings-scenes.ts'

const overview = `GET ${inProject}/analytics/overview`
const usage = `GET /v1/${orgId}/analytics/usage`
const links = `GET ${inProject}/urls`

const [newest = aLink()] = someLinks

const origins = [
  ['DE', 'Berlin', 'phone', 'YouTube'],
  ['US', 'New York', 'desktop', ''],
  ['FR', 'Paris', 'phone', 'Instagram'],
  ['GB', 'London', 'tablet', 'X'],
  ['', '', 'desktop', 'Hacker News'],
] as const

const recentClicks = origins.map(([country, city, device, source], index) => {
  const { url_id, url, target, title } = someLinks[index % 3] ?? newest
  return aRecentClick({
    id: `0197a000-0000-7000-8000-00000000090${index}`,
    at: new Date(Date.UTC(2025, 10, 30, 9, 40 - index * index * 4)).toISOString(),
    link: { url_id, url, target, title },
    country,
    city,
    device,
    source,
  })
})

const withoutLinks = { 'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ link_count: 0 })] })] }

export const dashboardScenes: Scenes = {
  screen: 'dashboard',
  address: '/',
  title: 'Dashboard · Linkshelf',
  answers: linkAnswers,
  states: [
    { name: 'loading', answers: { [overview]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [overview]: internalError }, shows: ['button', 'Retry'], says: [/^Correlation ID/] },
    {
      name: 'loading without links',
      answers: { ...withoutLinks, [overview]: noReply },
      shows: ['status', 'Loading'],
    },
    {
      name: 'analytics does not answer',
      answers: { [overview]: () => errorReply(503, 'ANALYTICS_UNAVAILABLE', errorCatalog.ANALYTICS_UNAVAILABLE.message) },
      shows: ['button', 'Retry'],
      says: [/^Analytics is not answering right now; your links and clicks are safe/],
    },
    {
      name: 'no links yet',
      answers: { ...withoutLinks, [overview]: () => emptyOverview },
      shows: ['heading', 'Paste a link you want to share'],
    },
    {
      name: 'every link archived',
      answers: { [overview]: () => emptyOverview, [links]: () => [aLink({ archived: true })] },
      shows: ['button', 'Show archived links'],
    },
    {
      name: 'no clicks yet',
      answers: { ...createQrCodeAnswers(newest), [overview]: () => ({ ...emptyOverview, activeLinks: 3 }), [links]: () => someLinks },
      shows: ['heading', 'Your link is ready'],
      says: ['Open it to see your first click. Waiting…', 'Next steps', 'Recent links'],
    },
    {
      name: 'visited by a bot',
      answers: {
        ...createQrCodeAnswers(newest),
        [overview]: () => ({ ...emptyOverview, activeLinks: 3 }),
        [links]: () => someLinks,
        [`GET ${inProject}/analytics/dashboard`]: () => ({ totalClicks: 2, visitors: 1, countries: 1 }),
      },
      shows: ['heading', 'Your link is ready'],
      says: [/^Seen: 2 visits by bots/],
    },
    {
      name: 'ready',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })],
        [overview]: ({ query }) => anOverview(query.get('to') === '2025-11-30' ? {} : { clicksByDay: aMonth(104) }),
        [links]: () => someLinks,
        [`GET ${inProject}/link-report`]: () => aReport({ dead: 1, untagged: 4, failing: 2, unavailable: 1 }),
        [`GET ${inProject}/analytics/recent`]: () => recentClicks,
        [`GET ${inProject}/analytics/earnings`]: answerEarnings,
        [`GET ${inProject}/analytics/urls/clicks`]: topEarnings,
      },
      shows: ['heading', 'Top performing links'],
      says: [
        'Total clicks',
        /48,212 all time/,
        'Active links',
        'Top performing',
        'Clicks over time',
        'Per click',
        'Conversions',
        'Needs attention',
        'See all problems',
        'Recent clicks',
      ],
    },
    {
      name: 'several currencies',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ package: 'Pro' })],
        [overview]: () => anOverview(),
        [`GET ${inProject}/analytics/earnings`]: answerCurrencies,
      },
      shows: ['button', 'Earned'],
      says: ['€482.15', /^\$133\.40\s*−5\.5%/, /^¥2,480\s*New/, /^£0\.00\s*−100%/],
    },
    {
      name: 'chart of earnings',
      answers: { [overview]: () => anOverview(), [`GET ${inProject}/analytics/earnings`]: answerEarnings },
      steps: (page) => page.getByRole('button', { name: 'Earned' }).click(),
      shows: ['button', 'Show table'],
      says: ['Earnings over time'],
    },
    {
      name: 'nothing earned',
      answers: { [overview]: () => anOverview() },
      shows: ['link', 'import an earnings file'],
      says: ['Connect a retailer', /^No earnings in this period\./],
    },
    {
      name: 'clicks over the limit of the plan',
      answers: {
        [overview]: () => anOverview(),
        [usage]: () => aClickUsage({ used: 2_240, hidden: 1_240, hidden_since: '2025-11-14', upgrade: 'Starter' }),
      },
      shows: ['note'],
      says: [/^1,240 more clicks since Nov 14, counted and shown from Dec 1\. Starter shows up to 50,000 a month\./, 'Upgrade'],
    },
    {
      name: 'links near the limit of the plan',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ link_count: 8 })] })],
        [overview]: () => anOverview(),
      },
      shows: ['note'],
      says: [/^8 of 10 links used\. Archived links and links of products count too\./, 'Upgrade', 'Top performing links'],
    },
    {
      name: 'links at the limit, for a member',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ role: 'member', projects: [aProject({ link_count: 10 })] })],
        [overview]: () => anOverview(),
      },
      shows: ['note'],
      says: [
        /^Limit reached - You have reached the maximum of 10 links for this project\. Archived links .* An owner/,
        'Top performing links',
      ],
    },
    {
      name: 'chart as a table',
      answers: { [overview]: () => anOverview() },
      steps: (page) => page.getByRole('button', { name: 'Show table' }).click(),
      shows: ['region', 'Clicks over time, table'],
    },
  ],
}
