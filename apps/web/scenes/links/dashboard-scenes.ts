import { aClickUsage, aLink, anOrganization, aProject, inProject, internalError, noReply, orgId } from '../../test/api-answers.ts'
import { anOverview, emptyOverview, linkAnswers } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'

const overview = `GET ${inProject}/analytics/overview`
const usage = `GET /v1/${orgId}/analytics/usage`
const links = `GET ${inProject}/urls`

export const dashboardScenes: Scenes = {
  screen: 'dashboard',
  address: '/',
  title: 'Dashboard · Linkshelf',
  answers: linkAnswers,
  states: [
    { name: 'loading', answers: { [overview]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [overview]: internalError }, shows: ['button', 'Retry'], says: [/^Correlation ID/] },
    {
      name: 'no links yet',
      answers: { [overview]: () => emptyOverview, [links]: () => [] },
      shows: ['heading', 'No links yet'],
      says: ['Add your first link'],
    },
    {
      name: 'every link archived',
      answers: { [overview]: () => emptyOverview, [links]: () => [aLink({ archived: true })] },
      shows: ['button', 'Show archived links'],
    },
    {
      name: 'no clicks yet',
      answers: { [overview]: () => ({ ...emptyOverview, activeLinks: 3 }) },
      shows: ['heading', 'Clicks over time'],
      says: ['Available after the first click'],
    },
    {
      name: 'ready',
      answers: { [overview]: () => anOverview() },
      shows: ['heading', 'Top performing links'],
      says: ['Total clicks', '48,212', 'Active links', 'Top performing', 'Clicks over time'],
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
      says: ['8 of 10 links', 'Upgrade', 'Top performing links'],
    },
    {
      name: 'links at the limit, for a member',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ role: 'member', projects: [aProject({ link_count: 10 })] })],
        [overview]: () => anOverview(),
      },
      shows: ['note'],
      says: [/^Limit reached - You have reached the maximum of 10 links for this project\. An owner/, 'Top performing links'],
    },
    {
      name: 'chart as a table',
      answers: { [overview]: () => anOverview() },
      steps: (page) => page.getByRole('button', { name: 'Show table' }).click(),
      shows: ['region', 'Clicks over time, table'],
    },
  ],
}
