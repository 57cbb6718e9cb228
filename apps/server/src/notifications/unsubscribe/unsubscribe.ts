import { notificationKinds } from '@linkshelf/contract'
import { createRequestContext, mutate, type UserActor } from '../../access/index.ts'
import { lockProfileForUpdate } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { findSavedViewName, type ReaderContext, stopMailingSavedView } from '../../saved-views/index.ts'
import { selectSettings, upsertSettings } from '../notification-settings-table.ts'
import type { NotificationUnsubscription, ReportUnsubscription, Unsubscription } from './unsubscribe-token.ts'

type UnsubscribeDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

interface UnsubscribeRequest {
  requestId: string
  address: string
}

/** Switches off what a token names, for its user. Does nothing when it is off already, or the user is deleted. */
export function unsubscribe(deps: UnsubscribeDeps, what: Unsubscription, request: UnsubscribeRequest): Promise<void> {
  return 'reportId' in what ? stopMailingSavedView(readerOf(deps, what, request), what.reportId) : switchOff(deps, what, request)
}

/** Returns the name and description of the kind of email that a token switches off. */
export async function describeUnsubscription(
  deps: UnsubscribeDeps,
  what: Unsubscription,
  request: UnsubscribeRequest,
): Promise<{ name: string; description: string }> {
  if (!('reportId' in what)) return notificationKinds[what.notification]
  const name = (await findSavedViewName(readerOf(deps, what, request), what.reportId)) ?? 'A report that you deleted'
  return { name, description: 'The report that you saved in Analytics, mailed every Monday.' }
}

async function switchOff(
  deps: UnsubscribeDeps,
  { userId, notification }: NotificationUnsubscription,
  request: UnsubscribeRequest,
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

function readerOf(deps: UnsubscribeDeps, { userId, organizationId }: ReportUnsubscription, request: UnsubscribeRequest): ReaderContext {
  const actor: UserActor = { kind: 'user', userId }
  return { ...createRequestContext(deps, { actor, source: 'api', ...request }), organization: { id: organizationId } }
}
