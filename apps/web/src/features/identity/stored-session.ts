import { dashboardClientId, issuerPath } from '@linkshelf/contract'

/** What the sign-in library keeps in this browser about the person, as far as we read it. */
export interface StoredSession {
  accessToken: string
  refreshToken: string | undefined
  subject: string
  expiresAtMs: number
}

export const authority = `${window.location.origin}${issuerPath}`

/** The sign-in library's own key; every tab of this browser reads the same entry. */
export const sessionKey = `oidc.user:${authority}:${dashboardClientId}`

/** Nothing when nobody is signed in, or what is kept cannot be read. */
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
