// The links this edge knows, so that a visitor of a known link waits for no database.
//
// What is known of a link is given for as long as nothing says that it changed. Whoever reads the changes confirms what is known; when nobody did for
// `keepMs`, the visitor waits for a look-up, so a change that was not heard of is made good within that time. While the database can't be reached, links
// that are known go on being given, however old they are. That nobody holds a slug is not: somebody may by now.
import type { Destination } from '../links/index.ts'
import { makeBoundedCache } from '../platform/bounded-cache.ts'
import { ownText } from '../platform/own-text.ts'
import { makeBatchedLookUp } from './batched-look-up.ts'
import { type Go, type KnownLink, knownLinkOf } from './known-link.ts'

export interface KnownLinksOptions {
  findDestinations: (slugs: string[]) => Promise<Map<string, Destination>>
  maxBytes?: number
  maxMisses?: number
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
  /** Every change until then, in `performance.now()`, has been told. */
  confirm(at: number): void
  /** Changes go unheard from now on: that nobody holds a slug is asked each time, until it may be believed again. */
  doubtMisses(): void
  believeMisses(): void
  /** Changes may have gone unheard: everything is looked up again before it is believed. */
  doubtEverything(): void
  /** Links that lead somewhere, at most so many, those that were visited last before the others. */
  latest(most: number): Iterable<HotLink>
  /** What an earlier process knew, the last visited first. It is believed no more than anything that is in doubt. */
  restore(links: readonly HotLink[]): void
  state(): KnownLinksState
}

/** A link as it outlives its process. */
export interface HotLink {
  slug: string
  /** When the database said so, in milliseconds since 1970. */
  checkedAt: number
  destination: Extract<Destination, { kind: 'link' }>
}

export interface KnownLinksState {
  known: number
  /** Of memory, for the links. */
  bytes: number
  misses: number
  /** How many slugs the database was asked for, since the start. */
  lookUps: number
  /** How many of those nobody held. */
  notFound: number
  isDatabaseReachable: boolean
}

interface Memory {
  found: Found
  /** In `performance.now()`; below zero when an earlier process asked. */
  checkedAt: number
}

/** While the database can't be reached it is asked this often, however many visitors come. */
const retryMs = 250

/** Of the memory for links: what a visit to every link there is leaves to those that are visited more than once. */
const visitedAgainShare = 0.8

/** What a link costs beside its slug and its address: a test weighs it. */
const linkBytes = 480

export function makeKnownLinks(options: KnownLinksOptions): KnownLinks {
  const { findDestinations, maxBytes = 64 * 1_048_576, maxMisses = 100_000 } = options
  const { keepMs = 30_000, patienceMs = 2_000 } = options
  const links = makeBoundedCache<Memory>(maxBytes, visitedAgainShare)
  // Apart, so that asking for slugs that don't exist pushes out no link.
  const misses = makeBoundedCache<Memory>(maxMisses)
  const counts = { lookUps: 0, notFound: 0 }
  const lookUps = makeBatchedLookUp((slugs) => {
    counts.lookUps += slugs.length
    return findDestinations(slugs)
  }, patienceMs)
  let isReachable = true
  let retryAt = 0
  let isTrying = false
  /** Changes are heard of since then, in `performance.now()`. */
  let hearsSince = Number.NEGATIVE_INFINITY
  let doubtedAt = Number.NEGATIVE_INFINITY
  let toldUntil = Number.NEGATIVE_INFINITY

  /** While the database can't be reached, one visitor at a time finds out whether it still can't; nobody else waits for that. */
  async function ask(slug: string): Promise<Found | undefined> {
    if (isReachable) return find(slug)
    if (isTrying || performance.now() < retryAt) return undefined
    isTrying = true
    const found = await find(slug)
    isTrying = false
    return found
  }

  async function find(slug: string): Promise<Found | undefined> {
    try {
      const { value, askedAt, isOutdated } = await lookUps.find(slug)
      const found = sameAsKnown(slug, value) ?? (value === undefined ? null : knownLinkOf(value))
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
    const { go } = known ?? {}
    if (value?.kind !== 'link' || !known || !go) return undefined
    const isSame = go.to === value.target && go.linkId === value.linkId && go.projectId === value.projectId
    return isSame && go.organizationId === value.organizationId ? known : undefined
  }

  function remember(slug: string, found: Found, checkedAt: number): void {
    const known = found && links.find(slug)
    if (known && known.found === found) {
      known.checkedAt = checkedAt
      return
    }
    const memory = { found, checkedAt }
    const key = ownText(slug) // it was cut from the target of a request
    if (found === null) {
      counts.notFound += 1
      links.forget(key)
      if (checkedAt >= hearsSince) misses.put(key, memory, 1)
    } else {
      misses.forget(key)
      links.put(key, memory, linkBytes + key.length + (found.go?.to.length ?? 0))
    }
  }

  /** When it was still as the database has it, in `performance.now()`. */
  function trueAt({ found, checkedAt }: Memory): number {
    return found === null || checkedAt < doubtedAt ? checkedAt : Math.max(checkedAt, toldUntil)
  }

  return {
    recall(slug) {
      const memory = links.find(slug) ?? (isReachable ? misses.find(slug) : undefined)
      if (memory === undefined) return undefined
      return memory.checkedAt < doubtedAt || performance.now() - trueAt(memory) > keepMs ? undefined : memory.found
    },
    hasMet: (slug) => links.find(slug) !== undefined,
    async lookUp(slug) {
      const known = links.find(slug)?.found
      if (known === undefined) return ask(slug)
      const asking = ask(slug) // also notices when the database is back
      if (!isReachable) return known
      const found = await asking
      return found === undefined ? known : found
    },
    forget(slug) {
      links.forget(slug)
      misses.forget(slug)
      lookUps.outdate(slug)
    },
    confirm(at) {
      toldUntil = Math.max(toldUntil, at)
    },
    doubtMisses() {
      hearsSince = Number.POSITIVE_INFINITY
      misses.clear()
    },
    believeMisses() {
      hearsSince = performance.now()
    },
    doubtEverything() {
      doubtedAt = performance.now()
      isReachable = true
      lookUps.startAfresh()
    },
    *latest(most) {
      for (const { key, value } of links.latest(most)) if (value.found?.go) yield hotLink(key, value.found.go, trueAt(value))
    },
    restore(hot) {
      doubtedAt = performance.now()
      for (const { slug, checkedAt, destination } of hot.toReversed())
        remember(slug, knownLinkOf(destination), checkedAt - performance.timeOrigin)
    },
    state: () => ({ known: links.count(), bytes: links.weight(), misses: misses.count(), ...counts, isDatabaseReachable: isReachable }),
  }
}

function hotLink(slug: string, { linkId, projectId, organizationId, to: target }: Go, trueAt: number): HotLink {
  return { slug, checkedAt: performance.timeOrigin + trueAt, destination: { kind: 'link', linkId, projectId, organizationId, target } }
}
