import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Person } from './reach.ts'

export interface TokenRules {
  /** Exactly what `iss` must say. */
  issuer: string
  /** Exactly what `aud` must say. */
  audience: string
  /** The issuer's public keys: a set, the address of one, or a function that finds them. */
  keys: JSONWebKeySet | URL | JWTVerifyGetKey
}

export type VerifyAccessToken = (token: string) => Promise<Person | undefined>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Far above any token we issue; nothing longer is looked at. */
const longestToken = 8_192

/** What was right a moment ago is not checked again, until it ends or its key may have been taken back. */
const rememberedTokens = 1_000
const rememberedMs = 60_000

/**
 * Reads a JWT access token (RFC 9068). Undefined for whatever is not entirely right; a key is only ever taken from the issuer's set,
 * whatever the token's header offers (`jwk`, `jku`, `x5u`, `x5c`). Throws when the keys can't be read.
 */
export function makeTokenVerifier({ issuer, audience, keys }: TokenRules): VerifyAccessToken {
  const findKey = keyFinder(keys)
  const remembered = new LRUCache<string, { person: Person; until: number }>({ max: rememberedTokens })
  return async (token) => {
    if (token.length > longestToken) return undefined
    const known = remembered.get(token)
    if (known && Date.now() < known.until) return known.person
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ['ES256', 'RS256'],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      // `audience` above is content with one match in a list; ours has one audience and says so plainly.
      if (payload.aud !== audience || payload.sub === undefined || !uuid.test(payload.sub)) return undefined
      const knownUntil = new Date((payload.exp ?? 0) * 1_000) // required above
      const person = { userId: payload.sub, knownUntil }
      remembered.set(token, { person, until: Math.min(knownUntil.getTime(), Date.now() + rememberedMs) })
      return person
    } catch (error) {
      if (isTokenFault(error)) return undefined
      throw error
    }
  }
}

function keyFinder(keys: TokenRules['keys']): JWTVerifyGetKey {
  if (typeof keys === 'function') return keys
  return keys instanceof URL ? createRemoteJWKSet(keys) : createLocalJWKSet(keys)
}

/** What is wrong with the token, as against what is wrong with reaching the keys. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  )
}
