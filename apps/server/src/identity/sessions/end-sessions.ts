// Ends all sessions of a user, or all except the request's own session.
import type { UserId } from '@linkshelf/contract'
import { type Change, createRequestContext, fail, mutate, type UserContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { deletePendingChanges, deletePendingChangesOfOthers } from '../tables/email-change-table.ts'
import { deleteOtherSessionsState, deleteUserState } from '../tables/identity-state-table.ts'
import { deleteRememberedDevices } from '../tables/remembered-device-table.ts'
import { lockSessionsForUpdate, type SessionRow, updateAllSignedOut, updateConfirmed, updateSignedOut } from '../tables/session-table.ts'
import { selectCredentials, updateSignedOutEverywhere } from '../tables/user-table.ts'

/**
 * Signs the user out everywhere, including sign-ins that no row records yet. Cancels a pending change of the address,
 * because it was requested in one of the sessions. Remembered devices need a code again. Returns how many sessions
 * ended. The caller has locked the sessions.
 */
export async function endAllSessions(tx: Tx, userId: UserId, now: Date): Promise<number> {
  await updateSignedOutEverywhere(tx, userId, now)
  const ended = await updateAllSignedOut(tx, userId, now)
  await deleteUserState(tx, userId)
  await deletePendingChanges(tx, userId)
  await deleteRememberedDevices(tx, userId)
  return ended
}

/**
 * The operator's command: signs the user with this email address out everywhere. Returns how many sessions ended. API
 * keys and memberships stay. Throws StartError if the address has no account.
 */
export async function endUserSessions(deps: CoreDeps, email: string): Promise<number> {
  const user = await selectCredentials(deps.db, email)
  if (user === undefined) throw new StartError(`There is no account with the address ${email}.`)
  const command = createRequestContext(deps, { actor: { kind: 'system', name: 'linkshelf end-sessions' }, source: 'command' })
  const ctx = { ...command, account: { id: user.id } }
  return mutate(ctx, { action: 'session.end_all', entity: 'user', entityId: user.id }, async (tx, change) => {
    await lockSessionsForUpdate(tx, user.id) // in the lock order of `mutate`
    const ended = await endAllSessions(tx, user.id, ctx.now)
    change.after = { sessions: ended }
    return ended
  })
}

/**
 * Signs the user out everywhere except in the request's own session. Must run in a transaction of `mutate`. Throws
 * SIGN_IN_REQUIRED if the account is deleted.
 */
export async function endOtherSessions(tx: Tx, ctx: UserContext, change: Change): Promise<void> {
  const sessions = await lockOwnSessions(tx, ctx)
  const ended = await endSessionsExcept(tx, ctx, { sessions, keptUid: getSessionUid(ctx) })
  change.before = Object.fromEntries(ended.map((session) => [session.id, toAuditedSession(session)]))
}

/**
 * Ends every session of the user except the session with `keptUid`, also sign-ins that no row records yet, and a
 * pending change of the address that another session requested. Remembered devices need a code again. `sessions` are
 * the user's locked sessions. Returns the ended sessions. Throws SIGN_IN_REQUIRED if the account is deleted.
 */
export async function endSessionsExcept(
  tx: Tx,
  { actor: { userId }, now }: UserContext,
  { sessions, keptUid }: { sessions: readonly SessionRow[]; keptUid: string | undefined },
): Promise<SessionRow[]> {
  const open = sessions.filter(({ signed_out_at }) => signed_out_at === null)
  const kept = open.find(({ uid }) => uid === keptUid)
  const ended = open.filter((session) => session !== kept)
  if (!(await updateSignedOutEverywhere(tx, userId, now))) fail('SIGN_IN_REQUIRED')
  if (kept !== undefined) await updateConfirmed(tx, kept.uid, now)
  await updateSignedOut(
    tx,
    ended.map(({ uid }) => uid),
    now,
  )
  await deleteOtherSessionsState(tx, userId, kept?.uid)
  await deletePendingChangesOfOthers(tx, userId, kept?.uid ?? '')
  await deleteRememberedDevices(tx, userId)
  return ended
}

/** Returns the `uid` of the access token's session. Throws SIGN_IN_REQUIRED for an API key, which has no session. */
export function getSessionUid({ actor }: UserContext): string | undefined {
  return actor.kind === 'user' ? actor.sessionUid : fail('SIGN_IN_REQUIRED')
}

/**
 * Locks and returns all sessions of the user. Throws SIGN_IN_REQUIRED for an API key. Also throws it if the request's
 * own session was signed out, because its access token may be accepted for some milliseconds more, and must not end
 * other sessions.
 */
export async function lockOwnSessions(tx: Tx, ctx: UserContext): Promise<SessionRow[]> {
  const ownUid = getSessionUid(ctx)
  const sessions = await lockSessionsForUpdate(tx, ctx.actor.userId)
  const current = sessions.find(({ uid }) => uid === ownUid)
  return (current?.signed_out_at ?? null) === null ? sessions : fail('SIGN_IN_REQUIRED')
}

export function toAuditedSession({ device, browser, os, country, methods, signed_in_at }: SessionRow): object {
  return { device, browser, os, country, methods, signed_in_at: signed_in_at.toISOString() }
}
