import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkUpdate, productUpdate, storeUpdate } from '@linkshelf/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCategory, aLink, anOrganization, aProduct, aProject, aStore } from '../../../test/builders/builders.ts'
import { closeEdge } from '../../../test/close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { updateLink } from '../../links/write/update-link.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { updateProduct } from '../../products/products.ts'
import { updateStore } from '../../stores/stores.ts'
import { type Edge, type EdgeOptions, openEdge } from '../open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge

async function open(hasFastPath = true, more: Partial<EdgeOptions> = {}): Promise<void> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const options = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://go.example',
    durability: 'process',
    trustedProxies: [],
    lookupTimeoutMs: 60_000, // so that a busy machine does not answer with 503
  } as const
  edge = await openEdge({ ...options, journalsFolder: folder, db, listenerUrl, clock, ids, log, hasFastPath, ...more })
}

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-store-'))
})

afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${edge.port}${path}`, { redirect: 'manual', headers })

const fetchText = async (path: string) => (await visit(path)).text()

/** Creates a store named Lamps with one category that has one product with one link. */
async function aFilledStore() {
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const store = await aStore(deps, ctx, { name: 'Lamps', snippet: '<b>Sale</b>', main_color: '#112233' })
  const link = await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B00X' })
  const category = await aCategory(deps, ctx, { name: 'Desk' })
  const product = await aProduct(deps, ctx, { urls: [link.url_id], categories: [category.category_id] })
  return { owned, ctx, store, link, category, product }
}

describe.each([
  ['the socket', true],
  ['node:http', false],
])('read from %s', (_reader, hasFastPath) => {
  it('serves the store, a category and a product, and answers 304 to a browser that has the page', async () => {
    const { link, category, product } = await aFilledStore()
    await open(hasFastPath)

    const response = await visit('/@lamps')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain(`href="${new URL(link.url).pathname}?from=store-${product.product_id}"`)
    expect(html).toContain('Buy at Amazon')
    expect(await fetchText(`/@lamps/${category.slug}`)).toContain('Brass lamp')
    expect(await fetchText(`/@lamps/${product.slug}`)).toContain('<h1 dir="auto">Brass lamp</h1>')

    const etag = response.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const plain = (await visit('/@lamps', { 'accept-encoding': 'identity' })).headers.get('etag') ?? ''
    expect(plain).toBe(etag.replace(/"$/, '-plain"'))
    expect((await visit('/@lamps', { 'accept-encoding': 'identity', 'if-none-match': plain })).status).toBe(304)
    expect(await (await visit('/@lamps', { 'accept-encoding': 'identity' })).text()).toBe(html)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const again = await visit('/@lamps', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('answers 404 to addresses that no store has, and redirects from an old handle', async () => {
    const { ctx, store } = await aFilledStore()
    await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Bright Lamps' }) })
    await open(hasFastPath)

    const noStore = ['/@nobody', '/@%ff', '/@']
    const noPage = ['/@bright-lamps/x', `/@bright-lamps/p/${deps.ids.next()}`, '/@bright-lamps/snippet', '/@bright-lamps?page=2']
    for (const path of [...noStore, ...noPage]) {
      const response = await visit(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain(noStore.includes(path) ? 'Store page not found' : 'This page is gone')
    }
    const moved = await visit('/@lamps?q=lamp')
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/@bright-lamps?q=lamp'])
    expect(moved.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await visit('/@BRIGHT-lamps')).status).toBe(200)
  })

  it("serves the owner's HTML only in a frame of the store or if the browser does not say, and otherwise redirects to the store", async () => {
    await aFilledStore()
    await open(hasFastPath)
    const request = (dest?: string, site?: string) =>
      visit('/@lamps/snippet', { ...(dest && { 'sec-fetch-dest': dest }), ...(site && { 'sec-fetch-site': site }) })

    for (const [dest, site] of [['iframe', 'same-origin'], []]) {
      const response = await request(dest, site)
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<b>Sale</b>')])
      expect(response.headers.get('vary')).toBe('Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Site')
    }
    const elsewhere = [
      ['document', 'none'], // the address was typed, or the page is loaded in advance
      ['document', 'cross-site'],
      ['document', 'same-origin'],
      ['iframe', 'cross-site'],
      ['iframe', 'same-site'],
      ['iframe'],
      ['embed', 'same-origin'],
      ['empty', 'same-origin'],
      [undefined, 'same-origin'],
    ]
    for (const [dest, site] of elsewhere) {
      const { status, headers } = await request(dest, site)
      expect([dest, site, status, headers.get('location')]).toEqual([dest, site, 302, '/@lamps'])
      expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-cache', 'Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Site'])
    }
    expect((await visit('/@lamps', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' })).headers.get('vary')).toBe('Accept-Encoding')
  })
})

it('redirects permanently from addresses with an id, with their query, and lets browsers revalidate each time', async () => {
  const { category, product } = await aFilledStore()
  await open()

  for (const [path, location] of [
    [`/@lamps/p/${product.product_id}`, '/@lamps/brass-lamp'],
    [`/@Lamps/c/${category.category_id}?page=1&q=a%20b`, `/@lamps/${category.slug}?page=1&q=a%20b`],
  ] as const) {
    const { status, headers } = await visit(path)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([301, location, 'no-cache'])
  }
})

it('lists in its sitemap what search engines may index', async () => {
  const { ctx, category } = await aFilledStore()
  const described = await aProduct(deps, ctx, { name: 'Desk lamp', description: 'Bright and small' })
  await open()

  const response = await visit('/@lamps/sitemap.xml')
  expect(response.headers.get('content-type')).toContain('application/xml')
  expect([...(await response.text()).matchAll(/<loc>([^<]*)/g)].map(([, url]) => url)).toEqual([
    'https://go.example/@lamps',
    `https://go.example/@lamps/${category.slug}`,
    `https://go.example/@lamps/${described.slug}`,
  ])
})

it('limits requests for pages that a store does not have', async () => {
  await aFilledStore()
  await open()

  // All 60 concurrent requests fit into the queue of pages to render.
  for (const expected of [404, 404, 429]) {
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await visit(`/@lamps/p/${deps.ids.next()}`)).status))
    expect(new Set(statuses)).toEqual(new Set([expected]))
  }
})

it('serves only cached pages to an address that floods', async () => {
  const { product } = await aFilledStore()
  await aStore(deps, await aProject(deps), { name: 'Chairs' })
  await open(true, { notFoundPerMinute: 1 })
  expect(await fetchText('/@lamps')).toContain('Brass lamp')

  for (let miss = 0; miss < 10; miss += 1) await visit(`/missing${miss}`)

  const cached = [await visit('/@lamps'), await visit('/@lamps', { 'accept-encoding': 'identity' })]
  expect(cached.map(({ status }) => status)).toEqual([200, 200])
  for (const path of [`/@lamps/${product.slug}`, '/@lamps?q=lamp', '/@chairs', '/missing']) {
    const { status, headers } = await visit(path)
    expect([path, status, headers.get('retry-after')]).toEqual([path, 429, '60'])
  }
  const limited = await visit('/missing')
  expect([limited.headers.get('content-type'), await limited.text()]).toEqual([
    'text/plain; charset=utf-8',
    'Too many requests. Try again in a minute.\n',
  ])
})

it('shows a change within a second', async () => {
  const { ctx, product } = await aFilledStore()
  await open()
  expect(await fetchText('/@lamps')).toContain('Brass lamp')

  await updateProduct(deps, ctx, { productId: product.product_id, update: productUpdate.parse({ name: 'Steel lamp' }) })

  await expect.poll(() => fetchText('/@lamps'), { interval: 100 }).toContain('Steel lamp')
})

it("leads to the new shop through the same short link after the link's destination is replaced", async () => {
  const { ctx, link, product } = await aFilledStore()
  await open()
  const slug = new URL(link.url).pathname.slice(1)
  expect(await fetchText('/@lamps')).toContain('Buy at Amazon')

  await updateLink(deps, ctx, { linkId: link.url_id, update: linkUpdate.parse({ target: 'https://www.ebay.de/itm/123456789' }) })

  await expect.poll(() => fetchText('/@lamps'), { interval: 100 }).toContain('Buy at eBay')
  expect(await fetchText(`/@lamps/${product.slug}`)).toContain(`href="/${slug}?from=product-`)
  await expect.poll(async () => (await visit(`/${slug}`)).headers.get('location')).toContain('www.ebay.de')
})

it('hides the store if the plan has no store pages, and products if it has no product pages', async () => {
  const { owned, product } = await aFilledStore()
  const path = `/@lamps/${product.slug}`
  await setOrganizationSettings(deps, owned.organization.id, ['store_page_enabled=false'])
  await open()
  expect([(await visit('/@lamps')).status, (await visit(path)).status]).toEqual([404, 200])
  await closeEdge(edge)

  await setOrganizationSettings(deps, owned.organization.id, ['store_page_enabled=true', 'product_page_enabled=false'])
  await open()
  expect([(await visit('/@lamps')).status, (await visit(path)).status]).toEqual([200, 404])
})

it('allows no scripts on a page, and gives the snippet a separate origin', async () => {
  await aFilledStore()
  await open()

  const page = (await visit('/@lamps')).headers.get('content-security-policy') ?? ''
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/script-src|unsafe-inline/)
  const response = await visit('/@lamps/snippet')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox allow-scripts;/)
  expect(policy).not.toContain('allow-same-origin')
  expect(await response.text()).toContain('<b>Sale</b>')
})

it("lets the snippet's scripts open connections only on paid plans, also in a browser that has cached the snippet", async () => {
  const { owned } = await aFilledStore()
  await open()
  const getPolicy = (response: Response) => response.headers.get('content-security-policy')

  const free = await visit('/@lamps/snippet')
  expect(getPolicy(free)).toContain("connect-src 'none'")
  await setOrganizationSettings(deps, owned.organization.id, ['package=Starter'])
  const ask = () => visit('/@lamps/snippet', { 'if-none-match': free.headers.get('etag') ?? '' })
  await expect.poll(async () => getPolicy(await ask()), { interval: 100 }).not.toContain('connect-src')
  expect((await ask()).status).toBe(200)
})
