import type { Session, SessionId } from '@linkshelf/contract'
import { type Change, createRequestContext, fail, mutate, read, signedInCall, type UserContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { deleteOtherSessionsState, deleteSessionState, deleteUserState } from '../tables/identity-state-table.ts'
import {
  lockSessionsForUpdate,
  type SessionRow,
  selectSessions,
  updateAllSignedOut,
  updateConfirmed,
  updateSignedOut,
} from '../tables/session-table.ts'
import { selectCredentials, updateSignedOutEverywhere } from '../tables/user-table.ts'

const calls = signedInCall.sessions

export function sessionRoutes() {
  return {
    list: calls.list.handler(({ context }) => listSessions(context.ctx)),
    revoke: calls.revoke.handler(({ context, input }) => revokeSession(context.ctx, input.params.sessionId)),
    revokeOthers: calls.revokeOthers.handler(({ context }) => revokeOtherSessions(context.ctx)),
  }
}

/** The sessions that can renew their tokens, most recently used first. Throws SIGN_IN_REQUIRED for an API key. */
export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const current = currentUid(ctx)
  const rows = await read(ctx, (tx) => selectSessions(tx, ctx.actor.userId, ctx.now))
  return rows.map((row) => toSession(row, current))
}

function toSession(
  { id, device, browser, os, country, signed_in_at, last_used_at, uid }: SessionRow,
  current: string | undefined,
): Session {
  return {
    session_id: id,
    device,
    browser,
    os,
    country,
    signed_in_at: signed_in_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: uid === current,
  }
}

/** Signs one session out. Throws NOT_FOUND for one that the user does not have, or that was signed out before. */
export function revokeSession(ctx: UserContext, sessionId: SessionId): Promise<void> {
  return mutate(ctx, { action: 'session.revoke', entity: 'session', entityId: sessionId }, async (tx, change) => {
    const sessions = await lockOwnSessions(tx, ctx)
    const revoked = sessions.find(({ id, signed_out_at }) => id === sessionId && signed_out_at === null) ?? fail('NOT_FOUND')
    change.before = toAuditedSession(revoked)
    await updateSignedOut(tx, [revoked.uid], ctx.now)
    await deleteSessionState(tx, ctx.actor.userId, revoked.uid)
  })
}

/** Signs out every session but the one that `ctx` acts in. */
export function revokeOtherSessions(ctx: UserContext): Promise<void> {
  const mutation = { action: 'session.revoke_others', entity: 'session' } as const
  return mutate(ctx, mutation, async (tx, change) => endOtherSessions(tx, ctx, change))
}

/**
 * Within a transaction of `mutate`. Sign-ins that no row records yet end too. Throws SIGN_IN_REQUIRED
 * for a deleted account.
 */
export async function endOtherSessions(tx: Tx, ctx: UserContext, change: Change): Promise<void> {
  const { userId } = ctx.actor
  const sessions = await lockOwnSessions(tx, ctx)
  const current = sessions.find(({ uid }) => uid === currentUid(ctx))
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

/**
 * The `uid` of the session that the access token of this request came from. Throws SIGN_IN_REQUIRED for an API key,
 * which comes from none.
 */
function currentUid({ actor }: UserContext): string | undefined {
  return actor.kind === 'user' ? actor.sessionUid : fail('SIGN_IN_REQUIRED')
}

/**
 * Within a transaction of `mutate`. Returns the request's own session, locked. Throws SIGN_IN_REQUIRED when it was
 * signed out, and for an API key.
 */
export async function requireSignedIn(tx: Tx, ctx: UserContext): Promise<SessionRow | undefined> {
  const ownUid = currentUid(ctx)
  return (await lockOwnSessions(tx, ctx)).find(({ uid }) => uid === ownUid)
}

/**
 * Every session of the user, locked. Throws SIGN_IN_REQUIRED for an API key, and when the request's own session was
 * signed out: its access token may be accepted for some milliseconds more, and must not end the others.
 */
async function lockOwnSessions(tx: Tx, ctx: UserContext): Promise<SessionRow[]> {
  const ownUid = currentUid(ctx)
  const sessions = await lockSessionsForUpdate(tx, ctx.actor.userId)
  const current = sessions.find(({ uid }) => uid === ownUid)
  return (current?.signed_out_at ?? null) === null ? sessions : fail('SIGN_IN_REQUIRED')
}

function toAuditedSession({ device, browser, os, country, signed_in_at }: SessionRow): object {
  return { device, browser, os, country, signed_in_at: signed_in_at.toISOString() }
}

/**
 * The operator's command: signs the user with this email address out everywhere. Returns how many sessions ended. API
 * keys and memberships stay. Throws StartError for an address without an account.
 */
export async function endUserSessions(deps: CoreDeps, email: string): Promise<number> {
  const user = await selectCredentials(deps.db, email)
  if (user === undefined) throw new StartError(`There is no account with the address ${email}.`)
  const command = createRequestContext(deps, { actor: { kind: 'system', name: 'linkshelf end-sessions' }, source: 'command' })
  const ctx = { ...command, account: { id: user.id } }
  return mutate(ctx, { action: 'session.end_all', entity: 'user', entityId: user.id }, async (tx, change) => {
    await lockSessionsForUpdate(tx, user.id) // in the lock order of `mutate`
    await updateSignedOutEverywhere(tx, user.id, ctx.now)
    const ended = await updateAllSignedOut(tx, user.id, ctx.now)
    await deleteUserState(tx, user.id)
    change.after = { sessions: ended }
    return ended
  })
}
