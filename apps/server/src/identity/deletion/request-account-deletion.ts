import { type AccountDeletion, type AccountDeletionRequest, deletionGraceDays, type Profile } from '@linkshelf/contract'
import { fail, mutate, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import { listAffectedOrganizations } from '../../organizations/index.ts'
import type { CodeDeps } from '../codes/verify-code.ts'
import { confirmCode, confirmIdentity } from '../passwords/change-password.ts'
import { needsPassword } from '../passwords/password-hash.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { lockProfileForUpdate, selectCredentialsByUserId, updateUser } from '../tables/user-table.ts'
import { enqueueAccountDeletionEmail } from './account-deletion-emails.ts'

const dayMs = 86_400_000

export async function getAccountDeletion(ctx: UserContext): Promise<AccountDeletion> {
  return { organizations: await listAffectedOrganizations(ctx, endOfGrace(ctx)) }
}

/**
 * Schedules the account's deletion for the end of the grace period. A repeated request does not change the day. Users
 * without a password need a recent sign-in instead. Throws ACCOUNT_OWNS_ORGANIZATION with the names of the
 * organizations that would have no owner. Throws REAUTHENTICATION_REQUIRED. Throws PASSWORD_WRONG,
 * SECOND_FACTOR_REQUIRED, CODE_WRONG, TOO_MANY_REQUESTS or SIGN_IN_REQUIRED like `changePassword`.
 */
export async function requestAccountDeletion(
  deps: CodeDeps,
  ctx: UserContext,
  { current_password = '', code }: AccountDeletionRequest,
): Promise<Profile> {
  const { userId } = ctx.actor
  const user = (await selectCredentialsByUserId(ctx.db, userId)) ?? fail('SIGN_IN_REQUIRED')
  if (needsPassword(deps, user)) await confirmIdentity(deps, ctx, { user, password: current_password, code })
  else {
    await requireRecentSignIn(ctx)
    await confirmCode(deps, ctx, code)
  }
  await requireNoOrganizationWithoutOwner(ctx)
  return mutate(ctx, { action: 'user.request_deletion', entity: 'user', entityId: userId }, async (tx, change) => {
    await requireSignedIn(tx, ctx)
    const profile = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    const deletesAt = profile.deletes_at ?? endOfGrace(ctx).toISOString()
    change.after = { deletes_at: deletesAt }
    if (profile.deletes_at !== null) return profile
    await enqueueAccountDeletionEmail(tx, userId, 'scheduled')
    return updateUser(tx, userId, { deletes_at: new Date(deletesAt), deletion_reminded_at: null })
  })
}

/**
 * Cancels the deletion. If no deletion is scheduled, changes nothing. Throws SIGN_IN_REQUIRED if the account is
 * deleted.
 */
export function cancelAccountDeletion(ctx: UserContext): Promise<Profile> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'user.keep', entity: 'user', entityId: userId }, async (tx, change) => {
    await requireSignedIn(tx, ctx)
    const profile = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    change.before = { deletes_at: profile.deletes_at }
    return updateUser(tx, userId, { deletes_at: null, deletion_reminded_at: null })
  })
}

/**
 * Throws ACCOUNT_OWNS_ORGANIZATION if an organization would have no owner. The job that deletes the account checks this
 * again, because memberships may change before it runs.
 */
async function requireNoOrganizationWithoutOwner(ctx: UserContext): Promise<void> {
  const { organizations } = await getAccountDeletion(ctx)
  const blocking = organizations.filter(({ effect }) => effect === 'blocks')
  if (blocking.length === 0) return
  const names = new Intl.ListFormat('en').format(blocking.map(({ name }) => `“${name}”`))
  const ids = blocking.map(({ organization_id }) => organization_id)
  fail(
    'ACCOUNT_OWNS_ORGANIZATION',
    { organization_ids: ids },
    `You are the only owner of ${names}, where others are members. Transfer the ownership to one of them first, or remove them.`,
  )
}

function endOfGrace({ now }: UserContext): Date {
  return new Date(now.getTime() + deletionGraceDays * dayMs)
}
