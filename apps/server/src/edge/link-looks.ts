import { LRUCache } from 'lru-cache'
import type { ResolvedLink } from '../links/index.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { FoundLinkLook } from '../storefront/index.ts'

type LinkOfLook = Pick<ResolvedLink, 'linkId' | 'projectId'>

/** Returns how the pages of a link look; undefined without a store, and while it can't be loaded. Never rejects. */
export type GetLinkLook = (link: LinkOfLook, mayLoad: () => boolean) => Promise<FoundLinkLook | undefined>

interface LinkLookOptions {
  findLook: (link: LinkOfLook) => Promise<FoundLinkLook | undefined>
  timeoutMs: number
}

/** A look has about 300 bytes. */
const cachedMax = 5_000

/** A change of the store shows within this time. A failed load is not repeated sooner, so that few visitors wait. */
const ttlMs = 10_000

export function createLinkLooks({ findLook, timeoutMs }: LinkLookOptions): GetLinkLook {
  const cached = new LRUCache<string, Promise<FoundLinkLook | undefined>>({ max: cachedMax, ttl: ttlMs })

  return (link, mayLoad) => {
    const known = cached.get(link.linkId)
    if (known !== undefined) return known
    if (!mayLoad()) return Promise.resolve(undefined)
    const loading = withTimeout(timeoutMs, findLook(link)).catch(() => undefined)
    cached.set(link.linkId, loading)
    return loading
  }
}
