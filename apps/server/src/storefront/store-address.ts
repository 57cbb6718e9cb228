import { isPageSlug, makeStoreHandle, normalizePageSlug, type ProjectId } from '@linkshelf/contract/basics'
import { type ProductSort, productSorts } from '@linkshelf/storefront'

/** The part of a product list that a request asks for. */
export interface ListPart {
  search: string
  /** If undefined, the list has the owner's order. */
  sort: ProductSort | undefined
  page: number
}

/**
 * The store page that a request asks for. At the root of an own domain, `handle` is the key from `toRootKey`, which no
 * handle equals. So the pages at the root are cached separately: they have other links than the pages below the handle.
 */
export type StoreAddress =
  | ({ kind: 'store'; handle: string } & ListPart)
  /** A product or a category, at its present slug or an earlier slug. */
  | ({ kind: 'named'; handle: string; slug: string } & ListPart)
  /** An address with an id, which redirects to the address with the slug. */
  | { kind: 'product' | 'category'; handle: string; id: string }
  | { kind: 'snippet'; handle: string }
  | { kind: 'sitemap'; handle: string }
  /** No page has this address, but a store may have the handle. */
  | { kind: 'missing'; handle: string }

const searchMaxLength = 100
const pageMax = 1_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether a request's target is below `/@`. No link can have such an address. */
export function isStoreTarget(target: string): boolean {
  return target.startsWith('/@') || target.startsWith('/%40')
}

/** Parses a request's path and query; undefined if no store can have that address. */
export function parseStoreAddress(target: string): StoreAddress | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const [, first = '', ...parts] = path.split('/')
  const handle = parseHandle(first)
  return handle === undefined ? undefined : parsePageAddress(handle, parts, query)
}

/** Parses the path and query of a request to an own domain with this project's store at its root. */
export function parseRootAddress(projectId: ProjectId, path: string, query: string): StoreAddress {
  const parts = path === '/' ? [] : path.split('/').slice(1)
  return parsePageAddress(toRootKey(projectId), parts, query)
}

function toRootKey(projectId: ProjectId): string {
  return `/${projectId}`
}

/** Returns the project of an address at a domain's root; undefined if the address is below a handle. */
export function parseRootProject({ handle }: Pick<StoreAddress, 'handle'>): string | undefined {
  return handle.startsWith('/') ? handle.slice(1) : undefined
}

/** Parses the path segments below a store's address, and the query of the request. */
function parsePageAddress(handle: string, parts: readonly string[], query: string): StoreAddress {
  const [first, id = ''] = parts
  if (first === undefined) return { kind: 'store', handle, ...parseList(query) }
  if (parts.length === 2 && (first === 'p' || first === 'c') && uuid.test(id))
    return { kind: first === 'p' ? 'product' : 'category', handle, id }
  if (parts.length > 1) return { kind: 'missing', handle }
  if (first === 'snippet') return { kind: 'snippet', handle }
  if (first === 'sitemap.xml') return { kind: 'sitemap', handle }
  const slug = decodeSegment(first)
  return slug === undefined ? { kind: 'missing', handle } : { kind: 'named', handle, slug, ...parseList(query) }
}

export const wholeList: ListPart = { search: '', sort: undefined, page: 1 }

function parseList(query: string): ListPart {
  const parameters = new URLSearchParams(query)
  const page = Number(parameters.get('page') ?? 1)
  return {
    sort: productSorts.find((sort) => sort === parameters.get('sort')),
    search: (parameters.get('q') ?? '').trim().slice(0, searchMaxLength),
    page: Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1,
  }
}

/** Converts `@Lamps` to `lamps`; undefined if the text is no handle. */
function parseHandle(part: string): string | undefined {
  try {
    return makeStoreHandle(decodeURIComponent(part).slice(1)) || undefined
  } catch {
    return undefined // invalid percent-encoding
  }
}

/** Returns the lowercase slug in a path segment; undefined if no page can have this slug. */
function decodeSegment(segment: string): string | undefined {
  try {
    const slug = normalizePageSlug(decodeURIComponent(segment))
    return isPageSlug(slug) ? slug : undefined
  } catch {
    return undefined // invalid percent-encoding
  }
}
