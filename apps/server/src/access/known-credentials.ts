// Credentials that were verified are known to this process. Every process asks PostgreSQL every 400 ms which of its
// known credentials are still valid, and trusts no answer that is older than 900 ms: within a second an ended one works
// nowhere, also after messages were lost, because none is needed.
import { LRUCache } from 'lru-cache'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'

export interface KnownCredential<Row> {
  /** The row that the last query returned. */
  row: Row
  /** Aborts within a second after the credential ended, or when this can't be known any more. */
  ended: AbortSignal
}

export interface KnownCredentials<Row> {
  /** Returns undefined for one that has to be looked up: it is unknown, or was confirmed too long ago. */
  findTrusted(name: string): KnownCredential<Row> | undefined
  /**
   * Queries one credential, which is known from then on. Returns undefined when it is not valid. Throws any
   * error of the database.
   */
  lookUp(name: string): Promise<KnownCredential<Row> | undefined>
  close(): void
}

export interface KnownCredentialsOptions<Row> {
  /** Returns those of the named credentials that are valid. */
  select(names: string[]): Promise<Map<string, Row>>
  /** Combines the row that is known with the one that a query returned later. */
  merge?(known: Row, found: Row): Row
  /** How many are known at once. The one that was used longest ago is forgotten. */
  max: number
  log: Log
  /** The message of the log when they could not be confirmed. */
  failure: string
}

interface Entry<Row> extends KnownCredential<Row> {
  ending: AbortController
  /** The start of the last query that returned it. */
  foundAtMs: number
}

const confirmEveryMs = 400
const trustedMs = 900
/** Longer than any stream, which ends when its credential is forgotten. */
const knownMs = 15 * 60_000

export function openKnownCredentials<Row>({
  select,
  merge = (_known, found) => found,
  max,
  log,
  failure,
}: KnownCredentialsOptions<Row>): KnownCredentials<Row> {
  const known = new LRUCache<string, Entry<Row>>({
    max,
    ttl: knownMs,
    updateAgeOnGet: true,
    perf: { now: () => performance.now() },
    dispose: ({ ending }) => ending.abort(),
  })
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function remember(name: string, row: Row, foundAtMs: number): Entry<Row> {
    const existing = known.get(name)
    if (existing !== undefined)
      return Object.assign(existing, { row: merge(existing.row, row), foundAtMs: Math.max(existing.foundAtMs, foundAtMs) })
    const ending = new AbortController()
    const added = { row, ending, ended: ending.signal, foundAtMs }
    known.set(name, added)
    if (!isClosed) timer ??= setTimeout(confirmAndSchedule, confirmEveryMs).unref()
    return added
  }

  /** Forgets the known credentials that ended. When that can't be known, all of them: each is looked up again. */
  async function confirm(): Promise<void> {
    known.purgeStale()
    const startedAtMs = performance.now()
    const names = [...known.keys()]
    try {
      const found = await withTimeout(trustedMs, select(names))
      for (const name of names) {
        const [entry, row] = [known.peek(name), found.get(name)]
        if (row === undefined) known.delete(name)
        else if (entry !== undefined) Object.assign(entry, { row: merge(entry.row, row), foundAtMs: startedAtMs })
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, failure)
      known.clear()
    }
  }

  async function confirmAndSchedule(): Promise<void> {
    await confirm()
    timer = known.size === 0 || isClosed ? undefined : setTimeout(confirmAndSchedule, confirmEveryMs).unref()
  }

  return {
    findTrusted(name) {
      const entry = known.get(name)
      return entry !== undefined && performance.now() - entry.foundAtMs < trustedMs ? entry : undefined
    },
    async lookUp(name) {
      const startedAtMs = performance.now()
      const row = (await select([name])).get(name)
      if (row !== undefined) return remember(name, row, startedAtMs)
      known.delete(name)
      return undefined
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      known.clear()
    },
  }
}
