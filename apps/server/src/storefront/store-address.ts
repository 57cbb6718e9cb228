import { isPageSlug, normalizePageSlug, type ProjectId, storeHandle } from '@linkshelf/contract/basics'
import { type ProductSort, productSorts } from '@linkshelf/storefront'

/** The part of a list of products that a request is for. */
export interface ListPart {
  search: string
  /** Undefined for the order of the owner. */
  sort: ProductSort | undefined
  page: number
}

/**
 * The page of a store that a request is for. At the root of an own domain, `handle` is the key of `rootKeyOf`, which no
 * handle equals: its pages lead elsewhere than those below the handle, and are cached apart from them.
 */
export type StoreAddress =
  | ({ kind: 'store'; handle: string } & ListPart)
  /** A product or a category, at its present slug or an earlier one. */
  | ({ kind: 'named'; handle: string; slug: string } & ListPart)
  /** The addresses by id, which lead to those by slug. */
  | { kind: 'product' | 'category'; handle: string; id: string }
  | { kind: 'snippet'; handle: string }
  | { kind: 'sitemap'; handle: string }
  /** No page has this address, but a store may have the handle. */
  | { kind: 'missing'; handle: string }

const searchMaxLength = 100
const pageMax = 1_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether the target of a request is below `/@`, where no slug is. */
export function isStoreTarget(target: string): boolean {
  return target.startsWith('/@') || target.startsWith('/%40')
}

/** Parses the path and query of a request; undefined when no store can have that address. */
export function parseStoreAddress(target: string): StoreAddress | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const [, first = '', ...parts] = path.split('/')
  const handle = handleOf(first)
  return handle === undefined ? undefined : parsePageAddress(handle, parts, query)
}

/** Parses the path and query of a request to an own domain at whose root the store of this project is. */
export function parseRootAddress(projectId: ProjectId, path: string, query: string): StoreAddress {
  const parts = path === '/' ? [] : path.split('/').slice(1)
  return parsePageAddress(rootKeyOf(projectId), parts, query)
}

function rootKeyOf(projectId: ProjectId): string {
  return `/${projectId}`
}

/** The project of an address at a root; undefined for one below a handle. */
export function rootProjectOf({ handle }: Pick<StoreAddress, 'handle'>): string | undefined {
  return handle.startsWith('/') ? handle.slice(1) : undefined
}

/** Parses the segments of a path below the address of a store, and the query of the request. */
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

/** The list without a query. */
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

/** `@Lamps` as `lamps`; undefined for text that is no handle. */
function handleOf(part: string): string | undefined {
  try {
    return storeHandle(decodeURIComponent(part).slice(1)) || undefined
  } catch {
    return undefined // not percent-encoded
  }
}

/** The slug that a segment names, whatever its case; undefined for what no page has. */
function decodeSegment(segment: string): string | undefined {
  try {
    const slug = normalizePageSlug(decodeURIComponent(segment))
    return isPageSlug(slug) ? slug : undefined
  } catch {
    return undefined // not percent-encoded
  }
}
