import { integrationDefaults } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { inProject, internalError, noReply, savedIntegrations } from '../../test/api-answers.ts'
import { asMember } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const amazon = `${inProject}/integrations/amazon`
const heading = ['heading', 'Integrations'] as const

async function typeAnotherSuffix(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Tracking ID', exact: true }).fill('mia-21')
}

export const integrationsScenes: Scenes = {
  screen: 'settings-integrations',
  address: '/settings/integrations',
  title: 'Integrations · Settings · Linkshelf',
  answers: {
    [`GET ${amazon}`]: () => savedIntegrations.amazon,
    [`GET ${inProject}/integrations/ebay`]: () => savedIntegrations.ebay,
    [`GET ${inProject}/integrations/aliexpress`]: () => savedIntegrations.aliexpress,
  },
  states: [
    { name: 'loading', answers: { [`GET ${amazon}`]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [`GET ${amazon}`]: internalError }, shows: ['heading', 'The Amazon integration could not be loaded'] },
    {
      name: 'empty',
      answers: { [`GET ${amazon}`]: () => integrationDefaults.amazon },
      shows: heading,
      says: ['Tracking ID', 'Associate ID', 'Default market', 'Your links have no tag yet'],
    },
    {
      name: 'amazon',
      shows: heading,
      says: ['https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20', 'Other countries', 'Delete configuration'],
    },
    { name: 'for a member', answers: asMember, shows: heading, says: ['Only owners of the organization change this.', 'Other countries'] },
    {
      name: 'ebay',
      address: '/settings/integrations?retailer=ebay',
      shows: heading,
      says: ['Campaign ID', 'Publisher ID', /auto-redirect/],
    },
    { name: 'aliexpress', address: '/settings/integrations?retailer=aliexpress', shows: heading, says: ['App ID', 'Short key'] },
    { name: 'unusual tracking id', steps: typeAnotherSuffix, shows: heading, says: ['Unsaved changes', /usually end in -20/] },
    {
      name: 'missing fields',
      answers: { [`GET ${amazon}`]: () => integrationDefaults.amazon },
      steps: press('Save'),
      shows: heading,
      says: ['Tracking ID is required', 'Associate ID is required'],
    },
    { name: 'deleting', steps: press('Delete configuration'), shows: ['dialog', 'Delete the Amazon configuration?'] },
  ],
}
