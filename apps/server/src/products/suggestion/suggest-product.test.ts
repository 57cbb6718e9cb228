import { expect, it } from 'vitest'
import { aLink, anIntegration, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { measureGrowth } from '../../../test/measure-time-growth.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { archiveLink } from '../../links/write/update-link.ts'
import { createGuardedFetch, type FetchedPage, type GuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { readPageProduct } from './page-product.ts'
import { suggestProduct } from './suggest-product.ts'

function createAnswer(html: string, answer: Partial<FetchedPage> = {}, seen: string[] = []): GuardedFetch {
  return async (url) => {
    seen.push(url)
    return { url, status: 200, contentType: 'text/html; charset=utf-8', body: Buffer.from(html), ...answer }
  }
}

const formatJsonLd = (product: object) => `<script type="application/ld+json">${JSON.stringify(product)}</script>`

it('suggests the product that the page describes, and stores only an audit entry', async () => {
  const offers = { '@type': 'Offer', price: 49.9, priceCurrency: 'EUR' }
  const html = `<title>Lamp | Shop</title><meta property="og:title" content="Lamp &amp; more">
    ${formatJsonLd({
      '@graph': [
        { '@type': 'Organization', name: 'Shop' },
        { '@type': ['Product'], name: ' Brass\nlamp ', description: 'Warm', image: [{ url: '/a.png' }], offers },
      ],
    })}`
  const seen: string[] = []
  await using deps = await openTestDeps({ fetchPage: createAnswer(html, {}, seen) })
  const ctx = await aProject(deps)

  const suggestion = await suggestProduct(deps, ctx, 'https://www.shop.example/lamp?a=1')

  expect(suggestion).toEqual({
    name: 'Brass lamp',
    description: 'Warm',
    image_url: 'https://www.shop.example/a.png',
    price: { amount: '49.90', currency: 'EUR', checked_on: ctx.now.toISOString().slice(0, 10) },
    url: 'https://www.shop.example/lamp?a=1',
    retailer: 'shop.example',
    url_id: null,
    affiliation: { state: 'none', retailer: null, market: null, tag: null, pasted_tag: null },
    note: 'Copied from the page. Check that the shop allows you to use its text and its picture.',
  })
  const entries = await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select(['action', 'after']).where('action', '=', 'product.suggest').execute(),
  )
  expect(entries).toEqual([{ action: 'product.suggest', after: { url: seen[0] } }])
})

it('fetches the page without affiliate parameters, and suggests the address with these parameters', async () => {
  const seen: string[] = []
  await using deps = await openTestDeps({ fetchPage: createAnswer('<title>Lamp</title>', {}, seen) })
  const url = 'https://www.ebay.de/itm/1?campid=5338&mkevt=1'

  expect(await suggestProduct(deps, await aProject(deps), url)).toMatchObject({ name: 'Lamp', retailer: 'eBay', url })
  expect(seen).toEqual(['https://www.ebay.de/itm/1'])
})

it.each(['https://www.amazon.de/dp/B000000000?tag=a-21', 'https://amzn.to/3abc', 'https://smile.amazon.co.uk/x'])(
  'does not fetch a page of Amazon, and copies nothing: %s',
  async (url) => {
    const seen: string[] = []
    await using deps = await openTestDeps({ fetchPage: createAnswer('<title>Lamp</title>', {}, seen) })

    expect(await suggestProduct(deps, await aProject(deps), url)).toMatchObject({
      name: null,
      description: null,
      image_url: null,
      price: null,
      url,
      retailer: 'Amazon',
      note: "Amazon doesn't allow copying its texts or pictures. Add your own below.",
    })
    expect(seen).toEqual([])
  },
)

it('returns whether a link to the page earns, and which link of the project leads there', async () => {
  await using deps = await openTestDeps({ fetchPage: createAnswer('') })
  const ctx = await aProject(deps)
  const url = 'https://www.amazon.de/dp/B000000000'
  expect(await suggestProduct(deps, ctx, url)).toMatchObject({ url_id: null, affiliation: { state: 'not_connected' } })
  await anIntegration(ctx)
  const archived = await aLink(deps, ctx, { target: url })
  await archiveLink(deps, ctx, archived.url_id)
  expect(await suggestProduct(deps, ctx, url)).toMatchObject({ url_id: archived.url_id })
  const link = await aLink(deps, ctx, { target: url })

  const suggestion = await suggestProduct(deps, ctx, url)

  expect(suggestion).toMatchObject({ url_id: link.url_id, affiliation: { state: 'earns', market: 'de', tag: 'mia-21' } })
  const other = await aProject(deps)
  expect(await suggestProduct(deps, other, url)).toMatchObject({ url_id: null, affiliation: { state: 'not_connected' } })
})

it('copies nothing if the address redirects to Amazon', async () => {
  await using deps = await openTestDeps({ fetchPage: createAnswer('<title>Lamp</title>', { url: 'https://www.amazon.com/dp/B0' }) })

  expect(await suggestProduct(deps, await aProject(deps), 'https://bit.example/a')).toMatchObject({ name: null, retailer: 'Amazon' })
})

it('explains an unreachable address, an internal address, a page of another type, and a page without a name', async () => {
  const suggestNote = async (fetchPage: GuardedFetch) => {
    await using deps = await openTestDeps({ fetchPage })
    const { name, note } = await suggestProduct(deps, await aProject(deps), 'http://127.0.0.1/')
    expect(name).toBeNull()
    return note
  }

  const unreadable = 'This page could not be read. Enter the name yourself.'
  expect(await suggestNote(createGuardedFetch({ userAgent: 'test' }))).toBe(unreadable)
  expect(await suggestNote(createAnswer('<title>Lamp</title>', { status: 404 }))).toBe(unreadable)
  expect(await suggestNote(createAnswer('%PDF', { contentType: 'application/pdf' }))).toBe(unreadable)
  expect(await suggestNote(createAnswer('<p>Lamp</p>'))).toBe('This page does not say what it sells. Enter the name yourself.')
})

it.each([
  ['no page', createAnswer('', { status: 404 }), 'https://shop.example/brass-lamp', 'This page could not be read.'],
  ['a page without a name', createAnswer('<p>Lamp</p>'), 'https://shop.example/brass-lamp', 'This page does not say what it sells.'],
  [
    'a page behind a short link',
    createAnswer('<p>Lamp</p>', { url: 'https://shop.example/brass-lamp' }),
    'https://bit.example/3x',
    'This page does not say what it sells.',
  ],
])('suggests the name in the address of %s', async (_case, fetchPage, url, reason) => {
  await using deps = await openTestDeps({ fetchPage })

  expect(await suggestProduct(deps, await aProject(deps), url)).toMatchObject({
    name: 'Brass lamp',
    note: `${reason} The name is from its address.`,
  })
})

it('suggests the name in the address of a page that may not be copied', async () => {
  await using deps = await openTestDeps({
    fetchPage: createAnswer('<title>Lamp</title>', { url: 'https://www.amazon.com/Desk-Lamp/dp/B0' }),
  })
  const ctx = await aProject(deps)

  expect(await suggestProduct(deps, ctx, 'https://www.amazon.de/Brass-Lamp/dp/B000000000/ref=sr_1_1')).toMatchObject({ name: 'Brass Lamp' })
  expect(await suggestProduct(deps, ctx, 'https://amzn.example/3x')).toMatchObject({ name: 'Desk Lamp' })
})

it('suggests only values that are valid for a product', async () => {
  const html = `<meta property=og:title content="${'lamp '.repeat(100)}"><meta property=og:image content="http://shop.example/a.png">`
  await using deps = await openTestDeps({ fetchPage: createAnswer(html) })

  const { name, image_url } = await suggestProduct(deps, await aProject(deps), 'https://shop.example/')

  expect(name).toBe('lamp '.repeat(40).trim())
  expect(image_url).toBeNull()
})

it('is hidden if neither store pages nor product pages are enabled', async () => {
  await using deps = await openTestDeps({ fetchPage: createAnswer('') })
  const off = await aProject(deps, { settings: ['store_page_enabled=false', 'product_page_enabled=false'] })

  expect(await catchErrorCode(suggestProduct(deps, off, 'https://shop.example/'))).toBe('NOT_FOUND')
})

it.each([
  [formatJsonLd({ '@type': 'Product', name: 'A', image: 'a.png' }), { name: 'A', image: 'a.png' }],
  [formatJsonLd([{ '@type': 'Thing' }, { '@type': 'ProductGroup', name: 'A' }]), { name: 'A' }],
  ['<script type="application/ld+json">{"@type":"Product", broken</script><meta property="og:title" content="B">', { name: 'B' }],
  [formatJsonLd({ '@type': 'Product', name: 7, description: null }), { name: undefined, description: undefined }],
  [formatJsonLd({ '@type': 'Product', offers: [{ price: '5', priceCurrency: 'EUR' }] }), { price: { amount: '5', currency: 'EUR' } }],
  [formatJsonLd({ '@type': 'Product', offers: [5, 6].map((price) => ({ price, priceCurrency: 'EUR' })) }), { price: undefined }],
  [formatJsonLd({ '@type': 'Product', offers: { lowPrice: 5, highPrice: 9, priceCurrency: 'EUR' } }), { price: undefined }],
  [formatJsonLd({ '@type': 'Product', offers: { price: 5 } }), { price: undefined }],
  [
    '<meta property="product:price:amount" content="5.00"><meta property="product:price:currency" content="USD">',
    { price: { amount: '5.00', currency: 'USD' } },
  ],
  ['<META NAME=description CONTENT="&lt;b&gt; C">', { description: '<b> C' }],
  ['<meta property="og:title" content="first"><meta property="og:title" content="second"/>', { name: 'first' }],
  ['<!-- <meta property="og:title" content="no"> --><script>"<meta property=og:title content=no>"</script>', { name: undefined }],
  ['<meta property="og:title" content="never closed', { name: undefined }],
])('reads %s', (html, product) => {
  expect(readPageProduct(html)).toMatchObject(product)
})
it.each(['<b>', '</b>', '<meta ', '<meta content="', '<script type=application/ld+json>', '&amp', '<!--'])(
  'reads a page of %j in time that grows with its length',
  (piece) => {
    expect(measureGrowth((size) => readPageProduct(piece.repeat(size)))).toBeLessThan(128)
  },
)
