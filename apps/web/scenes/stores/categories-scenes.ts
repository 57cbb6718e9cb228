import type { Page } from 'playwright-core'
import { aCategory, anOrganization, aStore, inProject, internalError, noReply, outdatedReply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET ${inProject}/categories`

const someCategories = (
  [
    ['Desk and office', '#089b71', 12, true],
    ['Headphones', '#3b82f6', 4, true],
    ['Kitchen tools that outlast everything else in the drawer', '#f59e0b', 31, true],
    ['Outdoor', '#14b8a6', 1, true],
    ['Winter sale', '#ef4444', 0, false],
    ['Gifts for the new year', '#8b5cf6', 6, true, { show_from: '2025-12-24T12:00:00.000Z' }],
    ['Summer sale', '#eab308', 9, true, { show_until: '2025-09-01T00:00:00.000Z' }],
  ] as const
).map(([name, color_hex, product_count, active, schedule], index) =>
  aCategory({ category_id: `0197a000-0000-7000-8000-00000000040${index}`, name, color_hex, product_count, active, ...schedule }),
)
const [first = aCategory()] = someCategories
const one = `${inProject}/categories/${first.category_id}`

function choose(item: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name: `Actions of ${first.name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
}

export const categoriesScenes: Scenes = {
  screen: 'categories',
  address: '/store/categories',
  title: 'Categories · Linkshelf',
  answers: { [list]: () => someCategories, [`GET ${inProject}/stores`]: () => [aStore()] },
  states: [
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'Your categories could not be loaded'] },
    { name: 'no categories yet', answers: { [list]: () => [] }, shows: ['heading', 'No categories yet'], says: ['Add category'] },
    {
      name: 'ready',
      shows: ['list', 'Categories'],
      says: ['Headphones', '31 products', '1 product', 'Scheduled', 'Ended', 'You have temporary access to store pages on the Free plan.'],
    },
    {
      name: 'on a paid plan',
      answers: { 'GET /v1/organizations': () => [anOrganization({ package: 'Pro' })] },
      shows: ['list', 'Categories'],
    },
    {
      name: 'actions',
      steps: (page) => page.getByRole('button', { name: `Actions of ${first.name}` }).click(),
      shows: ['menuitem', 'Move to position…'],
    },
    { name: 'adding', steps: press('Add category'), shows: ['dialog', 'Add category'] },
    {
      name: 'adding without a name',
      steps: press('Add category', 'Add'),
      shows: ['dialog', 'Add category'],
      says: ['Category name is required'],
    },
    {
      name: 'adding failed',
      answers: { [`POST ${inProject}/categories`]: internalError },
      steps: async (page) => {
        await press('Add category')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('Rugs')
        await confirm(page, 'Add')
      },
      shows: ['alert'],
      says: [/Failed to create category/],
    },
    { name: 'editing', steps: choose('Edit'), shows: ['dialog', 'Edit category'], says: [/\/@[^/]+\/lighting$/] },
    {
      name: 'adding with an address that is none',
      steps: async (page) => {
        await press('Add category')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('Küche & Bad')
        await press('Change address')(page)
        await page.getByRole('textbox', { name: 'Address', exact: true }).fill('küche/bad')
        await confirm(page, 'Add')
      },
      shows: ['textbox', 'Address'],
      says: [/\/@[^/]+\/küche-bad$/, 'Use letters, digits and single hyphens only'],
    },
    {
      name: 'shown until before it is shown from',
      steps: async (page) => {
        await choose('Edit')(page)
        await page.getByLabel('Show from').fill('2026-07-01T09:00')
        await page.getByLabel('Show until').fill('2026-07-01T08:00')
        await confirm(page, 'Save')
      },
      shows: ['dialog', 'Edit category'],
      says: ['Choose an end after the beginning'],
    },
    {
      name: 'changing failed',
      answers: { [`PATCH ${one}`]: internalError },
      steps: async (page) => {
        await choose('Edit')(page)
        await page.getByRole('switch', { name: 'Show in store', exact: true }).press('Space')
        await confirm(page, 'Save')
      },
      shows: ['alert'],
      says: [/Failed to update category/],
    },
    {
      name: 'changed by someone else meanwhile',
      answers: { [`PATCH ${one}`]: () => outdatedReply({ ...first, name: 'Home office', revision: 'second' }) },
      steps: async (page) => {
        await choose('Edit')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('Desks')
        await confirm(page, 'Save')
      },
      shows: ['radio', 'Theirs Home office'],
      says: ['This was changed while you edited it', 'You both changed this field. Choose what to keep.'],
    },
    {
      name: 'deactivating failed',
      answers: { [`POST ${one}/deactivate`]: internalError },
      steps: (page) => page.getByRole('switch', { name: `Show in store: ${first.name}` }).press('Space'),
      shows: ['alert'],
      says: [/Failed to deactivate category/],
    },
    {
      name: 'activating failed',
      answers: { [list]: () => [{ ...first, active: false }], [`POST ${one}/activate`]: internalError },
      steps: (page) => page.getByRole('switch', { name: `Show in store: ${first.name}` }).press('Space'),
      shows: ['alert'],
      says: [/Failed to activate category/],
    },
    {
      name: 'deactivated',
      answers: { [`POST ${one}/deactivate`]: () => ({ ...first, active: false }) },
      steps: (page) => page.getByRole('switch', { name: `Show in store: ${first.name}` }).press('Space'),
      shows: ['alert'],
      says: ['Category hidden from store'],
    },
    { name: 'moving to a position', steps: choose('Move to position…'), shows: ['dialog', 'Move category'] },
    {
      name: 'delete confirmation',
      steps: choose('Delete'),
      shows: ['dialog', 'Delete category'],
      says: [/12 products of the category stay/],
    },
    {
      name: 'deleting failed',
      answers: { [`DELETE ${one}`]: internalError },
      steps: async (page) => {
        await choose('Delete')(page)
        await confirm(page, 'Delete')
      },
      shows: ['alert'],
      says: [/Failed to delete category/],
    },
  ],
}
