import type { KoaContextWithOIDC } from 'oidc-provider'

const minute = 60
const day = 24 * 60 * minute

/**
 * In seconds. A refresh token and its successors expire 30 days after the sign-in, a session 30 days after its last use. A grant outlives both, so
 * that it never shortens a token.
 */
export const tokenLifetimes = {
  accessToken: 10 * minute,
  code: minute,
  interaction: 60 * minute,
  session: 30 * day,
  refreshToken: 30 * day,
  grant: 60 * day,
}

/** A rotated refresh token expires when the first one would have. */
export function refreshTokenLifetime({ oidc }: KoaContextWithOIDC): number {
  return oidc.entities.RotatedRefreshToken?.remainingTTL ?? tokenLifetimes.refreshToken
}
