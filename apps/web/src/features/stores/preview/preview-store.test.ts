import type { Link } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aCategory, aLink, aProduct, aStore } from '../../../../test/api-answers.ts'
import { type StoreValues, toStoreValues } from '../settings/store-values.ts'
import { type StoreContent, toPreviewStore, toProductContent } from './preview-store.ts'

const now = new Date('2025-11-30T09:41:00Z')
const link: Link = { ...aLink(), target: 'https://www.amazon.de/lamp' }

interface PreviewInput {
  values?: Partial<StoreValues>
  content?: Partial<StoreContent>
  hasStorePage?: boolean
}

function preview({ values = {}, content = {}, hasStorePage = true }: PreviewInput) {
  const saved = aStore()
  const all = { categories: [], products: [], links: [link], thumbnails: [], ...content }
  return toPreviewStore({ saved, values: { ...toStoreValues(saved), ...values }, content: all, hasStorePage, hasProductPages: true, now })
}

describe('the preview of a store', () => {
  it('has the texts as typed, and no text for a blank field', () => {
    expect(preview({ values: { name: 'Lamp Shop', title: ' Lamps ', description: '  ' } })).toMatchObject({
      handle: 'lamp-shop',
      name: 'Lamp Shop',
      title: 'Lamps',
      description: null,
    })
  })

  it('has the saved name if the field is empty', () => {
    expect(preview({ values: { name: '' } }).name).toBe('Mia’s Finds')
  })

  it.each([
    ['https://shop.example/logo.png', 'https://shop.example/logo.png'],
    ['https://', null],
    ['javascript:alert(1)', null],
  ])('loads the picture %s as %s', (typed, logo) => {
    expect(preview({ values: { logo: typed } }).logo).toBe(logo)
  })

  it('loads no fonts and runs no custom HTML', () => {
    const values = { custom_fonts_url: 'https://fonts.example/css2?family=Inter', snippet: '<script>alert(1)</script>' }

    expect(preview({ values })).toMatchObject({ fontsUrl: null, hasSnippet: false })
  })

  it('has a price if the shops of the product allow showing it', () => {
    const price = { amount: '49.90', currency: 'EUR', checked_on: '2025-11-29' }
    const products = [
      aProduct({ price }),
      aProduct({ price: { ...price, checked_on: '2025-10-01' } }),
      aProduct({ price, urls: [link.url_id] }),
    ]

    expect(preview({ content: { products } }).products.map((product) => product.price)).toEqual([price, null, null])
  })

  it.each([
    ['https://www.amazon.de/dp/B000000001', null],
    ['https://lamps.example/brass', '49.90'],
  ])('has a price if the new link of the product leads to %s, which allows it, or no price if it does not', (target, amount) => {
    const product = aProduct({ price: { amount: '49.90', currency: 'EUR', checked_on: '2025-11-29' }, availability: 'hidden' })
    const content = toProductContent({ product, links: [], added: { target, ad: true }, origin: 'https://sho.rt' })
    const [shown] = preview({ content }).products

    expect(shown?.price?.amount ?? null).toBe(amount)
    expect(shown?.links).toMatchObject([{ host: new URL(target).hostname, isAd: true }])
  })

  it('shows only what visitors see now, with the shops of the links', () => {
    const products = [
      aProduct({ name: 'Lamp', urls: [link.url_id, '0197a000-0000-7000-8000-00000000ffff'] }),
      aProduct({ name: 'Inactive', active: false }),
      aProduct({ name: 'Removed', in_store: false }),
      aProduct({ name: 'Hidden', availability: 'hidden' }),
      aProduct({ name: 'Later', show_from: '2025-12-01T00:00:00.000Z' }),
      aProduct({ name: 'Over', show_until: '2025-11-30T09:41:00.000Z' }),
    ]
    const categories = [aCategory({ name: 'Lighting' }), aCategory({ name: 'Inactive', active: false })]
    const shown = preview({ content: { products, categories } })

    expect(shown.products.map(({ name, links }) => [name, links])).toEqual([
      ['Lamp', [{ slug: 'spring', host: 'www.amazon.de', shops: [], isAd: false }]],
    ])
    expect(shown.categories.map(({ name }) => name)).toEqual(['Lighting'])
  })

  it('marks a link as an ad wherever it is, if it can pay or if the owner marks it', () => {
    const featured = {
      url_id: link.url_id,
      title: 'Tour',
      subtitle: null,
      image_url: null,
      thumbnail: false,
      show_from: null,
      show_until: null,
    }
    const listMarks = (linkAd: boolean, ownMark: boolean) => {
      const content = { products: [aProduct({ urls: [link.url_id] })], links: [{ ...link, ad: linkAd }] }
      const { products, featuredLinks } = preview({ values: { featured_links: [{ ...featured, ad: ownMark }] }, content })
      return [products[0]?.links[0]?.isAd, featuredLinks[0]?.isAd]
    }

    expect([listMarks(false, false), listMarks(true, false), listMarks(false, true)]).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
  })

  it('shows the shop behind a product’s short URL, and the video behind a featured link', () => {
    const aShortenedLink = (expanded: string | null) => ({ ...link, target: 'https://bit.ly/3AbCdEf', expanded })
    const price = { amount: '49.90', currency: 'EUR' as const, checked_on: '2025-11-01' }
    const featured = { url_id: link.url_id, title: 'Tour', subtitle: null, ad: false, show_from: null, show_until: null }
    const previewWith = (expanded: string | null) => {
      const content = { products: [aProduct({ urls: [link.url_id], price })], links: [aShortenedLink(expanded)] }
      const values = { featured_links: [{ ...featured, image_url: null, thumbnail: false }] }
      const { products, featuredLinks } = preview({ values, content })
      return [products[0]?.links[0]?.expandedHost, products[0]?.price?.amount, featuredLinks[0]?.isVideo]
    }

    expect(previewWith(null)).toEqual([undefined, undefined, false])
    expect(previewWith('https://www.amazon.de/dp/B000000001')).toEqual(['www.amazon.de', undefined, false])
    expect(previewWith('https://youtu.be/dQw4w9WgXcQ')).toEqual(['youtu.be', '49.90', true])
  })

  it('shows a product that is not in the store if there are no store pages', () => {
    const products = [aProduct({ name: 'Removed', in_store: false }), aProduct({ name: 'Inactive', active: false })]

    expect(preview({ content: { products }, hasStorePage: false }).products.map(({ name }) => name)).toEqual(['Removed'])
  })

  it('shows the featured links as they are edited', () => {
    const card = { subtitle: ' Until Sunday ', image_url: null, thumbnail: true }
    const featured = { url_id: link.url_id, title: 'Deals', ...card, ad: false, show_from: null, show_until: null }
    const over = { ...featured, title: 'Over', show_until: '2025-11-30T09:41:00.000Z' }

    expect(preview({ values: { featured_links: [over, featured] } }).featuredLinks).toMatchObject([
      { slug: 'spring', host: 'www.amazon.de', title: 'Deals', subtitle: 'Until Sunday', imageUrl: null, isAd: false },
    ])
  })

  it('prefers the owner’s picture to the picture of the page, and shows no picture if pictures are switched off', () => {
    const thumbnails = [{ url_id: link.url_id, state: 'ready' as const, image_url: 'https://sho.rt/media/fetched.webp' }]
    const featured = { url_id: link.url_id, title: 'Tour', subtitle: null, ad: false, show_from: null, show_until: null }
    const previewWith = (changes: { image_url: string | null; thumbnail: boolean }) => {
      const video = { ...link, target: 'https://youtu.be/dQw4w9WgXcQ' }
      const values = { featured_links: [{ ...featured, ...changes }] }
      const [shown] = preview({ values, content: { links: [video], thumbnails } }).featuredLinks
      return [shown?.imageUrl, shown?.isVideo]
    }

    expect(previewWith({ image_url: null, thumbnail: true })).toEqual(['https://sho.rt/media/fetched.webp', true])
    expect(previewWith({ image_url: 'https://mia.example/own.jpg', thumbnail: true })).toEqual(['https://mia.example/own.jpg', true])
    expect(previewWith({ image_url: null, thumbnail: false })).toEqual([null, true])
  })
})
