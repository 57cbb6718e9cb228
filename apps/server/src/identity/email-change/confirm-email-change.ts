import type { UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent, mutate, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { confirmPassword } from '../passwords/change-password.ts'
import { TokenUsedError } from '../revoke-earlier-access.ts'
import { endSessionsExcept } from '../sessions/end-sessions.ts'
import {
  deleteConfirmedChangesSince,
  deleteEmailChange,
  lockChangeByToken,
  selectChangeByToken,
  selectOwnChangeFrom,
  type TokenChange,
  updateConfirmedChange,
} from '../tables/email-change-table.ts'
import { deleteUserTokens } from '../tables/email-token-table.ts'
import { lockSessionsForUpdate } from '../tables/session-table.ts'
import {
  AddressTakenError,
  lockProfileForUpdate,
  selectCredentialsByUserId,
  updateEmail,
  updateEmailConfirmed,
} from '../tables/user-table.ts'
import { type FormRequest, toEventSource, tokenLimit } from '../throttle/rate-limits.ts'
import { enqueueEmailChangedNotice } from './email-change-emails.ts'

/** How long the former address can undo a change. */
const undoMs = 7 * 24 * 60 * 60_000

/** `isUndoable` says whether the former address got a link that undoes the change. */
export type EmailChangeOutcome = { kind: 'changed'; email: string; isUndoable: boolean } | { kind: 'expired' } | { kind: 'throttled' }

export interface EmailChangeConfirmation {
  token: string
  /** The account's password. Not compared if the browser is signed in as the account's user. */
  password: string
  /** The user who is signed in on the browser that opened the link. */
  signedInUserId: UserId | undefined
  request: FormRequest
}

type ConfirmationDeps = Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'hasPlans' | 'throttle' | 'isProviderOnly'>

/**
 * Replaces the account's address with the address to which the token was sent. Ends every session except the session
 * that requested the change, and all emailed links of the user. The former address gets a link that undoes the change.
 *
 * Requires the password or a sign-in: otherwise the owner of a mailbox, who follows a link out of habit, would give
 * their address to another person's account. Throws PASSWORD_WRONG, and TOO_MANY_REQUESTS after too many wrong
 * passwords.
 */
export async function confirmEmailChange(
  deps: ConfirmationDeps,
  { token, password, signedInUserId, request }: EmailChangeConfirmation,
): Promise<EmailChangeOutcome> {
  const { db, clock, log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const found = await selectChangeByToken(db, 'confirm', token, clock.now())
  if (found === undefined) return rejectToken()
  const { user_id: userId, session_uid: sessionUid } = found
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId, sessionUid }, source: 'api', ...source })
  if (signedInUserId !== userId) {
    const user = await selectCredentialsByUserId(db, userId)
    if (user === undefined) return rejectToken()
    await confirmPassword(deps, ctx, { user, password })
  }
  try {
    const isUndoable = await changeEmail(ctx, token)
    await throttle.refund(attempt)
    return { kind: 'changed', email: found.email, isUndoable }
  } catch (error) {
    if (error instanceof TokenUsedError || error instanceof AddressTakenError) return rejectToken()
    throw error
  }

  function rejectToken(): EmailChangeOutcome {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'email change' })
    return { kind: 'expired' }
  }
}

/**
 * Returns whether the change can be undone. Throws TokenUsedError, and AddressTakenError if the new address belongs to
 * another account.
 */
function changeEmail(ctx: UserContext & { actor: { sessionUid?: string } }, token: string): Promise<boolean> {
  const { userId, sessionUid } = ctx.actor
  return mutate(ctx, { action: 'user.change_email', entity: 'user', entityId: userId }, async (tx, audited) => {
    const sessions = await lockSessionsForUpdate(tx, userId) // in the lock order of `mutate`
    const profile = await lockProfileForUpdate(tx, userId)
    const change = await lockChangeByToken(tx, 'confirm', token, ctx.now)
    if (profile === undefined || change === undefined) throw new TokenUsedError()
    audited.before = { email: profile.email }
    audited.after = { email: change.email }
    const isUndoable = profile.email_confirmed && (await storeFormerEmail(tx, change, { formerEmail: profile.email, now: ctx.now }))
    // An unconfirmed address may be another person's, so it gets no email and is not reserved.
    if (!profile.email_confirmed) await deleteEmailChange(tx, change.id)
    await updateEmail(tx, userId, change.email)
    await updateEmailConfirmed(tx, userId, ctx.now)
    await endSessionsExcept(tx, ctx, { sessions, keptUid: sessionUid })
    for (const table of ['password_resets', 'email_confirmations'] as const) await deleteUserTokens(tx, table, userId)
    if (profile.email_confirmed) await enqueueEmailChangedNotice(tx, change.id)
    return isUndoable
  })
}

/**
 * Stores the former address, and returns whether it can undo the change. If the user returns to an address that can
 * still undo an earlier change, that change and all later changes are reverted instead. Then the present address can't
 * undo the return, because it may belong to an attacker who took the account over.
 */
async function storeFormerEmail(tx: Tx, { id, user_id, email }: TokenChange, former: { formerEmail: string; now: Date }): Promise<boolean> {
  const earlier = await selectOwnChangeFrom(tx, user_id, email)
  const revertedSince = earlier?.is_undoable === true ? earlier.confirmed_at : null
  if (revertedSince !== null) await deleteConfirmedChangesSince(tx, user_id, revertedSince)
  else if (earlier !== undefined) await deleteEmailChange(tx, earlier.id)
  await updateConfirmedChange(tx, id, {
    confirmed_at: former.now,
    expires_at: new Date(former.now.getTime() + undoMs),
    former_email: former.formerEmail,
    is_undoable: revertedSince === null,
  })
  return revertedSince === null
}
