import { directionOf, type PageLanguage, pageLanguageCodes } from '@linkshelf/contract'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  BusyPage,
  ChoicePage,
  FrontPage,
  LinkNotFoundPage,
  LinkRemovedPage,
  LoopPage,
  PreviewPage,
  ProductPage,
  ShopPage,
  type StoreData,
  StoreMissingPage,
  StoreNotFoundPage,
  StorePage,
  type StoreProductData,
} from '../index.ts'
import { en } from './en.ts'
import { getTexts } from './get-texts.ts'

const origin = 'https://go.test'

/** Texts of the owner have no letters here, so every word on the page is a text of the page itself. */
const product: StoreProductData = {
  id: 'p1',
  name: '1',
  slug: '1',
  description: '2',
  imageUrl: null,
  attributes: {},
  isAvailable: true,
  price: { amount: '1', currency: 'EUR', checked_on: '2026-11-26' },
  categories: ['c1'],
  links: ['www.amazon.de', 'ebay.com', 'lamps.example'].map((host, nth) => ({ slug: `s${nth}`, host, isAd: nth < 2 })),
}

function aStore(language: PageLanguage): StoreData {
  return {
    language,
    handle: '1',
    name: '1',
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
    imprintUrl: 'https://a.test/',
    privacyUrl: 'https://a.test/',
    contactUrl: 'https://a.test/',
    socialLinks: [],
    featuredLinks: [],
    newsletter: { url: 'https://a.test/', field: null, heading: null },
    hasSnippet: true,
    hasStorePage: true,
    hasProductPages: true,
    categories: [{ id: 'c1', name: '1', slug: '1', color: '#000000', isRow: true }],
    products: Array.from({ length: 401 }, (_, nth) => ({ ...product, id: `p${nth}`, isAvailable: nth % 2 === 0 })),
  }
}

function makePages(language: PageLanguage): Record<string, ReactElement> {
  const store = aStore(language)
  const list = { store, origin, categoryId: undefined, search: '', page: 1 }
  const link = { language, title: undefined, disclosure: undefined, href: '' }
  const choice = { name: 'eBay', host: 'ebay.com', isAd: true, href: '' }
  return {
    store: <StorePage {...list} />,
    'second page': <StorePage {...list} page={2} />,
    search: <StorePage {...list} search="0" />,
    'empty store': <StorePage {...list} store={{ ...store, products: [] }} />,
    product: <ProductPage store={store} product={product} origin={origin} />,
    missing: <StoreMissingPage store={store} origin={origin} />,
    shop: <ShopPage {...link} shop="eBay" />,
    choice: <ChoicePage {...link} choices={[choice]} />,
    'preview of a choice': <PreviewPage {...link} hosts={['a.test', 'b.test']} shop={undefined} />,
    preview: <PreviewPage {...link} hosts={['a.test']} shop={undefined} />,
    'preview of a retailer': <PreviewPage {...link} hosts={['ebay.com']} shop="eBay" />,
    front: <FrontPage language={language} host="go.test" />,
    'not found': <LinkNotFoundPage language={language} />,
    removed: <LinkRemovedPage language={language} />,
    busy: <BusyPage language={language} />,
    loop: <LoopPage language={language} />,
    'store not found': <StoreNotFoundPage language={language} />,
  }
}

const renderPages = (language: PageLanguage) =>
  Object.values(makePages(language)).map((page) => renderToStaticMarkup(page).replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, ''))

const splitAtPlaceholders = (text: string) => text.split(/\{\w+\}/).filter((part) => /\p{L}/u.test(part))

it.each(pageLanguageCodes)('shows each text in %s on some page, and no text in another language', (language) => {
  const texts = getTexts(language)
  const pages = renderPages(language)
  const all = pages.join('\n').replaceAll('&#x27;', "'")
  for (const [key, text] of Object.entries(texts)) {
    expect([key, splitAtPlaceholders(text).filter((part) => !all.includes(part))]).toEqual([key, []])
  }
  for (const page of pages) expect(page).toMatch(new RegExp(`^<html lang="${language}" dir="${directionOf(language)}">`))

  const own = new Set(Object.values(texts))
  const english = Object.values(en).filter((text) => language !== 'en' && !own.has(text))
  const words = [...all.matchAll(/>([^<>]+)<|(?:aria-label|title|placeholder)="([^"]+)"/g)].map(([, text, attribute]) => text ?? attribute)
  expect(words.filter((text) => english.some((other) => splitAtPlaceholders(other).some((part) => text?.trim() === part.trim())))).toEqual(
    [],
  )
})
