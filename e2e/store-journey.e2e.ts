import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { closeServer, listen } from '../apps/server/src/platform/http/listen.ts'
import { anImage } from '../apps/server/test/builders/image-builder.ts'
import { openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { signUp, waitForText } from '../harness/sign-up.ts'

const vases = ['Vase 1', 'Vase 2', 'Vase 3', 'Vase 4', 'Vase 5']

/** A shop on this machine. The title of each page is the last part of its path. */
async function aShop(): Promise<{ lampUrl: string; vaseUrls: string[] } & AsyncDisposable> {
  const server = createServer(({ url = '' }, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${decodeURIComponent(url.slice(1))}</title>`),
  )
  const origin = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'PORT')}`
  return {
    lampUrl: `${origin}/Lamp`,
    vaseUrls: vases.map((name) => `${origin}/${encodeURIComponent(name)}`),
    [Symbol.asyncDispose]: () => closeServer(server, 0),
  }
}

async function createStore(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/store/settings`)
  await waitForText(page, 'No store found. Please create a store first.')
  await page.getByRole('textbox', { name: 'Store name' }).fill('Mia Lamps')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByRole('switch', { name: 'Visible to visitors', checked: false }).waitFor()
}

/** Makes the store visible. A store that the dashboard creates is hidden until its owner shows it. */
async function showStore(page: Page, appUrl: string, storeUrl: string): Promise<void> {
  expect(await fetchStatus(storeUrl)).toBe(404)
  await page.goto(`${appUrl}/store/settings`)
  await page.getByRole('switch', { name: 'Visible to visitors' }).click()
  await waitForText(page, 'Your store is visible')
  await expect.poll(() => fetchStatus(storeUrl)).toBe(200)
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
  await page.getByRole('option', { name: /^Create a short link/ }).click()
  await page.getByRole('list', { name: 'Linked URLs' }).getByRole('listitem').waitFor()
  await page.getByRole('button', { name: 'Remove image' }).waitFor()
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()
}

/** Creates a product for each URL by pasting all URLs into the form for a new product. */
async function pasteProducts(page: Page, appUrl: string, urls: readonly string[]): Promise<void> {
  await page.goto(`${appUrl}/store/products/new`)
  await page.getByRole('textbox', { name: 'Product URL' }).focus()
  await paste(page, urls.join('\n'))
  const create = page.getByRole('button', { name: `Create ${urls.length} products` })
  await create.and(page.locator(':enabled')).click()
  await waitForText(page, 'Products created')
}

/** Pastes into the focused field as a user does, without the clipboard of the machine. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

/**
 * Opens a page of the store. On a busy machine, the store can respond with 503 and Retry-After: 2. In this case, the
 * visit is repeated.
 */
async function visit(visitor: Page, url: string): Promise<void> {
  while ((await visitor.goto(url))?.status() === 503) await sleep(2_000)
}

async function fetchStatus(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text()
}

it('creates a store and products, shows them to a visitor on a phone, counts a view and a click, and hides one', async () => {
  await using shop = await aShop()
  const instance = await getSharedLinkshelf()
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor()
  await signUp(page, instance.appUrl, 'stella@people.test')
  await createStore(page, instance.appUrl)
  await createProduct(page, instance.appUrl, shop.lampUrl)
  await pasteProducts(page, instance.appUrl, shop.vaseUrls)
  const storeUrl = `${instance.linksUrl}/@mia-lamps`
  await showStore(page, instance.appUrl, storeUrl)

  const { page: visitor } = await chromium.newVisitor()
  await visitor.setViewportSize({ width: 390, height: 660 })
  await visit(visitor, storeUrl)
  for (const name of ['Brass lamp', ...vases]) await visitor.getByRole('heading', { name, exact: true }).waitFor()
  const shown = "document.querySelector('.card img')"
  expect(await visitor.evaluate<number>(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBeGreaterThan(0)
  await visitor.getByRole('link', { name: 'Lighting' }).click()
  await visitor.getByRole('link', { name: 'Brass lamp' }).click()
  await visitor.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()
  const productUrl = visitor.url()
  await visitor.getByRole('link', { name: /^Buy at 127\.0\.0\.1/ }).click()
  await visitor.waitForURL(shop.lampUrl)

  // The visitor viewed the pages of the store, the category and the product, and clicked on the product.
  await page.goto(`${instance.appUrl}/analytics?tab=store`)
  await page.getByRole('row', { name: /^Brass lamp 1 1 / }).waitFor()
  const readStat = (name: string) => page.getByRole('heading', { name }).locator('xpath=../following-sibling::div[1]').textContent()
  // The row can come from a response that was computed while the click was being stored. Another response follows
  // immediately, so the test waits for these numbers.
  await expect.poll(async () => [await readStat('Page views'), await readStat('Store clicks')]).toEqual(['3', '1'])
  await page.getByRole('link', { name: 'Brass lamp' }).click()
  await waitForText(page, 'Performance')
  const figures = page.locator('dl', { hasText: 'Click-through' })
  await expect
    .poll(() => figures.locator('dd').allTextContents())
    .toEqual(['1', 'by 1 visitor', '1', '1 on its page, 0 in lists', '100%', '1 of 1 page view'])

  // A job draws the picture that other sites show, so the test polls the page. Requests without a browser do not count
  // as views.
  while (!(await fetchText(productUrl)).includes('/1200x630.jpg')) await sleep(100)

  await visit(visitor, storeUrl)
  await visitor.getByRole('heading', { name: 'Brass lamp' }).waitFor()
  await page.getByRole('switch', { name: 'Active' }).click()
  await waitForText(page, 'Product deactivated')
  const hiddenAt = performance.now()
  while ((await visitor.getByRole('heading', { name: 'Brass lamp' }).count()) > 0) await visitor.reload()
  console.log(`The product was gone from the store ${Math.round(performance.now() - hiddenAt)} ms after it was switched off`)
})
