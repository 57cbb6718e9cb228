// Store pages in memory. A store is loaded at most once a second, so a change is on every edge's page within a second;
// its pages are rendered again only if it changed, or if a schedule shows or hides something. While PostgreSQL is
// unavailable, cached stores are served as they are.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type FoundStore, findStore } from './find-store.ts'
import { createPageRenderer } from './page-renderer.ts'
import type { RenderedPage } from './render-page.ts'
import type { StoreAddress } from './store-address.ts'

/**
 * `moved`: the store has another handle now. `busy`: it is not cached and PostgreSQL is unavailable, it is too large,
 * or its page could not be rendered.
 */
export type StoreVisit = { kind: 'page'; page: RenderedPage } | { kind: 'moved'; handle: string } | { kind: 'not-found' } | { kind: 'busy' }

export interface StorePages {
  /** Never rejects. */
  visit(address: StoreAddress): Promise<StoreVisit>
  /** Estimated memory of all stores and pages, and how many stores there are. */
  memory(): { bytes: number; stores: number }
  close(): Promise<void>
}

export interface StorePagesOptions {
  /** Works as the visitors' role. */
  db: Db
  publicOrigin: string
  clock: Clock
  log: Log
  maxBytes?: number
  /** The maximum size of one store; a larger one has no pages. */
  maxTextBytes?: number
  freshMs?: number
  /** The timeout of reading a store from PostgreSQL. */
  timeoutMs?: number
  renderTimeoutMs?: number
}

interface CachedStore {
  /** Undefined when no active store has the handle. */
  found: FoundStore | undefined
  /**
   * The pages by the part that distinguishes the addresses of a store's pages. Searches are not cached,
   * because they would fill it.
   */
  pages: Map<string, RenderedPage>
  /** Pages that are being rendered, by the same; concurrent visits share one. */
  rendering: Map<string, Promise<RenderedPage>>
  /** When the first of the pages has to be rendered again. */
  changesAt: number
  bytes: number
}

const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const

/** Memory of a cached store, and of a cached page, beside its text and its body. */
const storeBytes = 1_000
const pageBytes = 1_500

export function createStorePages(options: StorePagesOptions): StorePages {
  const { db, publicOrigin, clock, log, maxBytes = 64 * 1_048_576, maxTextBytes = 24_000_000, freshMs = 1_000, timeoutMs = 2_000 } = options
  const renderer = createPageRenderer({ publicOrigin, timeoutMs: options.renderTimeoutMs })
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
      const found = await withTimeout(timeoutMs, findStore(db, handle, maxTextBytes))
      if (cached === undefined || found?.text !== cached.found?.text) {
        current = toCachedStore(found)
        if (found?.text === null) log.error({ handle }, `A store has no pages: it has more than ${maxTextBytes} bytes`)
      }
    } catch (error) {
      log.warn({ err: error }, 'A store could not be loaded')
    }
    if (current === undefined) return undefined
    loadedAt.set(current, startedAt)
    cache.set(handle, current)
    return current
  }

  function pageOf(cached: CachedStore, text: string, address: StoreAddress): RenderedPage | Promise<RenderedPage> {
    const at = clock.now().getTime()
    if (at >= cached.changesAt) Object.assign(cached, emptied(cached))
    const key = keyOf(address)
    if (key === undefined) return renderer.render(text, address, at)
    const { pages, rendering } = cached
    const known = pages.get(key) ?? rendering.get(key)
    if (known !== undefined) return known
    const render = renderer.render(text, address, at).finally(() => rendering.delete(key))
    rendering.set(key, render)
    return render.then((page) => {
      // Otherwise the store, or a schedule in it, has changed meanwhile, or the store was dropped.
      if (cached.pages === pages && cache.peek(address.handle) === cached) store(cached, page)
      return page
    })
  }

  function store(cached: CachedStore, page: RenderedPage): void {
    const key = keyOf(page.address)
    if (key === undefined || cached.pages.has(key)) return
    cached.pages.set(key, page)
    cached.bytes += pageBytes + page.body.length
    cached.changesAt = Math.min(cached.changesAt, page.changesAt)
    // The cache measures a value once, when it is new.
    cache.delete(page.address.handle)
    cache.set(page.address.handle, cached)
  }

  return {
    async visit(address) {
      const cached = await get(address.handle)
      if (cached === undefined) return BUSY
      const { found } = cached
      if (found === undefined || !found.hasPages) return NOT_FOUND
      if (found.handle !== address.handle) return { kind: 'moved', handle: found.handle }
      if (found.text === null) return BUSY
      try {
        return { kind: 'page', page: await pageOf(cached, found.text, address) }
      } catch (error) {
        log.error({ err: error }, 'A store page could not be rendered')
        return BUSY
      }
    },
    memory: () => ({ bytes: cache.calculatedSize, stores: cache.size }),
    close: () => renderer.close(),
  }
}

function toCachedStore(found: FoundStore | undefined): CachedStore {
  return { found, ...emptied({ found }) }
}

/** Returns the state without pages. */
function emptied({ found }: Pick<CachedStore, 'found'>): Omit<CachedStore, 'found'> {
  return { pages: new Map(), rendering: new Map(), changesAt: Infinity, bytes: storeBytes + (found?.text?.length ?? 0) }
}

/** Undefined for a page that is not cached. */
function keyOf(address: StoreAddress): string | undefined {
  if (address.kind === 'product') return `p/${address.productId}`
  if (address.kind !== 'store') return address.kind
  return address.search === '' ? `c/${address.categoryId ?? ''}/${address.page}` : undefined
}
