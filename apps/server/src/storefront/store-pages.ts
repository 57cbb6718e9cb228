// Caches store pages in memory. A store is loaded at most once a second, so every edge shows a change within a second.
// Pages are rendered again only if the store changed or a schedule shows or hides something. While PostgreSQL is
// unavailable, cached stores are served unchanged.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type FoundStore, findStore } from './find-store.ts'
import { createPageRenderer } from './page-renderer.ts'
import type { RenderedPage } from './render-page.ts'
import { parseRootProject, type StoreAddress, wholeList } from './store-address.ts'

/**
 * `moved`: the store has another handle now. `busy`: the store is not cached and PostgreSQL is unavailable, the store
 * is too large, or its page could not be rendered. `load-limited`: the store or its page is not cached, and the visitor
 * may not cause a load.
 */
export type StoreVisit =
  | { kind: 'page'; page: RenderedPage }
  | { kind: 'moved'; handle: string }
  | { kind: 'not-found' | 'busy' | 'load-limited' }

export interface StorePages {
  /**
   * Returns the page of an address, or why there is no page. `mayLoad` returns whether the visitor may cause a load; if
   * omitted, the visitor may. It is called only if a load is needed. A cached store is reloaded without calling it,
   * because all visitors share one load a second. Never rejects.
   */
  visit(address: StoreAddress, mayLoad?: () => boolean): Promise<StoreVisit>
  /**
   * Returns whether the page is cached and visible, at this address or at its new address. Never waits. If the store
   * must be reloaded, starts the reload and returns false. But if a reload is already under way, or the last reload
   * failed, the cached store is used.
   */
  isShown(address: StoreAddress): boolean
  /** Returns a page's body for a client that does not accept gzip. */
  decompressed(page: RenderedPage): Promise<Buffer>
  /** Returns the estimated memory of all stores and pages, and the number of stores. */
  memory(): { bytes: number; stores: number }
  close(): Promise<void>
}

export interface StorePagesOptions {
  /** Uses the visitors' database role. */
  db: Db
  publicOrigin: string
  clock: Clock
  log: Log
  /** If false, scripts of every store may open connections. Defaults to true. */
  hasPlans?: boolean
  maxBytes?: number
  /** The maximum size of one store. A larger store has no pages. */
  maxTextBytes?: number
  freshMs?: number
  /** The timeout of reading a store from PostgreSQL. */
  timeoutMs?: number
  renderTimeoutMs?: number
}

interface CachedStore {
  /** Undefined if no active store has the handle. */
  found: FoundStore | undefined
  /** Pages by the key that `toPageKey` returns. Searches are not cached, because they would fill the cache. */
  pages: Map<string, RenderedPage>
  /** Pages that are being rendered, by the same key. Concurrent visits share one rendering. */
  rendering: Map<string, Promise<RenderedPage>>
  /** The instant from which the first of the pages must be rendered again, in milliseconds since 1970. */
  changesAt: number
  bytes: number
}

/** The body that a client without gzip receives. */
interface DecompressedBody {
  body: Buffer
  bytes: number
}

const decompress = promisify(gunzip) // runs in a thread of libuv

const LOAD_LIMITED = { kind: 'load-limited' } as const
const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const

/** The memory of a cached store without its text, and of a cached page without its body. */
const storeBytes = 1_000
const pageBytes = 1_500

export function createStorePages(options: StorePagesOptions): StorePages {
  const {
    db,
    publicOrigin,
    clock,
    log,
    hasPlans = true,
    maxBytes = 64 * 1_048_576,
    maxTextBytes = 24_000_000,
    freshMs = 1_000,
    timeoutMs = 2_000,
  } = options
  const renderer = createPageRenderer({ publicOrigin, timeoutMs: options.renderTimeoutMs })
  /**
   * Contains stores by handle, stores at domain roots by their root key, and decompressed bodies by their pages' strong
   * etags, which begin with a quote.
   */
  const cache = new LRUCache<string, CachedStore | DecompressedBody>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const loading = new Map<string, Promise<CachedStore | undefined>>()
  /** When each cached store was loaded, in `performance.now()`. */
  const loadedAt = new WeakMap<CachedStore, number>()
  /** Cached stores whose last reload failed. */
  const failed = new WeakSet<CachedStore>()

  function findCached(handle: string): CachedStore | undefined {
    const cached = cache.get(handle)
    return cached !== undefined && 'found' in cached ? cached : undefined
  }

  /** Returns the cached store while it is fresh, and otherwise loads it again. Concurrent visits share one load. */
  function get(handle: string, cached: CachedStore | undefined): CachedStore | Promise<CachedStore | undefined> {
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
      const found = await withTimeout(timeoutMs, findStore(db, handle, { maxTextBytes, hasPlans }))
      if (cached !== undefined) failed.delete(cached)
      if (cached === undefined || found?.text !== cached.found?.text) {
        current = toCachedStore(found)
        if (found?.text === null) log.error({ handle }, `A store has no pages: it has more than ${maxTextBytes} bytes`)
      }
    } catch (error) {
      log.warn({ err: error }, 'A store could not be loaded')
      if (cached !== undefined) failed.add(cached)
    }
    if (current === undefined) return undefined
    loadedAt.set(current, startedAt)
    cache.set(handle, current)
    return current
  }

  /**
   * Returns the page, rendered if it is not cached. Undefined if the page must be rendered and the visitor may not
   * cause a rendering.
   */
  function findOrRenderPage(
    cached: CachedStore,
    { text, organizationId, address, mayLoad }: { text: string; organizationId: string; address: StoreAddress; mayLoad: () => boolean },
  ): RenderedPage | Promise<RenderedPage> | undefined {
    const at = clock.now().getTime()
    if (at >= cached.changesAt) Object.assign(cached, toEmptyState(cached))
    const key = toPageKey(address)
    const { pages, rendering } = cached
    const known = findWholePage(cached, address) ?? (key === undefined ? undefined : (pages.get(key) ?? rendering.get(key)))
    if (known !== undefined) return known
    if (!mayLoad()) return undefined
    const rendered = renderer.render({ text, address, at }, organizationId)
    const render = key === undefined ? rendered : rendered.finally(() => rendering.delete(key))
    if (key !== undefined) rendering.set(key, render)
    return render.then((page) => {
      // Caches the page only if the store and its schedules have not changed, and the store is still in the cache.
      if (cached.pages === pages && cache.peek(address.handle) === cached) store(cached, page)
      return page
    })
  }

  function store(cached: CachedStore, page: RenderedPage): void {
    const key = toPageKey(page.address)
    if (key === undefined || cached.pages.has(key)) return
    cached.pages.set(key, page)
    cached.bytes += pageBytes + page.body.length
    cached.changesAt = Math.min(cached.changesAt, page.changesAt)
    // The cache measures a value only when it is added, so the store is added again.
    cache.delete(page.address.handle)
    cache.set(page.address.handle, cached)
  }

  return {
    async visit(address, mayLoad = () => true) {
      const known = findCached(address.handle)
      if (known === undefined && !mayLoad()) return LOAD_LIMITED
      const cached = await get(address.handle, known)
      if (cached === undefined) return BUSY
      const { found } = cached
      if (found === undefined || !found.hasPages) return NOT_FOUND
      if (found.handle !== address.handle && parseRootProject(address) === undefined) return { kind: 'moved', handle: found.handle }
      if (found.text === null) return BUSY
      try {
        const page = await findOrRenderPage(cached, { text: found.text, organizationId: found.organizationId, address, mayLoad })
        return page === undefined ? LOAD_LIMITED : { kind: 'page', page }
      } catch (error) {
        log.error({ err: error }, 'A store page could not be rendered')
        return BUSY
      }
    },
    isShown(address) {
      const cached = findCached(address.handle)
      if (cached === undefined || clock.now().getTime() >= cached.changesAt) return false
      const status = cached.pages.get(toPageKey(address) ?? '')?.status
      if (status !== 200 && status !== 301) return false
      const isPending = loading.has(address.handle)
      const isCurrent = get(address.handle, cached) === cached
      return isCurrent || isPending || failed.has(cached)
    },
    async decompressed({ etag, body, address }) {
      const cached = cache.get(etag)
      if (cached !== undefined && 'body' in cached) return cached.body
      const decompressedBody = await decompress(body)
      // Searches are not cached, because they would fill the cache.
      if (toPageKey(address) !== undefined) cache.set(etag, { body: decompressedBody, bytes: pageBytes + decompressedBody.length })
      return decompressedBody
    },
    memory: () => ({ bytes: cache.calculatedSize, stores: [...cache.values()].filter((cached) => 'found' in cached).length }),
    close: () => renderer.close(),
  }
}

function toCachedStore(found: FoundStore | undefined): CachedStore {
  return { found, ...toEmptyState({ found }) }
}

function toEmptyState({ found }: Pick<CachedStore, 'found'>): Omit<CachedStore, 'found'> {
  return { pages: new Map(), rendering: new Map(), changesAt: Infinity, bytes: storeBytes + (found?.text?.length ?? 0) }
}

/**
 * Returns the cached page of a product, or a cached redirect. These pages do not depend on the query, so each is cached
 * once.
 */
function findWholePage({ pages }: CachedStore, address: StoreAddress): RenderedPage | undefined {
  if (address.kind !== 'named') return undefined
  const page = pages.get(toPageKey({ ...address, ...wholeList }) ?? '')
  return page?.view?.page === 'product' || page?.status === 301 ? page : undefined
}

/** Returns the key under which a page is cached. Undefined if pages with this address are not cached. */
function toPageKey(address: StoreAddress): string | undefined {
  if (address.kind === 'product' || address.kind === 'category') return `${address.kind}/${address.id}`
  if (address.kind !== 'store' && address.kind !== 'named') return address.kind
  if (address.search !== '') return undefined
  return `${address.kind}/${address.kind === 'named' ? `${address.slug}/` : ''}${address.sort ?? ''}/${address.page}`
}
