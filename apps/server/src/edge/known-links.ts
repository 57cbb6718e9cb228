// The links this edge knows, so that a visitor of a known link waits for no database.
//
// An answer younger than `refreshMs` is simply given. Older than that it is still given, and looked up again meanwhile: a link that is visited
// often is never waited for. Older than `keepMs` the visitor waits for the look-up, so a notice that was lost is made good within that time. While the
// database can't be reached, what is known goes on being given, however old it is.
import type { Destination } from '../links/index.ts'
import { makeBoundedCache } from '../platform/bounded-cache.ts'
import { makeBatchedLookUp } from './batched-look-up.ts'
import { type KnownLink, knownLinkOf } from './known-link.ts'

export interface KnownLinksOptions {
  findDestinations: (slugs: string[]) => Promise<Map<string, Destination>>
  sharedHeaders: readonly string[]
  maxBytes?: number
  maxMisses?: number
  refreshMs?: number
  keepMs?: number
  /** How long a visitor waits for the database. */
  patienceMs?: number
}

/** `null`: nobody holds the slug. */
export type Found = KnownLink | null

export interface KnownLinks {
  /** What is known and fresh enough, at once; nothing when it has to be looked up. */
  recall(slug: string): Found | undefined
  /** Whether it is a link that was known at some time, fresh or not. */
  hasMet(slug: string): boolean
  /** Never rejects: nothing when the link is unknown and the database can't be reached. */
  lookUp(slug: string): Promise<Found | undefined>
  /** The link changed. */
  forget(slug: string): void
  /** Changes may have gone unheard: everything is looked up again before it is believed. */
  doubtEverything(): void
  state(): { known: number; misses: number; isDatabaseReachable: boolean }
}

interface Memory {
  found: Found
  checkedAt: number
}

/** While the database can't be reached it is asked this often, however many visitors come. */
const retryMs = 250

/** What an entry weighs beside the texts it holds. */
const entryBytes = 900

export function makeKnownLinks(options: KnownLinksOptions): KnownLinks {
  const { findDestinations, sharedHeaders, maxBytes = 128 * 1_048_576, maxMisses = 100_000 } = options
  const { refreshMs = 20_000, keepMs = 30_000, patienceMs = 2_000 } = options
  const links = makeBoundedCache<Memory>(maxBytes)
  // Apart, so that asking for slugs that don't exist pushes out no link.
  const misses = makeBoundedCache<Memory>(maxMisses)
  const lookUps = makeBatchedLookUp(findDestinations, patienceMs)
  let isReachable = true
  let retryAt = 0
  let doubtedAt = Number.NEGATIVE_INFINITY

  const remembered = (slug: string): Memory | undefined => links.find(slug) ?? misses.find(slug)

  async function ask(slug: string): Promise<Found | undefined> {
    if (!isReachable && performance.now() < retryAt) return undefined
    try {
      const { value, askedAt, isOutdated } = await lookUps.find(slug)
      const found = sameAsKnown(slug, value) ?? (value === undefined ? null : knownLinkOf(value, sharedHeaders))
      isReachable = true
      if (!isOutdated) remember(slug, found, askedAt)
      return found
    } catch {
      isReachable = false
      retryAt = performance.now() + retryMs
      return undefined
    }
  }

  /** Mostly a look-up says what is known already, and nothing has to be built again. */
  function sameAsKnown(slug: string, value: Destination | undefined): KnownLink | undefined {
    const known = links.find(slug)?.found
    const isSame = value?.kind === 'link' && known?.go !== undefined && known.go.to === value.target && known.go.linkId === value.linkId
    return isSame ? known : undefined
  }

  function remember(slug: string, found: Found, checkedAt: number): void {
    const memory = { found, checkedAt }
    if (found === null) misses.put(slug, memory, 1)
    else {
      misses.forget(slug)
      links.put(slug, memory, entryBytes + 2 * slug.length + (found.go?.to.length ?? 0))
    }
  }

  return {
    recall(slug) {
      const memory = remembered(slug)
      if (memory === undefined) return undefined
      const age = performance.now() - memory.checkedAt
      if (memory.checkedAt < doubtedAt || age > keepMs) return undefined
      if (age > refreshMs && memory.found !== null) void ask(slug)
      return memory.found
    },
    hasMet: (slug) => links.find(slug) !== undefined,
    async lookUp(slug) {
      const memory = remembered(slug)
      if (memory === undefined) return ask(slug)
      if (isReachable) return (await ask(slug)) ?? memory.found
      void ask(slug) // notices when the database is back
      return memory.found
    },
    forget(slug) {
      links.forget(slug)
      misses.forget(slug)
      lookUps.outdate(slug)
    },
    doubtEverything() {
      doubtedAt = performance.now()
      isReachable = true
      lookUps.startAfresh()
    },
    state: () => ({ known: links.count(), misses: misses.count(), isDatabaseReachable: isReachable }),
  }
}
