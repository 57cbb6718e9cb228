import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { closeServer, listen } from '../apps/server/src/platform/http/listen.ts'
import { anImage } from '../apps/server/test/builders/image-builder.ts'
import { openBrowser } from '../harness/open-browser.ts'
import { runLinkshelf } from '../harness/run-linkshelf.ts'
import { signUp, untilText } from '../harness/sign-up.ts'

/** A shop on this machine. */
async function aShop(): Promise<{ lampUrl: string } & AsyncDisposable> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Lamp</title>'))
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { lampUrl: `http://127.0.0.1:${port}/lamp`, [Symbol.asyncDispose]: () => closeServer(server, 0) }
}

async function createStore(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/store/settings`)
  await untilText(page, 'No store found. Please create a store first.')
  await page.getByRole('textbox', { name: 'Store name' }).fill('Mia Lamps')
  await page.getByRole('button', { name: 'Create Store' }).click()
  await page.getByRole('switch', { name: 'Visible to visitors', checked: false }).waitFor()
}

/** A store that the dashboard creates is hidden until its owner shows it. */
async function showStore(page: Page, appUrl: string, storeUrl: string): Promise<void> {
  expect(await statusAt(storeUrl)).toBe(404)
  await page.goto(`${appUrl}/store/settings`)
  await page.getByRole('button', { name: 'Show store' }).click()
  await untilText(page, 'Your store is visible')
  await expect.poll(() => statusAt(storeUrl)).toBe(200)
}

/** Creates a product with an uploaded picture, a linked URL, and a new category that the form creates. */
async function createProduct(page: Page, appUrl: string, lampUrl: string): Promise<void> {
  await page.goto(`${appUrl}/store/products/new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brass lamp')
  const picture = await anImage({ width: 400, height: 400 }).png().toBuffer()
  await page.getByLabel('Image file').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('combobox', { name: 'Add categories' }).fill('Lighting')
  await page.getByRole('option', { name: 'Create “Lighting”' }).click()
  await page.getByRole('list', { name: 'Chosen categories' }).getByText('Lighting').waitFor()
  await page.getByRole('combobox', { name: 'Link a URL' }).fill(lampUrl)
  await page.getByRole('option').first().click()
  await page.getByRole('list', { name: 'Linked URLs' }).getByRole('listitem').waitFor()
  await page.getByRole('button', { name: 'Remove image' }).waitFor()
  await page.getByRole('button', { name: 'Create Product' }).click()
  await page.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()
}

/** A busy machine may answer 503, with Retry-After: 2. */
async function visit(visitor: Page, url: string): Promise<void> {
  while ((await visitor.goto(url))?.status() === 503) await sleep(2_000)
}

async function statusAt(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}

it('sells: creates a store and a product, shows it to a visitor, counts the view and the click, and hides it', async () => {
  await using shop = await aShop()
  await using instance = await runLinkshelf({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor()
  await signUp(page, instance.appUrl, 'mia@people.test')
  await createStore(page, instance.appUrl)
  await createProduct(page, instance.appUrl, shop.lampUrl)
  const storeUrl = `${instance.linksUrl}/@mia-lamps`
  await showStore(page, instance.appUrl, storeUrl)

  const { page: visitor } = await chromium.newVisitor()
  await visit(visitor, storeUrl)
  const shown = "document.querySelector('.card img')"
  expect(await visitor.evaluate<number>(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBeGreaterThan(0)
  await visitor.getByRole('link', { name: 'Lighting' }).click()
  await visitor.getByRole('link', { name: 'Brass lamp' }).click()
  await visitor.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()
  const productUrl = visitor.url()
  await visitor.getByRole('link', { name: /^Buy at 127\.0\.0\.1/ }).click()
  await visitor.waitForURL(shop.lampUrl)

  // A page view of the store, of the category and of the product; a click on the product.
  await page.goto(`${instance.appUrl}/analytics?tab=store`)
  await page.getByRole('row', { name: /^Brass lamp 1 1 / }).waitFor()
  const statOf = (name: string) => page.getByRole('heading', { name }).locator('xpath=../following-sibling::div[1]').textContent()
  // The row may come with an answer that was made while the click was being stored; the next one follows at once.
  await expect.poll(async () => [await statOf('Page views'), await statOf('Store clicks')]).toEqual(['3', '1'])
  await page.getByRole('link', { name: 'Brass lamp' }).click()
  await untilText(page, 'Performance')
  const figures = page.locator('dl', { hasText: 'Click-through' })
  await expect.poll(() => figures.locator('dd').allTextContents()).toEqual(['1', '1', '1', '100%'])

  // Requests without a browser are no views. The picture for other sites is drawn by a job.
  while (!(await textAt(productUrl)).includes('/1200x630.jpg')) await sleep(100)

  await visit(visitor, storeUrl)
  await visitor.getByRole('heading', { name: 'Brass lamp' }).waitFor()
  await page.getByRole('switch', { name: 'Active' }).click()
  await untilText(page, 'Product deactivated')
  const hiddenAt = performance.now()
  while ((await visitor.getByRole('heading', { name: 'Brass lamp' }).count()) > 0) await visitor.reload()
  console.log(`The product was gone from the store ${Math.round(performance.now() - hiddenAt)} ms after it was switched off`)
})
