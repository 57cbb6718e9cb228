import { productsPerPage, type StoreCategoryData, type StoreProductData, storePaths } from '@linkshelf/storefront'
import type { VisibleStore } from './find-store.ts'
import type { ListPart, StoreAddress } from './store-address.ts'

export type Page =
  | ({ kind: 'list'; category: StoreCategoryData | undefined } & ListPart)
  | { kind: 'product'; product: StoreProductData }
  /** The requested address is an earlier address or contains an id. Visitors are redirected to `path`. */
  | { kind: 'moved'; path: string }
  | { kind: 'snippet' }
  | { kind: 'sitemap' }
  | { kind: 'missing' }

const missing = { kind: 'missing' } as const

/** Finds the page of an address. `earlierSlugs` has the ids of products and categories by their earlier slugs. */
export function findPage(store: VisibleStore, address: StoreAddress, earlierSlugs: Readonly<Record<string, string>>): Page {
  switch (address.kind) {
    case 'store':
      return findList(store, undefined, address)
    case 'named':
      return findNamed(store, address, earlierSlugs)
    case 'product':
    case 'category':
      return findMoved(store, address.id)
    case 'snippet':
      return store.hasStorePage && store.snippet !== null ? { kind: 'snippet' } : missing
    case 'sitemap':
      return { kind: 'sitemap' }
    case 'missing':
      return missing
  }
}

function findNamed(store: VisibleStore, address: { slug: string } & ListPart, earlierSlugs: Readonly<Record<string, string>>): Page {
  const { slug } = address
  const product = store.products.find((each) => each.slug === slug)
  if (product !== undefined) return store.hasProductPages ? { kind: 'product', product } : missing
  const category = store.categories.find((each) => each.slug === slug)
  if (category !== undefined) return findList(store, category, address)
  const id = Object.hasOwn(earlierSlugs, slug) ? earlierSlugs[slug] : undefined
  return id === undefined ? missing : findMoved(store, id)
}

function findMoved(store: VisibleStore, id: string): Page {
  const product = store.products.find((each) => each.id === id)
  if (product !== undefined) return store.hasProductPages ? { kind: 'moved', path: storePaths.product(store, product) } : missing
  const category = store.categories.find((each) => each.id === id)
  return category !== undefined && store.hasStorePage ? { kind: 'moved', path: storePaths.category(store, category) } : missing
}

function findList(store: VisibleStore, category: StoreCategoryData | undefined, { search, sort, page }: ListPart): Page {
  const isThere = store.hasStorePage && (page === 1 || store.products.length > (page - 1) * productsPerPage)
  return isThere ? { kind: 'list', category, search, sort, page } : missing
}
