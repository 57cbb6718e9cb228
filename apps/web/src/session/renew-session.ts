import { refreshThresholdMs } from '@linkshelf/contract'
import { readStoredSession, type StoredSession } from './stored-session.ts'

/** Thrown if there is no stored session, or if the provider rejected its renewal. */
export class SignInRequiredError extends Error {
  override name = 'SignInRequiredError'
}

/** Returns whether this browser has a session that needs no renewal yet. */
export function hasFreshSession(): boolean {
  const session = readStoredSession()
  return session !== undefined && !isExpiring(session)
}

/** Returns a valid access token. If the token expires within five minutes, it is renewed first. */
export async function getFreshAccessToken(): Promise<string> {
  const session = readStoredSession()
  if (session === undefined) throw new SignInRequiredError()
  if (!isExpiring(session)) return session.accessToken
  try {
    return await renewAccessToken(session.accessToken)
  } catch (error) {
    // The provider could not be reached, but the token is still valid, so it is used.
    if (!(error instanceof SignInRequiredError) && session.expiresAtMs > Date.now()) return session.accessToken
    throw error
  }
}

/**
 * Returns a new token that replaces `staleToken`. Only one tab renews at a time. A tab that waited for the lock uses
 * the token that another tab fetched. A refresh token can be used only once, so two concurrent renewals would end the
 * session.
 */
export function renewAccessToken(staleToken: string): Promise<string> {
  return withRenewalLock(async () => {
    const session = readStoredSession()
    if (session === undefined) throw new SignInRequiredError()
    if (session.accessToken !== staleToken && !isExpiring(session)) return session.accessToken
    if (session.refreshToken === undefined) throw new SignInRequiredError()
    return redeemRefreshToken()
  })
}

async function redeemRefreshToken(): Promise<string> {
  const [{ ErrorResponse }, { signInManager }] = await Promise.all([import('oidc-client-ts'), import('./sign-in-manager.ts')])
  try {
    const user = await signInManager.signinSilent()
    if (user === null) throw new SignInRequiredError()
    return user.access_token
  } catch (error) {
    throw error instanceof ErrorResponse ? new SignInRequiredError(undefined, { cause: error }) : error
  }
}

function isExpiring({ expiresAtMs }: StoredSession, nowMs: number = Date.now()): boolean {
  return expiresAtMs - nowMs < refreshThresholdMs
}

function withRenewalLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without a secure context, the browser has no locks. No lock is needed in this case, because signing in is not
  // possible: the provider's PKCE also needs a secure context.
  return 'locks' in navigator ? navigator.locks.request('linkshelf-renewal', work) : work()
}
