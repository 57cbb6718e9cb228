import type { UserId } from '@linkshelf/contract'
import { logSecurityEvent, type UserContext } from '../../access/index.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { recordReauthentication } from '../passwords/change-password.ts'
import { isAllowedAddress, type ProviderIdentity } from '../provider-clients/provider-identity.ts'
import type { ProviderSettings } from '../provider-clients/provider-settings.ts'
import { getSessionUid } from '../sessions/end-sessions.ts'
import { selectProviderSignInId } from '../tables/identity-state-table.ts'
import { selectProviderAccountOwner, selectProviderAccounts, updateProviderSid } from '../tables/provider-account-table.ts'

/** Returns the configured providers at which the user has an account. */
export async function listJoinedProviders(db: Db, providers: readonly ProviderSettings[], userId: UserId): Promise<ProviderSettings[]> {
  if (providers.length === 0) return []
  const accounts = await selectProviderAccounts(db, userId)
  return providers.filter((provider) => accounts.some(({ issuer }) => isSameIssuer(issuer, provider.issuer)))
}

/** Compares the issuer of an id token with the issuer of the configuration, which can lack the final slash. */
export function isSameIssuer(issuer: string, configured: string): boolean {
  return new URL(issuer).href === new URL(configured).href
}

class NotOwnAccountError extends Error {}

/**
 * Records that the user signed in at the provider again, for this session only. Returns false if the account at the
 * provider is not the user's, or if the provider's settings do not accept it any more. Throws SIGN_IN_REQUIRED if the
 * session has ended.
 */
export async function reauthenticateWithProvider(
  ctx: UserContext,
  { identity, settings }: { identity: ProviderIdentity; settings: ProviderSettings },
): Promise<boolean> {
  const { userId } = ctx.actor
  try {
    await recordReauthentication(ctx, async (tx) => {
      const isOwn = (await selectProviderAccountOwner(tx, identity))?.id === userId
      if (!isOwn || !isAllowedAddress(settings, identity)) throw new NotOwnAccountError()
      // The provider can have begun another session, which a later back-channel logout names.
      const signInId = await selectProviderSignInId(tx, userId, getSessionUid(ctx) ?? '')
      if (signInId !== undefined) await updateProviderSid(tx, signInId, identity)
    })
    return true
  } catch (error) {
    if (!(error instanceof NotOwnAccountError)) throw error
    const { log, requestId, address } = ctx
    logSecurityEvent(log, 'provider.rejected', { requestId, address, issuer: identity.issuer, reason: 'account of another user' })
    return false
  }
}
