// Edges are told of changes as they happen. So that nothing depends on having heard it, an edge also reads, every few seconds, which links have changed.
import type { LinkChanges } from '../links/index.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { KnownLinks } from './known-links.ts'

export interface CatchUpOptions {
  findLinkChanges: (since: number | undefined, most: number) => Promise<LinkChanges>
  knownLinks: Pick<KnownLinks, 'forget' | 'confirm' | 'doubtEverything'>
  everyMs: number
  log: Log
}

/** More changes than these are not told apart: everything is in doubt then. */
const changesMax = 10_000

/** So many times each change is read, since the replica that answers a look-up may be behind the one that tells of changes. */
const timesRead = 6

/** After an hour of silence everything is in doubt: changes are not kept for ever. */
const silenceMaxMs = 3_600_000

export interface CatchUp {
  /** At once: something may just have gone unheard. */
  catchUpNow(): void
  close(): void
}

/** Goes on until it is closed; a database that can't be reached is asked again. */
export function keepCaughtUp({ findLinkChanges, knownLinks, everyMs, log }: CatchUpOptions): CatchUp {
  let marks: number[] = []
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let next: NodeJS.Timeout | undefined
  let isFailing = false
  let isClosed = false

  async function catchUp(): Promise<void> {
    const askedAt = performance.now()
    if (askedAt - caughtUpAt > silenceMaxMs) marks = []
    const since = marks.length === 0 ? undefined : Math.min(...marks)
    const { slugs, mark } = await withTimeout(everyMs, findLinkChanges(since, changesMax))
    if (since === undefined || slugs.length === changesMax) knownLinks.doubtEverything()
    for (const slug of slugs) knownLinks.forget(slug)
    knownLinks.confirm(askedAt)
    caughtUpAt = askedAt
    marks = [...marks, mark].slice(-timesRead)
  }

  async function goOn(): Promise<void> {
    clearTimeout(next)
    try {
      await catchUp()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isClosed) log.warn({ err: error }, 'It is not known which links changed; each is looked up again after a while')
      isFailing = true
    }
    clearTimeout(next)
    if (!isClosed) next = setTimeout(goOn, everyMs).unref()
  }

  void goOn()
  return {
    catchUpNow: () => void goOn(),
    close() {
      isClosed = true
      clearTimeout(next)
    },
  }
}
