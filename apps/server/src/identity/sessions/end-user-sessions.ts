import { createRequestContext, mutate } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { deleteUserState } from '../tables/identity-state-table.ts'
import { lockSessionsForUpdate, updateAllSignedOut } from '../tables/session-table.ts'
import { selectCredentials, updateSignedOutEverywhere } from '../tables/user-table.ts'

/**
 * The operator's command: signs the user with this email address out everywhere. Returns how many sessions ended. API
 * keys and memberships stay. Throws StartError for an address without an account.
 */
export async function endUserSessions(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, email: string): Promise<number> {
  const user = await selectCredentials(deps.db, email)
  if (user === undefined) throw new StartError(`There is no account with the address ${email}.`)
  const command = createRequestContext(deps, { actor: { kind: 'system', name: 'linkshelf end-sessions' }, source: 'command' })
  const ctx = { ...command, account: { id: user.id } }
  return mutate(ctx, { action: 'session.end_all', entity: 'user', entityId: user.id }, async (tx, change) => {
    await lockSessionsForUpdate(tx, user.id) // before the user, as everywhere
    await updateSignedOutEverywhere(tx, user.id, ctx.now)
    const ended = await updateAllSignedOut(tx, user.id, ctx.now)
    await deleteUserState(tx, user.id)
    change.after = { sessions: ended }
    return ended
  })
}
