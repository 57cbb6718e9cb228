import { storeHandle } from '@linkshelf/contract'

/** The page of a store that a request is for. */
export type StoreAddress =
  | { kind: 'store'; handle: string; categoryId: string | undefined; search: string; page: number }
  | { kind: 'product'; handle: string; productId: string }
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
  const parts = path.split('/').slice(1)
  const handle = handleOf(parts[0] ?? '')
  if (handle === undefined) return undefined
  const [, kind, id = ''] = parts
  if (parts.length === 2 && kind === 'snippet') return { kind: 'snippet', handle }
  if (parts.length === 2 && kind === 'sitemap.xml') return { kind: 'sitemap', handle }
  if (parts.length === 3 && kind === 'p' && uuid.test(id)) return { kind: 'product', handle, productId: id }
  if (kind !== undefined && !(parts.length === 3 && kind === 'c' && uuid.test(id))) return { kind: 'missing', handle }
  const parameters = new URLSearchParams(query)
  const page = Number(parameters.get('page') ?? 1)
  return {
    kind: 'store',
    handle,
    categoryId: kind === undefined ? undefined : id,
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
