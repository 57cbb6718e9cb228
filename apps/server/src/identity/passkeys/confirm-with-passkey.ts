import { formatWait, type PasskeyAssertion, type PasskeyRequest } from '@linkshelf/contract'
import { fail, failRateLimited, type UserContext } from '../../access/index.ts'
import { recordReauthentication } from '../passwords/change-password.ts'
import { passwordMessages } from '../passwords/password-rules.ts'
import { selectOwnPasskey, selectPasskeys } from '../tables/passkey-table.ts'
import { type LoggedThrottle, passkeyConfirmLimit } from '../throttle/rate-limits.ts'
import { toOwnScope } from './passkeys.ts'
import { findRelyingParty } from './relying-party.ts'
import { type PasskeyDeps, verifyAssertion } from './verify-assertion.ts'

/**
 * Returns what the browser needs to confirm the signed-in user with one of the user's passkeys. Returns undefined if
 * the user has no passkey, or browsers offer no passkeys for this site. Throws SIGN_IN_REQUIRED.
 */
export async function createConfirmationOptions(
  { db, origins, passkeyChallenges }: Pick<PasskeyDeps, 'db' | 'origins' | 'passkeyChallenges'>,
  ctx: UserContext,
): Promise<PasskeyRequest | undefined> {
  const scope = toOwnScope(ctx, 'confirm')
  const relyingParty = findRelyingParty(origins.app)
  if (relyingParty === undefined) return undefined
  const passkeys = await selectPasskeys(db, ctx.actor.userId)
  if (passkeys.length === 0) return undefined
  return {
    challenge: passkeyChallenges.create(scope),
    rpId: relyingParty.id,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      type: 'public-key',
      transports: [...transports],
    })),
  }
}

/**
 * Records that the user confirmed with a passkey, for this session only. Throws:
 * - PASSKEY_REJECTED if the passkey is another user's or was removed, if its answer is not valid, or if passkeys are
 *   not accepted here
 * - TOO_MANY_REQUESTS after too many rejected passkeys
 * - SIGN_IN_REQUIRED for an API key, a session that ended, or a deleted account
 */
export async function reauthenticateWithPasskey(
  deps: PasskeyDeps & { throttle: LoggedThrottle; isProviderOnly: boolean },
  ctx: UserContext,
  assertion: PasskeyAssertion | undefined,
): Promise<void> {
  if (deps.isProviderOnly === true) fail('PASSKEY_REJECTED', undefined, passwordMessages.providerOnly)
  const { userId } = ctx.actor
  const scope = toOwnScope(ctx, 'confirm')
  const source = { requestId: ctx.requestId, address: ctx.address }
  const attempt = { limit: passkeyConfirmLimit, subject: userId }
  const reached = await deps.throttle.consume(source, attempt)
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `Too many attempts. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
  const outcome = assertion === undefined ? undefined : await verifyAssertion(deps, source, { assertion, scope, owner: userId })
  if (outcome?.kind !== 'verified') return fail('PASSKEY_REJECTED')
  await deps.throttle.refund(attempt)
  // The passkey may have been removed since. A removal locks the sessions first, as this transaction does.
  return recordReauthentication(ctx, async (tx) => {
    if ((await selectOwnPasskey(tx, userId, outcome.passkey.id)) === undefined) fail('PASSKEY_REJECTED')
  })
}
