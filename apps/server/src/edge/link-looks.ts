import { LRUCache } from 'lru-cache'
import type { ResolvedLink } from '../links/visitors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { FoundLinkLook } from '../storefront/index.ts'

type LinkIds = Pick<ResolvedLink, 'linkId' | 'projectId'>

/** Returns how the pages of a link look; undefined without a store, and while it was never loaded. Never rejects. */
export type GetLinkLook = (link: LinkIds, mayLoad: () => boolean) => Promise<FoundLinkLook | undefined>

interface LinkLookOptions {
  findLook: (link: LinkIds) => Promise<FoundLinkLook | undefined>
  timeoutMs: number
  clock?: Clock
}

/** A look has about 500 bytes. */
const cachedMax = 5_000

/** An older look is loaded again while it is shown, so that only the first visitor of a link waits. */
const ttlMs = 10_000

/** A visitor waits rather than see a look that is older, since its owner may have changed it. */
const shownMs = 60_000

export function createLinkLooks({ findLook, timeoutMs, clock = systemClock }: LinkLookOptions): GetLinkLook {
  const cached = new LRUCache<string, { look: FoundLinkLook | undefined }, LinkIds>({
    max: cachedMax,
    ttl: ttlMs,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
    allowStale: true,
    // A visit still gets the look of a link that leaves the cache while it is loaded.
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
