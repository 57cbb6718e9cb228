import { sessionIdleMs, sessionLifetimeMs } from '@linkshelf/contract'
import type { KoaContextWithOIDC, RefreshToken, Session } from 'oidc-provider'

const minute = 60
const day = 24 * 60 * minute

/**
 * Lifetimes in seconds. A session and all its refresh tokens end this long after the sign-in. A grant lives longer than
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
 * A refresh token lives at most 14 days, since each use rotates it, and never longer than 30 days after the sign-in.
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
