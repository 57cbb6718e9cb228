import { createHash } from 'node:crypto'
import { fail, mutate, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import { applyGroupRole } from '../../organizations/index.ts'
import { enqueueProviderDisconnectedEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findRelyingParty } from '../passkeys/relying-party.ts'
import type { ProviderSettings } from '../provider-clients/provider-settings.ts'
import { getSessionUid } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { selectProviderSignInId } from '../tables/identity-state-table.ts'
import { selectPasskeys } from '../tables/passkey-table.ts'
import {
  deleteProviderAccount,
  type ProviderAccountKey,
  selectProviderAccounts,
  selectProviderSignIns,
} from '../tables/provider-account-table.ts'
import { lockProfileForUpdate } from '../tables/user-table.ts'
import { isSameIssuer } from './confirm-with-provider.ts'
import { endSignIns } from './end-provider-sessions.ts'

/** Returns the account's id in addresses of pages, because issuer and subject can have any characters. */
export function toProviderAccountId({ issuer, subject }: ProviderAccountKey): string {
  return createHash('sha256').update(`${issuer}\0${subject}`).digest('hex').slice(0, 32)
}

/** Returns the key of the user's account at another provider. Throws NOT_FOUND. */
export async function getProviderAccount({ db, actor }: UserContext, id: string): Promise<ProviderAccountKey> {
  const accounts = await selectProviderAccounts(db, actor.userId)
  return accounts.find((account) => toProviderAccountId(account) === id) ?? fail('NOT_FOUND')
}

class OnlyWayError extends Error {}

type DisconnectDeps = Pick<IdentityDeps, 'origins' | 'providers' | 'isProviderOnly'>

/**
 * Disconnects the user's account at another provider, and emails the user. Ends the sessions that began at the
 * provider, except the current session, in which the user has just confirmed. Also ends the membership that the
 * provider's groups gave, because no later sign-in could end it. If the user would have no other way to sign in,
 * changes nothing and returns false. Throws NOT_FOUND, REAUTHENTICATION_REQUIRED and SIGN_IN_REQUIRED.
 */
export async function disconnectProvider(deps: DisconnectDeps, ctx: UserContext, id: string): Promise<boolean> {
  await requireRecentSignIn(ctx)
  const { userId } = ctx.actor
  let issuer: string
  try {
    issuer = await mutate(ctx, { action: 'user.disconnect_provider', entity: 'user', entityId: userId }, async (tx, change) => {
      await requireSignedIn(tx, ctx)
      const profile = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
      const accounts = await selectProviderAccounts(tx, userId)
      const account = accounts.find((each) => toProviderAccountId(each) === id) ?? fail('NOT_FOUND')
      const others = accounts.filter((each) => each !== account)
      const hasPasskey = findRelyingParty(deps.origins.app) !== undefined && (await selectPasskeys(tx, userId)).length > 0
      const hasOtherWay =
        others.some((other) => findProviderSettings(deps, other.issuer) !== undefined) ||
        (!deps.isProviderOnly && (profile.has_password || hasPasskey))
      if (!hasOtherWay) throw new OnlyWayError()

      await deleteProviderAccount(tx, account)
      const current = await selectProviderSignInId(tx, userId, getSessionUid(ctx) ?? '')
      const signIns = await selectProviderSignIns(tx, { ...account, sid: undefined })
      const ids = signIns.flatMap((signIn) => (signIn.user_id === userId && signIn.id !== current ? signIn.id : []))
      change.before = { issuer: account.issuer, email: account.email }
      change.after = { sessions: await endSignIns(tx, { userId, ids, now: ctx.now }) }
      await enqueueProviderDisconnectedEmail(tx, userId, new URL(account.issuer).host)
      return account.issuer
    })
  } catch (error) {
    if (error instanceof OnlyWayError) return false
    throw error
  }
  const groups = findProviderSettings(deps, issuer)?.groups
  if (groups !== undefined) {
    const actor = { kind: 'system', name: 'groups' } as const
    await applyGroupRole({ ...ctx, actor }, { organizationId: groups.organizationId, userId, issuer, role: undefined })
  }
  return true
}

/** Returns the settings of the provider. Undefined if it is not configured any more. */
export function findProviderSettings({ providers }: Pick<IdentityDeps, 'providers'>, issuer: string): ProviderSettings | undefined {
  return providers.find(({ settings }) => isSameIssuer(issuer, settings.issuer))?.settings
}

/** Returns the text of the provider's button or, if the provider is not configured any more, its host. */
export function getProviderLabel(deps: Pick<IdentityDeps, 'providers'>, issuer: string): string {
  return findProviderSettings(deps, issuer)?.button ?? new URL(issuer).host
}
