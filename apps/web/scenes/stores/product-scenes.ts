import type { Page } from 'playwright-core'
import {
  type Answers,
  anAffiliationSummary,
  anOrganization,
  aProduct,
  aProductSuggestion,
  errorReply,
  inProject,
  internalError,
  noReply,
} from '../../test/api-answers.ts'
import { someLinks } from '../sample-answers.ts'
import { productAnswers, someProducts } from '../sample-products.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const [product = aProduct()] = someProducts
const kettle = someLinks.find(({ target }) => target.includes('kettle'))
const { product_id: id } = product
const one = `GET ${inProject}/products/${id}`
const address = `/store/products/edit/${id}`
const urlCall = `/v1/org/${inProject.slice('/v1/'.length)}/products/${id}/url`
const detailed = {
  ...product,
  product_linkshelf_url: 'https://sho.rt/lamp',
  attributes: { Width: '12 cm', 'Light color': '2,700 K', Cable: '1.8 m, black' },
}

const answers: Answers = {
  ...productAnswers,
  [`GET ${inProject}/urls`]: () => someLinks,
  ...Object.fromEntries(someLinks.map((link) => [`GET ${inProject}/urls/${link.url_id}`, () => ({ ...link, pending: false })])),
  [one]: () => detailed,
  [`GET ${urlCall}`]: () => ({ url: 'https://sho.rt/lamp', target: 'https://sho.rt/@mias-finds/brass-desk-lamp' }),
}

const suggest = `POST ${inProject}/products/from-url`
const onAmazon = {
  retailer: 'Amazon',
  affiliation: anAffiliationSummary({ state: 'earns', retailer: 'amazon', market: 'de', tag: 'mia-21' }),
  note: "Amazon doesn't allow copying its texts or pictures. Add your own below.",
}

async function typeUrl(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Product URL' }).fill('shop.example/lamp')
  await press('Fill in')(page)
}

/** Pastes the lines as a user does, but does not use the clipboard of the machine. */
function pasteLines(page: Page, lines: readonly string[]): Promise<void> {
  return page.getByRole('textbox', { name: 'Product URL' }).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines.join('\n'))
}

/** A wide picture with one object at the left and another at the right. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="500"><rect width="1200" height="500" fill="#e8ddd0"/><circle cx="900" cy="230" r="150" fill="#c2703d"/><rect x="140" y="120" width="220" height="280" rx="30" fill="#47624f"/></svg>`
const wide = `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** Drags the focus point to the object at the left. Afterwards, the button that resets the point is visible. */
async function dragFocus(page: Page): Promise<void> {
  const handle = page.getByRole('slider', { name: 'Focus of the picture' })
  await handle.scrollIntoViewIfNeeded()
  const from = await handle.boundingBox()
  const picture = await handle.locator('..').boundingBox()
  if (from === null || picture === null) throw new Error('The picture is on screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(picture.x + picture.width * 0.2, picture.y + picture.height * 0.5, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Use automatic focus' }).scrollIntoViewIfNeeded()
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Link a URL' }).fill(text)
}

export const productScenes: Scenes = {
  screen: 'product',
  address,
  title: 'Brass desk lamp · Linkshelf',
  answers,
  states: [
    { name: 'loading', title: 'Product · Linkshelf', answers: { [one]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      title: 'Edit product · Linkshelf',
      answers: { [one]: internalError },
      shows: ['heading', 'This product could not be loaded'],
      says: ['Retry'],
    },
    {
      name: 'not found',
      title: 'Product not found · Linkshelf',
      answers: { [one]: () => errorReply(404, 'PRODUCT_NOT_FOUND', 'This product does not exist or has been removed.') },
      shows: ['heading', 'Product not found'],
    },
    {
      name: 'not in the store',
      answers: { [one]: () => ({ ...detailed, in_store: false }) },
      shows: ['button', 'Show in store: Brass desk lamp'],
      says: ['Not in the store', 'This product is in your project, but not in your store.'],
    },
    {
      name: 'scheduled',
      answers: { [one]: () => ({ ...detailed, show_from: '2025-12-24T12:00:00.000Z' }) },
      shows: ['region', 'Visibility'],
      says: ['Scheduled', 'Visitors don’t see this product until then.'],
    },
    {
      name: 'focus',
      answers: { [one]: () => ({ ...detailed, image_url: wide, image_look: { focus: { x: 0.75, y: 0.5 }, cutout: false, hue: 38 } }) },
      steps: dragFocus,
      shows: ['slider', 'Focus of the picture'],
      says: ['Focus', 'In your store', 'Use automatic focus', 'Unsaved changes'],
    },
    {
      name: 'several shops',
      answers: { [one]: () => ({ ...detailed, urls: someLinks.slice(0, 3).map(({ url_id }) => url_id) }) },
      shows: ['list', 'Linked URLs'],
      says: [/The first link is the main shop\./],
    },
    { name: 'ready', shows: ['heading', 'Brass desk lamp'], says: ['Save product', 'sho.rt/lamp'] },
    {
      name: 'new',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      shows: ['button', 'Create product'],
      says: ['Start with a URL', 'Save and add another'],
    },
    {
      name: 'new from a URL',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      answers: { [suggest]: () => aProductSuggestion({ name: null, image_url: null, ...onAmazon }) },
      steps: (page) => typeUrl(page),
      shows: ['list', 'Linked URLs'],
      says: ['Earns · tag mia-21', /Amazon doesn't allow/, 'A short link to this page is created with the product.'],
    },
    {
      name: 'new from a URL that has a link, not created',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      answers: {
        [suggest]: () => aProductSuggestion({ image_url: null, url_id: someLinks[0]?.url_id ?? null }),
        [`POST ${inProject}/products`]: () => errorReply(409, 'PRODUCT_LIMIT_REACHED', 'A project can have up to 10,000 products.'),
      },
      steps: async (page) => {
        await typeUrl(page)
        await page.getByRole('list', { name: 'Linked URLs' }).waitFor()
        await press('Create product')(page)
      },
      shows: ['alert'],
      says: ['A project can have up to 10,000 products.'],
    },
    {
      name: 'new from several URLs',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      answers: {
        [suggest]: ({ body }) => {
          const { url } = body as { url: string }
          return url.includes('amazon')
            ? aProductSuggestion({ url, name: null, image_url: null, ...onAmazon })
            : aProductSuggestion({ url, image_url: null })
        },
      },
      steps: async (page) => {
        await pasteLines(page, ['Lamps of the week', 'https://shop.example/lamps/brass', 'https://www.amazon.de/dp/B000000001'])
        await confirm(page, 'Create 2 products')
      },
      shows: ['dialog', 'Add 2 products'],
      says: ['Product name is required', 'Earns · tag mia-21', /^This line has no URL and was left out/],
    },
    {
      name: 'preview as it is typed',
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Copper reading lamp')
        await page.frameLocator('iframe:not([data-loading])').getByRole('heading', { name: 'Copper reading lamp' }).waitFor()
      },
      shows: ['complementary', 'Live preview'],
      says: ['Unsaved changes'],
    },
    {
      name: 'new without a name',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      steps: press('Create product'),
      shows: ['textbox', 'Name'],
      says: ['Product name is required'],
    },
    {
      name: 'incomplete attribute',
      steps: async (page) => {
        await page.getByRole('heading', { name: 'Product Attributes' }).click()
        await press('Add attribute')(page)
        await press('Add attribute')(page)
      },
      shows: ['textbox', 'Name of attribute 4'],
      says: ['Enter a name and a value'],
    },
    {
      name: 'choosing a category',
      steps: (page) => page.getByRole('combobox', { name: 'Add categories' }).fill('g'),
      shows: ['option', 'Create “g”'],
    },
    {
      name: 'searching a link, too short',
      steps: (page) => search(page, 'ke'),
      shows: ['combobox', 'Link a URL'],
      says: ['Type to search: min 3 chars'],
    },
    { name: 'searching a link', steps: (page) => search(page, 'kettle'), shows: ['option', /kettle/] },
    {
      name: 'pasted URL',
      answers: { [`GET ${inProject}/urls`]: () => [] },
      steps: (page) => search(page, 'https://shop.example/lamps/brass'),
      shows: ['option', /Create a short link to/],
    },
    {
      name: 'short name taken',
      answers: {
        [`POST ${urlCall}`]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken. Please choose a different one.'),
      },
      steps: async (page) => {
        await page.getByRole('heading', { name: 'Product URLs' }).click()
        await page.getByRole('textbox', { name: 'Another short name' }).fill('desk')
        await press('Change')(page)
      },
      shows: ['textbox', 'Another short name'],
      says: ['This short name is already taken. Please choose a different one.'],
    },
    {
      name: 'address taken',
      answers: {
        [one]: () => ({ ...detailed, image_url: null }),
        [`PATCH ${inProject}/products/${id}`]: () =>
          errorReply(409, 'PAGE_SLUG_TAKEN', 'Another page of the store has this address. Please choose a different one.'),
      },
      steps: async (page) => {
        await press('Change address')(page)
        await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Kitchen')
        await press('Save product')(page)
      },
      shows: ['textbox', 'Address'],
      says: [
        /\/@[^/]+\/kitchen$/,
        'The current address will redirect to the new one.',
        'Another page of the store has this address. Please choose a different one.',
      ],
    },
    {
      name: 'QR code',
      steps: async (page) => {
        await page.getByRole('heading', { name: 'QR code' }).click()
        await page.getByRole('img', { name: /^QR code that leads to/ }).waitFor()
      },
      shows: ['heading', 'QR code'],
      says: ['Changes are saved immediately. Printed codes keep working.'],
    },
    {
      name: 'without a store',
      answers: { [`GET ${inProject}/stores`]: () => [] },
      steps: (page) => page.getByRole('heading', { name: 'QR code' }).click(),
      shows: ['heading', 'QR code'],
      says: [/Create a store first/],
    },
    {
      name: 'without a store, which the organization cannot have',
      answers: {
        [`GET ${inProject}/stores`]: () => [],
        [one]: () => ({ ...detailed, product_linkshelf_url: null }),
        'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false })],
      },
      steps: (page) => page.getByRole('heading', { name: 'QR code' }).click(),
      shows: ['heading', 'QR code'],
      says: [/^The page of a product is in a store, and stores are not enabled/],
    },
    {
      name: 'leaving with changes',
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brass lamp')
        await page.getByRole('link', { name: 'Cancel' }).click()
      },
      shows: ['dialog', 'Leave without saving?'],
    },
    {
      name: 'not created',
      address: '/store/products/new',
      title: 'New product · Linkshelf',
      answers: { [`POST ${inProject}/products`]: internalError },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brass lamp')
        await press('Create product')(page)
      },
      shows: ['alert'],
      says: ['Failed to create product'],
    },
    {
      name: 'link could not be added',
      answers: { [`POST ${inProject}/products/${id}/urls/${kettle?.url_id}`]: internalError },
      steps: async (page) => {
        await search(page, 'kettle')
        await page
          .getByRole('option', { name: /kettle/ })
          .first()
          .click()
      },
      shows: ['alert'],
      says: ['Failed to link URL to product'],
    },
    {
      name: 'short URL could not be created',
      answers: { [`POST ${urlCall}`]: internalError },
      steps: async (page) => {
        await page.getByRole('heading', { name: 'Product URLs' }).click()
        await page.getByRole('textbox', { name: 'Another short name' }).fill('desk')
        await press('Change')(page)
      },
      shows: ['alert'],
      says: ['Failed to create product URL. Please try again.'],
    },
    {
      name: 'saving failed',
      answers: { [one]: () => ({ ...detailed, image_url: null }), [`PATCH ${inProject}/products/${id}`]: internalError },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brass lamp')
        await press('Save product')(page)
      },
      shows: ['alert'],
      says: ['Failed to update product'],
    },
  ],
}
