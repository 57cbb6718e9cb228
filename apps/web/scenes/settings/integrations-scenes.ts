import { integrationDefaults } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { aLink, inProject, internalError, noMigrationAnswers, noReply, savedIntegrations } from '../../test/api-answers.ts'
import { anOverview, asMember } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const amazon = `${inProject}/integrations/amazon`
const heading = ['heading', 'Retailers'] as const

async function typeAnotherSuffix(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Tracking ID', exact: true }).fill('mia-21')
}

async function saveAnotherId(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Associate ID' }).fill('mia-22')
  await press('Save')(page)
}

export const integrationsScenes: Scenes = {
  screen: 'settings-integrations',
  address: '/settings/integrations',
  title: 'Retailers · Linkshelf',
  answers: {
    ...noMigrationAnswers,
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
      name: 'empty, with a proposal',
      answers: {
        [`GET ${amazon}`]: () => integrationDefaults.amazon,
        [`GET ${inProject}/urls`]: () => [
          aLink({ affiliation: { state: 'not_connected', retailer: 'amazon', market: 'de', tag: null, pasted_tag: 'mia-21' } }),
        ],
      },
      shows: ['button', 'Use'],
      says: [/^Most of your Amazon links lead to amazon.de, with the tag mia-21/],
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
      answers: { [`GET ${amazon}`]: () => ({ ...integrationDefaults.amazon, defaultMarket: '' }) },
      steps: press('Save'),
      shows: heading,
      says: ['Tracking ID is required', 'Associate ID is required', 'Default market is required'],
    },
    {
      name: 'missing fields of ebay',
      address: '/settings/integrations?retailer=ebay',
      answers: { [`GET ${inProject}/integrations/ebay`]: () => integrationDefaults.ebay },
      steps: press('Save'),
      shows: heading,
      says: ['Campaign ID is required', 'Publisher ID is required'],
    },
    {
      name: 'missing fields of aliexpress',
      address: '/settings/integrations?retailer=aliexpress',
      answers: { [`GET ${inProject}/integrations/aliexpress`]: () => integrationDefaults.aliexpress },
      steps: press('Save'),
      shows: heading,
      says: ['Tracking ID is required', 'App ID is required'],
    },
    {
      name: 'saved',
      answers: { [`PUT ${amazon}`]: () => savedIntegrations.amazon, [`GET ${inProject}/analytics/overview`]: () => anOverview() },
      steps: saveAnotherId,
      shows: ['alert'],
      says: ['Amazon integration settings saved successfully'],
    },
    {
      name: 'could not be saved',
      answers: { [`PUT ${amazon}`]: internalError },
      steps: saveAnotherId,
      shows: ['alert'],
      says: ['Failed to save Amazon integration settings'],
    },
    { name: 'deleting', steps: press('Delete configuration'), shows: ['dialog', 'Delete the Amazon configuration?'] },
    {
      name: 'deleted',
      answers: { [`DELETE ${amazon}`]: () => null },
      steps: press('Delete configuration', 'Delete'),
      shows: ['alert'],
      says: ['Amazon integration settings removed'],
    },
    {
      name: 'could not be deleted',
      answers: { [`DELETE ${amazon}`]: internalError },
      steps: press('Delete configuration', 'Delete'),
      shows: ['alert'],
      says: ['Failed to remove Amazon integration settings'],
    },
  ],
}
