// The one way in which the address of an account becomes confirmed: a link in its mail confirms it, and so does a
// password that is reset by such a link.
//
// Until then anybody may have made the account. So the first confirmation ends all access that was made before it:
// sessions, and what others have of the organizations that the account created. Somebody who joined an organization
// that another user created has used a link from the mailbox, so there only the user's own API keys end. Links and data
// stay.
import {
  type AccessEnders,
  type EndedAccess,
  type Inspection,
  type MutationStep,
  mutateTogether,
  read,
  type UserContext,
} from '../access/index.ts'
import { type JoinedOrganization, selectJoinedOrganizations } from '../organizations/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { deleteEmailConfirmations } from './tables/email-token-table.ts'
import { deleteUserState } from './tables/identity-state-table.ts'
import { lockSessionsForUpdate, updateAllSignedOut } from './tables/session-table.ts'
import { lockProfileForUpdate, selectAccount, updateEmailConfirmed, updateSignedOutEverywhere } from './tables/user-table.ts'

/** A concurrent request used the token of the email. */
export class TokenUsedError extends Error {}

export interface AddressConfirmation {
  action: 'user.confirm_email' | 'user.reset_password'
  /** Read before the transaction: where the address is confirmed, only sessions end. */
  isConfirmed: boolean
  /** Uses the token, in the same transaction. Throws TokenUsedError. */
  work(tx: Tx, ended: readonly EndedAccess[]): Promise<void>
}

/**
 * Signs the user of the context out everywhere and, the first time, ends all other access. Returns what ended. Throws
 * TokenUsedError.
 */
export async function confirmAddress(
  accessEnders: AccessEnders,
  ctx: UserContext,
  { action, isConfirmed, work }: AddressConfirmation,
): Promise<EndedAccess[]> {
  const { userId } = ctx.actor
  const organizations = isConfirmed ? [] : await read(ctx, (tx) => selectJoinedOrganizations(tx, userId))
  return mutateTogether(ctx.db, async (step, inspect) => {
    const ended = await endEarlierAccess(accessEnders, { step, inspect, ctx }, organizations)
    await step(ctx, { action, entity: 'user', entityId: userId }, async (tx, change) => {
      await lockSessionsForUpdate(tx, userId) // before the user, as everywhere
      if ((await lockProfileForUpdate(tx, userId)) === undefined) throw new TokenUsedError()
      if (ended.length > 0) change.after = { ended }
      await work(tx, ended)
      await updateEmailConfirmed(tx, userId, ctx.now)
      await deleteEmailConfirmations(tx, userId)
      await updateSignedOutEverywhere(tx, userId, ctx.now)
      await updateAllSignedOut(tx, userId, ctx.now)
      await deleteUserState(tx, userId)
    })
    return ended
  })
}

/**
 * Locks every organization before the first step: of two confirmations at once the second finds the address confirmed,
 * and ends nothing. A second owner may have made the user a viewer, so any role suffices.
 */
async function endEarlierAccess(
  { inOwnOrganization, inJoinedOrganization }: AccessEnders,
  { step, inspect, ctx }: { step: MutationStep; inspect: Inspection; ctx: UserContext },
  organizations: readonly JoinedOrganization[],
): Promise<EndedAccess[]> {
  const locked: JoinedOrganization[] = []
  for (const organization of organizations) {
    const account = await inspect({ ...ctx, organization }, (tx) => selectAccount(tx, ctx.actor.userId))
    if (account === undefined) continue
    if (account.email_confirmed_at !== null) return []
    locked.push(organization)
  }
  const ended: EndedAccess[] = []
  for (const { id, is_own } of locked)
    for (const endAccess of is_own ? inOwnOrganization : inJoinedOrganization)
      ended.push(...(await endAccess({ step, inspect, ctx: { ...ctx, writeRole: 'viewer', organization: { id } } })))
  return ended
}
