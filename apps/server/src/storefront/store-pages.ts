// Store pages in memory. A store is loaded at most once a second, so a change is on every edge's page within a second; its pages are rendered again only if it
// changed, or if a schedule shows or hides something. While PostgreSQL is unavailable, cached stores are served as they are.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type FoundStore, findStore, type StoreDocument } from './find-store.ts'
import { type PageView, toPageView } from './page-view.ts'
import { existingAddress, renderStorePage, type StorePageResponse } from './render-store-page.ts'
import type { StoreAddress } from './store-address.ts'
import { visibleAt } from './visible-at.ts'

/** `moved`: the store has another handle now. `busy`: it is not cached, and PostgreSQL is unavailable. */
export type StoreVisit =
  | { kind: 'page'; page: StorePageResponse; view: PageView | undefined }
  | { kind: 'moved'; handle: string }
  | { kind: 'not-found' }
  | { kind: 'busy' }

export interface StorePages {
  /** Never rejects. */
  visit(address: StoreAddress): Promise<StoreVisit>
}

export interface StorePagesOptions {
  /** Works as the visitors' role. */
  db: Db
  publicOrigin: string
  clock: Clock
  log: Log
  maxBytes?: number
  freshMs?: number
  timeoutMs?: number
}

interface CachedStore {
  /** As it was loaded; undefined when no active store has the handle. */
  text: string | undefined
  document: StoreDocument | undefined
  /** What of it is visible until `changesAt`. */
  store: FoundStore | undefined
  changesAt: number
  /** By what distinguishes the addresses of a store's pages. Without searches, which would fill it. */
  pages: Map<string, StorePageResponse>
  bytes: number
}

const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const

/** Memory of a cached store beside its text and its pages. */
const storeBytes = 1_000

export function createStorePages(options: StorePagesOptions): StorePages {
  const { db, publicOrigin, clock, log, maxBytes = 64 * 1_048_576, freshMs = 1_000, timeoutMs = 2_000 } = options
  const cache = new LRUCache<string, CachedStore>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const loading = new Map<string, Promise<CachedStore | undefined>>()
  /** When each cached store was loaded, in `performance.now()`. */
  const loadedAt = new WeakMap<CachedStore, number>()

  /** The cached store while it is fresh, or else loaded again; concurrent visits share one load. */
  function get(handle: string): CachedStore | Promise<CachedStore | undefined> {
    const cached = cache.get(handle)
    if (cached !== undefined && performance.now() - (loadedAt.get(cached) ?? 0) < freshMs) return cached
    const pending = loading.get(handle)
    if (pending !== undefined) return pending
    const load = reload(handle, cached).finally(() => loading.delete(handle))
    loading.set(handle, load)
    return load
  }

  async function reload(handle: string, cached: CachedStore | undefined): Promise<CachedStore | undefined> {
    const startedAt = performance.now()
    let current = cached
    try {
      const text = await withTimeout(timeoutMs, findStore(db, handle))
      if (cached === undefined || text !== cached.text) current = toCachedStore(text)
    } catch (error) {
      log.warn({ err: error }, 'A store could not be loaded')
    }
    if (current === undefined) return undefined
    loadedAt.set(current, startedAt)
    cache.set(handle, current)
    return current
  }

  function render(handle: string, cached: CachedStore, store: FoundStore, address: StoreAddress): StorePageResponse {
    const key = keyOf(address)
    const known = key === undefined ? undefined : cached.pages.get(key)
    if (known !== undefined) return known
    const page = renderStorePage(store, address, publicOrigin)
    if (key === undefined) return page
    cached.pages.set(key, page)
    cached.bytes += page.body.length
    cache.set(handle, cached) // its size has changed
    return page
  }

  return {
    async visit(address) {
      const cached = await get(address.handle)
      if (cached === undefined) return BUSY
      applySchedule(cached, clock.now().getTime())
      const { store } = cached
      if (store === undefined || !(store.hasStorePage || store.hasProductPages)) return NOT_FOUND
      if (store.handle !== address.handle) return { kind: 'moved', handle: store.handle }
      const found = existingAddress(store, address)
      return { kind: 'page', page: render(address.handle, cached, store, found), view: toPageView(store, found) }
    },
  }
}

function toCachedStore(text: string | undefined): CachedStore {
  const document = text === undefined ? undefined : (JSON.parse(text) as StoreDocument)
  const changesAt = document === undefined ? Infinity : 0
  return { text, document, store: undefined, changesAt, pages: new Map(), bytes: bytesOf(text) }
}

/** Forgets the rendered pages when something else is visible since then. */
function applySchedule(cached: CachedStore, now: number): void {
  if (cached.document === undefined || now < cached.changesAt) return
  Object.assign(cached, visibleAt(cached.document, now), { pages: new Map(), bytes: bytesOf(cached.text) })
}

/** Of a store without its pages: the text, and about twice as much for what is parsed from it. */
function bytesOf(text: string | undefined): number {
  return storeBytes + 3 * (text?.length ?? 0)
}

/** Undefined for a page that is not cached. */
function keyOf(address: StoreAddress): string | undefined {
  if (address.kind === 'product') return `p/${address.productId}`
  if (address.kind !== 'store') return address.kind
  return address.search === '' ? `c/${address.categoryId ?? ''}/${address.page}` : undefined
}
