import type { Reauthentication } from '@linkshelf/contract'
import { fail, mutate, type UserContext } from '../../access/index.ts'
import { requireSignedIn } from '../sessions/end-sessions.ts'
import { updateReauthenticated } from '../tables/session-table.ts'
import { selectCredentialsOf } from '../tables/user-table.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * The user of a session confirms who they are; their other sessions stay as they are. Throws
 * PASSWORD_WRONG; TOO_MANY_REQUESTS after too many wrong ones; SIGN_IN_REQUIRED for an API key, a session
 * that ended, or a deleted account.
 */
export async function reauthenticate(deps: { throttle: Throttle }, ctx: UserContext, { password }: Reauthentication): Promise<void> {
  const user = (await selectCredentialsOf(ctx.db, ctx.actor.userId)) ?? fail('SIGN_IN_REQUIRED')
  await confirmPassword(deps, ctx, { user, password })
  return mutate(ctx, { action: 'session.reauthenticate', entity: 'session' }, async (tx, change) => {
    const session = (await requireSignedIn(tx, ctx)) ?? fail('SIGN_IN_REQUIRED')
    change.entityId = session.id
    await updateReauthenticated(tx, session.uid, ctx.now)
  })
}
