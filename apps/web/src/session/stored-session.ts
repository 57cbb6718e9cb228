import type { DashboardSession } from '@linkshelf/contract'
import { writeStored } from '../ui/browser/local-storage.ts'

/** What this browser knows about its session. Its tokens are in cookies, which scripts can't read. */
export interface StoredSession {
  userId: string
  /** When the access token expires, by the clock of this browser. */
  expiresAtMs: number
}

/** The local storage key of the session, shared by every tab. */
export const sessionKey = 'linkshelf.session'

/**
 * Returns the session that this browser stores. Returns undefined if there is no session, or if it cannot be parsed.
 */
export function readStoredSession(stored: string | null = localStorage.getItem(sessionKey)): StoredSession | undefined {
  try {
    const session: unknown = JSON.parse(stored ?? 'null')
    return isSession(session) ? session : undefined
  } catch {
    return undefined
  }
}

export function storeSession({ user_id: userId, expires_in: expiresInSeconds }: DashboardSession): StoredSession {
  const session = { userId, expiresAtMs: Date.now() + expiresInSeconds * 1_000 }
  writeStored(sessionKey, session)
  return session
}

/** Removes the tokens that an earlier release stored in this browser. Returns whether there were any. */
export function removeFormerTokens(): boolean {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('oidc.'))
  for (const key of keys) localStorage.removeItem(key)
  return keys.length > 0
}

function isSession(session: unknown): session is StoredSession {
  return (
    typeof session === 'object' &&
    session !== null &&
    'userId' in session &&
    typeof session.userId === 'string' &&
    'expiresAtMs' in session &&
    typeof session.expiresAtMs === 'number'
  )
}
