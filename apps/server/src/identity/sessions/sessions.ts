import type { Session, SessionId } from '@linkshelf/contract'
import { fail, mutate, read, signedInCall, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { deletePendingChanges } from '../tables/email-change-table.ts'
import { deleteSessionState } from '../tables/identity-state-table.ts'
import { type SessionRow, selectSessions, updateSignedOut } from '../tables/session-table.ts'
import { endOtherSessions, getSessionUid, lockOwnSessions, toAuditedSession } from './end-sessions.ts'
import { listSignIns } from './sign-in-history.ts'

const calls = signedInCall.sessions

export function sessionRoutes() {
  return {
    list: calls.list.handler(({ context }) => listSessions(context.ctx)),
    listSignIns: calls.listSignIns.handler(({ context }) => listSignIns(context.ctx)),
    revoke: calls.revoke.handler(({ context, input }) => revokeSession(context.ctx, input.params.sessionId)),
    revokeOthers: calls.revokeOthers.handler(({ context }) => revokeOtherSessions(context.ctx)),
  }
}

/**
 * Returns the sessions that can renew their tokens, most recently used first. Throws SIGN_IN_REQUIRED for an API key.
 */
export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const current = getSessionUid(ctx)
  const rows = await read(ctx, (tx) => selectSessions(tx, ctx.actor.userId, ctx.now))
  return rows.map((row) => toSession(row, current))
}

function toSession(
  { id, device, browser, os, country, methods, signed_in_at, last_used_at, uid }: SessionRow,
  current: string | undefined,
): Session {
  return {
    session_id: id,
    device,
    browser,
    os,
    country,
    methods: [...methods],
    signed_in_at: signed_in_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: uid === current,
  }
}

/**
 * Signs one session out, and cancels a pending change of the address that was requested in it. Throws NOT_FOUND if
 * the user does not have the session or it was already signed out.
 */
export function revokeSession(ctx: UserContext, sessionId: SessionId): Promise<void> {
  return mutate(ctx, { action: 'session.revoke', entity: 'session', entityId: sessionId }, async (tx, change) => {
    const sessions = await lockOwnSessions(tx, ctx)
    const revoked = sessions.find(({ id, signed_out_at }) => id === sessionId && signed_out_at === null) ?? fail('NOT_FOUND')
    change.before = toAuditedSession(revoked)
    await updateSignedOut(tx, [revoked.uid], ctx.now)
    await deleteSessionState(tx, ctx.actor.userId, revoked.uid)
    await deletePendingChanges(tx, ctx.actor.userId, revoked.uid)
  })
}

export function revokeOtherSessions(ctx: UserContext): Promise<void> {
  const mutation = { action: 'session.revoke_others', entity: 'session' } as const
  return mutate(ctx, mutation, async (tx, change) => endOtherSessions(tx, ctx, change))
}

/**
 * Returns the request's own session, locked. Must run in a transaction of `mutate`. Throws SIGN_IN_REQUIRED for an API
 * key and if the session was signed out.
 */
export async function requireSignedIn(tx: Tx, ctx: UserContext): Promise<SessionRow | undefined> {
  const ownUid = getSessionUid(ctx)
  return (await lockOwnSessions(tx, ctx)).find(({ uid }) => uid === ownUid)
}
