// Keys that were verified are known to this process. Every process asks PostgreSQL every 400 ms which of its known keys still exist, and trusts no answer that is
// older than 900 ms: within a second a revoked key works nowhere, whatever gets lost. Nothing has to be notified.
import { LRUCache } from 'lru-cache'
import { type ApiKeyActor, type EventSource, failRateLimited, logSecurityEvent } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { addressGroup } from '../../platform/http/ip-address.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { createMemoryAttempts } from '../../platform/throttle/memory-attempts.ts'
import { createThrottle, type RateLimit } from '../../platform/throttle/throttle.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { type FoundApiKey, findApiKeys, updateLastUsed } from '../api-key-table.ts'
import { digestOf } from '../api-key-text.ts'

export interface ApiKeyVerifier {
  /**
   * Returns undefined for what is not a key, or not any more. Throws TOO_MANY_REQUESTS when a network shows too many different unknown keys, and any error of
   * the database.
   */
  verify(key: string, source: EventSource): Promise<ApiKeyActor | undefined>
  close(): void
}

interface KnownKey {
  actor: ApiKeyActor
  ending: AbortController
  /** The start of the last query that found it. */
  foundAtMs: number
  lastUsedMs: number
}

const confirmEveryMs = 400
const trustedMs = 900
/** Longer than any stream, which ends when its key is forgotten. */
const knownMs = 15 * 60_000
const knownMax = 5_000
const unknownMax = 10_000
const useStoredEveryMs = 60_000
const unknownKeyLimit: RateLimit = { kind: 'unknown API keys', max: 60, windowMs: 15 * 60_000 }

export function openApiKeyVerifier({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): ApiKeyVerifier {
  const known = new LRUCache<string, KnownKey>({
    max: knownMax,
    ttl: knownMs,
    updateAgeOnGet: true,
    perf: { now: () => performance.now() },
    dispose: ({ ending }) => ending.abort(),
  })
  /** A key that is unknown stays so: a new one is like none before, and a revoked one never returns. */
  const unknown = new LRUCache<string, true>({ max: unknownMax })
  const throttle = createThrottle(createMemoryAttempts(unknownMax), clock, 'unknown API keys')
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function look(digest: Buffer, source: EventSource): Promise<KnownKey | undefined> {
    const name = digest.toString('base64')
    if (unknown.has(name)) return undefined
    const attempt = { limit: unknownKeyLimit, subject: addressGroup(source.address ?? '') }
    const reached = await throttle.consume(attempt)
    if (reached !== undefined) {
      logSecurityEvent(log, 'rate_limit.reached', { ...source, limit: reached.kind, subject: reached.subject })
      failRateLimited(reached.retryAfterSeconds)
    }
    const startedAtMs = performance.now()
    const [found] = await findApiKeys(db, [digest]).catch(async (error: unknown) => {
      await throttle.refund(attempt) // or clients that try again while the database is down would be limited long after
      throw error
    })
    if (found === undefined) {
      known.delete(name)
      unknown.set(name, true)
      return undefined
    }
    await throttle.refund(attempt)
    return remember(name, found, startedAtMs)
  }

  function remember(name: string, found: FoundApiKey, foundAtMs: number): KnownKey {
    const existing = known.get(name)
    if (existing !== undefined) return Object.assign(existing, { foundAtMs: Math.max(existing.foundAtMs, foundAtMs) })
    const added = { ...toKnownKey(found), foundAtMs }
    known.set(name, added)
    if (!isClosed) timer ??= setTimeout(confirmAndSchedule, confirmEveryMs).unref()
    return added
  }

  /** Forgets the known keys that are gone. When that can't be known, all of them: each is looked up again. */
  async function confirm(): Promise<void> {
    known.purgeStale()
    const startedAtMs = performance.now()
    const names = [...known.keys()]
    const digests = names.map((name) => Buffer.from(name, 'base64'))
    try {
      const found = new Map((await withTimeout(trustedMs, findApiKeys(db, digests))).map((key) => [key.digest.toString('base64'), key]))
      for (const name of names) {
        const [key, still] = [known.peek(name), found.get(name)]
        if (still === undefined) known.delete(name)
        else if (key !== undefined)
          Object.assign(key, { foundAtMs: startedAtMs, lastUsedMs: Math.max(key.lastUsedMs, still.last_used_at?.getTime() ?? 0) })
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'API keys could not be confirmed')
      known.clear()
    }
  }

  async function confirmAndSchedule(): Promise<void> {
    await confirm()
    timer = known.size === 0 || isClosed ? undefined : setTimeout(confirmAndSchedule, confirmEveryMs).unref()
  }

  function storeUse(key: KnownKey, now: Date): void {
    if (now.getTime() - key.lastUsedMs < useStoredEveryMs) return
    key.lastUsedMs = now.getTime()
    const { organizationId, keyId } = key.actor
    withScope(db, { organizationId }, (tx) => updateLastUsed(tx, keyId, now)).catch((error: unknown) =>
      log.debug({ err: error, keyId }, 'The use of an API key could not be stored'),
    )
  }

  return {
    async verify(text, source) {
      const digest = digestOf(text)
      const recent = known.get(digest.toString('base64'))
      const isTrusted = recent !== undefined && performance.now() - recent.foundAtMs < trustedMs
      const key = isTrusted ? recent : await look(digest, source)
      const now = clock.now()
      if (key === undefined || (key.actor.expiresAt !== undefined && key.actor.expiresAt <= now)) return undefined
      storeUse(key, now)
      return key.actor
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      known.clear()
    },
  }
}

function toKnownKey({ id, organization_id, user_id, is_read_only, expires_at, last_used_at }: FoundApiKey) {
  const ending = new AbortController()
  const actor: ApiKeyActor = {
    kind: 'apiKey',
    keyId: id,
    userId: user_id,
    organizationId: organization_id,
    isReadOnly: is_read_only,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ended: ending.signal,
  }
  return { actor, ending, lastUsedMs: last_used_at?.getTime() ?? 0 }
}
