// Ends all sessions of a user, or all except the request's own session.
import type { UserId } from '@linkshelf/contract'
import { type Change, createRequestContext, fail, mutate, type UserContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { deleteOtherSessionsState, deleteUserState } from '../tables/identity-state-table.ts'
import { lockSessionsForUpdate, type SessionRow, updateAllSignedOut, updateConfirmed, updateSignedOut } from '../tables/session-table.ts'
import { selectCredentials, updateSignedOutEverywhere } from '../tables/user-table.ts'

/**
 * Signs the user out everywhere, including sign-ins that no row records yet. Returns how many sessions ended. The
 * caller has locked the sessions.
 */
export async function endAllSessions(tx: Tx, userId: UserId, now: Date): Promise<number> {
  await updateSignedOutEverywhere(tx, userId, now)
  const ended = await updateAllSignedOut(tx, userId, now)
  await deleteUserState(tx, userId)
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
 * Signs the user out everywhere except in the request's own session. Also ends sign-ins that no row records yet. Must
 * run in a transaction of `mutate`. Throws SIGN_IN_REQUIRED if the account is deleted.
 */
export async function endOtherSessions(tx: Tx, ctx: UserContext, change: Change): Promise<void> {
  const { userId } = ctx.actor
  const sessions = await lockOwnSessions(tx, ctx)
  const current = sessions.find(({ uid }) => uid === getSessionUid(ctx))
  const others = sessions.filter((session) => session !== current && session.signed_out_at === null)
  if (!(await updateSignedOutEverywhere(tx, userId, ctx.now))) fail('SIGN_IN_REQUIRED')
  if (current !== undefined) await updateConfirmed(tx, current.uid, ctx.now)
  await updateSignedOut(
    tx,
    others.map(({ uid }) => uid),
    ctx.now,
  )
  await deleteOtherSessionsState(tx, userId, current?.uid)
  change.before = Object.fromEntries(others.map((session) => [session.id, toAuditedSession(session)]))
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

export function toAuditedSession({ device, browser, os, country, signed_in_at }: SessionRow): object {
  return { device, browser, os, country, signed_in_at: signed_in_at.toISOString() }
}
