import { formatLinkDisclosure, type PageLanguage } from '@linkshelf/contract'
import {
  ChoicePage,
  LinkNotFoundPage,
  PreviewPage,
  ProductPage,
  type StoreData,
  StoreMissingPage,
  StorePage,
  type StoreProductData,
} from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sampleStore } from './sample-store.ts'
import { createStoreIn } from './stores-in-languages.ts'

/** A page of a store in one pair of brand colors. */
export interface StorePageScene {
  /** A short description that is unique. It is the name of the test and of the picture. */
  name: string
  /** Says whether the store's brand colors are light or dark. */
  brand: Brand
  html: string
}

/** The name of the screen in `npm run screens`. */
export const storePagesScreen = 'store-pages'

type Brand = 'light' | 'dark'
type Colors = Pick<StoreData, 'mainColor' | 'secondaryColor'>

const brands: Record<Brand, Colors> = {
  light: { mainColor: '#089b71', secondaryColor: '#ebedef' },
  dark: { mainColor: '#f5b301', secondaryColor: '#1b1f3b' },
}

/** Pairs of colors that a designer would not choose. */
const difficult: [name: string, colors: Colors][] = [
  ['yellow on yellow', { mainColor: '#ffe600', secondaryColor: '#fff27a' }],
  ['gray on gray', { mainColor: '#777777', secondaryColor: '#808080' }],
  ['red on black', { mainColor: '#a00000', secondaryColor: '#000000' }],
  ['white on white', { mainColor: '#ffffff', secondaryColor: '#ffffff' }],
]

const layouts = ['left', 'top', 'grid', 'list', 'magazine'] as const

export function createStorePageScene(
  name: string,
  brand: Brand,
  changes: Partial<StoreData>,
  toPage: (store: StoreData) => ReactElement,
): StorePageScene {
  const store = { ...sampleStore, ...brands[brand], ...changes }
  return { name, brand, html: `<!doctype html>${renderToStaticMarkup(toPage(store))}` }
}

const origin = 'https://store.example'
export const startPage = (store: StoreData) => createElement(StorePage, { store, origin, categoryId: undefined, search: '', page: 1 })
export const categoryPage = (store: StoreData) =>
  createElement(StorePage, { store, origin, categoryId: 'c4', search: '', sort: 'price', page: 1 })
export const emptySearch = (store: StoreData) =>
  createElement(StorePage, { store, origin, categoryId: undefined, search: 'chair', page: 1 })
export const productPage = (nth: number) => (store: StoreData) => {
  const product = store.products[nth]
  if (product === undefined) throw new Error('The sample has this product')
  return createElement(ProductPage, { store, product, origin })
}
const shopsOfChoice = [
  { name: 'Amazon.de', host: 'amazon.de', isAd: true, href: '/lamp/go/0' },
  { name: 'eBay', host: 'ebay.com', isAd: true, href: '/lamp/go/1' },
  { name: 'lamps.example', host: 'lamps.example', isAd: false, href: '/lamp/go/2' },
]
/**
 * Returns the properties of a link's page. The picture must be an uploaded picture, because pages of links load no
 * other pictures.
 */
const toLinkPageProps = (store: StoreData, isCutout: boolean) => {
  const [product] = store.products
  const picture = product?.imageUrl ?? null
  const look = { ...store, name: store.title ?? store.name, logo: store.bannerImage, picture, focus: null, isCutout }
  return {
    language: store.language,
    look,
    title: product?.name,
    disclosure: formatLinkDisclosure(['amazon.de', 'ebay.com'], store.language),
  }
}
export const choicePage = (store: StoreData) => createElement(ChoicePage, { ...toLinkPageProps(store, true), choices: shopsOfChoice })
export const previewPage = (store: StoreData) =>
  createElement(PreviewPage, { ...toLinkPageProps(store, false), hosts: ['www.amazon.de'], shop: 'Amazon', href: '/lamp/go' })
const notFoundPage = ({ language }: StoreData) => createElement(LinkNotFoundPage, { language })
const missingPage = (store: StoreData) => createElement(StoreMissingPage, { store, origin })

export const storePageScenes: StorePageScene[] = (['light', 'dark'] as const).flatMap((brand) => [
  ...layouts.flatMap((layout) => [
    createStorePageScene(`${layout} store`, brand, { layout }, startPage),
    createStorePageScene(`${layout} product`, brand, { layout }, productPage(layout === 'left' ? 4 : layout === 'top' ? 2 : 0)),
  ]),
  createStorePageScene('right-to-left category', brand, { layout: 'grid' }, categoryPage),
  createStorePageScene('no search result', brand, { layout: 'left' }, emptySearch),
  createStorePageScene('missing page', brand, { layout: 'top' }, missingPage),
  createStorePageScene('new store', brand, { ...createBareStore(), layout: 'grid' }, startPage),
  createStorePageScene('bare product', brand, { ...createBareStore(), layout: 'left', products: sampleStore.products }, productPage(8)),
])

storePageScenes.push(
  ...difficult.map(([name, colors], index) =>
    createStorePageScene(name, 'light', { ...colors, layout: layouts[index % layouts.length] ?? 'grid' }, startPage),
  ),
)

/** Names that are longer than the sample's name, or are written from right to left. */
const names = { japanese: '毎日使っているお気に入りの道具たち', arabic: 'أشياء تستخدمها ميا كل يوم' }

const namedScenes: StorePageScene[] = layouts.flatMap((layout) =>
  Object.entries(names).map(([language, title]) =>
    createStorePageScene(`${layout} store with a full header, ${language}`, 'light', { layout, title }, startPage),
  ),
)

/**
 * Stores with as much as possible before their products: a header with every possible part, categories, a search and
 * featured links. Tests check that the products still begin early enough on the page.
 */
export const fullHeaderScenes: StorePageScene[] = [
  ...storePageScenes.filter(({ name, brand }) => brand === 'light' && layouts.some((layout) => name === `${layout} store`)),
  ...namedScenes,
]

/**
 * Two stores per layout, both without categories. The first store has so few products that it has no search. The second
 * store has a search.
 */
export const uncategorizedScenes: StorePageScene[] = layouts.flatMap((layout) => {
  const uncategorized = { layout, categories: [], featuredLinks: [] }
  return [
    createStorePageScene(
      `${layout} store without categories`,
      'light',
      { ...uncategorized, products: sampleStore.products.slice(0, 6) },
      startPage,
    ),
    createStorePageScene(`${layout} store with a search alone`, 'light', uncategorized, startPage),
  ]
})

storePageScenes.push(...uncategorizedScenes, ...namedScenes)

/** Stores with too few products to fill the columns. In the magazine layout, any number of products fills the rows. */
export const fewProductsScenes: StorePageScene[] = layouts.flatMap((layout) =>
  (layout === 'magazine' ? [2, 3, 4, 5, 7] : [1, 2, 3]).map((count) =>
    createStorePageScene(
      `${layout} store with a list of ${count}`,
      'light',
      { layout, categories: [], featuredLinks: [], products: sampleStore.products.slice(0, count) },
      startPage,
    ),
  ),
)

/** One word with the maximum length of a category name. */
export const longCategoryName = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100)
const categories = sampleStore.categories.map((category, index) => (index < 2 ? { ...category, name: longCategoryName } : category))

export const longNameScenes: StorePageScene[] = layouts.map((layout) =>
  createStorePageScene(`${layout} store with long names`, 'light', { layout, categories }, startPage),
)

/** A product whose name and whose category's name are both too long for a phone. */
export const longTrailScene = createStorePageScene('product with long names', 'light', { categories }, productPage(0))

storePageScenes.push(...longNameScenes, longTrailScene)

/** Pictures that do not fit any picture ratio: tall, wide and tiny photographs, and objects on a white background. */
const oddPictures: [size: string, look: StoreProductData['look']][] = [
  ['photograph-AAAAAAAAAAAAAAAA/400x1200', { x: 80, y: 20, isCutout: false, hue: 20 }],
  ['photograph-BBBBBBBBBBBBBBBB/1280x320', { x: 80, y: 20, isCutout: false, hue: 20 }],
  ['cut-out-AAAAAAAAAAAAAAAAAAA/640x640', { x: 50, y: 50, isCutout: true, hue: 210 }],
  ['photograph-CCCCCCCCCCCCCCCC/40x40', { x: 80, y: 20, isCutout: false, hue: 20 }],
  ['cut-out-BBBBBBBBBBBBBBBBBBB/640x640', { x: 50, y: 50, isCutout: true, hue: 95 }],
  ['photograph-DDDDDDDDDDDDDDDD/900x900', null],
]
export const oddProducts = oddPictures.flatMap(([size, look], index) => {
  const product = sampleStore.products[index]
  return product === undefined ? [] : [{ ...product, imageUrl: `https://store.example/media/${size}.webp`, look }]
})

/** Each layout with each picture ratio. */
const ratioScenes: StorePageScene[] = layouts.flatMap((layout) =>
  (['square', 'portrait', 'landscape', 'whole'] as const).map((pictureRatio, nth) =>
    createStorePageScene(
      `${layout} store with ${pictureRatio} pictures`,
      nth % 2 === 0 ? 'light' : 'dark',
      { layout, pictureRatio, products: oddProducts },
      startPage,
    ),
  ),
)

storePageScenes.push(...ratioScenes)

/** Stores in other languages. Arabic is written from right to left. */
export const languageScenes: StorePageScene[] = (['ja', 'ar', 'de'] as const).flatMap((language, nth) => {
  const store = createStoreIn(language)
  const brand = nth % 2 === 0 ? 'light' : 'dark'
  return [
    ...layouts.map((layout) => createStorePageScene(`${layout} store, ${language}`, brand, { ...store, layout }, startPage)),
    createStorePageScene(`grid product, ${language}`, brand, store, productPage(2)),
    createStorePageScene(`no search result, ${language}`, brand, store, emptySearch),
    createStorePageScene(`missing page, ${language}`, brand, store, missingPage),
    createStorePageScene(`choice page, ${language}`, brand, store, choicePage),
    createStorePageScene(`link not found, ${language}`, brand, store, notFoundPage),
  ]
})

storePageScenes.push(...languageScenes)

/** Hosts of shops with a short name, a long name and a subdomain, and two hosts that differ only by their suffix. */
const namedHosts = ['www.amazon.de', 'kaffee-und-mehr-versand.example', 'shop.lamps.co.uk', 'kaffee.de', 'kaffee.com']

/** Returns pages with buttons to these shops, in each layout. */
export function createButtonScenes(language: PageLanguage): StorePageScene[] {
  const toLinks = (hosts: readonly string[]) => hosts.map((host, nth) => ({ slug: `s${nth}`, host, isAd: true }))
  const products = sampleStore.products.slice(0, namedHosts.length).map((product, nth) => ({
    ...product,
    imageUrl: null,
    isAvailable: nth !== 2,
    links: toLinks(nth === 0 ? namedHosts : namedHosts.slice(nth, nth + 1)),
  }))
  const changes = { language, products, categories: [], featuredLinks: [] }
  return [
    ...layouts.map((layout) => createStorePageScene(`${layout} store`, 'light', { ...changes, layout }, startPage)),
    createStorePageScene('product', 'light', changes, productPage(0)),
  ]
}

const toUploadAddress = (digest: string, size: string) => `https://store.example/media/${digest}/${size}.webp`

/**
 * A store with many parts: categories as rows, one of them with a picture and a text, featured links as cards, and a
 * newsletter.
 */
export const collections: Partial<StoreData> = {
  categories: sampleStore.categories.map((category, index) => ({
    ...category,
    isRow: index < 2 || index === 4,
    ...(index === 4 && {
      description: 'ضوء دافئ لكل غرفة، اخترته بعد سنوات من التجربة.',
      imageUrl: toUploadAddress('photograph-AAAAAAAAAAAAAAAA', '1280x480'),
      look: { x: 80, y: 20, isCutout: false, hue: 20 },
    }),
  })),
  products: sampleStore.products.map((product, index) => ({ ...product, categories: [...product.categories, `c${index % 2}`] })),
  featuredLinks: [
    {
      slug: 'tour',
      host: 'www.youtube.com',
      title: 'Desk tour: everything on my table, and why it stayed there',
      subtitle: 'Twelve minutes, with chapters',
      imageUrl: toUploadAddress('photograph-EEEEEEEEEEEEEEEE', '640x360'),
      isVideo: true,
      isAd: false,
    },
    { slug: 'letter', host: 'mia.example', title: 'My letter, every second Sunday', subtitle: 'Four thousand readers', isAd: false },
    {
      slug: 'setup',
      host: 'www.amazon.de',
      title: 'The whole desk setup',
      imageUrl: toUploadAddress('photograph-BBBBBBBBBBBBBBBB', '640x640'),
      isAd: true,
    },
    { slug: 'about', host: 'mia.example', title: 'About me', isAd: false },
  ],
  newsletter: { url: 'https://buttondown.com/api/emails/embed-subscribe/mia', field: null, heading: null },
}

/** A full header with an uploaded picture next to a long name. Below it are a row and featured links as cards. */
export const fullWindowScenes: StorePageScene[] = layouts.map((layout) => {
  const logo = toUploadAddress('photograph-FFFFFFFFFFFFFFFF', '640x640')
  return createStorePageScene(
    `${layout} store with everything, de`,
    'light',
    { ...createStoreIn('de'), ...collections, logo, layout },
    startPage,
  )
})

storePageScenes.push(
  ...fullWindowScenes,
  ...(['light', 'dark'] as const).flatMap((brand) => [
    ...layouts.map((layout) => createStorePageScene(`${layout} store with collections`, brand, { ...collections, layout }, startPage)),
    createStorePageScene('category with a picture', brand, { ...collections, layout: 'grid' }, categoryPage),
  ]),
)

/** Returns a new store, which has only a name. */
function createBareStore(): Partial<StoreData> {
  const texts = { title: null, description: null, logo: null, bannerImage: null, footerText: null, imprintUrl: null, privacyUrl: null }
  return { ...texts, contactUrl: null, socialLinks: [], featuredLinks: [], categories: [], products: [] }
}
