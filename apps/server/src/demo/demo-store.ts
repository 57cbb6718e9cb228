// The demo's store: 24 of the linked products in six categories, each with a picture of its own.
import type { Link, Product, Store } from '@linkshelf/contract'
import type { ApiClient } from './api-client.ts'
import { demoShelves } from './demo-links.ts'
import { drawOwner, drawProduct, picturedProducts } from './demo-pictures.ts'

type ProjectParams = { orgId: string; projectId: string }

export interface DemoStore {
  store: Store
  products: Product[]
}

const storeName = "Mia's shelf"

const shelves: Record<string, { hue: number; color: string; about: string }> = {
  Desk: { hue: 165, color: '#089b71', about: 'On my desk since last spring. It has not moved, and neither have I wished it would.' },
  Audio: { hue: 262, color: '#6d4bd1', about: 'In every video since January. Clear, quiet, and set up in a minute.' },
  Camera: { hue: 210, color: '#2368c4', about: 'What the last forty videos were made with.' },
  Kitchen: { hue: 22, color: '#c2571a', about: 'Used every morning. Easy to clean, and made to be repaired.' },
  Travel: { hue: 190, color: '#0b7f93', about: 'Went along to eleven countries, and came back each time.' },
  Books: { hue: 340, color: '#b83265', about: 'Read twice, lent three times, and still mine.' },
}

/** Creates the store, its categories and its products, unless they exist. */
export async function createStore(api: ApiClient, params: ProjectParams, links: readonly Link[]): Promise<DemoStore> {
  const [existing] = await api.stores.list({ params })
  const store = existing ?? (await createPicturedStore(api, params))
  const categories = await createCategories(api, params)
  const { body: present } = await api.products.list({ params, query: { limit: 100 } })
  const products: Product[] = []
  for (const { label, title, target } of listShownProducts()) {
    const found = present.find(({ name }) => name === title)
    products.push(found ?? (await createProduct(api, params, { label, title, target, categories, links })))
  }
  return { store, products }
}

const storeDraft = {
  name: storeName,
  title: 'Things I use and recommend',
  description: 'Desks, sound, cameras, kitchens, journeys and books: everything from my videos, tested for months before it gets here.',
  footer_text: 'Mia Reed',
  theme: 'linen' as const,
  picture_ratio: 'landscape' as const,
  main_color: '#8c3f26',
  secondary_color: '#f6efe5',
  social_links: ['https://www.instagram.com/mia', 'https://www.tiktok.com/@mia', 'https://www.youtube.com/@mia'],
}

async function createPicturedStore(api: ApiClient, params: ProjectParams): Promise<Store> {
  const { logo, banner } = await drawOwner()
  const [ofLogo, ofBanner] = await Promise.all([logo, banner].map((file) => api.uploads.create({ params, body: { file } })))
  const pictures = { logo: ofLogo?.url ?? null, banner_image: ofBanner?.url ?? null }
  return api.stores.create({ params, body: { ...storeDraft, ...pictures } })
}

interface Category {
  category_id: string
  name: string
}

async function createCategories(api: ApiClient, params: ProjectParams): Promise<Category[]> {
  const categories: Category[] = await api.categories.list({ params })
  for (const [name, { color }] of Object.entries(shelves))
    if (!categories.some((category) => category.name === name))
      categories.push(await api.categories.create({ params, body: { name, color_hex: color } }))
  return categories
}

interface NewProduct {
  label: string
  title: string
  target: string
  categories: readonly Category[]
  links: readonly Link[]
}

async function createProduct(
  api: ApiClient,
  params: ProjectParams,
  { label, title, target, categories, links }: NewProduct,
): Promise<Product> {
  const { hue = 0, about } = shelves[label] ?? {}
  const picture = await api.uploads.create({ params, body: { file: await drawProduct(title, hue) } })
  const body = {
    name: title,
    description: about,
    image_url: picture.url,
    categories: categories.filter(({ name }) => name === label).map(({ category_id }) => category_id),
    urls: links.filter((link) => link.target === target).map(({ url_id }) => url_id),
  }
  return api.products.create({ params, body })
}

/**
 * Lists the first product of each category, then the second product of each category, and so on. So the store begins
 * with one product of each category.
 */
function listShownProducts(): { label: string; title: string; target: string }[] {
  return demoShelves
    .flatMap(({ label, products }) => products.map((product, rank) => ({ ...product, label, rank })))
    .filter(({ title }) => picturedProducts.includes(title))
    .sort((one, other) => one.rank - other.rank)
}
