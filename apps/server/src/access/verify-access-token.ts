import { type UserId, userId } from '@linkshelf/contract'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'

export interface TokenRules {
  /** Exactly what `iss` must say. */
  issuer: string
  /** Exactly what `aud` must say. */
  audience: string
  /** The issuer's public keys: a set, the address of one, or a function that finds them. */
  keys: JSONWebKeySet | URL | JWTVerifyGetKey
}

/** The claims of a valid token. A token does not say whether its session still exists. */
export interface TokenClaims {
  userId: UserId
  expiresAt: Date
  /** The session at the identity provider. */
  sessionUid: string
  /** The grant, which a reused code or refresh token deletes; undefined in tokens of a release that named none. */
  grantId: string | undefined
  /** When the user signed in. */
  signedInAt: Date
}

type VerifyAccessToken = (token: string) => Promise<TokenClaims | undefined>

/** Every token that we issue is far shorter; a longer one is rejected unread. */
const maxTokenLength = 8_192

/**
 * The claims of a verified token are cached until it expires, at most 60 s: a key that is removed stops working within
 * that time. The end of a session is checked with each request.
 */
const cachedTokens = 1_000
const cachedMs = 60_000

/**
 * Verifies JWT access tokens (RFC 9068). Returns undefined for an invalid token; a key is only ever taken from the
 * issuer's set, never from the token's header (`jwk`, `jku`, `x5u`, `x5c`). Throws when the keys can't be read.
 */
export function createTokenVerifier({ issuer, audience, keys }: TokenRules): VerifyAccessToken {
  const findKey = createKeyFinder(keys)
  const verified = new LRUCache<string, TokenClaims>({ max: cachedTokens, perf: { now: () => Date.now() }, ttlResolution: 0 })
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
        requiredClaims: ['sub', 'exp', 'iat', 'sid', 'auth_time'],
      })
      // `audience` above accepts a list with one match; our tokens name exactly one audience.
      const subject = userId.safeParse(payload.sub)
      if (payload.aud !== audience || !subject.success || subject.data !== payload.sub) return undefined
      const { sid, grant_id: grantId, auth_time: signedInAt } = payload
      if (typeof sid !== 'string' || typeof signedInAt !== 'number') return undefined
      if (grantId !== undefined && typeof grantId !== 'string') return undefined
      const expiresAt = new Date((payload.exp ?? 0) * 1_000) // required above
      const claims: TokenClaims = { userId: subject.data, expiresAt, sessionUid: sid, grantId, signedInAt: new Date(signedInAt * 1_000) }
      verified.set(token, claims, { ttl: Math.max(1, Math.min(expiresAt.getTime() - Date.now(), cachedMs)) })
      return claims
    } catch (error) {
      if (isTokenError(error)) return undefined
      throw error
    }
  }
}

function createKeyFinder(keys: TokenRules['keys']): JWTVerifyGetKey {
  if (typeof keys === 'function') return keys
  return keys instanceof URL ? createRemoteJWKSet(keys) : createLocalJWKSet(keys)
}

/** Returns true when the token is invalid, false when the keys could not be fetched. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  )
}
