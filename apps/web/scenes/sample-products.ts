// Answers of the API for a project with a store, categories and products.
import { productsPageSize, toShopName } from '@linkshelf/contract'
import { type Answers, aCategory, answerNumbersOfProducts, aProduct, aQrConfig, aStore, inProject } from '../test/api-answers.ts'
import { drawQrPicture } from './qr-code-answers.ts'
import { aMonth, someLinks } from './sample-answers.ts'

export const someCategories = ['Lighting', 'Kitchen', 'Desk and office', 'Gifts under 50'].map((name, index) =>
  aCategory({
    category_id: `0197a000-0000-7000-8000-00000000040${index}`,
    name,
    color_hex: ['#089b71', '#b45309', '#1d4ed8', '#be185d'][index] ?? '#089b71',
    active: index !== 3,
  }),
)

const items: readonly (readonly [name: string, description: string | null, hue: number | null, categories: readonly number[]])[] = [
  [
    'Brass desk lamp',
    'A warm light that dims to nothing. The arm stays where you leave it, and the shade stays cool to the touch.',
    38,
    [0, 2, 3],
  ],
  ['Gooseneck kettle', 'Keeps its temperature for an hour, to the degree.', 205, [1]],
  ['Standing desk, oak', null, 28, [2]],
  [
    'Copper pan, 28 cm',
    'Heats evenly and lasts a lifetime, if you season it once a year and never put it into the dishwasher.',
    14,
    [1, 3],
  ],
  ['Reading light that clips onto anything you own, with a very long name', 'Two LEDs, one battery, no flicker.', null, [0]],
  ['Notebook, dotted', 'Opens flat.', 150, []],
]

export const someProducts = items.map(([name, description, hue, categories], index) =>
  aProduct({
    product_id: `0197a000-0000-7000-8000-00000000030${index}`,
    name,
    description,
    image_url: hue === null ? null : drawPicture(hue),
    categories: categories.map((number) => someCategories[number]?.category_id ?? ''),
    urls: someLinks.slice(index, index + 1).map(({ url_id }) => url_id),
    product_linkshelf_url: index === 0 ? 'https://sho.rt/lamp' : null,
    active: index !== 2,
    price: index % 2 === 0 ? { amount: `${49 + 30 * index}.90`, currency: 'EUR', checked_on: '2025-11-26' } : null,
    price_visible: index === 0,
    shops: someLinks.slice(index, index + 1).map(({ url_id, target, pending, affiliation, health }) => ({
      url_id,
      name: toShopName(new URL(target).hostname),
      pending,
      affiliation,
      health,
    })),
  }),
)

/** The first page of a list of 200 products. */
export const manyProducts = Array.from({ length: productsPageSize }, (_, nth) => {
  const product = someProducts[nth % someProducts.length] ?? aProduct()
  return { ...product, product_id: `0197a000-0000-7000-8000-${String(nth).padStart(12, '0')}`, name: `${product.name} ${nth + 1}` }
})

const someNumbers = Object.fromEntries(
  [...someProducts, ...manyProducts].map(({ product_id }, nth) => [
    product_id,
    {
      clicks: Math.max(1_240 - 7 * nth, 0),
      click_through: nth % 4 === 3 ? null : 0.31,
      earned: nth % 3 === 0 ? [{ currency: 'EUR', earned: 18_240 - 60 * nth }] : [],
    },
  ]),
)

/** Returns the numbers of a product for the thirty days up to today. */
function aProductTraffic() {
  const byDay = aMonth(14).map(({ date, clicks }) => ({ date, views: clicks * 2, clicks }))
  const clicks = byDay.reduce((sum, day) => sum + day.clicks, 0)
  const page_clicks = Math.round(0.76 * clicks)
  return { views: 2 * clicks, visitors: clicks, clicks, page_clicks, click_through: page_clicks / (2 * clicks), byDay }
}

/** The answers that every screen with products needs. */
export const productAnswers: Answers = {
  [`GET ${inProject}/stores`]: () => [aStore()],
  [`GET ${inProject}/categories`]: () => someCategories,
  [`GET ${inProject}/analytics/products`]: (call) => answerNumbersOfProducts(call, someNumbers),
  ...Object.fromEntries(
    someProducts.flatMap((product) => [
      [`GET ${inProject}/products/${product.product_id}`, () => product],
      [`GET ${inProject}/analytics/products/${product.product_id}`, () => aProductTraffic()],
      [`GET ${inProject}/products/${product.product_id}/qr_code/config`, () => aQrConfig()],
      [`GET ${inProject}/products/${product.product_id}/qr_code`, () => drawQrPicture(`https://sho.rt/@shelf/${product.slug}`)],
    ]),
  ),
}

/** Returns a drawn picture, because scenes load nothing from other hosts. */
function drawPicture(hue: number): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 45% 88%)"/><circle cx="40" cy="34" r="17" fill="hsl(${hue} 60% 52%)"/><path d="M24 66h32l-5-12H29z" fill="hsl(${hue} 45% 34%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
