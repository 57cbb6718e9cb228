import { readStored, removeStored, writeStored } from '../../ui/local-storage.ts'
import { freshAccessToken, SignInRequiredError } from './renew-session.ts'
import { readStoredSession, sessionKey } from './stored-session.ts'

// A session goes: loading → authenticated, when this browser holds one that can be used or renewed;
// loading → signing-in, when it does not, which leaves for the provider; signing-in → unauthenticated, when leaving failed.
// authenticated → signing-in, when the provider refuses to renew. authenticated → unauthenticated, when another tab signed out.
export type SessionState = 'loading' | 'signing-in' | 'unauthenticated' | 'authenticated'

let state: SessionState = 'loading'
let subject: string | undefined
let isSigningOut = false
const changeListeners = new Set<() => void>()
const endListeners = new Set<() => void>()
const signedInAtKey = 'linkshelf.signed-in-at'

export function sessionState(): SessionState {
  return state
}

export function onSessionChange(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Called when a session is over, so that everything known through it can be forgotten. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Finds the session of this browser, or leaves for the provider. */
export async function startSession(): Promise<void> {
  if (state === 'authenticated' || state === 'signing-in') return
  enter('loading')
  try {
    await freshAccessToken()
    enter('authenticated')
  } catch (error) {
    if (error instanceof SignInRequiredError) await beginSignIn()
    else enter('unauthenticated')
  }
}

/** Leaves for the provider; stays, unauthenticated, when it cannot be reached. */
export async function beginSignIn(): Promise<void> {
  if (state === 'signing-in' || isSigningOut) return
  enter('signing-in')
  try {
    const { signInManager } = await import('./sign-in-manager.ts')
    await signInManager.signinRedirect()
  } catch {
    enter('unauthenticated')
  }
}

/** The API refused the session. Right after a sign-in another one would only run in a circle, so then the person decides. */
export async function restartSignIn(): Promise<void> {
  const signedInAtMs = readStored(signedInAtKey)
  if (typeof signedInAtMs === 'number' && Date.now() - signedInAtMs < 30_000) enter('unauthenticated')
  else await beginSignIn()
}

/** The way back from the provider. Rejects when the answer is not one we asked for. */
export async function completeSignIn(): Promise<void> {
  const { signInManager } = await import('./sign-in-manager.ts')
  await signInManager.signinRedirectCallback()
  writeStored(signedInAtKey, Date.now())
  enter('authenticated')
}

/** Forgets everything here, then ends the session at the provider. */
export async function signOut(): Promise<void> {
  const { signInManager } = await import('./sign-in-manager.ts')
  isSigningOut = true
  enter('loading')
  endHere()
  // Best effort: a refresh token outlives the provider's session, and not every provider offers to revoke it.
  await signInManager.revokeTokens(['refresh_token']).catch(() => undefined)
  try {
    // Leaves for the provider, which sends the person back to /sign-in.
    await signInManager.signoutRedirect()
  } catch {
    await signInManager.removeUser()
    isSigningOut = false
    enter('unauthenticated')
  }
}

/** Another tab signed out, in, or in as someone else. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== sessionKey) return
    const stored = readStoredSession(newValue)
    if (stored === undefined && state === 'authenticated') {
      endHere()
      enter('unauthenticated')
    } else if (stored !== undefined && subject !== undefined && stored.subject !== subject) {
      window.location.reload()
    } else if (stored !== undefined && state === 'unauthenticated') {
      enter('authenticated')
    }
  })
}

function endHere(): void {
  removeStored(signedInAtKey)
  for (const listener of endListeners) listener()
}

function enter(next: SessionState): void {
  state = next
  if (next === 'authenticated') subject = readStoredSession()?.subject
  for (const listener of changeListeners) listener()
}
