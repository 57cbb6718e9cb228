// The process remembers credentials that it has verified. Every 400 ms it queries PostgreSQL which of them are still
// valid, and it trusts no result older than 900 ms. So within a second after a credential ended, no process accepts it.
// No notification is needed for this, so lost notifications do no harm.
import { LRUCache } from 'lru-cache'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'

export interface KnownCredential<Row> {
  /** The row that the last query returned. */
  row: Row
  /** Aborts within a second after the credential ended, or if PostgreSQL could not confirm the credential in time. */
  ended: AbortSignal
}

export interface KnownCredentials<Row> {
  /**
   * Returns a credential that was confirmed recently. Returns undefined if it must be looked up, because it is unknown
   * or was confirmed too long ago.
   */
  findTrusted(name: string): KnownCredential<Row> | undefined
  /**
   * Queries one credential and remembers it if it is valid. Returns undefined if it is not valid. Throws any database
   * error.
   */
  lookUp(name: string): Promise<KnownCredential<Row> | undefined>
  close(): void
}

export interface KnownCredentialsOptions<Row> {
  /** Returns the valid credentials among the named ones. */
  select(names: string[]): Promise<Map<string, Row>>
  /** Combines the remembered row with the row that a later query returned. */
  merge?(known: Row, found: Row): Row
  /** How many credentials are remembered. If there are more, the least recently used one is forgotten. */
  max: number
  log: Log
  /** The log message if the credentials could not be confirmed. */
  failure: string
}

interface Entry<Row> extends KnownCredential<Row> {
  ending: AbortController
  /** When the last query that returned this credential started. */
  foundAtMs: number
}

const confirmEveryMs = 400
const trustedMs = 900
/**
 * How long an unused credential is remembered. Must exceed the duration of any stream, because a stream ends when its
 * credential is forgotten.
 */
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

  /**
   * Forgets the credentials that have ended. If the query fails, forgets all credentials, so that each must be looked
   * up again.
   */
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
