import { fail } from './app-error.ts'
import type { UserContext } from './context.ts'

/**
 * For calls with `needsConfirmedEmail`, where emails reach their recipients. Throws EMAIL_UNCONFIRMED; and
 * SIGN_IN_REQUIRED for a session that the confirmation has ended, whose access token may be accepted for some
 * milliseconds more. A deleted account passes: the call finds that it is gone.
 */
export async function requireConfirmedEmail({ db, actor }: Pick<UserContext, 'db' | 'actor'>): Promise<void> {
  const sessionUid = (actor.kind === 'user' && actor.sessionUid) || null
  // One statement, so that it sees the address confirmed only together with the end of the session.
  const user = await db
    .selectFrom('users')
    .leftJoin('user_sessions', (join) => join.onRef('user_sessions.user_id', '=', 'users.id').on('user_sessions.uid', '=', sessionUid))
    .select(['users.email_confirmed_at', 'user_sessions.signed_out_at as session_ended_at'])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst()
  if (user?.email_confirmed_at === null) fail('EMAIL_UNCONFIRMED')
  if (user?.session_ended_at != null) fail('SIGN_IN_REQUIRED')
}
