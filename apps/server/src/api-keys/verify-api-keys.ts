import { LRUCache } from 'lru-cache'
import {
  type ApiKeyActor,
  type EventSource,
  failRateLimited,
  type KnownCredential,
  logSecurityEvent,
  openKnownCredentials,
} from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { toAddressGroup } from '../platform/http/client-address.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createMemoryAttempts } from '../platform/throttle/attempts.ts'
import { createThrottle, type RateLimit } from '../platform/throttle/throttle.ts'
import { type FoundApiKey, findApiKeys, updateLastUsed } from './api-key-table.ts'
import { computeKeyDigest } from './api-key-text.ts'

export interface ApiKeyVerifier {
  /**
   * Verifies an API key. Returns undefined if the text is not a valid key. Throws TOO_MANY_REQUESTS if one network has
   * sent too many different unknown keys. Throws any database error.
   */
  verify(key: string, source: EventSource): Promise<ApiKeyActor | undefined>
  close(): void
}

const knownMax = 5_000
const unknownMax = 10_000
const useStoredEveryMs = 60_000
const unknownKeyLimit: RateLimit = { kind: 'unknown API keys', max: 60, windowMs: 15 * 60_000 }

export function openApiKeyVerifier({ db, clock, log }: CoreDeps): ApiKeyVerifier {
  const known = openKnownCredentials<FoundApiKey>({
    async select(names) {
      const found = await findApiKeys(
        db,
        names.map((name) => Buffer.from(name, 'base64')),
      )
      return new Map(found.map((key) => [toBase64(key.digest), key]))
    },
    merge: (key, found) => ({ ...found, last_used_at: pickLaterDate(key.last_used_at, found.last_used_at) }),
    max: knownMax,
    log,
    failure: 'API keys could not be confirmed',
  })
  /** Keys that are unknown, revoked or expired. They never become valid again, because new keys are random. */
  const rejected = new LRUCache<string, true>({ max: unknownMax })
  const throttle = createThrottle(createMemoryAttempts(unknownMax), clock, 'unknown API keys')

  async function lookUp(name: string, source: EventSource): Promise<KnownCredential<FoundApiKey> | undefined> {
    if (rejected.has(name)) return undefined
    const attempt = { limit: unknownKeyLimit, subject: toAddressGroup(source.address ?? '') }
    const reached = await throttle.consume(attempt)
    if (reached !== undefined) {
      logSecurityEvent(log, 'rate_limit.reached', { ...source, limit: reached.kind, subject: reached.subject })
      failRateLimited(reached.retryAfterSeconds)
    }
    const found = await known.lookUp(name).catch(async (error: unknown) => {
      await throttle.refund(attempt) // otherwise clients that retry while the database is down would remain limited long afterwards
      throw error
    })
    if (found !== undefined) await throttle.refund(attempt)
    return found
  }

  /** Logs the first use of a key that is not valid. */
  function reject(name: string, source: EventSource, keyId?: string): undefined {
    if (rejected.has(name)) return
    rejected.set(name, true)
    logSecurityEvent(log, 'api_key.rejected', { ...source, keyId })
  }

  function storeUse(key: KnownCredential<FoundApiKey>, now: Date): void {
    const { id, organization_id: organizationId, last_used_at } = key.row
    if (now.getTime() - (last_used_at?.getTime() ?? 0) < useStoredEveryMs) return
    key.row = { ...key.row, last_used_at: now }
    withScope(db, { organizationId }, (tx) => updateLastUsed(tx, id, now)).catch((error: unknown) =>
      log.debug({ err: error, keyId: id }, 'The use of an API key could not be stored'),
    )
  }

  return {
    async verify(text, source) {
      const name = toBase64(computeKeyDigest(text))
      const key = known.findTrusted(name) ?? (await lookUp(name, source))
      const now = clock.now()
      if (key === undefined) return reject(name, source)
      if (key.row.expires_at !== null && key.row.expires_at <= now) return reject(name, source, key.row.id)
      storeUse(key, now)
      return toActor(key)
    },
    close: known.close,
  }
}

function toBase64(digest: Buffer): string {
  return digest.toString('base64')
}

function pickLaterDate(first: Date | null, second: Date | null): Date | null {
  if (first === null || second === null) return first ?? second
  return first > second ? first : second
}

function toActor({ row: { id, organization_id, user_id, is_read_only, expires_at }, ended }: KnownCredential<FoundApiKey>): ApiKeyActor {
  return {
    kind: 'apiKey',
    keyId: id,
    userId: user_id,
    organizationId: organization_id,
    isReadOnly: is_read_only,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ended,
  }
}
