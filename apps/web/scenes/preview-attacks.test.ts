import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { hostileCategory, hostileProduct, hostileStore } from '../../server/test/attacks/hostile-store.ts'
import { createAttackSnippet, markupAttacks, snippetAttacks } from '../../server/test/attacks/snippet-attacks.ts'
import { acceptedAddresses, addressAttacks, attackerOrigin, colorAttacks, textAttacks } from '../../server/test/attacks/text-attacks.ts'
import { aCategory, aProduct, aStore, inProject } from '../test/api-answers.ts'
import { openSceneVisitor, type SceneVisitor } from './browser/scene-visitor.ts'
import { someLinks } from './sample-answers.ts'
import { someProducts } from './sample-products.ts'
import type { Scene, Scenes } from './scene.ts'
import { productScenes } from './stores/product-scenes.ts'
import { storeSettingsScenes } from './stores/store-settings-scenes.ts'

const frame = 'iframe:not([data-loading])'
const lastWords = 'The end of the attacks'

const categories = textAttacks.map((name, nth) =>
  aCategory({ category_id: `0197a000-0000-7000-8000-0000000005${toTwoDigits(nth)}`, name, ...hostileCategory }),
)
const products = textAttacks.map((name, nth) =>
  aProduct({
    ...hostileProduct,
    product_id: `0197a000-0000-7000-8000-0000000006${toTwoDigits(nth)}`,
    name,
    urls: someLinks.map(({ url_id }) => url_id),
  }),
)
const store = aStore({
  ...hostileStore,
  footer_text: `${hostileStore.footer_text}\n${lastWords}`,
  privacy_url: addressAttacks[0] ?? null,
  social_links: [...acceptedAddresses, ...addressAttacks],
  featured_links: someLinks.map(({ url_id }, nth) => ({
    url_id,
    title: textAttacks[nth] ?? '',
    subtitle: textAttacks[nth + 20] ?? null,
    image_url: acceptedAddresses[nth % acceptedAddresses.length] ?? null,
    thumbnail: true,
    ad: true,
    show_from: null,
    show_until: null,
  })),
  snippet: [createAttackSnippet('https://app.example'), ...markupAttacks].join('\n'),
})

/**
 * Types each attack into a color field. Only color fields are tested in this way, because only they reject a text while
 * it is typed.
 */
async function typeColors(page: Page): Promise<void> {
  for (const color of colorAttacks) await page.getByRole('textbox', { name: 'Main color', exact: true }).fill(color)
}

const waitForPreview = (page: Page) => page.frameLocator(frame).getByText(lastWords).first().waitFor()

const settings: Scene = {
  name: 'attacked',
  answers: {
    [`GET ${inProject}/stores`]: () => [store],
    [`GET ${inProject}/stores/${store.store_id}/thumbnails`]: () => [],
    [`GET ${inProject}/products`]: () => products,
    [`GET ${inProject}/categories`]: () => categories,
  },
  steps: async (page) => {
    await typeColors(page)
    await waitForPreview(page)
  },
  shows: ['button', 'Save Settings'],
}

const [{ product_id: productId } = aProduct()] = someProducts
const product: Scene = {
  name: 'attacked',
  answers: {
    [`GET ${inProject}/stores`]: () => [store],
    [`GET ${inProject}/categories`]: () => categories,
    [`GET ${inProject}/products/${productId}`]: () => aProduct({ ...hostileProduct, product_id: productId }),
  },
  steps: waitForPreview,
  shows: ['complementary', 'Live preview'],
}

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
})

afterAll(() => browser[Symbol.asyncDispose]())

describe.each<[string, Scenes, Scene]>([
  ['store settings', storeSettingsScenes, settings],
  ['product', productScenes, product],
])('the preview of the %s', (_name, scenes, scene) => {
  let visitor: SceneVisitor
  let incidents: string[]

  beforeAll(async () => {
    visitor = await openSceneVisitor(browser)
    incidents = await recordIncidents(visitor.page)
    await visitor.open(scenes, scene, { view: 'desktop', scheme: 'light' })
  })

  afterAll(() => visitor[Symbol.asyncDispose]())

  it('shows the texts of an owner, but neither runs nor requests anything in them', async () => {
    const preview = visitor.page.frameLocator(frame)

    expect(await preview.locator('script:not([type="application/ld+json"]), iframe, [onerror]').count()).toBe(0)
    expect(await preview.getByText(textAttacks[0] ?? '').count()).toBeGreaterThan(0)
    expect(incidents).toEqual([])
  })

  it('gives its content no access to storage, opener, parent, top, app or window', async () => {
    const { page } = visitor
    const before = await readState(visitor)
    const attack = [createAttackSnippet(new URL(page.url()).origin), ...markupAttacks, `<p>${lastWords}</p>`].join('\n')
    const lastRequest = page.waitForRequest(`${attackerOrigin}/frame`)
    await page.locator(frame).evaluate((element, html) => element.setAttribute('srcdoc', html), attack)
    await page.frameLocator(frame).getByText(lastWords, { exact: true }).waitFor()
    await page.locator(frame).click()
    await page.frameLocator(frame).getByRole('button').press('Enter')
    await lastRequest
    // Waits one second, because an attack that works has had its effect by then. Waiting for an idle page is not
    // possible, because a frame that the sandbox stops sometimes never becomes idle.
    await page.waitForTimeout(1_000)

    expect(snippetAttacks.length).toBeGreaterThanOrEqual(50)
    expect(await page.locator('iframe').evaluateAll((frames) => frames.map((one) => one.getAttribute('sandbox')))).toEqual([''])
    expect(incidents).toEqual([])
    expect(await readState(visitor)).toEqual(before)
  })
})

/**
 * Records requests to the attacker, and other effects that a preview must not have. Removes the content security policy
 * from documents, because the sandbox of the frame must be sufficient to prevent these effects.
 */
async function recordIncidents(page: Page): Promise<string[]> {
  const incidents: string[] = []
  const context = page.context()
  await context.route(/^https:/, (route) => {
    const request = route.request()
    const { href, origin } = new URL(request.url())
    const isPicture = origin !== attackerOrigin && request.resourceType() === 'image'
    // A frame inside the preview's frame inherits the sandbox, so its request is not an incident.
    if (!isPicture && href !== `${attackerOrigin}/frame`) incidents.push(href)
    return route.fulfill({ contentType: 'text/html', body: '' })
  })
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document' || route.request().url().startsWith('https:')) return route.fallback()
    const response = await route.fetch()
    const { 'content-security-policy': _policy, ...headers } = response.headers()
    return route.fulfill({ response, headers })
  })
  context.on('page', (opened) => void incidents.push(`opened ${opened.url()}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', () => incidents.push('download'))
  return incidents
}

/**
 * Returns the state that an attack could change: the URL, title and storage of the page, its cookies, and the calls
 * that its server has received.
 */
async function readState({ page, sentCalls }: SceneVisitor): Promise<object> {
  const stored = await page.evaluate(() => ({ title: document.title, local: { ...localStorage }, session: { ...sessionStorage } }))
  return { ...stored, address: page.url(), cookies: await page.context().cookies(), calls: [...sentCalls()] }
}

function toTwoDigits(nth: number): string {
  return nth.toString().padStart(2, '0')
}
