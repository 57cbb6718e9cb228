import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { fetchWithinLimit, providerTimeoutSeconds } from './fetch-within-limit.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** A request of a provider to end sessions. It names a user, one session of the user, or both. */
export interface LogoutToken {
  issuer: string
  subject: string | undefined
  sid: string | undefined
  /** The token's id. A token is accepted once. */
  id: string
}

export class InvalidLogoutTokenError extends Error {}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/**
 * The types that a logout token can name in its header. Back-Channel Logout 1.0 recommends `logout+jwt` (2.4) and does
 * not require it. So the event and the missing nonce tell a token without a type, or with the general type, from an id
 * token (RFC 8725, 3.12). A token with any other type was made for another purpose.
 */
const tokenTypes = ['logout+jwt', 'jwt']
/** How old a logout token can be, in seconds. */
export const maxLogoutTokenSeconds = 120
const signatureAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

interface Metadata {
  issuer: string
  jwks_uri?: string
}

/**
 * Creates a function that verifies logout tokens of a provider (OpenID Connect Back-Channel Logout 1.0, 2.6). The
 * function does not check whether a token was used before. It throws InvalidLogoutTokenError if the token is invalid,
 * and any other error if the provider can't be reached.
 */
export function createLogoutTokenVerifier(
  { clientId }: ProviderSettings,
  getMetadata: () => Promise<Metadata>,
): (token: string) => Promise<LogoutToken> {
  let keys: { uri: string; find: JWTVerifyGetKey } | undefined

  function getKeys(uri: string): JWTVerifyGetKey {
    if (keys?.uri !== uri) {
      const options = { timeoutDuration: providerTimeoutSeconds * 1_000, [customFetch]: fetchKeys }
      keys = { uri, find: createRemoteJWKSet(new URL(uri), options) }
    }
    return keys.find
  }

  return async function verifyLogoutToken(token) {
    const { issuer, jwks_uri: uri } = await getMetadata()
    if (uri === undefined) throw new InvalidLogoutTokenError('The provider publishes no keys')
    const rules = {
      issuer,
      audience: clientId,
      algorithms: signatureAlgorithms,
      requiredClaims: ['jti'],
      maxTokenAge: maxLogoutTokenSeconds,
    }
    const { payload, protectedHeader } = await jwtVerify(token, getKeys(uri), rules).catch((error: unknown) => {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error
      throw new InvalidLogoutTokenError(error.message, { cause: error })
    })
    const { sub, sid, jti, nonce, events } = payload
    const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
    const hasKnownType = type === undefined || tokenTypes.includes(type)
    const isAboutSession = typeof sub === 'string' || typeof sid === 'string'
    if (!isLogout || !hasKnownType || !isAboutSession || nonce !== undefined || typeof jti !== 'string')
      throw new InvalidLogoutTokenError('This is not a logout token')
    return { issuer, subject: typeof sub === 'string' ? sub : undefined, sid: typeof sid === 'string' ? sid : undefined, id: jti }
  }
}

function fetchKeys(url: string, options: { headers: Headers; method: string; redirect: 'manual'; signal: AbortSignal }): Promise<Response> {
  return fetchWithinLimit(url, { ...options, headers: Object.fromEntries(options.headers), body: undefined })
}
