import { errorCatalog } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import {
  type Answers,
  aQrConfig,
  aStore,
  errorReply,
  inProject,
  internalError,
  noReply,
  orgId,
  outdatedReply,
  projectId,
  Reply,
} from '../../test/api-answers.ts'
import { drawQrPicture } from '../qr-code-answers.ts'
import { asMember, asViewer, someLinks } from '../sample-answers.ts'
import { productAnswers, someProducts } from '../sample-products.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const store = aStore({ title: 'Things I use every day', footer_text: 'Thank you for visiting.' })
const list = `GET ${inProject}/stores`
const one = `${inProject}/stores/${store.store_id}`
const copyFonts = `POST ${inProject}/uploads/fonts`
const fontsUrl = 'https://fonts.googleapis.com/css2?family=Playfair+Display'
const url = `/v1/org/${orgId}/projects/${projectId}/stores/${store.store_id}/url`

const featuredLinks = someLinks.slice(0, 3).map(({ url_id, title }, index) => ({
  url_id,
  title: title ?? 'Deals of the week',
  subtitle: index === 0 ? 'Until Sunday, with free shipping' : null,
  image_url: null,
  thumbnail: index !== 1,
  ad: index !== 1,
  show_from: index === 0 ? '2025-11-24T08:00:00.000Z' : null,
  show_until: index === 0 ? '2025-12-01T08:00:00.000Z' : null,
}))

const someThumbnails = featuredLinks.map(({ url_id }, index) => ({
  url_id,
  state: index === 0 ? 'missing' : 'pending',
  image_url: null,
}))

function typeName(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('textbox', { name: 'Store name' }).fill(name)
}

/** The store after another user has saved changes. */
const changedElsewhere = {
  ...store,
  store_name: 'Noah & Mia',
  title: 'Things we use every day, and where we bought them',
  main_color: '#1d4ed8',
  revision: 'second',
}

/** Changes the display name and saves. */
function saveAs(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('textbox', { name: 'Display name' }).fill(name)
    await press('Save Settings')(page)
  }
}

/**
 * Waits until the preview next to the form shows a page with this heading. If there is no space for the preview, does
 * not wait.
 */
function waitForPreview(heading: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    if (await page.getByRole('button', { name: 'Preview' }).isVisible()) return
    await page.frameLocator('iframe:not([data-loading])').getByText(heading, { exact: true }).first().waitFor()
  }
}

/** Opens the preview over the form, if there is no space for it next to the form. */
async function openPreview(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  const button = page.getByRole('button', { name: 'Preview' })
  if (await button.isVisible()) await button.click()
  await page.frameLocator('iframe:not([data-loading])').getByText('Lamps for every desk', { exact: true }).first().waitFor()
}

/** Goes to the products and back, makes a change, and goes forward again. */
async function changeAndGoForward(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Display name' }).fill('Mia')
  await page.goForward()
}

/** Returns the answers of a store that exists until it is deleted. */
function createDeletableStore(): Answers {
  let isDeleted = false
  return {
    [list]: () => (isDeleted ? [] : [store]),
    [`DELETE ${one}`]: () => {
      isDeleted = true
      return new Reply(204, undefined)
    },
  }
}

export const storeSettingsScenes: Scenes = {
  screen: 'store-settings',
  address: '/store/settings',
  title: 'Store Settings · Linkshelf',
  answers: {
    ...productAnswers,
    [list]: () => [store],
    [`GET ${url}`]: () => ({ url: 'https://sho.rt/mia', target: store.store_linkshelf_url }),
    [`GET ${one}/qr_code/config`]: () => aQrConfig(),
    [`GET ${one}/qr_code`]: () => drawQrPicture('https://sho.rt/mia'),
    [`GET ${one}/shops`]: () => ({ hosts: ['www.amazon.de'] }),
    [`GET ${one}/thumbnails`]: () => someThumbnails,
    [`GET ${inProject}/products`]: () => someProducts,
    [`GET ${inProject}/urls`]: () => someLinks,
    ...Object.fromEntries(someLinks.map((link) => [`GET ${inProject}/urls/${link.url_id}`, () => ({ ...link, pending: false })])),
    [`GET /v1/check/store/${store.store_id}/Lamp%20Shop`]: () => ({ available: true }),
    [`GET /v1/check/store/${store.store_id}/Noah`]: () =>
      errorReply(409, 'STORE_NAME_TAKEN', 'Store name is already taken. Please choose a different name.'),
  },
  states: [
    { name: 'loading', address: '/store', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'Your store could not be loaded'] },
    {
      name: 'no store',
      answers: { [list]: () => [] },
      shows: ['heading', 'No store found. Please create a store first.'],
      says: ['Create store'],
    },
    {
      name: 'creating without a name',
      answers: { [list]: () => [] },
      steps: press('Create store'),
      shows: ['button', 'Create store'],
      says: ['Store name is required'],
    },
    {
      name: 'ready',
      steps: waitForPreview('Things I use every day'),
      shows: ['button', 'Save Settings'],
      says: [
        'Basic Information',
        'Brand Colors',
        'Store Layout',
        'Store URLs',
        'Store QR Code',
        'Classic',
        'Modern',
        'Visual',
        'sho.rt/mia',
      ],
    },
    {
      name: 'hidden, as the dashboard creates it',
      answers: { [list]: () => [{ ...store, active: false }] },
      steps: waitForPreview('Things I use every day'),
      shows: ['switch', 'Visible to visitors'],
      says: [/^Visitors get a page that says this store does not exist. Switch on “Visible to visitors”/],
    },
    {
      name: 'QR code',
      steps: async (page) => {
        await press('QR code')(page)
        await page
          .getByRole('img', { name: /^QR code/ })
          .last()
          .waitFor()
      },
      shows: ['dialog', 'QR code of your store'],
    },
    {
      name: 'content, by the navigation',
      steps: async (page) => {
        await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Content' }).click()
        await page.locator('[aria-current="location"]', { hasText: 'Content' }).waitFor()
      },
      shows: ['heading', 'Page content'],
    },
    {
      name: 'for a viewer',
      answers: asViewer,
      steps: waitForPreview('Things I use every day'),
      shows: ['region', 'Your role'],
      says: ['Basic Information', 'sho.rt/mia'],
    },
    {
      name: 'for a member',
      answers: { ...asMember, [list]: () => [{ ...store, snippet: '<p>Newsletter</p>' }] },
      steps: waitForPreview('Things I use every day'),
      shows: ['button', 'Save Settings'],
      says: [/Only owners of the organization can change the HTML/],
    },
    {
      name: 'delete confirmation',
      steps: press('Delete store'),
      shows: ['dialog', 'Delete store'],
      says: [/see a page that says it does not exist/],
    },
    {
      name: 'deleting with another name',
      steps: async (page) => {
        await press('Delete store')(page)
        await page.getByRole('textbox', { name: /^Type/ }).fill('Noah')
        await confirm(page, 'Delete')
      },
      shows: ['dialog', 'Delete store'],
      says: ['Type the name exactly as shown here'],
    },
    {
      name: 'deleted',
      answers: createDeletableStore(),
      steps: async (page) => {
        await press('Delete store')(page)
        await page.getByRole('textbox', { name: /^Type/ }).fill(store.name)
        await confirm(page, 'Delete')
      },
      shows: ['heading', 'No store found. Please create a store first.'],
      says: ['Store deleted'],
    },
    {
      name: 'preview on a desktop, as it is typed',
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Page title' }).fill('Lamps for every desk')
        await openPreview(page)
        await page.getByText('Desktop', { exact: true }).click()
        await waitForPreview('Lamps for every desk')(page)
      },
      shows: ['region', 'Preview'],
    },
    {
      name: 'dark colors, classic layout',
      answers: { [list]: () => [{ ...store, main_color: '#f59e0b', secondary_color: '#172554', layout: 'left' }] },
      shows: ['list', 'Contrast'],
      says: ['The page is dark, because the secondary color is dark.'],
    },
    {
      name: 'fonts of another site could not be copied',
      answers: {
        [list]: () => [{ ...store, custom_fonts_url: fontsUrl }],
        [copyFonts]: () => errorReply(422, 'FONTS_NOT_WOFF2', errorCatalog.FONTS_NOT_WOFF2.message),
      },
      steps: press('Copy to this server'),
      shows: ['button', 'Copy to this server'],
      says: [errorCatalog.FONTS_NOT_WOFF2.message],
    },
    { name: 'name available', steps: typeName('Lamp Shop'), shows: ['button', 'Save Settings'], says: ['This name is available.'] },
    {
      name: 'name taken',
      steps: typeName('Noah'),
      shows: ['button', 'Save Settings'],
      says: ['Store name is already taken. Please choose a different name.', 'Unsaved changes'],
    },
    {
      name: 'without a name',
      steps: async (page) => {
        await typeName('')(page)
        await press('Save Settings')(page)
      },
      shows: ['button', 'Save Settings'],
      says: ['Store name is required'],
    },
    {
      name: 'featured links',
      answers: {
        [list]: () => [{ ...store, featured_links: featuredLinks }],
        [`GET ${inProject}/urls/${someLinks[0]?.url_id}`]: () => ({ ...someLinks[0], ad: true }),
      },
      shows: ['list', 'Featured links'],
      says: ['sho.rt/', 'In the time zone of the project', 'Always marked, because visitors get a link that can pay a commission.'],
    },
    {
      name: 'featured links that cannot be saved',
      answers: { [list]: () => [{ ...store, featured_links: featuredLinks }] },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Label' }).first().fill('')
        // These are the fields of the second link, because the fields of the first link are not checked while its label
        // is empty.
        await page.getByLabel('Show from').nth(1).fill('2025-12-01T08:00')
        await page.getByLabel('Show until').nth(1).fill('2025-11-01T08:00')
        await press('Save Settings')(page)
      },
      shows: ['list', 'Featured links'],
      says: ['Enter a title', 'Choose an end after the beginning'],
    },
    {
      name: 'featuring a link',
      answers: { [`GET ${inProject}/urls`]: () => someLinks.slice(0, 3) },
      steps: (page) => page.getByRole('combobox', { name: 'Feature a link' }).fill('headphones'),
      shows: ['option', /headphones/i],
    },
    {
      name: 'shops of the links unknown',
      answers: { [`GET ${one}/shops`]: internalError },
      shows: ['combobox', 'Wording'],
      says: [/The shops of your links could not be loaded/],
    },
    {
      name: 'saving failed',
      answers: { [`PATCH ${one}`]: internalError },
      steps: saveAs('Mia'),
      shows: ['alert'],
      says: [/Failed to update store settings. Please try again./],
    },
    {
      name: 'changed by someone else meanwhile',
      answers: { [`PATCH ${one}`]: () => outdatedReply(changedElsewhere) },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Page title' }).fill('')
        await page.getByRole('radio', { name: 'Rose' }).first().check({ force: true })
        await saveAs('Mia')(page)
        await page.getByRole('radio', { name: 'Yours Mia' }).check()
      },
      shows: ['dialog', 'This was changed while you edited it'],
      says: ['You both changed these fields. Choose what to keep.', 'Noah & Mia', 'Empty'],
    },
    {
      name: 'hiding failed',
      answers: { [`POST ${one}/deactivate`]: internalError },
      steps: (page) => page.getByRole('switch', { name: 'Visible to visitors' }).press('Space'),
      shows: ['alert'],
      says: [/Failed to update store settings. Please try again./],
    },
    {
      name: 'no short URL yet',
      answers: { [list]: () => [{ ...store, store_short_url: null }], [`GET ${url}`]: internalError },
      shows: ['button', 'Create'],
    },
    {
      name: 'short URL could not be created',
      answers: { [`POST ${url}`]: internalError },
      steps: press('Change'),
      shows: ['alert'],
      says: [/Failed to create store URL. Please try again./],
    },
    {
      name: 'short name taken',
      answers: {
        [`POST ${url}`]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken. Please choose a different one.'),
      },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Another short URL' }).fill('mia')
        await press('Change')(page)
      },
      shows: ['button', 'Change'],
      says: ['This short name is already taken. Please choose a different one.'],
    },
    {
      name: 'leaving with unsaved changes',
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Display name' }).fill('Mia')
        await page.getByRole('link', { name: 'Cancel' }).click()
      },
      shows: ['dialog', 'Leave without saving?'],
    },
    {
      name: 'leaving by Forward with unsaved changes',
      steps: changeAndGoForward,
      shows: ['dialog', 'Leave without saving?'],
    },
    {
      name: 'left by Forward without saving',
      title: 'Products · Linkshelf',
      steps: async (page) => {
        await changeAndGoForward(page)
        await confirm(page, 'Leave')
      },
      shows: ['heading', 'Products'],
      says: ['Gooseneck kettle'],
    },
  ],
}
