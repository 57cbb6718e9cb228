// Caches links in memory, so that a visitor of a cached link never waits for the database.
//
// A cached link is served until it is invalidated. Polling marks the cache as fresh. If the cache was not marked as
// fresh for `freshMs`, a visitor waits until the link is loaded again, so a missed change is corrected within that
// time. While the database can't be reached, cached links are served however old they are. The negative cache
// (addresses without a link) is not used while the database can't be reached, because a link may have been created
// since.
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { FoundLink, LinkChange, ResolvedLink } from '../../links/visitors.ts'
import { copyString } from '../../platform/copy-string.ts'
import { type IsOwnOrigin, type LinkOutcome, toDefaultRedirect, toLinkOutcome } from '../outcome.ts'
import { createBatchedLookup, createCircuitBreaker } from './batched-lookup.ts'
import { createSegmentedCache } from './segmented-cache.ts'

export interface LinkCacheOptions {
  findLinks: (addresses: string[]) => Promise<Map<string, FoundLink>>
  isOwnOrigin?: IsOwnOrigin
  maxBytes?: number
  maxMisses?: number
  freshMs?: number
  /** How long a visitor waits for the database. */
  timeoutMs?: number
}

export interface LinkCache {
  /**
   * Returns the cached outcome and counts a hit. Returns undefined if the address is not cached or its entry is stale;
   * then it must be loaded.
   */
  get(address: string): LinkOutcome | undefined
  /** Whether the cache has a link at this address, fresh or stale. */
  has(address: string): boolean
  /**
   * Loads the outcome of an address. Returns undefined if the address is not cached and the database can't be reached.
   * Never rejects.
   */
  load(address: string): Promise<LinkOutcome | undefined>
  /** Marks the link, or every link of the project, as stale, so that it is loaded again before it is served. */
  invalidate(change: LinkChange): void
  /**
   * Marks the cache as fresh. The caller must have invalidated all changes until `at`, an instant in
   * `performance.now()`.
   */
  markFresh(at: number): void
  /**
   * Marks all links as stale, so that each is loaded again before it is served. Needed if changes may have been missed.
   */
  markAllStale(): void
  /**
   * Stops using the negative cache, because notifications of new links are not arriving. Until the negative cache is
   * resumed, addresses without a link are looked up on each visit.
   */
  pauseNegativeCache(): void
  resumeNegativeCache(): void
  /** Returns at most `limit` cached redirects, the most recently visited first. */
  recent(limit: number): Iterable<CachedLink>
  /** Adds links of an earlier process as stale entries. `links` must begin with the most recently visited link. */
  restore(links: readonly CachedLink[]): void
  state(): LinkCacheState
}

/** A link with the fields that a snapshot stores. */
export interface CachedLink {
  address: string
  /** When the database last confirmed the link, in milliseconds since 1970. */
  checkedAt: number
  link: ResolvedLink
}

export interface LinkCacheState {
  links: number
  /** The memory that links occupy. */
  bytes: number
  /** The number of entries in the negative cache. */
  misses: number
  /** Visits since the start that needed no lookup. */
  hits: number
  /** Addresses that were looked up in the database since the start. */
  lookups: number
  /** Lookups that found no link. */
  notFound: number
  isDatabaseReachable: boolean
}

interface Entry {
  readonly outcome: LinkOutcome
  /**
   * When the entry was last checked in the database, in `performance.now()`. Negative if an earlier process checked it.
   */
  checkedAt: number
}

/** While the database can't be reached, at most one lookup is tried in this time, however many visitors arrive. */
const retryMs = 250

/**
 * This share of the memory is reserved for links that were visited more than once, so that a crawl of all links does
 * not evict these links.
 */
const protectedShare = 0.8

/** If more projects than this have changed, the whole cache is marked stale. */
const staleProjectsMax = 1_000

/** The bytes of a cached link, without its address and destination. A test measures it. */
const linkBytes = 480

export function createLinkCache(options: LinkCacheOptions): LinkCache {
  const {
    findLinks,
    isOwnOrigin = () => false,
    maxBytes = 64 * 1_048_576,
    maxMisses = 100_000,
    freshMs = 30_000,
    timeoutMs = 2_000,
  } = options
  const links = createSegmentedCache<Entry>(maxBytes, protectedShare)
  // A separate cache, so that requests for guessed addresses do not evict links.
  const misses = new LRUCache<string, Entry>({ max: maxMisses })
  const database = createCircuitBreaker(retryMs)
  const counts = { hits: 0, lookups: 0, notFound: 0 }
  const lookup = createBatchedLookup((addresses) => {
    counts.lookups += addresses.length
    return findLinks(addresses)
  }, timeoutMs)
  // These instants are in `performance.now()`.
  let negativeCacheSince = Number.NEGATIVE_INFINITY
  let staleBefore = Number.NEGATIVE_INFINITY
  let freshUntil = Number.NEGATIVE_INFINITY
  /**
   * The time of a project's last change, by project id. The project's links are stale if they were checked before it.
   */
  const staleProjects = new Map<string, number>()

  function query(address: string): Promise<LinkOutcome | undefined> {
    return database.run(async () => {
      const { value, startedAt, isOutdated } = await lookup.find(address)
      const outcome = findUnchanged(address, value) ?? toLinkOutcome(value, isOwnOrigin)
      if (!isOutdated) store(address, outcome, value !== undefined, startedAt)
      return outcome
    })
  }

  /**
   * Returns the cached outcome if the link has not changed. This is the usual case, and reusing the old object avoids
   * work for the garbage collector.
   */
  function findUnchanged(address: string, found: FoundLink | undefined): LinkOutcome | undefined {
    if (found?.kind !== 'link') return undefined
    const cached = links.get(address)?.outcome
    return cached?.kind === 'redirect' && isSameLink(cached.link, found.link) ? cached : undefined
  }

  function store(address: string, outcome: LinkOutcome, isLink: boolean, checkedAt: number): void {
    const known = isLink ? links.get(address) : undefined
    if (known?.outcome === outcome) {
      known.checkedAt = checkedAt
      return
    }
    const entry = { outcome, checkedAt }
    const key = copyString(address) // a slice of the request's target would keep the whole target in memory
    if (isLink) {
      misses.delete(key)
      links.set(key, entry, linkBytes + Buffer.byteLength(key) + (outcome.kind === 'redirect' ? estimateBytes(outcome.link) : 0))
    } else {
      counts.notFound += 1
      links.delete(key)
      if (checkedAt >= negativeCacheSince) misses.set(key, entry)
    }
  }

  /**
   * Returns the last instant at which the entry was known to be correct, in `performance.now()`. Polling does not
   * report new links, so a missing link is only known to be missing when it was checked.
   */
  function computeConfirmedAt({ outcome, checkedAt }: Entry): number {
    return outcome.kind === 'not-found' || checkedAt < staleBefore ? checkedAt : Math.max(checkedAt, freshUntil)
  }

  function isStale({ outcome, checkedAt }: Entry): boolean {
    if (checkedAt < staleBefore) return true
    if (staleProjects.size === 0 || outcome.kind !== 'redirect') return false
    return checkedAt < (staleProjects.get(outcome.link.projectId) ?? Number.NEGATIVE_INFINITY)
  }

  function markProjectStale(projectId: string): void {
    if (staleProjects.size >= staleProjectsMax && !staleProjects.has(projectId)) markAllStale()
    else staleProjects.set(projectId, performance.now())
    lookup.startOver()
  }

  function markAllStale(): void {
    staleBefore = performance.now()
    staleProjects.clear()
    lookup.startOver()
  }

  return {
    get(address) {
      const entry = links.get(address) ?? (database.isOpen() ? undefined : misses.get(address))
      if (entry === undefined || isStale(entry) || performance.now() - computeConfirmedAt(entry) > freshMs) return undefined
      counts.hits += 1
      return entry.outcome
    },
    has: (address) => links.get(address) !== undefined,
    async load(address) {
      const cached = links.get(address)?.outcome
      const loading = query(address) // this query also detects that the database can be reached again
      return cached !== undefined && database.isOpen() ? cached : ((await loading) ?? cached)
    },
    invalidate(change) {
      if ('projectId' in change) {
        markProjectStale(change.projectId)
        return
      }
      links.delete(change.address)
      misses.delete(change.address)
      lookup.markOutdated(change.address)
    },
    markFresh(at) {
      freshUntil = Math.max(freshUntil, at)
    },
    markAllStale() {
      markAllStale()
      database.reset()
    },
    pauseNegativeCache() {
      negativeCacheSince = Number.POSITIVE_INFINITY
      misses.clear()
    },
    resumeNegativeCache() {
      negativeCacheSince = performance.now()
    },
    *recent(limit) {
      for (const { key, value } of links.recent(limit))
        if (value.outcome.kind === 'redirect')
          yield { address: key, checkedAt: performance.timeOrigin + computeConfirmedAt(value), link: value.outcome.link }
    },
    restore(cached) {
      staleBefore = performance.now()
      for (const { address, checkedAt, link } of cached.toReversed())
        store(address, toDefaultRedirect(link, isOwnOrigin), true, checkedAt - performance.timeOrigin)
    },
    state: () => ({
      links: links.size(),
      bytes: links.weight(),
      misses: misses.size,
      ...counts,
      isDatabaseReachable: !database.isOpen(),
    }),
  }
}

/**
 * Returns whether every field of the links is equal. The revision alone is not enough: destinations, rules and pages
 * also depend on the project's integrations, whose changes do not change the revision.
 */
function isSameLink(one: ResolvedLink, other: ResolvedLink): boolean {
  return one.revision === other.revision && one.destination === other.destination && isDeepStrictEqual(one, other)
}

/**
 * Returns the bytes of the fields that differ between links: the URLs of the destination, the rules and the choices.
 */
function estimateBytes({ destination, rules, choices = [] }: ResolvedLink): number {
  return destination.length + (rules.length + choices.length === 0 ? 0 : 3 * JSON.stringify([rules, choices]).length)
}
