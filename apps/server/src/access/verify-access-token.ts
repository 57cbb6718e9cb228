import { userId } from '@linkshelf/contract'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { UserActor } from './context.ts'

export interface TokenRules {
  /** Exactly what `iss` must say. */
  issuer: string
  /** Exactly what `aud` must say. */
  audience: string
  /** The issuer's public keys: a set, the address of one, or a function that finds them. */
  keys: JSONWebKeySet | URL | JWTVerifyGetKey
}

type VerifyAccessToken = (token: string) => Promise<UserActor | undefined>

/** Far above any token we issue; a longer one is rejected unread. */
const maxTokenLength = 8_192

/** A verified token is cached until it expires, at most 60 s: a key that is removed stops working within that time. */
const cachedTokens = 1_000
const cachedMs = 60_000

/**
 * Verifies JWT access tokens (RFC 9068). Returns undefined for an invalid token; a key is only ever taken from the issuer's set,
 * whatever the token's header offers (`jwk`, `jku`, `x5u`, `x5c`). Throws when the keys can't be read.
 */
export function createTokenVerifier({ issuer, audience, keys }: TokenRules): VerifyAccessToken {
  const findKey = keyFinder(keys)
  const verified = new LRUCache<string, UserActor>({ max: cachedTokens, perf: { now: () => Date.now() }, ttlResolution: 0 })
  return async (token) => {
    if (token.length > maxTokenLength) return undefined
    const known = verified.get(token)
    if (known) return known
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ['ES256', 'RS256'],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      // `audience` above accepts a list with one match; our tokens name exactly one audience.
      const subject = userId.safeParse(payload.sub)
      if (payload.aud !== audience || !subject.success || subject.data !== payload.sub) return undefined
      const expiresAt = new Date((payload.exp ?? 0) * 1_000) // required above
      const actor: UserActor = {
        kind: 'user',
        userId: subject.data,
        expiresAt,
        ...(typeof payload.sid === 'string' && { sessionUid: payload.sid }),
      }
      verified.set(token, actor, { ttl: Math.max(1, Math.min(expiresAt.getTime() - Date.now(), cachedMs)) })
      return actor
    } catch (error) {
      if (isTokenError(error)) return undefined
      throw error
    }
  }
}

function keyFinder(keys: TokenRules['keys']): JWTVerifyGetKey {
  if (typeof keys === 'function') return keys
  return keys instanceof URL ? createRemoteJWKSet(keys) : createLocalJWKSet(keys)
}

/** True when the token is invalid, false when the keys could not be fetched. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  )
}
