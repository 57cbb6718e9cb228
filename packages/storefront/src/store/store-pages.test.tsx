import { categoryRowsPerPage, productsPerCategoryRow } from '@linkshelf/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProductPage } from './product-page.tsx'
import type { ProductSort } from './sort-products.ts'
import type { StoreCategoryData, StoreData, StoreProductData } from './store-data.ts'
import { productsPerPage, StorePage } from './store-page.tsx'

const origin = 'https://go.test'

function aProduct(nth = 1, product: Partial<StoreProductData> = {}): StoreProductData {
  return {
    id: `p${nth}`,
    name: `Lamp ${nth}`,
    slug: `lamp-${nth}`,
    description: 'Warm light',
    imageUrl: null,
    attributes: {},
    isAvailable: true,
    categories: [],
    links: [],
    ...product,
  }
}

function aStore(store: Partial<StoreData> = {}): StoreData {
  return {
    handle: 'lamps',
    language: 'en',
    name: 'Lamps',
    displayName: null,
    title: null,
    description: null,
    layout: 'grid',
    pictureRatio: 'square',
    theme: 'plain',
    headingFont: null,
    textFont: null,
    mainColor: '#089b71',
    secondaryColor: '#ebedef',
    logo: null,
    favicon: null,
    bannerImage: null,
    fontsUrl: null,
    footerText: null,
    isDisclosed: true,
    disclosureText: null,
    adLabel: null,
    imprintUrl: null,
    privacyUrl: null,
    contactUrl: null,
    socialLinks: [],
    featuredLinks: [],
    hasSnippet: false,
    hasStorePage: true,
    hasProductPages: true,
    categories: [],
    products: [],
    ...store,
  }
}

const renderStorePage = (
  store: StoreData,
  { categoryId = undefined as string | undefined, search = '', sort = undefined as ProductSort | undefined, page = 1 } = {},
) => renderToStaticMarkup(<StorePage store={store} origin={origin} categoryId={categoryId} search={search} sort={sort} page={page} />)

const renderProductPage = (store: StoreData, product: StoreProductData) =>
  renderToStaticMarkup(<ProductPage store={store} product={product} origin={origin} />)

const listCardNames = (html: string) => [...html.matchAll(/<li class="card">.*?<h[23][^>]*>(?:<a[^>]*>)?([^<]*)/gs)].map(([, name]) => name)

it('shows products with one button per shop, which names the shop and is marked as an ad', () => {
  const links = [
    { slug: 'abc', host: 'www.amazon.de', isAd: true },
    { slug: 'def', host: 'www.lamps.example', isAd: true },
  ]
  const store = aStore({ products: [aProduct(1, { links })] })
  const html = renderStorePage(store)

  expect(html).toContain('Buy at Amazon <span class="ad" dir="auto">Ad</span>')
  expect(html).toContain('<span>Also at</span> <a href="/def?')
  expect(html).toContain('>lamps.example <span class="ad" dir="auto">Ad</span></a>')
  expect(html.match(/class="buy"/g)).toHaveLength(1)
  const page = renderProductPage(store, aProduct(1, { links }))
  expect(page).toContain('class="buy quiet" href="/def?from=product-p1"')
  expect(page).toContain('<span aria-hidden="true">lamps</span><span>Buy at lamps</span></span></span><span>Buy at lamps.example</span>')
  expect(html.match(/href="\/(abc|def)\?from=(store|product)-p1" rel="sponsored nofollow noopener"/g)).toHaveLength(2)
  expect(html).toContain('affiliate links')
})

it('crops a picture around its focus to the ratio of the store, but never crops a cut-out', () => {
  const media = (size: string) => `${origin}/media/${'a'.repeat(27)}/${size}.webp`
  const look = { x: 80, y: 20, isCutout: false, hue: 20 }
  const findPictureClasses = (
    pictureRatio: StoreData['pictureRatio'],
    imageUrl: string,
    changes = {},
    focus: StoreProductData['focus'] = null,
  ) => {
    const product = aProduct(1, { imageUrl, look: { ...look, ...changes }, focus })
    const html = renderStorePage(aStore({ pictureRatio, products: [product, aProduct(2), aProduct(3), aProduct(4)] }))
    expect(html).toContain(`<body class="grid ${pictureRatio}">`)
    return /<li class="card">(?:<div class="(cutout[^"]*)">)?.*?<img class="(picture[^"]*)"/.exec(html)?.slice(1)
  }

  expect(findPictureClasses('square', media('1280x320'))).toEqual([undefined, 'picture x18 y4'])
  expect(findPictureClasses('square', media('400x1200'))).toEqual([undefined, 'picture x16 y1'])
  expect(findPictureClasses('portrait', media('800x800'))).toEqual([undefined, 'picture x20 y4'])
  expect(findPictureClasses('landscape', media('800x800'))).toEqual([undefined, 'picture x16 y0'])
  expect(findPictureClasses('square', media('800x800'))).toEqual([undefined, 'picture x16 y4'])
  expect(findPictureClasses('whole', media('1280x320'))).toEqual([undefined, 'picture'])
  expect(findPictureClasses('whole', media('1280x320'), {}, { x: 0, y: 0 })).toEqual([undefined, 'picture'])
  expect(findPictureClasses('square', media('1280x320'), {}, { x: 0.1, y: 0.5 })).toEqual([undefined, 'picture x0'])
  expect(findPictureClasses('square', 'https://shop.example/lamp.jpg', { x: null, y: null }, { x: 0.1, y: 0.5 })).toEqual([
    undefined,
    'picture x2',
  ])
  expect(findPictureClasses('square', 'https://shop.example/lamp.jpg', { x: null, y: null })).toEqual([undefined, 'picture'])
  expect(findPictureClasses('portrait', media('800x800'), { isCutout: true, hue: 355 })).toEqual(['cutout hue0', 'picture'])
  expect(findPictureClasses('portrait', media('800x800'), { isCutout: true, hue: null })).toEqual(['cutout', 'picture'])
})

it('draws a shelf if a picture is missing: for a product with its first letter, for the logo of a new store, and for an empty store', () => {
  const shelves = (html: string) => html.match(/<use href="#shelf">/g)?.length ?? 0
  const withLogo = { logo: 'https://pictures.example/logo.png' }

  const html = renderStorePage(aStore({ ...withLogo, products: [aProduct(1, { name: 'éclair' })] }))
  expect(html.match(/<symbol id="shelf"/g)).toHaveLength(1)
  expect(shelves(html)).toBe(1)
  expect(html).toContain('text-anchor="middle">É</text>')

  const pictured = aProduct(1, { imageUrl: 'https://pictures.example/lamp.png' })
  expect(shelves(renderStorePage(aStore({ products: [pictured] })))).toBe(1)
  expect(shelves(renderStorePage(aStore({ ...withLogo, products: [pictured] })))).toBe(0)
  expect(shelves(renderStorePage(aStore(withLogo)))).toBe(1)
})

it("shows the disclosure that the shops of its links require, or the owner's text, or none", () => {
  const links = [
    { slug: 'abc', host: 'www.amazon.de', isAd: true },
    { slug: 'def', host: 'ebay.com', isAd: true },
  ]
  const products = [aProduct(1, { links })]

  const standard = renderStorePage(aStore({ products }))
  expect(standard).toContain('As an Amazon Associate I earn from qualifying purchases. As an eBay Partner,')
  const own = renderStorePage(aStore({ products, disclosureText: 'Werbung: ich verdiene mit.', adLabel: 'Werbung' }))
  expect(own).toContain('<p class="disclosure" dir="auto">Werbung: ich verdiene mit.</p>')
  expect(own).toContain('>eBay <span class="ad" dir="auto">Werbung</span>')
  expect(own).not.toContain('affiliate links')
  expect(renderStorePage(aStore({ products, isDisclosed: false }))).not.toMatch(/class="(ad|note)/)
})

it.each([
  ['開示: アフィリエイトリンクです。購入すると報酬を得ます。', '開示: アフィリエイトリンクです。'],
  [`Publicité : ${'je perçois une commission '.repeat(8)}.`, /^Publicité : (je perçois une commission ){3,4}.*[a-z] …$/],
])('shows the beginning of the disclosure %s, and all of it in details', (disclosureText, short) => {
  const links = [{ slug: 'abc', host: 'www.amazon.de', isAd: true }]
  const html = renderStorePage(aStore({ products: [aProduct(1, { links })], disclosureText }))

  const [, summary, whole] = /<details class="disclosure"><summary dir="auto">(.*?)<\/summary><p dir="auto">(.*?)<\/p>/.exec(html) ?? []
  expect(summary).toEqual(typeof short === 'string' ? short : expect.stringMatching(short))
  expect(whole).toBe(disclosureText)
})

it('marks only ads, also if an ad is a video, and does not mention ads if there are none', () => {
  const links = [
    { slug: 'video', host: 'www.youtube.com', isAd: false },
    { slug: 'maker', host: 'maker.example', isAd: false },
  ]
  const featured = { slug: 'tour', host: 'youtu.be', title: 'Desk tour', isAd: false }
  const store = { products: [aProduct(1, { links })], featuredLinks: [featured] }

  const html = renderStorePage(aStore({ ...store, disclosureText: 'Werbung: ich verdiene mit.' }))
  expect(html).not.toMatch(/class="(ad|disclosure)"|sponsored|Werbung/)
  expect(html.match(/href="\/(video|maker)\?from=(store|product)-p1" rel="nofollow noopener"/g)).toHaveLength(2)
  expect(html).toContain('<a href="/tour" rel="noopener"><span dir="auto">Desk tour</span> </a>')

  const withShop = { ...store, products: [aProduct(1, { links: [...links, { slug: 'shop', host: 'www.amazon.de', isAd: true }] })] }
  const mixed = renderStorePage(aStore(withShop))
  expect(mixed.match(/class="ad"/g)).toHaveLength(1)
  expect(mixed).toContain('>Amazon <span class="ad"')
  expect(mixed).toContain('class="disclosure"')

  const marked = renderStorePage(aStore({ ...store, featuredLinks: [{ ...featured, isAd: true }] }))
  expect(marked).toContain('rel="sponsored nofollow noopener"><span dir="auto">Desk tour</span> <span class="ad" dir="auto">Ad</span></a>')
  expect(marked).toContain('class="disclosure"')
})

it('links to legal pages, profiles on other sites and featured links', () => {
  const html = renderStorePage(
    aStore({
      imprintUrl: 'https://mia.example/impressum',
      contactUrl: 'mailto:mia@mia.example',
      socialLinks: ['https://www.youtube.com/@mia', 'https://music.mia.example/', 'https://constructor/'],
      featuredLinks: [
        { slug: 'news', host: 'mia.example', title: 'Newsletter', isAd: false },
        { slug: 'deal', host: 'ebay.com', title: 'Lamp week', isAd: true },
      ],
    }),
  )

  expect(html).toContain('<a href="https://mia.example/impressum" rel="noopener">Impressum</a>')
  expect(html).toContain('<a href="mailto:mia@mia.example" rel="noopener">Contact</a>')
  expect(html).not.toContain('>Privacy<')
  expect(html).toContain('href="https://www.youtube.com/@mia" rel="me noopener" aria-label="YouTube"')
  expect(html).toContain('aria-label="music.mia.example"')
  expect(html).toContain('aria-label="constructor"')
  expect(html).toContain('<a href="/news" rel="noopener"><span dir="auto">Newsletter</span> </a>')
  expect(html).toMatch(/href="\/deal" rel="sponsored nofollow noopener".*Lamp week<\/span> <span class="ad"/)
})

it('marks a product that is not available', () => {
  const html = renderStorePage(
    aStore({ products: [aProduct(1, { isAvailable: false, links: [{ slug: 'abc', host: 'ebay.de', isAd: true }] })] }),
  )

  expect(html).toContain('Currently unavailable')
  expect(html).toContain('Look at eBay')
  expect(html).not.toContain('Buy at')
})

it('filters products by category and by search, and shows them in pages', () => {
  const categories = [{ id: 'c1', name: 'Desk', slug: 'desk', color: '#112233' }]
  const products = Array.from({ length: productsPerPage + 1 }, (_, nth) => aProduct(nth, nth === 3 ? { categories: ['c1'] } : {}))
  const store = aStore({ categories, products })

  expect(listCardNames(renderStorePage(store, { categoryId: 'c1' }))).toEqual(['Lamp 3'])
  expect(listCardNames(renderStorePage(store, { search: 'LAMP 17' }))).toEqual([
    'Lamp 17',
    'Lamp 170',
    'Lamp 171',
    'Lamp 172',
    'Lamp 173',
    'Lamp 174',
    'Lamp 175',
    'Lamp 176',
    'Lamp 177',
    'Lamp 178',
    'Lamp 179',
  ])
  expect(listCardNames(renderStorePage(store))).toHaveLength(productsPerPage)
  expect(listCardNames(renderStorePage(store, { page: 2 }))).toEqual([`Lamp ${productsPerPage}`])
  expect(renderStorePage(store, { search: 'chair' })).toContain('No products match “<bdi>chair</bdi>”.')
})

type Node = Record<string, unknown>

function parseGraph(html: string): Node[] {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  return JSON.parse(json)['@graph']
}

const attack = '</script></style><script>alert(1)</script><img src=x onerror=alert(1)>"\'{{7*7}}'

it('escapes all texts of the owner', () => {
  const product = aProduct(1, {
    name: attack,
    description: attack,
    attributes: { [attack]: attack },
    links: [{ slug: 'abc', host: 'x.example', isAd: false }],
  })
  const store = aStore({ name: attack, displayName: attack, title: attack, description: attack, footerText: attack, products: [product] })

  for (const html of [
    renderStorePage(store, { search: attack }),
    renderToStaticMarkup(<ProductPage store={store} product={product} origin={origin} />),
  ]) {
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<script /g)).toHaveLength(1)
    expect(JSON.stringify(parseGraph(html))).toContain('alert(1)')
  }
})

it('shows the snippet in a frame without access to the page', () => {
  const html = renderStorePage(aStore({ hasSnippet: true }))

  expect(html).toContain('src="/@lamps/snippet" sandbox="allow-scripts"')
  expect(html).not.toContain('allow-same-origin')
})

it('excludes product pages without a text of the owner from search engines, and links to no product page if product pages are off', () => {
  const [described, bare] = [aProduct(1), aProduct(2, { description: null })]
  const renderProductPage = (product: StoreProductData) =>
    renderToStaticMarkup(<ProductPage store={aStore()} product={product} origin={origin} />)

  expect(renderProductPage(described)).not.toContain('noindex')
  expect(renderProductPage(bare)).toContain('noindex')
  expect(renderStorePage(aStore({ products: [described] }))).toContain('href="/@lamps/lamp-1"')
  expect(renderStorePage(aStore({ products: [described], hasProductPages: false }))).not.toContain('/lamp-1')
})

it('describes the page and its content in the head', () => {
  const categories = [{ id: 'c1', name: 'Desk', slug: 'desk', color: '#112233' }]
  const store = aStore({ categories, bannerImage: 'https://p.example/b.png', products: [aProduct(1, { categories: ['c1'] })] })

  const desk = renderStorePage(store, { categoryId: 'c1' })
  expect(desk).toContain('<title>Desk · Lamps</title>')
  expect(desk).toContain('<link rel="canonical" href="https://go.test/@lamps/desk"/>')
  expect(desk).toContain('<meta property="og:image" content="https://p.example/b.png"/>')
  expect(parseGraph(desk)).toEqual([
    { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Lamp 1', url: 'https://go.test/@lamps/lamp-1' }] },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Lamps', item: 'https://go.test/@lamps' },
        { '@type': 'ListItem', position: 2, name: 'Desk', item: 'https://go.test/@lamps/desk' },
      ],
    },
  ])
  expect(renderStorePage(store, { search: 'lamp' })).toContain('<meta name="robots" content="noindex"/>')
  expect(renderStorePage(store, { search: 'lamp' })).not.toContain('canonical')
  expect(renderStorePage(store, { page: 2 })).toContain('<link rel="canonical" href="https://go.test/@lamps?page=2"/>')
})

const price = { amount: '49.90', currency: 'EUR', checked_on: '2026-11-26' }
const imageUrl = 'https://pictures.example/lamp.jpg'

it('describes a product to search engines only with data that its owner entered', () => {
  const attributes = { Brand: 'Luma', Price: '39,90 €', Color: 'Brass' }
  const product = aProduct(1, { attributes, price, imageUrl, isAvailable: false })
  const listProductNodes = (shown: StoreProductData) =>
    parseGraph(renderProductPage(aStore(), shown)).filter((node) => node['@type'] === 'Product')

  expect(listProductNodes(product)).toMatchObject([
    {
      name: 'Lamp 1',
      brand: { '@type': 'Brand', name: 'Luma' },
      offers: { '@type': 'Offer', price: '49.90', priceCurrency: 'EUR', availability: 'https://schema.org/OutOfStock' },
    },
  ])
  expect(listProductNodes(aProduct(1, { price, imageUrl }))).toEqual([
    {
      '@type': 'Product',
      name: 'Lamp 1',
      url: 'https://go.test/@lamps/lamp-1',
      description: 'Warm light',
      image: imageUrl,
      offers: { '@type': 'Offer', price: '49.90', priceCurrency: 'EUR' },
    },
  ])
  expect(listProductNodes(aProduct(1, { attributes, imageUrl }))).toEqual([])
  expect(listProductNodes(aProduct(1, { price }))).toEqual([])
})

/** Properties that Google requires, by type (developers.google.com/search/docs/appearance/structured-data). */
const requiredProperties: Record<string, string[]> = {
  Product: ['name', 'image', 'offers'],
  Offer: ['price', 'priceCurrency'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  Brand: ['name'],
  PropertyValue: ['name', 'value'],
}
/** Properties of an element of a breadcrumb, and of an element of a list. */
const requiredElementProperties: Record<string, string[]> = { BreadcrumbList: ['position', 'name', 'item'], ItemList: ['position', 'url'] }
/** Properties that must be missing, because their values are never known here. */
const inventedProperties = /AggregateRating|"review"|InStock|priceValidUntil|AggregateOffer/

function listMissingProperties(node: Node, type = String(node['@type']), properties = requiredProperties[type]): string[] {
  const missing = (properties ?? [`a type of ${type}`])
    .filter((name) => node[name] === undefined || node[name] === '')
    .map((name) => `${type}.${name}`)
  const parts = Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null)
  return [
    ...missing,
    ...parts.flatMap((part) =>
      part['@type'] === 'ListItem' ? listMissingProperties(part, type, requiredElementProperties[type]) : listMissingProperties(part),
    ),
  ]
}

it.each([
  ['with prices', { products: [aProduct(1, { price, imageUrl, categories: ['c1'], attributes: { Brand: 'Luma' } }), aProduct(2)] }],
  ['without products', {}],
  ['without pages of products', { hasProductPages: false, products: [aProduct(1, { price, imageUrl })] }],
  ['without pages of lists', { hasStorePage: false, products: [aProduct(1, { price, imageUrl }), aProduct(2, { price })] }],
])('has the structured data that Google requires on each page of a store %s, and no invented data', (_name, changes) => {
  const store = aStore({ categories: [{ id: 'c1', name: 'Desk', slug: 'desk', color: '#089b71' }], ...changes })
  const lists = store.hasStorePage
    ? [
        renderStorePage(store),
        renderStorePage(store, { categoryId: 'c1' }),
        renderStorePage(store, { search: 'lamp' }),
        renderStorePage(store, { sort: 'price' }),
      ]
    : []
  const pages = [...lists, ...(store.hasProductPages ? store.products.map((product) => renderProductPage(store, product)) : [])]

  for (const html of pages) {
    const nodes = html.includes('ld+json') ? parseGraph(html) : []
    expect(nodes.flatMap((node) => listMissingProperties(node))).toEqual([])
    for (const { itemListElement } of nodes.filter((node) => node['@type'] === 'BreadcrumbList'))
      expect((itemListElement as unknown[]).length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(nodes)).not.toMatch(inventedProperties)
  }
})

it.each(['</script><script>alert(1)</script>', '<!--<script>', '"}]}</SCRIPT >', '\u2028</script\u0000>', ']]><svg onload=alert(1)>'])(
  'does not end the structured data early if a name is %j',
  (name) => {
    const product = aProduct(1, { name, description: name, price, imageUrl, categories: ['c1'], attributes: { [name]: name, Brand: name } })
    const store = aStore({ displayName: name, categories: [{ id: 'c1', name, slug: 'desk', color: '#089b71' }], products: [product] })

    for (const html of [renderStorePage(store), renderStorePage(store, { categoryId: 'c1' }), renderProductPage(store, product)]) {
      const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script/gi)]
      expect(scripts).toHaveLength(1)
      expect(scripts[0]?.[1]).not.toContain('<')
      expect(JSON.stringify(parseGraph(html))).toContain(JSON.stringify(name))
    }
  },
)

it('shows the price of a product with the day of its check, in the language of the store', () => {
  const product = aProduct(1, { price })
  const findPriceText = (html: string) => /<p class="price">(.*?)<\/p>/.exec(html)?.[1]

  expect(findPriceText(renderStorePage(aStore({ products: [product] })))).toBe('<bdi>€49.90</bdi> <small>Checked on Nov 26</small>')
  expect(findPriceText(renderProductPage(aStore({ language: 'de' }), product))).toBe(
    '<bdi>49,90\u00a0€</bdi> <small>Geprüft am 26. Nov.</small>',
  )
  expect(findPriceText(renderStorePage(aStore({ products: [aProduct(1)] })))).toBeUndefined()
})

it('links from a product to its category and to all products, and from a category to all products', () => {
  const categories = [
    { id: 'c1', name: 'Desk', slug: 'desk', color: '#089b71' },
    { id: 'c2', name: 'Sale', slug: 'sale', color: '#089b71' },
  ]
  const product = aProduct(1, { categories: ['c2', 'c1'] })
  const store = aStore({ categories, products: [product] })
  const findTrail = (html: string) =>
    [
      ...(/<nav class="trail" aria-label="Breadcrumb">(.*?)<\/nav>/.exec(html)?.[1] ?? '').matchAll(
        /href="([^"]*)"[^>]*>([^<]*)|aria-current="page"><bdi>([^<]*)/g,
      ),
    ].map(([, href, name, current]) => (href === undefined ? current : `${name} ${href}`))

  expect(findTrail(renderProductPage(store, product))).toEqual(['All products /@lamps', 'Desk /@lamps/desk', 'Lamp 1'])
  expect(findTrail(renderProductPage(store, aProduct(2)))).toEqual(['All products /@lamps', 'Lamp 2'])
  expect(findTrail(renderStorePage(store, { categoryId: 'c2' }))).toEqual(['All products /@lamps', 'Sale'])
  expect(findTrail(renderStorePage(store))).toEqual([])
  expect(findTrail(renderProductPage({ ...store, hasStorePage: false }, product))).toEqual([])
})

it('sorts by links without scripts, and has the unsorted list as canonical URL', () => {
  const products = Array.from({ length: productsPerPage + 1 }, (_, nth) => aProduct(nth, { name: `Lamp ${productsPerPage - nth}` }))
  const store = aStore({ products })
  const sorted = renderStorePage(store, { sort: 'name' })
  const listSortLinks = (html: string) =>
    [...html.matchAll(/<a href="([^"]*)" rel="nofollow"(?: aria-current="(true)")?/g)].map(([, href, current]) => [href, current])

  expect(listCardNames(sorted).slice(0, 3)).toEqual(['Lamp 0', 'Lamp 1', 'Lamp 2'])
  expect(listSortLinks(sorted)).toEqual([
    ['/@lamps', undefined],
    ['/@lamps?sort=newest', undefined],
    ['/@lamps?sort=name', 'true'],
  ])
  expect(sorted).toContain('<a href="/@lamps?sort=name&amp;page=2">More products</a>')
  expect(sorted).toContain('<input type="hidden" name="sort" value="name"/>')
  expect(renderStorePage(store, { sort: 'name', page: 2 })).toContain('<link rel="canonical" href="https://go.test/@lamps"/>')
  expect(listSortLinks(renderStorePage(store, { search: 'lamp' }))[1]).toEqual(['/@lamps?q=lamp&amp;sort=newest', undefined])
  const priced = aStore({ products: products.map((product) => ({ ...product, price })) })
  expect(listSortLinks(renderStorePage(priced)).map(([href]) => href)).toContain('/@lamps?sort=price-desc')
  expect(renderStorePage(aStore({ products: [aProduct(1)] }))).not.toContain('class="sort"')
})

it('has the style for few products only if the list is short, with pictures as wide as their cards', () => {
  const imageUrl = `${origin}/media/${'a'.repeat(27)}/1280x1280.webp`
  const renderPageWith = (count: number, layout: StoreData['layout']) =>
    renderStorePage(aStore({ layout, products: Array.from({ length: count }, (_, nth) => aProduct(nth, { imageUrl })) }))
  const hasStyle = (html: string) => html.includes('repeat(auto-fit,minmax(15rem,1fr))')
  const listSizes = (html: string) => [...html.matchAll(/<img class="picture[^>]* sizes="([^"]*)"/g)].map(([, sizes]) => sizes)
  const [whole, half] = ['(min-width: 48em) 45rem, 100vw', '(min-width: 48em) 32rem, 60vw']

  expect([1, 3, 4].map((count) => hasStyle(renderPageWith(count, 'grid')))).toEqual([true, true, false])
  expect(hasStyle(renderProductPage(aStore({ products: [aProduct(1)] }), aProduct(1)))).toBe(false)
  expect(listSizes(renderPageWith(1, 'left'))).toEqual([whole])
  expect(listSizes(renderPageWith(2, 'grid'))).toEqual([half, half])
  expect(listSizes(renderPageWith(2, 'magazine'))).toEqual([whole, whole])
  expect(listSizes(renderPageWith(3, 'magazine'))).toEqual([whole, half, half])
  expect(listSizes(renderPageWith(9, 'magazine')).filter((sizes) => sizes === whole)).toHaveLength(2)
  expect(new Set(listSizes(renderPageWith(4, 'grid')))).toEqual(new Set(['(min-width: 40em) 20rem, 50vw']))
})

it('is below 30 KB without pictures, and runs no script', () => {
  const html = renderStorePage(
    aStore({
      products: Array.from({ length: 24 }, (_, nth) => aProduct(nth, { links: [{ slug: `s${nth}`, host: 'amazon.com', isAd: true }] })),
    }),
  )

  expect(new TextEncoder().encode(html).length).toBeLessThan(30_000)
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")| on[a-z]+="|javascript:/)
})

it('uses the typeface that the owner chose', () => {
  const html = renderStorePage(aStore({ fontsUrl: 'https://fonts.example/css2?family=Playfair+Display:wght@400;700' }))

  expect(html).toContain("--font:'Playfair Display',")
  expect(renderStorePage(aStore({ fontsUrl: "https://fonts.example/css2?family=x';}" }))).not.toContain("x'")
})

it("shows other sites the drawn picture of the store or the product, or else the owner's picture", () => {
  const findSocialImage = (html: string) => /property="og:image" content="([^"]*)"/.exec(html)?.[1]
  const store = aStore({ bannerImage: 'https://shop.example/banner.jpg' })
  const drawn = { ...store, socialPicture: '/media/a/1200x630.png' }
  const product = aProduct(1, { imageUrl: 'https://shop.example/lamp.jpg' })

  expect(findSocialImage(renderStorePage(store))).toBe('https://shop.example/banner.jpg')
  expect(findSocialImage(renderStorePage(drawn))).toBe(`${origin}/media/a/1200x630.png`)
  const renderProductPage = (shown: StoreProductData) => renderToStaticMarkup(<ProductPage store={drawn} product={shown} origin={origin} />)
  const drawnPage = renderProductPage({ ...product, socialPicture: '/media/b/1200x630.jpg' })
  expect(findSocialImage(drawnPage)).toBe(`${origin}/media/b/1200x630.jpg`)
  expect(drawnPage).toContain('<meta property="og:image:width" content="1200"/><meta property="og:image:height" content="630"/>')
  expect(drawnPage).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  expect(findSocialImage(renderProductPage(product))).toBe('https://shop.example/lamp.jpg')
  expect(renderProductPage(product)).not.toContain('og:image:width')
  expect(findSocialImage(renderProductPage(aProduct(2)))).toBe(`${origin}/media/a/1200x630.png`)
})

it('opens every link in the same tab, because browsers inside apps have no tabs', () => {
  const link = { slug: 'lamp', host: 'ebay.com', isAd: true }
  const store = aStore({ socialLinks: ['https://www.youtube.com/@mia'], featuredLinks: [{ ...link, title: 'News', isAd: false }] })
  const html =
    renderStorePage(store) + renderToStaticMarkup(<ProductPage store={store} product={aProduct(1, { links: [link] })} origin={origin} />)

  for (const address of ['youtube.com', '"/lamp"', '"/lamp?']) expect(html).toContain(address)
  expect(html).not.toContain('target=')
})

it('links to the files of an uploaded icon', () => {
  const folder = `${origin}/media/${'a'.repeat(27)}`
  const html = renderStorePage(aStore({ favicon: `${folder}/180x180.png` }))

  expect(html).toContain(`<link rel="icon" type="image/png" sizes="32x32" href="${folder}/32x32.png"/>`)
  expect(html).toContain(`<link rel="apple-touch-icon" href="${folder}/180x180.png"/>`)
  expect(renderStorePage(aStore({ favicon: 'https://shop.example/icon.ico' }))).toContain(
    '<link rel="icon" href="https://shop.example/icon.ico"/>',
  )
})

const aCategory = (changes: Partial<StoreCategoryData> = {}): StoreCategoryData => ({
  id: 'c1',
  name: 'Desk',
  slug: 'desk',
  color: '#112233',
  ...changes,
})

it("shows categories as rows of their first products, with a link to the category's page, only on the main page", () => {
  const links = ['amazon.de', 'ebay.de'].map((host, nth) => ({ slug: `s${nth}`, host, isAd: true }))
  const products = Array.from({ length: 20 }, (_, nth) => aProduct(nth, { categories: [nth < 15 ? 'c1' : 'c2'], links }))
  const categories = [
    aCategory({ isRow: true }),
    aCategory({ id: 'c2', name: 'Kitchen', slug: 'kitchen' }),
    aCategory({ id: 'c3', name: 'Empty', slug: 'empty', isRow: true }),
  ]
  const store = aStore({ categories, products })
  const listRows = (html: string) => html.match(/<section class="row".*?<\/section>/gs) ?? []
  const [row = '', ...others] = listRows(renderStorePage(store))

  expect(others).toEqual([])
  expect(row).toContain('<a href="/@lamps/desk" aria-label="See all: Desk">See all</a>')
  expect(listCardNames(row)).toEqual(products.slice(0, productsPerCategoryRow).map(({ name }) => name))
  expect(row).not.toContain('Also at')
  expect(renderStorePage(store)).toContain('<h2>All products</h2>')
  for (const page of [
    renderStorePage(store, { categoryId: 'c1' }),
    renderStorePage(store, { search: 'lamp' }),
    renderStorePage(aStore({ products })),
  ])
    expect([listRows(page), page.includes('<h2>All products<')]).toEqual([[], false])
  const many = Array.from({ length: 30 }, (_, nth) => aCategory({ id: `c${nth}`, slug: `c${nth}`, isRow: true }))
  const crowded = aStore({ categories: many, products: [aProduct(1, { categories: many.map(({ id }) => id) })] })
  expect(listRows(renderStorePage(crowded))).toHaveLength(categoryRowsPerPage)
})

/**
 * Returns a text that looks like an upload's digest and can't be compressed. The same number always gives the same
 * text.
 */
function makeDigest(nth: number): string {
  let state = nth + 1
  const letters = Array.from({ length: 27 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[state % 64]
  })
  return letters.join('')
}

async function countCompressedBytes(text: string): Promise<number> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}

it('is at most 30 KB compressed with as many rows as a page may have', async () => {
  const categories = Array.from({ length: categoryRowsPerPage }, (_, nth) => aCategory({ id: `c${nth}`, slug: `c${nth}`, isRow: true }))
  const products = Array.from({ length: 96 }, (_, nth) =>
    aProduct(nth, {
      categories: [`c${nth % categoryRowsPerPage}`],
      imageUrl: `${origin}/media/${makeDigest(nth)}/1280x1280.webp`,
      links: [{ slug: `s${nth}`, host: 'amazon.com', isAd: true }],
    }),
  )

  expect(await countCompressedBytes(renderStorePage(aStore({ categories, products })))).toBeLessThanOrEqual(30_000)
})

it("begins a category's page with its picture and text, and shows other sites its drawn picture", () => {
  const imageUrl = `${origin}/media/${'d'.repeat(27)}/1280x640.webp`
  const category = aCategory({ description: 'All of my <desk>.', imageUrl, socialPicture: '/media/c/1200x630.jpg' })
  const store = aStore({ description: 'Lamps.', categories: [category, aCategory({ id: 'c2', slug: 'plain' })], products: [aProduct(1)] })
  const html = renderStorePage(store, { categoryId: 'c1' })

  expect(html).toMatch(
    /<div class="collection"><picture>.*class="cover".*<h1 dir="auto">Desk<\/h1><p dir="auto">All of my &lt;desk&gt;\.<\/p>/,
  )
  expect(html).toContain('<meta name="description" content="All of my &lt;desk&gt;."/>')
  expect(html).toContain(`<meta property="og:image" content="${origin}/media/c/1200x630.jpg"/>`)
  expect(renderStorePage(store, { categoryId: 'c2' })).toContain('<meta name="description" content="Lamps."/>')
  expect(renderStorePage(store, { categoryId: 'c2' })).not.toContain('class="collection"')
  expect(renderStorePage(store, { categoryId: 'c1', search: 'lamp' })).not.toContain('class="collection"')
})

it('introduces the store only on its first page, and has one main heading on each page', () => {
  const categories = [aCategory()]
  const products = Array.from({ length: productsPerPage + 1 }, (_, nth) => aProduct(nth, { categories: ['c1'] }))
  const store = aStore({
    title: 'Things I use',
    description: 'Lamps.',
    bannerImage: 'https://pictures.example/wide.png',
    categories,
    products,
  })
  const listHeadings = (html: string) => [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, heading]) => heading)
  const introduces = (html: string) => html.includes('class="introduction"') && html.includes('class="banner"')
  const name = '<a class="name" href="/@lamps" dir="auto">Lamps</a>'
  const pages: [html: string, heading: string][] = [
    [renderStorePage(store), 'Things I use'],
    [renderStorePage(store, { categoryId: 'c1' }), 'Desk'],
    [renderStorePage(store, { categoryId: 'c1', page: 2 }), 'Desk'],
    [renderStorePage(store, { search: 'lamp' }), name],
    [renderStorePage(store, { sort: 'name' }), name],
    [renderStorePage(store, { page: 2 }), name],
    [renderProductPage(store, aProduct(1)), 'Lamp 1'],
  ]

  expect(pages.map(([html]) => listHeadings(html))).toEqual(pages.map(([, heading]) => [heading]))
  expect(pages.map(([html]) => introduces(html))).toEqual([true, false, false, false, false, false, false])
})

it('shows a featured link with a subtitle or a picture as a card, with a play mark on the picture of a video', () => {
  const link = { slug: 'tour', host: 'youtube.com', title: 'Desk tour', isAd: false }
  const imageUrl = `${origin}/media/${'e'.repeat(27)}/640x360.webp`
  const renderCard = (changes: object) =>
    /<ul class="featured">.*?<\/ul>/s.exec(renderStorePage(aStore({ featuredLinks: [{ ...link, ...changes }] })))?.[0] ?? ''

  const video = renderCard({ subtitle: 'Twelve <minutes>', imageUrl, isVideo: true })
  expect(video).toContain('<a class="feature" href="/tour" rel="noopener">')
  expect(video).toContain(`src="${imageUrl}"`)
  expect(video).toContain('class="play"')
  expect(video).toContain('<span class="words"><span dir="auto">Desk tour</span><small dir="auto">Twelve &lt;minutes&gt;</small></span>')
  expect(renderCard({ imageUrl })).not.toContain('class="play"')
  expect(renderCard({ subtitle: 'News' })).not.toContain('class="thumb"')
  expect(renderCard({ isVideo: true })).toContain('<a href="/tour" rel="noopener"><span dir="auto">Desk tour</span>')
})

it('has the newsletter form below the products, in the language of the store, but not below search results', () => {
  const newsletter = { url: 'https://mia.us21.list-manage.com/subscribe/post?u=1&id=2', field: null, heading: null }
  const html = renderStorePage(aStore({ newsletter }))

  expect(html).toContain('<form action="https://mia.us21.list-manage.com/subscribe/post?u=1&amp;id=2" method="post">')
  expect(html).toContain('name="EMAIL"')
  expect(html).toContain('>Get the newsletter</h2>')
  expect(renderStorePage(aStore({ newsletter, language: 'de' }))).toContain('>Newsletter abonnieren</h2>')
  expect(renderStorePage(aStore({ newsletter: { ...newsletter, field: 'address', heading: 'One <letter>' } }))).toMatch(
    />One &lt;letter&gt;<\/h2>.*name="address"/s,
  )
  expect(renderStorePage(aStore({ newsletter }), { search: 'lamp' })).not.toContain('method="post"')
  expect(renderStorePage(aStore())).not.toContain('method="post"')
})
