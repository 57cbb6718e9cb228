// The address of an account becomes confirmed only here: by a link in an email to the address, or by a password reset
// through an emailed link.
//
// Before the first confirmation, a stranger may have created the account. So the first confirmation revokes all access
// that was given before it: sessions, passkeys, and the access of others to the organizations that the account created.
// In organizations of other users, only the user's own API keys end, because joining them required a link from the
// mailbox. The first confirmation also cancels a scheduled deletion of the account. Links and data are not changed.
import {
  type AccessRevocations,
  type Inspection,
  type MutationStep,
  mutateTogether,
  type RevokedAccess,
  read,
  type UserContext,
} from '../access/index.ts'
import { type JoinedOrganization, selectJoinedOrganizations } from '../organizations/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { deleteUserTokens } from './tables/email-token-table.ts'
import { deletePasskeys } from './tables/passkey-table.ts'
import { deleteProviderAccounts } from './tables/provider-account-table.ts'
import { lockSessionsForUpdate } from './tables/session-table.ts'
import { lockProfileForUpdate, selectAccount, updateEmailConfirmed, updateUser } from './tables/user-table.ts'

/** Thrown if a concurrent request has used the emailed token, or the account is deleted. */
export class TokenUsedError extends Error {}

export interface ConfirmationStep {
  action: 'user.confirm_email' | 'user.reset_password'
  /** Whether the address was confirmed when it was read, before the transaction. If true, only sessions end. */
  isConfirmed: boolean
  /** Whether accounts at other providers stay, because the user proved with one of them who they are. */
  keepsProviders?: boolean
  /** Uses the token in the same transaction. Throws TokenUsedError. */
  work(tx: Tx, revoked: readonly RevokedAccess[]): Promise<void>
}

/**
 * Confirms the address and signs its user out everywhere. The first time, it also revokes all access that was given
 * before, and cancels the account's deletion. Returns the revoked access. Throws TokenUsedError.
 */
export async function confirmAndRevokeAccess(
  accessRevocations: AccessRevocations,
  ctx: UserContext,
  { action, isConfirmed, keepsProviders = false, work }: ConfirmationStep,
): Promise<RevokedAccess[]> {
  const { userId } = ctx.actor
  const organizations = isConfirmed ? [] : await read(ctx, (tx) => selectJoinedOrganizations(tx, userId))
  return mutateTogether(ctx.db, async (step, inspect) => {
    const revoked = await revokeEarlierAccess(accessRevocations, { step, inspect, ctx }, organizations)
    await step(ctx, { action, entity: 'user', entityId: userId }, async (tx, change) => {
      await lockSessionsForUpdate(tx, userId) // in the lock order of `mutate`
      const profile = await lockProfileForUpdate(tx, userId)
      if (profile === undefined) throw new TokenUsedError()
      if (!profile.email_confirmed) for (const name of await deletePasskeys(tx, userId)) revoked.push({ kind: 'passkey', name })
      if (!profile.email_confirmed && profile.deletes_at !== null) {
        revoked.push({ kind: 'scheduled account deletion', name: profile.deletes_at.slice(0, 10) })
        await updateUser(tx, userId, { deletes_at: null, deletion_reminded_at: null })
      }
      if (!profile.email_confirmed && !keepsProviders)
        for (const issuer of await deleteProviderAccounts(tx, userId)) revoked.push({ kind: 'connected identity provider', name: issuer })
      if (revoked.length > 0) change.after = { ended: revoked }
      await work(tx, revoked)
      await updateEmailConfirmed(tx, userId, ctx.now)
      await deleteUserTokens(tx, 'email_confirmations', userId)
      await endAllSessions(tx, userId, ctx.now)
    })
    return revoked
  })
}

/**
 * Revokes the access that was given before the confirmation. Locks every organization before the first step, so that of
 * two concurrent confirmations, the second finds the address confirmed and revokes nothing. Works with any role of the
 * user, because a second owner may have made the user a viewer.
 */
async function revokeEarlierAccess(
  { inOwnOrganization, inJoinedOrganization }: AccessRevocations,
  { step, inspect, ctx }: { step: MutationStep; inspect: Inspection; ctx: UserContext },
  organizations: readonly JoinedOrganization[],
): Promise<RevokedAccess[]> {
  const locked: JoinedOrganization[] = []
  for (const organization of organizations) {
    const account = await inspect({ ...ctx, organization }, (tx) => selectAccount(tx, ctx.actor.userId))
    if (account === undefined) continue
    if (account.email_confirmed_at !== null) return []
    locked.push(organization)
  }
  const revoked: RevokedAccess[] = []
  for (const { id, is_own } of locked)
    for (const revoke of is_own ? inOwnOrganization : inJoinedOrganization)
      revoked.push(
        ...(await revoke({ step, inspect, userId: ctx.actor.userId, ctx: { ...ctx, writeRole: 'viewer', organization: { id } } })),
      )
  return revoked
}

const plurals: Record<RevokedAccess['kind'], string> = {
  'API key': 'API keys',
  invitation: 'invitations',
  member: 'members',
  'connection to YouTube': 'connections to YouTube',
  'postback address': 'postback addresses',
  'download address': 'download addresses',
  passkey: 'passkeys',
  'scheduled account deletion': 'scheduled account deletions',
  'connected identity provider': 'connected identity providers',
}

const namesShown = 10

/** Describes the access by count and name, for example “2 API keys (CI, Shop)”. */
export function revokedAccessForPage(revoked: readonly RevokedAccess[]): string[] {
  return describeRevokedAccess(revoked, () => true)
}

/** Describes the access without names that users typed. Members are named by their email addresses. */
export function revokedAccessForEmail(revoked: readonly RevokedAccess[]): string[] {
  return describeRevokedAccess(revoked, (kind) => kind === 'member')
}

function describeRevokedAccess(revoked: readonly RevokedAccess[], isNamed: (kind: RevokedAccess['kind']) => boolean): string[] {
  return [...Map.groupBy(revoked, ({ kind }) => kind)].map(([kind, each]) => {
    const counted = `${each.length} ${each.length === 1 ? kind : plurals[kind]}`
    return isNamed(kind) ? `${counted} (${formatNames(each)})` : counted
  })
}

function formatNames(revoked: readonly RevokedAccess[]): string {
  const names = [...new Set(revoked.map(({ name }) => name))]
  const others = names.length - namesShown
  return `${names.slice(0, namesShown).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
