// A store with content that is difficult for a layout: long, missing and right-to-left texts, several shops,
// unavailable products.
import { makePageSlug } from '@linkshelf/contract'
import type { StoreData, StoreProductData } from '@linkshelf/storefront'

/** The origin of the sample's pictures. Requests to it are answered with drawn pictures. */
export const pictureOrigin = 'https://pictures.example'

/** Returns the URL of an uploaded picture. The page offers uploaded pictures in several widths and formats. */
function toUploadAddress(nth: number, size: string): string {
  return `https://store.example/media/${String(nth).padStart(27, 'A')}/${size}.webp`
}

const categories = ['Kitchen', 'Desk', 'Travel', 'Audio', 'إضاءة', 'Gifts under 25 €'].map((name, index) => ({
  id: `c${index}`,
  name,
  slug: makePageSlug(name),
  color: ['#c2410c', '#1d4ed8', '#15803d', '#7c3aed', '#b45309', '#be185d'][index] ?? '#000000',
}))

const shops = ['www.amazon.de', 'www.ebay.de', 'de.aliexpress.com', 'kaffee-und-mehr-versandhandel.example']

const names = [
  'Pour-over kettle with a temperature display',
  'Walnut monitor stand',
  'Carry-on backpack, 28 litres',
  'Open-back headphones',
  'مصباح مكتب نحاسي',
  'Felt desk mat',
  'Burr grinder',
  'Noise-cancelling earbuds with a case that charges without a cable and lasts for thirty hours',
  'Enamel mug',
  'Reading light',
  'Merino blanket',
  'Passport wallet',
]

const descriptions = [
  'Holds a degree for an hour. I have used mine every morning for two years, and the handle still does not wobble.',
  'Solid wood, four sizes.',
  null,
  'The pair I mix on. Wide, honest, comfortable for a whole day.',
  'ضوء دافئ قابل للتعديل، مصنوع يدويًا من النحاس.',
]

const products: StoreProductData[] = names.map((name, index) => ({
  id: `p${index}`,
  name,
  slug: makePageSlug(name),
  description: descriptions[index % descriptions.length] ?? null,
  imageUrl: index === 8 ? null : index % 2 === 0 ? toUploadAddress(index, '640x640') : `${pictureOrigin}/${index}.svg`,
  attributes: {
    Brand: 'Hario',
    Capacity: '0.8 litres',
    'Included in the box': 'Kettle, base, manual, two-year warranty',
  },
  isAvailable: index !== 2,
  price: index % 3 === 1 ? null : { amount: `${49 + 250 * index}.90`, currency: 'EUR', checked_on: '2026-11-26' },
  categories: [`c${index % categories.length}`],
  links: shops.slice(0, 1 + (index % 3)).map((host, rank) => ({ slug: `s${index}-${rank}`, host, isAd: !host.endsWith('.example') })),
}))

export const sampleStore: StoreData = {
  handle: 'mia',
  language: 'en',
  name: "Mia's shelf",
  displayName: null,
  title: 'Things Mia uses every day',
  description: 'Coffee, desks and small trips. Everything here has survived at least a year in my home; nothing was sent to me for free.',
  layout: 'grid',
  pictureRatio: 'square',
  theme: 'plain',
  headingFont: null,
  textFont: null,
  mainColor: '#089b71',
  secondaryColor: '#ebedef',
  logo: `${pictureOrigin}/logo.svg`,
  favicon: null,
  bannerImage: toUploadAddress(99, '1280x320'),
  fontsUrl: null,
  footerText: "© 2026 Mia Reed. Prices and availability are the shops' own.",
  isDisclosed: true,
  disclosureText: null,
  adLabel: null,
  imprintUrl: 'https://mia.example/impressum',
  privacyUrl: 'https://mia.example/privacy',
  contactUrl: 'mailto:mia@mia.example',
  socialLinks: ['https://www.youtube.com/@mia', 'https://www.instagram.com/mia', 'https://www.tiktok.com/@mia', 'https://mia.example/'],
  featuredLinks: [
    { slug: 'news', host: 'mia.example', title: 'My letter, every second Sunday', isAd: false },
    { slug: 'setup', host: 'www.amazon.de', title: 'The whole desk setup', isAd: true },
  ],
  hasSnippet: false,
  hasStorePage: true,
  hasProductPages: true,
  categories,
  products,
}
