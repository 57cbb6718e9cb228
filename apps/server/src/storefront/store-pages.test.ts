import { gunzipSync } from 'node:zlib'
import { domainId, type LinkDraft, storeUpdate } from '@linkshelf/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aCategory, aLink, anIntegration, anOrganization, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { aVerifiedDomain, openDomainTest } from '../../test/builders/domain-builder.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { releaseDomain } from '../domains/domains.ts'
import { silentLog } from '../platform/process/log.ts'
import { patchProduct } from '../products/products.ts'
import { updateStore } from '../stores/stores.ts'
import { createUpload } from '../uploads/uploads.ts'
import { parseStoreAddress } from './store-address.ts'
import { createStorePages, type StorePages, type StorePagesOptions } from './store-pages.ts'

/** These timeouts are long, because a timeout would mean 503, and a busy machine must not cause it. */
const patient = { timeoutMs: 60_000, renderTimeoutMs: 60_000 }

function openPages(deps: TestDeps, options: Partial<StorePagesOptions> = {}): StorePages {
  return createStorePages({
    db: deps.edgeDb,
    publicOrigin: 'https://go.example',
    clock: deps.clock,
    log: silentLog,
    ...patient,
    ...options,
  })
}

async function visit(pages: StorePages, target: string) {
  const address = parseStoreAddress(target)
  if (address === undefined) throw new Error('This is the address of a store page')
  return pages.visit(address)
}

it('has the whole short URL of a link on an own domain, and omits the link once the domain does not serve', async () => {
  await using deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Starter'] })
  const ctx = await aProject(deps, { owned })
  const { host: domain, domain_id } = await aVerifiedDomain(deps, owned.ctx)
  const [own, plain] = [await aLink(deps, ctx, { slug: 'own', domain }), await aLink(deps, ctx, { slug: 'plain' })]
  await aProduct(deps, ctx, { urls: [own.url_id, plain.url_id] })
  await aStore(deps, ctx, { name: 'Lamps', featured_links: [{ url_id: own.url_id, title: 'Newsletter' }] })
  const pages = openPages(deps, { freshMs: 0, publicOrigin: 'https://go.linkshelf.example:8443' })
  const hrefs = async () => {
    const visited = await visit(pages, '/@lamps')
    if (visited.kind !== 'page') throw new Error('The store has a page')
    const found = gunzipSync(visited.page.body)
      .toString()
      .matchAll(/href="([^"?]*\/(?:own|plain))[?"]/g)
    return [...new Set(Array.from(found, ([, href]) => href))].toSorted()
  }

  expect(await hrefs()).toEqual(['/plain', `https://${domain}:8443/own`])
  await releaseDomain(owned.ctx, domainId.parse(domain_id))
  expect(await hrefs()).toEqual(['/plain'])
})

it('shows the texts of a store in its language, which is English by default', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const pages = openPages(deps, { freshMs: 0 })
  const read = async () => {
    const found = await visit(pages, '/@lamps')
    return found.kind === 'page' ? gunzipSync(found.page.body).toString() : found.kind
  }

  expect(store.language).toBe('en')
  expect(await read()).toMatch(/<html lang="en" dir="ltr">.*There are no products here yet\./s)
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', language: 'he' }) })
  expect(await read()).toMatch(/<html lang="he" dir="rtl">.*עדיין אין כאן מוצרים\./s)
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps' }) })
  expect(await read()).toContain('<html lang="he"')
})

it('marks a link as an ad if one of its URLs has a tag, or if the owner marked it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const createLink = async (slug: string, draft: Partial<LinkDraft>) => (await aLink(deps, ctx, { slug, ...draft })).url_id
  const amazon = 'https://www.amazon.com/dp/B07FZ8S74R'
  const ebay = { place: null, name: null, target: 'https://www.ebay.com/itm/123456789012?campid=5338000001' }
  const video = await createLink('video', { target: 'https://www.youtube.com/watch?v=desk' })
  const letter = await createLink('letter', { target: 'https://mia.example/letter' })
  const urls = [
    await createLink('amazon', { target: amazon }),
    await createLink('unreached', { target: 'https://maker.example/', shops: [ebay] }),
    await createLink('choice', { target: 'https://maker.example/', shops: [ebay], choice_page: true }),
    await createLink('country', { target: 'https://maker.example/', shops: [{ ...ebay, place: 'DE' }] }),
    await createLink('short', { target: 'https://amzn.to/3AbCdEf' }),
    await createLink('partner', { target: 'https://maker.example/lamp?ref=mia' }),
    await createLink('untagged', { target: `${amazon}?tag=mia-20`, affiliated: false }),
    await createLink('network', { target: 'https://www.awin1.com/cread.php?awinmid=1' }),
    video,
  ]
  await aProduct(deps, ctx, { name: 'Lamp', urls })
  await aStore(deps, ctx, {
    name: 'Lamps',
    featured_links: [
      { url_id: video, title: 'Desk tour', ad: true },
      { url_id: letter, title: 'Letter' },
    ],
  })
  const pages = openPages(deps, { freshMs: 0 })
  const listMarked = async () => {
    const visited = await visit(pages, '/@lamps')
    if (visited.kind !== 'page') throw new Error('The store has a page')
    const links = gunzipSync(visited.page.body)
      .toString()
      .matchAll(/href="\/([a-z]+)(?:\?[^"]*)?" rel="sponsored [^"]*"[^>]*>(?:(?!<\/a>).)*<span class="ad"/gs)
    return [...new Set(Array.from(links, ([, slug]) => slug))].toSorted()
  }

  expect(await listMarked()).toEqual(['choice', 'country', 'network', 'partner', 'short', 'video'])
  await anIntegration(ctx)
  expect(await listMarked()).toEqual(['amazon', 'choice', 'country', 'network', 'partner', 'short', 'video'])
})

it('shows pinned products first on the main page and in their categories, each in the order of the owner', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const category = await aCategory(deps, ctx, { name: 'Desk' })
  const categories = [category.category_id]
  for (const [name, pinned] of [
    ['Second', true],
    ['Fourth', false],
    ['First', true],
    ['Third', false],
  ] as const)
    await aProduct(deps, ctx, { name, pinned, categories })
  await aStore(deps, ctx, { name: 'Lamps' })
  const pages = openPages(deps)

  for (const path of ['/@lamps', '/@lamps/desk']) {
    const visited = await visit(pages, path)
    if (visited.kind !== 'page') throw new Error('The store has a page')
    const names = gunzipSync(visited.page.body)
      .toString()
      .matchAll(/<h[23] dir="auto"><a[^>]*>(First|Second|Third|Fourth)</g)
    expect(Array.from(names, ([, name]) => name)).toEqual(['First', 'Second', 'Third', 'Fourth'])
  }
})

it('renders a page once while the store does not change', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const pages = openPages(deps, { freshMs: 0 })

  const first = await visit(pages, '/@lamps')
  const second = await visit(pages, '/@lamps')
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', title: 'New' }) })
  const third = await visit(pages, '/@lamps')

  if (first.kind !== 'page' || second.kind !== 'page' || third.kind !== 'page') throw new Error('The store has a page')
  expect(second.page).toBe(first.page)
  expect(third.page.etag).not.toBe(first.page.etag)
})

it('shows and hides by schedule without a change of the store, also while the database is unavailable', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour))
  const schedule = { show_from: at(10).toISOString(), show_until: at(12).toISOString() }
  const category = await aCategory(deps, ctx, { name: 'Sale', ...schedule })
  const product = await aProduct(deps, ctx, { name: 'Sale lamp', ...schedule })
  const { url_id } = await aLink(deps, ctx)
  await aStore(deps, ctx, { name: 'Lamps', featured_links: [{ url_id, title: 'Sale list', ...schedule }] })
  let now = at(9)
  const pages = openPages(deps, { freshMs: 0, clock: { now: () => now } })
  const shown = async () => {
    const found = await visit(pages, '/@lamps')
    if (found.kind !== 'page') throw new Error('The store has a page')
    const html = gunzipSync(found.page.body).toString()
    return ['Sale lamp', 'Sale list', 'Sale<'].filter((text) => html.includes(text))
  }
  const statuses = () =>
    Promise.all(
      [category.slug, product.slug].map(async (path) => {
        const found = await visit(pages, `/@lamps/${path}`)
        return found.kind === 'page' ? found.page.status : found.kind
      }),
    )

  expect([await shown(), await statuses()]).toEqual([[], [404, 404]])
  now = at(10)
  expect([await shown(), await statuses()]).toEqual([
    ['Sale lamp', 'Sale list', 'Sale<'],
    [200, 200],
  ])
  await deps.edgeDb.destroy()
  now = new Date(at(12).getTime() - 1)
  expect(await shown()).toHaveLength(3)
  now = at(12)
  expect([await shown(), await statuses()]).toEqual([[], [404, 404]])
})

it('renders again at the first change of a schedule, whichever page was rendered last', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const end = new Date(Date.UTC(2030, 0, 1, 12))
  await aProduct(deps, ctx, { name: 'Sale lamp', show_until: end.toISOString() })
  await aStore(deps, ctx, { name: 'Lamps' })
  const times = [new Date(end.getTime() - 1)]
  const pages = openPages(deps, { clock: { now: () => times.shift() ?? end } })

  const [before] = await Promise.all([visit(pages, '/@lamps'), visit(pages, '/@lamps/sitemap.xml')])
  const after = await visit(pages, '/@lamps')

  if (before.kind !== 'page' || after.kind !== 'page') throw new Error('The store has a page')
  expect([before, after].map(({ page }) => gunzipSync(page.body).toString().includes('Sale lamp'))).toEqual([true, false])
})

it('does not return to an earlier store whose page was rendered while the store changed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const pages = openPages(deps, { freshMs: 0 })

  const slow = visit(pages, '/@lamps') // starts the thread
  await expect.poll(() => pages.memory().stores).toBe(1)
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', title: 'New' }) })
  await Promise.all([slow, visit(pages, '/@lamps?q=desk')])
  await deps.edgeDb.destroy()
  const offline = await visit(pages, '/@lamps')

  if (offline.kind !== 'page') throw new Error('The store has a page')
  expect(gunzipSync(offline.page.body).toString()).toContain('New')
})

it('serves only cached stores while the database is unavailable', async () => {
  await using deps = await openTestDeps()
  await aStore(deps, await aProject(deps), { name: 'Lamps' })
  const pages = openPages(deps, { freshMs: 0 })
  await visit(pages, '/@lamps')
  await deps.edgeDb.destroy()

  expect((await visit(pages, '/@lamps')).kind).toBe('page')
  expect((await visit(pages, '/@chairs')).kind).toBe('busy')
})

it('knows at once which cached pages are shown, during and after a failed load of a store', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { slug } = await aProduct(deps, ctx, { active: false })
  let answer: Promise<Error | undefined> = Promise.resolve(undefined)
  const db = deps.edgeDb.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const error = await answer
      if (error !== undefined) throw error
      return result
    },
  })
  const pages = openPages(deps, { db, freshMs: 0 })
  const shown = () =>
    ['/@lamps', `/@lamps/${slug}`, '/@chairs'].map((target) => {
      const address = parseStoreAddress(target)
      return address !== undefined && pages.isShown(address)
    })
  for (const target of ['/@lamps', `/@lamps/${slug}`, '/@chairs']) await visit(pages, target)

  const hanging = Promise.withResolvers<Error>()
  answer = hanging.promise
  const waiting = visit(pages, '/@lamps')
  expect(shown()).toEqual([true, false, false])

  hanging.resolve(new Error('connection lost'))
  expect((await waiting).kind).toBe('page')
  expect(shown()).toEqual([true, false, false])

  answer = Promise.resolve(undefined)
  await visit(pages, '/@lamps')
  await visit(pages, '/@lamps')
  expect(shown()).toEqual([false, false, false])
})

it('caches a product page once, whatever the query says, and the pages of a list separately', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { slug, product_id: productId, revision } = await aProduct(deps, ctx, { name: 'Brass lamp' })
  const pages = openPages(deps, { freshMs: 0 })
  const queries = ['?q=desk', '', '?page=2', '?page=3&q=lamp', '?utm_source=mail']
  const visitAll = async () => {
    const found = []
    for (const query of queries) found.push(await visit(pages, `/@lamps/${slug}${query}`))
    return [...new Set(found.map((visited) => (visited.kind === 'page' ? visited.page : undefined)))].map((page) => page?.status)
  }

  expect(await visitAll()).toEqual([200])
  await patchProduct(deps, ctx, { productId, patch: { revision, slug: 'lamp' } })
  expect(await visitAll()).toEqual([301])
  const list = [await visit(pages, '/@lamps'), await visit(pages, '/@lamps?page=2')]
  expect(list.map((visited) => (visited.kind === 'page' ? visited.page.status : undefined))).toEqual([200, 404])
})

it('uses a bounded amount of memory, of which every page uses a part', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(deps, ctx)))
  const maxBytes = 50_000
  const pages = openPages(deps, { maxBytes, freshMs: 60_000 })
  const bytes: number[] = []

  for (const { slug } of products) {
    expect((await visit(pages, `/@lamps/${slug}`)).kind).toBe('page')
    bytes.push(pages.memory().bytes)
  }
  for (let page = 1; page <= 50; page += 1) expect((await visit(pages, `/@lamps?page=${page}`)).kind).toBe('page')
  for (let guess = 0; guess < 50; guess += 1) expect((await visit(pages, `/@guess${guess}`)).kind).toBe('not-found')

  expect((bytes[1] ?? 0) - (bytes[0] ?? 0)).toBeGreaterThan(2_000)
  expect(Math.max(...bytes, pages.memory().bytes)).toBeLessThanOrEqual(maxBytes)
})

it('caches a page for each order of a list, and no page for queries that change nothing', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const { slug } = await aProduct(deps, ctx)
  const pages = openPages(deps, { freshMs: 60_000 })
  const bytesAfter = async (...targets: string[]) => {
    for (const target of targets) expect((await visit(pages, target)).kind).toBe('page')
    return pages.memory().bytes
  }

  const orders = ['', '?sort=newest', '?sort=price', '?sort=price-desc', '?sort=name'].map((query) => `/@lamps${query}`)
  const bytes = await bytesAfter(...orders, `/@lamps/${slug}`, '/@lamps?page=2')
  const others = ['?sort=cheapest', '?sort=', '?sort=NAME', '?utm_source=x', '?sort=name&utm_source=x', '?page=3&sort=name']
  expect(await bytesAfter(...others.flatMap((query) => [`/@lamps${query}`, `/@lamps/${slug}${query}`]))).toBe(bytes)
})

it('hides a price at the end of the day until which its shops allow it, and never shows a price of Amazon', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [ebay, amazon] = [
    await aLink(deps, ctx, { target: 'https://www.ebay.de/itm/1' }),
    await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE' }),
  ]
  const checked_on = deps.clock.now().toISOString().slice(0, 10)
  const price = (amount: string) => ({ price: { amount, currency: 'EUR', checked_on } })
  await aProduct(deps, ctx, { ...price('49.90'), urls: [ebay.url_id] })
  await aProduct(deps, ctx, { ...price('59.90'), urls: [amazon.url_id] })
  await aStore(deps, ctx, { name: 'Lamps' })
  const hiddenAt = Date.parse(checked_on) + 8 * 86_400_000
  let now = new Date(hiddenAt - 1)
  const pages = openPages(deps, { clock: { now: () => now } })
  const pricesShown = async () => {
    const visited = await visit(pages, '/@lamps')
    if (visited.kind !== 'page') throw new Error('The store has a page')
    return (
      gunzipSync(visited.page.body)
        .toString()
        .match(/€\d+\.\d+/g) ?? []
    )
  }

  expect(await pricesShown()).toEqual(['€49.90'])
  now = new Date(hiddenAt)
  expect(await pricesShown()).toEqual([])
})

it('decompresses a page once for clients without gzip, within the same memory, and caches no search', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(deps, ctx)))
  const maxBytes = 120_000
  const pages = openPages(deps, { maxBytes, freshMs: 60_000 })
  const decompress = async (target: string) => {
    const found = await visit(pages, target)
    if (found.kind !== 'page') throw new Error('The store has a page')
    const body = await pages.decompressed(found.page)
    expect(body).toEqual(gunzipSync(found.page.body))
    return body
  }

  const first = await decompress('/@lamps')
  const { bytes } = pages.memory()
  expect(bytes).toBeGreaterThan(first.length)
  expect(await decompress('/@lamps')).toBe(first)
  await decompress('/@lamps?q=lamp')
  expect(pages.memory()).toEqual({ bytes, stores: 1 })
  for (const { slug } of products) await decompress(`/@lamps/${slug}`)
  expect(pages.memory().bytes).toBeLessThanOrEqual(maxBytes)
})

it('loads no store that is too large, but loads other stores', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Lamps' })
  await aStore(deps, await aProject(deps), { name: 'Chairs' })
  await aProduct(deps, ctx, { description: 'x'.repeat(5_000) })
  const pages = openPages(deps, { maxTextBytes: 5_000 })

  expect([(await visit(pages, '/@lamps')).kind, (await visit(pages, '/@chairs')).kind]).toEqual(['busy', 'page'])
  expect(pages.memory().bytes).toBeLessThan(20_000)
})

it.each([
  ['/@Lamps', { kind: 'store', handle: 'lamps', search: '', page: 1 }],
  ['/%40lamps/', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps?q=%20desk%20&page=2', { kind: 'store', handle: 'lamps', search: 'desk', page: 2 }],
  ['/@lamps?sort=price-desc', { kind: 'store', handle: 'lamps', search: '', sort: 'price-desc', page: 1 }],
  ['/@lamps?sort=cheapest', { kind: 'store', handle: 'lamps', search: '', page: 1 }],
  ['/@lamps?page=0', { kind: 'store', handle: 'lamps', search: '', page: 1 }],
  ['/@lamps?page=1001', { kind: 'store', handle: 'lamps', search: '', page: 1 }],
  ['/@%E3%83%A9%E3%83%B3%E3%83%97', { kind: 'store', handle: 'ランプ', search: '', page: 1 }],
  ['/@lamps/p/01978f3a-0000-7000-8000-000000000001', { kind: 'product', handle: 'lamps', id: '01978f3a-0000-7000-8000-000000000001' }],
  [
    '/@lamps/c/01978f3a-0000-7000-8000-000000000001?page=2',
    { kind: 'category', handle: 'lamps', id: '01978f3a-0000-7000-8000-000000000001' },
  ],
  ['/@lamps/Desk-Lamp?page=2', { kind: 'named', handle: 'lamps', slug: 'desk-lamp', search: '', page: 2 }],
  ['/@lamps/K%C3%9CCHE', { kind: 'named', handle: 'lamps', slug: 'küche', search: '', page: 1 }],
  ['/@lamps/robots.txt', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/.env', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/@lamps', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/desk%20lamp', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/desk-lamp/', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/%', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/snippet', { kind: 'snippet', handle: 'lamps' }],
  ['/@lamps/sitemap.xml', { kind: 'sitemap', handle: 'lamps' }],
  ['/@lamps/p/1', { kind: 'missing', handle: 'lamps' }],
  ['/@lamps/../admin', { kind: 'missing', handle: 'lamps' }],
  ['/@%', undefined],
  ['/@', undefined],
])('parses %s', (target, address) => {
  expect(parseStoreAddress(target)).toEqual(address)
})

it('shows an uploaded picture cropped around its focus, and a cut-out whole on a background of its hue', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const shapes = {
    photograph: '<rect width="900" height="300" fill="#345"/><circle cx="820" cy="150" r="60" fill="#e55"/>',
    cutout: '<rect width="900" height="300" fill="#fff"/><rect x="350" y="100" width="200" height="100" fill="#36c"/>',
  }
  for (const [name, content] of Object.entries(shapes)) {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300">${content}</svg>`)
    const file = new File([new Uint8Array(await sharp(svg).png().toBuffer())], `${name}.png`)
    await aProduct(deps, ctx, { name, image_url: (await createUpload(deps, ctx, { file, purpose: 'picture' })).url })
  }
  const pages = openPages(deps, { freshMs: 0 })
  const read = async () => {
    const found = await visit(pages, '/@lamps')
    return found.kind === 'page' ? gunzipSync(found.page.body).toString() : found.kind
  }

  expect(await read()).toMatch(/<body class="grid square">.*<div class="cutout hue6">.*class="picture x20/)
  const linked = await aProduct(deps, ctx, {
    name: 'elsewhere',
    image_url: 'https://pictures.example/1.png',
    image_focus: { x: 0.25, y: 1 },
  })
  expect(await read()).toContain(`class="picture x5 y20" data-picture="picture-${linked.product_id}"`)
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', picture_ratio: 'whole' }) })
  expect(await read()).toContain('<body class="grid whole">')
  expect(await read()).not.toMatch(/class="picture [xy]/)
})
