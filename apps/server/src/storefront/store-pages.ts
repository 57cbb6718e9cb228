// Store pages in memory. A store is loaded at most once a second, so a change is on every edge's page within a second;
// its pages are rendered again only if it changed, or if a schedule shows or hides something. While PostgreSQL is
// unavailable, cached stores are served as they are.
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
import { rootProjectOf, type StoreAddress, wholeList } from './store-address.ts'

/**
 * `moved`: the store has another handle now. `busy`: it is not cached and PostgreSQL is unavailable, it is too large,
 * or its page could not be rendered. `load-limited`: the visitor may cause no load, and the store or its page is not
 * cached.
 */
export type StoreVisit =
  | { kind: 'page'; page: RenderedPage }
  | { kind: 'moved'; handle: string }
  | { kind: 'not-found' | 'busy' | 'load-limited' }

export interface StorePages {
  /**
   * `mayLoad`: whether the visitor may cause a load, by default true; called only where one is needed. A cached store
   * is loaded again without it, because its visitors share one load a second. Never rejects.
   */
  visit(address: StoreAddress, mayLoad?: () => boolean): Promise<StoreVisit>
  /**
   * Whether the page is cached and visitors can see it, here or where it has moved to. Waits for nothing: a store whose
   * reload is under way, or failed, counts as it is cached. One that is due for a reload does not, unless the last one
   * failed.
   */
  isShown(address: StoreAddress): boolean
  /** The body of a page for a client that does not accept gzip. */
  decompressed(page: RenderedPage): Promise<Buffer>
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
  /** Off: scripts of every store may open connections; on by default. */
  hasPlans?: boolean
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

/** The bytes that a client without gzip receives. */
interface DecompressedBody {
  body: Buffer
  bytes: number
}

const decompress = promisify(gunzip) // in a thread of libuv

const LOAD_LIMITED = { kind: 'load-limited' } as const
const NOT_FOUND = { kind: 'not-found' } as const
const BUSY = { kind: 'busy' } as const

/** Memory of a cached store, and of a cached page, beside its text and its body. */
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
   * Stores by their handles, those at roots by their keys, and decompressed bodies by the strong tags of their pages,
   * which begin with a quote.
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

  /** The cached store while it is fresh, or else loaded again; concurrent visits share one load. */
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

  /** Undefined for a page that would have to be rendered, for a visitor who may not cause that. */
  function pageOf(
    cached: CachedStore,
    { text, organizationId, address, mayLoad }: { text: string; organizationId: string; address: StoreAddress; mayLoad: () => boolean },
  ): RenderedPage | Promise<RenderedPage> | undefined {
    const at = clock.now().getTime()
    if (at >= cached.changesAt) Object.assign(cached, emptied(cached))
    const key = keyOf(address)
    const { pages, rendering } = cached
    const known = findWholePage(cached, address) ?? (key === undefined ? undefined : (pages.get(key) ?? rendering.get(key)))
    if (known !== undefined) return known
    if (!mayLoad()) return undefined
    const rendered = renderer.render({ text, address, at }, organizationId)
    const render = key === undefined ? rendered : rendered.finally(() => rendering.delete(key))
    if (key !== undefined) rendering.set(key, render)
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
    async visit(address, mayLoad = () => true) {
      const known = findCached(address.handle)
      if (known === undefined && !mayLoad()) return LOAD_LIMITED
      const cached = await get(address.handle, known)
      if (cached === undefined) return BUSY
      const { found } = cached
      if (found === undefined || !found.hasPages) return NOT_FOUND
      if (found.handle !== address.handle && rootProjectOf(address) === undefined) return { kind: 'moved', handle: found.handle }
      if (found.text === null) return BUSY
      try {
        const page = await pageOf(cached, { text: found.text, organizationId: found.organizationId, address, mayLoad })
        return page === undefined ? LOAD_LIMITED : { kind: 'page', page }
      } catch (error) {
        log.error({ err: error }, 'A store page could not be rendered')
        return BUSY
      }
    },
    isShown(address) {
      const cached = findCached(address.handle)
      if (cached === undefined || clock.now().getTime() >= cached.changesAt) return false
      const status = cached.pages.get(keyOf(address) ?? '')?.status
      if (status !== 200 && status !== 301) return false
      const isPending = loading.has(address.handle)
      const isCurrent = get(address.handle, cached) === cached
      return isCurrent || isPending || failed.has(cached)
    },
    async decompressed({ etag, body, address }) {
      const cached = cache.get(etag)
      if (cached !== undefined && 'body' in cached) return cached.body
      const decompressedBody = await decompress(body)
      // Searches are not cached, because they would fill it.
      if (keyOf(address) !== undefined) cache.set(etag, { body: decompressedBody, bytes: pageBytes + decompressedBody.length })
      return decompressedBody
    },
    memory: () => ({ bytes: cache.calculatedSize, stores: [...cache.values()].filter((cached) => 'found' in cached).length }),
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

/** The cached page of a product, or a redirect: the same page whatever the query says, so it is there once. */
function findWholePage({ pages }: CachedStore, address: StoreAddress): RenderedPage | undefined {
  if (address.kind !== 'named') return undefined
  const page = pages.get(keyOf({ ...address, ...wholeList }) ?? '')
  return page?.view?.page === 'product' || page?.status === 301 ? page : undefined
}

/** Undefined for a page that is not cached. */
function keyOf(address: StoreAddress): string | undefined {
  if (address.kind === 'product' || address.kind === 'category') return `${address.kind}/${address.id}`
  if (address.kind !== 'store' && address.kind !== 'named') return address.kind
  if (address.search !== '') return undefined
  return `${address.kind}/${address.kind === 'named' ? `${address.slug}/` : ''}${address.sort ?? ''}/${address.page}`
}
