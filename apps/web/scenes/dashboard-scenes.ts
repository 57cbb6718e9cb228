import { aLink, inProject, internalError, noReply } from '../test/api-answers.ts'
import { anOverview, emptyOverview, linkAnswers } from './sample-answers.ts'
import type { Scenes } from './scene.ts'

const overview = `GET ${inProject}/analytics/overview`
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
      name: 'chart as a table',
      answers: { [overview]: () => anOverview() },
      steps: (page) => page.getByRole('button', { name: 'Show table' }).click(),
      shows: ['region', 'Clicks over time, table'],
    },
  ],
}
