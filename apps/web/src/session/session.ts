import { dashboardSessionPaths, signInReason } from '@linkshelf/contract'
import { readStored, removeStored, writeStored } from '../ui/browser/local-storage.ts'
import { getFreshSession, hasFreshSession, requestSession, SignInRequiredError, sendToServer } from './renew-session.ts'
import { storeRequestedAddress } from './requested-address.ts'
import { readStoredSession, removeFormerTokens, sessionKey } from './stored-session.ts'

// The first state is authenticated if this browser has a fresh session, otherwise loading.
// - loading → authenticated: this browser has a session that is valid or can be renewed
// - loading → signing-in: this browser has no such session, so it redirects to the provider
// - loading → unauthenticated: the session has expired, and the server could not be reached to renew it
// - signing-in → unauthenticated: the redirect failed
// - signing-in → unusable-address: the provider is set up for another origin, or the page was loaded over plain http
// - authenticated → signing-in: the server rejected a renewal
// - authenticated → unauthenticated: another tab signed out
// - unauthenticated → authenticated: another tab signed in
export type SessionState = 'loading' | 'signing-in' | 'unauthenticated' | 'unusable-address' | 'authenticated'

// With a fresh session, the first frame already shows the layout.
let state: SessionState = hasFreshSession() ? 'authenticated' : 'loading'
let userId = state === 'authenticated' ? readStoredSession()?.userId : undefined
let isSigningOut = false
let providerOrigin: string | undefined
const changeListeners = new Set<() => void>()
const endListeners = new Set<() => void>()
const signedInAtKey = 'linkshelf.signed-in-at'

export function getSessionState(): SessionState {
  return state
}

/** Returns the origin at which the provider accepts sign-ins. Undefined until the origin has been requested. */
export function getSignInOrigin(): string | undefined {
  return providerOrigin
}

export function onSessionChange(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/**
 * Calls `listener` when the session ends or becomes another user's session, so that the data of the previous user can
 * be cleared.
 */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Restores the session of this browser. If that needs a sign-in, redirects to the provider. */
export async function startSession(): Promise<void> {
  if (state === 'authenticated' || state === 'signing-in') return
  setState('loading')
  try {
    await getFreshSession()
    setState('authenticated')
  } catch (error) {
    if (error instanceof SignInRequiredError) await beginSignIn()
    else setState('unauthenticated')
  }
}

/** Returns whether the user has to sign in because the session of this browser can't be renewed. */
export function hasSessionExpired(): boolean {
  return (state === 'signing-in' || state === 'unauthenticated') && readStoredSession() !== undefined
}

/** Redirects to the provider. If the server cannot be reached, the state becomes unauthenticated. */
export async function beginSignIn(): Promise<void> {
  if (state === 'signing-in' || isSigningOut) return
  setState('signing-in')
  storeRequestedAddress()
  try {
    const response = await fetch(`${dashboardSessionPaths.start}?${getReasonQuery()}`)
    const { location } = (await response.json()) as { location: string }
    // If the provider's origin differs from the dashboard's, the provider would reject the redirect with an error page,
    // at an address that this browser may not be able to reach. On plain http, the browser has no locks, so two tabs
    // could renew the session at the same time, which would end it.
    providerOrigin = new URL(location).origin
    if (providerOrigin !== window.location.origin || !window.isSecureContext) return setState('unusable-address')
    window.location.assign(location)
  } catch {
    setState('unauthenticated')
  }
}

/** Returns the query parameter that says why the user has to sign in again. Empty at a first sign-in. */
function getReasonQuery(): URLSearchParams {
  const { parameter, sessionExpired, tokensMoved } = signInReason
  if (removeFormerTokens()) return new URLSearchParams({ [parameter]: tokensMoved })
  return new URLSearchParams(hasSessionExpired() ? { [parameter]: sessionExpired } : {})
}

/**
 * Starts a new sign-in after the API rejected the session. If the last sign-in was less than 30 seconds ago, the user
 * has to start the new one, because another automatic redirect would loop.
 */
export async function restartSignIn(): Promise<void> {
  const signedInAtMs = readStored(signedInAtKey)
  if (typeof signedInAtMs === 'number' && Date.now() - signedInAtMs < 30_000) setState('unauthenticated')
  else await beginSignIn()
}

/** Completes the redirect from the provider. Rejects if the response does not belong to a request of this browser. */
export async function completeSignIn(): Promise<void> {
  const before = readStoredSession()?.userId
  const session = await requestSession(dashboardSessionPaths.complete, new URLSearchParams(window.location.search))
  if (before !== undefined && before !== session.userId) endLocally()
  writeStored(signedInAtKey, Date.now())
  setState('authenticated')
}

/** Clears the data in this browser, then ends the session at the server and opens the sign-in page. */
export async function signOut(): Promise<void> {
  isSigningOut = true
  setState('loading')
  endLocally()
  try {
    await sendToServer(dashboardSessionPaths.signOut)
    removeStored(sessionKey)
    window.location.assign('/sign-in')
  } catch {
    removeStored(sessionKey)
    isSigningOut = false
    setState('unauthenticated')
  }
}

/** Applies what another tab does: sign-out, sign-in, or sign-in as another user. */
export function syncAcrossTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== sessionKey) return
    const stored = readStoredSession(newValue)
    if (stored === undefined && state === 'authenticated') {
      endLocally()
      setState('unauthenticated')
    } else if (stored !== undefined && userId !== undefined && stored.userId !== userId) {
      endLocally()
      window.location.reload()
    } else if (stored !== undefined && state === 'unauthenticated') {
      setState('authenticated')
    }
  })
}

function endLocally(): void {
  removeStored(signedInAtKey)
  for (const listener of endListeners) listener()
}

function setState(next: SessionState): void {
  state = next
  if (next === 'authenticated') userId = readStoredSession()?.userId
  for (const listener of changeListeners) listener()
}
