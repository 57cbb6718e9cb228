import type { UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent, mutateTogether, type RevokedAccess, read } from '../../access/index.ts'
import { selectJoinedOrganizations } from '../../organizations/index.ts'
import { passwordResetMs } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { revokedAccessForEmail, TokenUsedError } from '../revoke-earlier-access.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { deleteConfirmedChangesSince, lockChangeByToken, selectChangeByToken } from '../tables/email-change-table.ts'
import { createEmailToken, deleteUserTokens, insertUserToken } from '../tables/email-token-table.ts'
import { deletePasskeys } from '../tables/passkey-table.ts'
import { deleteProviderAccounts } from '../tables/provider-account-table.ts'
import { lockSessionsForUpdate } from '../tables/session-table.ts'
import { lockProfileForUpdate, revokePassword, updateEmail, updateUser } from '../tables/user-table.ts'
import { type FormRequest, toEventSource, tokenLimit } from '../throttle/rate-limits.ts'
import { enqueueAddressRemovedNotice, enqueueUndoneNotice } from './email-change-emails.ts'

/** `resetToken` is the token of the form that sets a new password. */
export type UndoOutcome = { kind: 'undone'; resetToken: string } | { kind: 'expired' } | { kind: 'throttled' }

type UndoDeps = Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'hasPlans' | 'throttle' | 'accessRevocations'>

/**
 * Gives the account its former address back, to which the token was sent. Reverts all later changes of the address,
 * because an attacker may have chained several. Ends all sessions, passkeys, API keys and emailed links of the user,
 * cancels a scheduled deletion of the account, disconnects other identity providers, and revokes the password.
 */
export async function undoEmailChange(deps: UndoDeps, { token, request }: { token: string; request: FormRequest }): Promise<UndoOutcome> {
  const { db, clock, log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const found = await selectChangeByToken(db, 'undo', token, clock.now())
  const resetToken = found && (await restoreFormerEmail(deps, { token, userId: found.user_id, request }))
  if (resetToken === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'undo of an email change' })
    return { kind: 'expired' }
  }
  await throttle.refund(attempt)
  return { kind: 'undone', resetToken }
}

/**
 * Runs the undo in one transaction. Returns the token of the form that sets a new password. Returns undefined if a
 * concurrent request used the token.
 */
async function restoreFormerEmail(
  deps: UndoDeps,
  { token, userId, request }: { token: string; userId: UserId; request: FormRequest },
): Promise<string | undefined> {
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api', ...toEventSource(request) })
  const organizations = await read(ctx, (tx) => selectJoinedOrganizations(tx, userId))
  const resetToken = createEmailToken()
  try {
    await mutateTogether(ctx.db, async (step, inspect) => {
      const revoked: RevokedAccess[] = []
      for (const { id } of organizations)
        for (const revoke of deps.accessRevocations.inJoinedOrganization)
          revoked.push(...(await revoke({ step, inspect, userId, ctx: { ...ctx, writeRole: 'viewer', organization: { id } } })))
      await step(ctx, { action: 'user.undo_email_change', entity: 'user', entityId: userId }, async (tx, audited) => {
        await lockSessionsForUpdate(tx, userId) // in the lock order of `mutate`
        const profile = await lockProfileForUpdate(tx, userId)
        const change = await lockChangeByToken(tx, 'undo', token, ctx.now)
        if (profile === undefined || change?.former_email == null || change.confirmed_at === null) throw new TokenUsedError()
        for (const name of await deletePasskeys(tx, userId)) revoked.push({ kind: 'passkey', name })
        audited.before = { email: profile.email }
        await updateEmail(tx, userId, change.former_email)
        await revokePassword(tx, userId)
        for (const issuer of await deleteProviderAccounts(tx, userId)) revoked.push({ kind: 'connected identity provider', name: issuer })
        audited.after = { email: change.former_email, ...(revoked.length > 0 && { ended: revoked }) }
        await updateUser(tx, userId, { deletes_at: null, deletion_reminded_at: null })
        await deleteConfirmedChangesSince(tx, userId, change.confirmed_at)
        for (const table of ['password_resets', 'email_confirmations', 'sign_in_links'] as const) await deleteUserTokens(tx, table, userId)
        await insertUserToken(tx, 'password_resets', resetToken, userId, new Date(ctx.now.getTime() + passwordResetMs))
        await endAllSessions(tx, userId, ctx.now)
        await enqueueUndoneNotice(tx, userId, revokedAccessForEmail(revoked))
        await enqueueAddressRemovedNotice(tx, profile.email)
      })
    })
    return resetToken
  } catch (error) {
    if (error instanceof TokenUsedError) return undefined
    throw error
  }
}
