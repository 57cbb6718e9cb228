import { type UserId, userId } from '@linkshelf/contract'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'

export interface TokenRules {
  /** The exact value that `iss` must have. */
  issuer: string
  /** The exact value that `aud` must have. */
  audience: string
  /** The issuer's public keys: a key set, the URL of a key set, or a function that finds keys. */
  keys: JSONWebKeySet | URL | JWTVerifyGetKey
}

/** The claims of a valid token. A token does not say whether its session still exists. */
export interface TokenClaims {
  userId: UserId
  expiresAt: Date
  /** The id of the session at the identity provider. */
  sessionUid: string
  /**
   * The id of the grant. If a code or refresh token is used twice, this grant is deleted. Undefined in tokens of an old
   * release, which did not include it.
   */
  grantId: string | undefined
  /** When the user signed in. */
  signedInAt: Date
}

type VerifyAccessToken = (token: string) => Promise<TokenClaims | undefined>

/** Maximum token length in characters. Our tokens are much shorter. A longer token is rejected without being parsed. */
const maxTokenLength = 8_192

/**
 * The claims of a verified token are cached until the token expires, for at most 60 s. So if the issuer removes a
 * signing key, tokens signed with this key are rejected after at most 60 s. The end of a session is checked with each
 * request.
 */
const cachedTokens = 1_000
const cachedMs = 60_000

/**
 * Verifies JWT access tokens (RFC 9068). Returns undefined if the token is invalid. Keys come only from the issuer's
 * key set, never from the token's header (`jwk`, `jku`, `x5u`, `x5c`). Throws if the keys can't be read.
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
      // `audience` above also accepts a list that contains it, but our tokens name exactly one audience.
      const subject = userId.safeParse(payload.sub)
      if (payload.aud !== audience || !subject.success || subject.data !== payload.sub) return undefined
      const { sid, grant_id: grantId, auth_time: signedInAt } = payload
      if (typeof sid !== 'string' || typeof signedInAt !== 'number') return undefined
      if (grantId !== undefined && typeof grantId !== 'string') return undefined
      const expiresAt = new Date((payload.exp ?? 0) * 1_000) // `exp` is required above
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
