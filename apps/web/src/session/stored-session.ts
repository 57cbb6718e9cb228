import { dashboardClientId, issuerPath } from '@linkshelf/contract'

/** The fields read from the session that the sign-in library stores. */
export interface StoredSession {
  accessToken: string
  refreshToken: string | undefined
  subject: string
  expiresAtMs: number
}

export const authority = `${window.location.origin}${issuerPath}`

/** The local storage key of the sign-in library, shared by every tab. */
export const sessionKey = `oidc.user:${authority}:${dashboardClientId}`

/**
 * Returns the session that this browser stores. Returns undefined if there is no session, or if it cannot be parsed.
 */
export function readStoredSession(stored: string | null = localStorage.getItem(sessionKey)): StoredSession | undefined {
  const user = parseObject(stored)
  if (user === undefined) return undefined
  const { access_token: accessToken, refresh_token: refreshToken, expires_at: expiresAt, profile } = user
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number' || !isSubject(profile)) return undefined
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    subject: profile.sub,
    expiresAtMs: expiresAt * 1_000,
  }
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

function isSubject(profile: unknown): profile is { sub: string } {
  return typeof profile === 'object' && profile !== null && 'sub' in profile && typeof profile.sub === 'string'
}
