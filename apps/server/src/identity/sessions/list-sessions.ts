import type { Session } from '@linkshelf/contract'
import { read, type UserContext } from '../../access/index.ts'
import { type SessionRow, selectSessions } from '../tables/session-table.ts'
import { currentUid } from './end-sessions.ts'

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
