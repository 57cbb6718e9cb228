import { createRequestContext, mutate } from '../../access/index.ts'
import { lockProfileForUpdate } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectSettings, upsertSettings } from '../notification-settings-table.ts'
import type { Unsubscription } from './unsubscribe-token.ts'

/** Switches the notification off for the user of a token. Does nothing when it is off already, or the user is deleted. */
export async function unsubscribe(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  { userId, notification }: Unsubscription,
  request: { requestId: string; address: string },
): Promise<void> {
  const settings = await selectSettings(deps.db, userId)
  if (!settings[notification]) return
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api', ...request })
  const [before, after] = [{ [notification]: true }, { [notification]: false }]
  await mutate(ctx, { action: 'notifications.unsubscribe', entity: 'notifications', entityId: userId }, async (tx, change) => {
    if ((await lockProfileForUpdate(tx, userId)) === undefined) return
    await upsertSettings(tx, userId, after, ctx.now)
    Object.assign(change, { before, after })
  })
}
