import { sessionIdleMs, sessionLifetimeMs } from '@linkshelf/contract'
import type { KoaContextWithOIDC, RefreshToken, Session } from 'oidc-provider'

const minute = 60
const day = 24 * 60 * minute

/**
 * Lifetimes in seconds. `session` is the time from the sign-in to the end of the session and of all its refresh tokens.
 * A grant lives longer than both, so that it never shortens a token.
 */
export const tokenLifetimes = {
  accessToken: 10 * minute,
  code: minute,
  interaction: 60 * minute,
  session: sessionLifetimeMs / 1_000,
  grant: 60 * day,
}

/**
 * Returns the lifetime of a refresh token: at most 14 days, because each use replaces the token by a new one, and never
 * longer than 30 days after the sign-in.
 */
export function refreshTokenLifetime(_ctx: KoaContextWithOIDC, { authTime }: RefreshToken): number {
  return Math.min(remainingLifetime(authTime), sessionIdleMs / 1_000)
}

/** Returns the remaining lifetime of a session. It ends 30 days after the sign-in, however often it is used. */
export function browserSessionLifetime(_ctx: KoaContextWithOIDC, { loginTs }: Session): number {
  return remainingLifetime(loginTs)
}

/**
 * Returns the time until 30 days after the sign-in, in whole seconds, at least one. Uses the system clock, because the
 * provider does.
 */
function remainingLifetime(signedInAt: number = Math.floor(Date.now() / 1_000)): number {
  return Math.max(1, signedInAt + tokenLifetimes.session - Math.floor(Date.now() / 1_000))
}
