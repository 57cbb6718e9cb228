// Stores with every part that a page can have, as visitors see them. These scenes only produce pictures to look at. No
// test opens them.
import { makePageSlug, type PageLanguage, type StoreLayout, type StoreTheme, storeLayouts, storeThemes } from '@linkshelf/contract'
import { type StoreData, StorePage, type StoreProductData, themeDesigns } from '@linkshelf/storefront'
import { createElement } from 'react'
import { picturedProducts } from '../../../server/src/demo/demo-pictures.ts'
import { sampleStore } from './sample-store.ts'
import {
  categoryPage,
  collections,
  createStorePageScene,
  emptySearch,
  oddProducts,
  productPage,
  type StorePageScene,
  startPage,
} from './store-page-scenes.ts'
import { createStoreIn } from './stores-in-languages.ts'
import { toPictureAddress } from './window-pictures.ts'

export interface WindowScene extends StorePageScene {
  widths: readonly number[]
}

/** The name of the screen in `npm run screens`. */
export const storeWindowScreen = 'store-window'

const phone = 390
const everyWidth = [phone, 820, 1_440]
const layouts = Object.keys(storeLayouts) as StoreLayout[]
const shops = ['www.amazon.de', 'www.ebay.de', 'de.aliexpress.com', 'kaffee-und-mehr-versandhandel.example']
const sizes = ['1280x960', '960x1280', '1280x1280', '1280x853']

function aProduct(nth: number): StoreProductData {
  const sample = sampleStore.products[nth % sampleStore.products.length] as StoreProductData
  const name = nth < picturedProducts.length ? (picturedProducts[nth] ?? '') : `${picturedProducts[nth % picturedProducts.length]} ${nth}`
  const isCutout = nth % 5 === 3
  return {
    ...sample,
    id: `w${nth}`,
    name,
    slug: makePageSlug(`${name} ${nth}`),
    imageUrl: toPictureAddress(isCutout ? 'white' : 'room', nth, sizes[nth % sizes.length] ?? ''),
    look: { x: 50, y: 50, isCutout, hue: isCutout ? (nth * 67 + 20) % 360 : 200 },
    isAvailable: nth % 12 !== 9,
    price: nth % 3 === 1 ? null : { amount: `${19 + ((nth * 37) % 400)}.90`, currency: 'EUR', checked_on: '2026-11-26' },
    categories: [`c${nth % 6}`, ...(nth % 4 === 0 ? ['c0'] : [])],
    links: shops
      .slice(nth % 4 === 1 ? 1 : 0, 1 + (nth % 3))
      .map((host, rank) => ({ slug: `w${nth}-${rank}`, host, isAd: !host.endsWith('.example') })),
  }
}

const createProducts = (count: number) => Array.from({ length: count }, (_, nth) => aProduct(nth))

const header: Partial<StoreData> = {
  logo: toPictureAddress('face', 0, '640x640'),
  bannerImage: toPictureAddress('wide', 0, '1280x320'),
  socialLinks: [
    'https://www.instagram.com/mia',
    'https://www.tiktok.com/@mia',
    'https://www.youtube.com/@mia',
    'https://www.pinterest.com/mia',
    'https://mia.example/',
  ],
}

/** A header with every part, featured links as cards, a video, a row, and a newsletter. */
const full: Partial<StoreData> = {
  ...collections,
  ...header,
  categories: (collections.categories ?? []).map((category, nth) => ({ ...category, isRow: nth === 0 })),
  featuredLinks: (collections.featuredLinks ?? []).map((link, nth) =>
    link.imageUrl ? { ...link, imageUrl: toPictureAddress('room', nth + 7, '640x360') } : link,
  ),
  products: createProducts(18),
}
/** A store without rows and featured links. */
const plain: Partial<StoreData> = { ...header, featuredLinks: [], products: createProducts(12) }

const inWidths = (scene: StorePageScene, widths: readonly number[] = everyWidth): WindowScene => ({ ...scene, widths })
const brands = ['light', 'dark'] as const
const secondPage = (store: StoreData) =>
  createElement(StorePage, { store, origin: 'https://store.example', categoryId: undefined, search: '', page: 2 })
const foundPage = (store: StoreData) =>
  createElement(StorePage, { store, origin: 'https://store.example', categoryId: undefined, search: 'travel', page: 1 })

export const windowScenes: WindowScene[] = [
  ...layouts.flatMap((layout) =>
    brands.map((brand) => inWidths(createStorePageScene(`full ${layout}`, brand, { ...full, layout }, startPage))),
  ),
  ...layouts.flatMap((layout) =>
    brands.map((brand) => inWidths(createStorePageScene(`usual ${layout}`, brand, { ...plain, layout }, startPage), [phone, 1_440])),
  ),
  ...(Object.keys(storeThemes) as StoreTheme[]).flatMap((theme, nth) =>
    brands.map((brand) => {
      const { main, second } = themeDesigns[theme].colors[brand]
      const layout = layouts[nth % layouts.length] ?? 'grid'
      return inWidths(
        createStorePageScene(
          `theme ${theme} in ${layout}`,
          brand,
          { ...full, theme, layout, mainColor: main, secondaryColor: second },
          startPage,
        ),
        [phone, 1_440],
      )
    }),
  ),
  ...layouts.flatMap((layout) => [
    inWidths(createStorePageScene(`${layout} without products`, 'light', { ...plain, layout, products: [] }, startPage), [phone, 1_440]),
    inWidths(
      createStorePageScene(
        `${layout} with 3 products`,
        'light',
        { ...plain, layout, categories: [], products: createProducts(3) },
        startPage,
      ),
    ),
    inWidths(createStorePageScene(`${layout} with odd pictures`, 'dark', { ...plain, layout, products: oddProducts }, startPage), [
      phone,
      1_440,
    ]),
  ]),
  inWidths(
    createStorePageScene('magazine with 200 products', 'light', { ...plain, layout: 'magazine', products: createProducts(200) }, startPage),
    [phone, 1_440],
  ),
  inWidths(createStorePageScene('second page of 240 products', 'light', { ...plain, products: createProducts(240) }, secondPage)),
  ...(['ja', 'ar', 'de'] as PageLanguage[]).flatMap((language, nth) => {
    const store = { ...createStoreIn(language), ...header }
    const products = store.products.map((product, index) => ({ ...createProducts(12)[index], ...product, ...createPictureFields(index) }))
    const brand = brands[nth % 2] ?? 'light'
    return layouts.map((layout) =>
      inWidths(
        createStorePageScene(
          `${layout} in ${language}`,
          brand,
          { ...store, products, layout, newsletter: collections.newsletter ?? null },
          startPage,
        ),
      ),
    )
  }),
  ...brands.flatMap((brand) => [
    inWidths(createStorePageScene('product', brand, full, productPage(0))),
    inWidths(createStorePageScene('product before white', brand, full, productPage(3)), [phone, 1_440]),
    inWidths(createStorePageScene('product without shop', brand, full, productPage(9)), [phone, 1_440]),
    inWidths(createStorePageScene('category', brand, full, categoryPage)),
    inWidths(createStorePageScene('search', brand, full, foundPage)),
    inWidths(createStorePageScene('search without result', brand, full, emptySearch), [phone, 1_440]),
  ]),
]

function createPictureFields(nth: number): Pick<StoreProductData, 'imageUrl' | 'look'> {
  const { imageUrl, look } = aProduct(nth)
  return { imageUrl, look: look ?? null }
}
