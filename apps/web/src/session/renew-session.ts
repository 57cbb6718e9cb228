import { type DashboardSession, dashboardSessionPaths, refreshThresholdMs } from '@linkshelf/contract'
import { readStoredSession, type StoredSession, storeSession } from './stored-session.ts'

/** Thrown if there is no stored session, or if the server rejected its renewal. */
export class SignInRequiredError extends Error {
  override name = 'SignInRequiredError'
}

const timeoutMs = 15_000

/** Returns whether this browser has a session that needs no renewal yet. */
export function hasFreshSession(): boolean {
  const session = readStoredSession()
  return session !== undefined && !isExpiring(session)
}

/** Returns the session. If its access token expires within five minutes, the session is renewed first. */
export async function getFreshSession(): Promise<StoredSession> {
  const session = readStoredSession()
  if (session === undefined) throw new SignInRequiredError()
  if (!isExpiring(session)) return session
  try {
    return await renewSession(session)
  } catch (error) {
    // The server could not be reached, but the access token is still valid, so it is used.
    if (!(error instanceof SignInRequiredError) && session.expiresAtMs > Date.now()) return session
    throw error
  }
}

/**
 * Renews the session `stale`. Only one tab renews at a time. A tab that waited for the lock uses the session that
 * another tab renewed. A refresh token can be used only once, so two concurrent renewals would end the session.
 */
export function renewSession(stale: StoredSession): Promise<StoredSession> {
  return withRenewalLock(async () => {
    const session = readStoredSession()
    if (session === undefined) throw new SignInRequiredError()
    if (session.expiresAtMs !== stale.expiresAtMs && !isExpiring(session)) return session
    return requestSession(dashboardSessionPaths.renew)
  })
}

/**
 * Requests a session, and stores it. Throws SignInRequiredError if the server rejects the request, and another error if
 * the server can't be reached.
 */
export async function requestSession(path: string, body?: URLSearchParams): Promise<StoredSession> {
  const response = await sendToServer(path, body)
  return storeSession((await response.json()) as DashboardSession)
}

/** Sends a request about the session. The server reads its tokens from cookies. Throws like `requestSession`. */
export async function sendToServer(path: string, body?: URLSearchParams): Promise<Response> {
  const response = await fetch(path, { method: 'POST', body: body ?? null, signal: AbortSignal.timeout(timeoutMs) })
  if (response.status === 401) throw new SignInRequiredError()
  if (!response.ok) throw new TypeError(`The server answered ${response.status} to ${path}`)
  return response
}

function isExpiring({ expiresAtMs }: StoredSession, nowMs: number = Date.now()): boolean {
  return expiresAtMs - nowMs < refreshThresholdMs
}

function withRenewalLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without a secure context, the browser has no locks, and signing in is not possible.
  return 'locks' in navigator ? navigator.locks.request('linkshelf-renewal', work) : work()
}
