import { sessionIdleMs, sessionLifetimeMs } from '@linkshelf/contract'
import type { KoaContextWithOIDC, RefreshToken, Session } from 'oidc-provider'

const minute = 60
const day = 24 * 60 * minute

/**
 * The lifetime in seconds. A session, and every refresh token in it, ends this long after the sign-in; a grant outlives
 * both, so that it never shortens a token.
 */
export const tokenLifetimes = {
  accessToken: 10 * minute,
  code: minute,
  interaction: 60 * minute,
  session: sessionLifetimeMs / 1_000,
  grant: 60 * day,
}

/**
 * Until 30 days after the sign-in, however often the token is rotated; and 14 days at most, since each use rotates it.
 */
export function refreshTokenLifetime(_ctx: KoaContextWithOIDC, { authTime }: RefreshToken): number {
  return Math.min(remainingLifetime(authTime), sessionIdleMs / 1_000)
}

/** The session lives until 30 days after the sign-in, however often it is used. */
export function browserSessionLifetime(_ctx: KoaContextWithOIDC, { loginTs }: Session): number {
  return remainingLifetime(loginTs)
}

/** Returns whole seconds, at least one. The provider's time is the system's. */
function remainingLifetime(signedInAt: number = Math.floor(Date.now() / 1_000)): number {
  return Math.max(1, signedInAt + tokenLifetimes.session - Math.floor(Date.now() / 1_000))
}
