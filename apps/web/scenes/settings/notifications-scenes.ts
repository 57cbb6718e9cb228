import type { Page } from 'playwright-core'
import { aNotificationSettings, internalError, noReply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const get = 'GET /v1/me/notifications'
const put = 'PUT /v1/me/notifications'
const save = press('Save Notification Preferences')

async function changeTwo(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Click summary' }).press('Space')
  await page.getByRole('switch', { name: 'News and offers' }).press('Space')
}

export const notificationsScenes: Scenes = {
  screen: 'settings-notifications',
  address: '/settings/notifications',
  title: 'Notifications · Settings · Linkshelf',
  answers: { [get]: () => aNotificationSettings() },
  states: [
    { name: 'loading', answers: { [get]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [get]: internalError }, shows: ['heading', 'Your notification preferences could not be loaded'] },
    {
      name: 'ready',
      shows: ['heading', 'Notifications'],
      says: ['Click summary', 'Broken links', 'New conversions', 'Product changes', 'News and offers', 'Save Notification Preferences'],
    },
    {
      name: 'address rejected',
      answers: { [get]: () => aNotificationSettings({ undeliverable_email: 'mia@example.org' }) },
      shows: ['heading', 'Notifications'],
      says: ['Emails don’t reach you', /The mail server rejected mia@example\.org/],
    },
    { name: 'changed', steps: changeTwo, shows: ['heading', 'Notifications'], says: ['Unsaved changes'] },
    { name: 'saving', answers: { [put]: noReply }, steps: save, shows: ['heading', 'Notifications'] },
    {
      name: 'saved',
      answers: { [put]: () => aNotificationSettings({ time_zone: 'Europe/Berlin' }) },
      steps: save,
      shows: ['alert'],
      says: ['Setting Updated', 'Your notification preferences are saved'],
    },
    {
      name: 'saving failed',
      answers: { [put]: internalError },
      steps: save,
      shows: ['alert'],
      says: [/Your notification preferences could not be saved/],
    },
  ],
}
