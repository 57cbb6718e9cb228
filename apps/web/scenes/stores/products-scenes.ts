import type { Page } from 'playwright-core'
import { aStore, errorReply, inProject, internalError, noReply, Reply } from '../../test/api-answers.ts'
import { asViewer } from '../sample-answers.ts'
import { manyProducts, productAnswers, someCategories, someProducts } from '../sample-products.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET ${inProject}/products`
const [first, second, third] = someProducts
const full = { [list]: () => someProducts }
const deletedProducts = someProducts.slice(0, 3).map(({ product_id, name, image_url }, nth) => ({
  product_id,
  name,
  image_url,
  deleted_at: `2025-12-${20 - nth}T09:00:00.000Z`,
  deleted_by: 'Mia Reed',
  restorable_until: `2026-01-${19 - nth}T09:00:00.000Z`,
}))
const withoutStore = { [`GET ${inProject}/stores`]: () => [] }
const fieldsOfEveryVisibility = [
  { active: true },
  { in_store: false },
  { active: false },
  { availability: 'unavailable' },
  { show_from: '2025-12-24T12:00:00.000Z' },
  { show_until: '2025-11-01T23:00:00.000Z' },
] as const
const productsOfEveryVisibility = someProducts.map((product, index) => ({ ...product, active: true, ...fieldsOfEveryVisibility[index] }))

/** Drags a row by its handle to a place below another row, far from the edges where dragging scrolls the page. */
async function dragBelow(page: Page, name: string, other: string): Promise<void> {
  const row = page.getByRole('row', { name: other })
  await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const handle = await page.getByRole('button', { name: `Move ${name}` }).boundingBox()
  const target = await row.boundingBox()
  if (handle === null || target === null) throw new Error('The rows are not visible')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + 8, target.y + target.height - 4, { steps: 4 })
}

async function selectTwo(page: Page): Promise<void> {
  for (const { name } of someProducts.slice(0, 2)) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  // Scrolls to the top. The selection bar stays visible.
  await page.evaluate(() => window.scrollTo(0, 0))
}

function choose(item: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name: `Move ${second?.name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
}

export const productsScenes: Scenes = {
  screen: 'products',
  address: '/store/products',
  title: 'Products · Linkshelf',
  answers: productAnswers,
  states: [
    {
      name: 'deleted products',
      address: '/store/products?deleted=true',
      answers: { ...full, [`${list}/deleted`]: () => deletedProducts },
      shows: ['table', 'Deleted products'],
      says: [/can be restored for 30 days/, 'Erase now'],
    },
    {
      name: 'for a viewer',
      answers: { ...full, ...asViewer },
      shows: ['table', 'Products'],
      says: [/You are a viewer/, 'Gooseneck kettle'],
    },
    {
      name: 'QR code without a store',
      answers: {
        ...full,
        ...withoutStore,
        [`GET ${inProject}/products/${first?.product_id}/qr_code`]: () =>
          errorReply(404, 'STORE_NOT_FOUND', 'No store found. Please create a store first.'),
      },
      steps: press(`Download QR code of ${first?.name}`),
      shows: ['button', 'Create a store'],
      says: ['No store found. Please create a store first.'],
    },
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [list]: internalError },
      shows: ['heading', 'Error loading products'],
      says: ['Retry', /^Correlation ID/],
    },
    {
      name: 'no products yet',
      answers: { [list]: () => [] },
      shows: ['link', 'Add your first product'],
      says: ['No products found. Add your first product to get started.'],
    },
    {
      name: 'no products found',
      address: '/store/products?search=zzz',
      answers: { [list]: () => [] },
      shows: ['heading', 'No products found'],
      says: ['Clear search'],
    },
    {
      name: 'no products of a category',
      address: `/store/products?category=${someCategories[0]?.category_id}`,
      answers: { [list]: () => [] },
      shows: ['heading', 'No products found'],
      says: ['No product is in this category yet.', 'Show all products'],
    },
    { name: 'ready', answers: full, shows: ['table', 'Products'], says: ['Hidden by you', '+1', 'Add Product'] },
    { name: 'three products', answers: { [list]: () => someProducts.slice(0, 3) }, shows: ['table', 'Products'] },
    {
      name: '200 products, sorted',
      address: '/store/products?sort=earned',
      answers: { [list]: () => new Reply(200, manyProducts, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
      says: ['Gooseneck kettle 20'],
    },
    {
      name: 'every visibility',
      answers: { ...full, [list]: () => productsOfEveryVisibility },
      shows: ['button', 'Show in store: Gooseneck kettle'],
      says: ['Not in the store', 'Unavailable', 'Hidden by you', /^from Dec 24, 2025 12:00, UTC/, 'Ended', 'Visible'],
    },
    {
      name: 'without a store',
      answers: { [list]: () => productsOfEveryVisibility, ...withoutStore },
      shows: ['table', 'Products'],
      says: ['Not in the store', 'No store yet', 'Hidden by you'],
    },
    {
      name: 'in a hidden store',
      answers: { [list]: () => productsOfEveryVisibility, [`GET ${inProject}/stores`]: () => [aStore({ active: false })] },
      shows: ['table', 'Products'],
      says: ['Hidden by you', 'Your store is hidden', 'Not in the store'],
    },
    {
      name: 'more to load',
      answers: { [list]: () => new Reply(200, someProducts, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
    },
    {
      name: 'menu of a handle',
      answers: full,
      steps: press(`Move ${second?.name}`),
      shows: ['menu', /^Move/],
      says: ['Move up', 'Move down', 'Move to top', 'Move to position…'],
    },
    {
      name: 'menu of a handle in a search',
      address: '/store/products?search=kettle',
      answers: { [list]: () => someProducts.slice(1, 2) },
      steps: press(`Move ${second?.name}`),
      shows: ['menu', /^Move/],
      says: ['Move to top', 'Move to position…'],
    },
    {
      name: 'dragging',
      answers: full,
      steps: (page) => dragBelow(page, first?.name ?? '', second?.name ?? ''),
      shows: ['table', 'Products'],
      // The dragged row covers other rows. The covered rows can't be pressed during the drag, so their size is not
      // checked.
      skippedRules: ['target-size'],
    },
    {
      name: 'dropped',
      answers: {
        ...full,
        [`POST ${inProject}/products/${first?.product_id}/move`]: ({ body }) =>
          JSON.stringify(body) === JSON.stringify({ before: third?.product_id }) ? new Reply(204, undefined) : internalError(),
      },
      steps: async (page) => {
        await dragBelow(page, first?.name ?? '', second?.name ?? '')
        await page.mouse.up()
      },
      shows: ['table', 'Products'],
      says: [`${first?.name} moved to position 2.`],
    },
    { name: 'choosing a position', answers: full, steps: choose('Move to position…'), shows: ['dialog', 'Move to position'] },
    {
      name: 'moving failed',
      answers: { ...full, [`POST ${inProject}/products/${second?.product_id}/move`]: internalError },
      steps: choose('Move down'),
      shows: ['alert'],
      says: ['Failed to move product'],
    },
    { name: 'two selected', answers: full, steps: selectTwo, shows: ['checkbox', 'Select all shown'], says: ['2 selected'] },
    {
      name: 'categorizing selected products',
      answers: full,
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Categories' }).click()
      },
      shows: ['dialog', 'Categories'],
      says: ['Gifts under 50', 'New category'],
    },
    {
      name: 'delete confirmation of two',
      answers: full,
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'Delete' }).click()
      },
      shows: ['dialog', 'Delete products'],
    },
    {
      name: 'delete confirmation',
      answers: full,
      steps: press(`Delete ${first?.name}`),
      shows: ['dialog', 'Delete product'],
      says: [/Its links stay/],
    },
    {
      name: 'deleting failed',
      answers: { ...full, [`DELETE ${inProject}/products/${first?.product_id}`]: internalError },
      steps: async (page) => {
        await press(`Delete ${first?.name}`)(page)
        await confirm(page, 'Delete')
      },
      shows: ['alert'],
      says: ['Failed to delete product'],
    },
    {
      name: 'QR code not downloaded',
      answers: {
        ...full,
        [`GET ${inProject}/products/${first?.product_id}/qr_code`]: internalError,
      },
      steps: press(`Download QR code of ${first?.name}`),
      shows: ['alert'],
      says: ['Failed to download QR code'],
    },
  ],
}
