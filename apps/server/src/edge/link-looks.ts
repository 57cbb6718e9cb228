import { LRUCache } from 'lru-cache'
import type { ResolvedLink } from '../links/visitors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { FoundLinkLook } from '../storefront/index.ts'

type LinkIds = Pick<ResolvedLink, 'linkId' | 'projectId'>

/**
 * Returns the look of a link's pages, which is the design of its project's store. Returns undefined if the project has
 * no store or the look was never loaded. Never rejects.
 */
export type GetLinkLook = (link: LinkIds, mayLoad: () => boolean) => Promise<FoundLinkLook | undefined>

interface LinkLookOptions {
  findLook: (link: LinkIds) => Promise<FoundLinkLook | undefined>
  timeoutMs: number
  clock?: Clock
}

/** Maximum number of cached looks. A look has about 500 bytes. */
const cachedMax = 5_000

/** If a look is older than this, it is loaded again in the background, and the visitor gets the cached look. */
const ttlMs = 10_000

/** If a look is older than this, the visitor waits for the load, because the owner may have changed it. */
const shownMs = 60_000

export function createLinkLooks({ findLook, timeoutMs, clock = systemClock }: LinkLookOptions): GetLinkLook {
  const cached = new LRUCache<string, { look: FoundLinkLook | undefined }, LinkIds>({
    max: cachedMax,
    ttl: ttlMs,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
    allowStale: true,
    // If a link leaves the cache while its look is loading, the visit still gets the look.
    ignoreFetchAbort: true,
    fetchMethod: (_linkId, stale, { context: link }) =>
      withTimeout(timeoutMs, findLook(link)).then(
        (look) => ({ look }),
        () => stale ?? { look: undefined },
      ),
  })

  return async (link, mayLoad) => {
    const known = cached.peek(link.linkId, { allowStale: true })
    if (!mayLoad()) return known?.look
    const allowStale = cached.getRemainingTTL(link.linkId) > ttlMs - shownMs
    return (await cached.fetch(link.linkId, { context: link, allowStale }))?.look
  }
}
