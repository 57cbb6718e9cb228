import { accountPostponementDays, accountReminderDays, type UserId } from '@linkshelf/contract'
import { AppError, createRequestContext, fail, mutate, mutateTogether, type UserContext } from '../../access/index.ts'
import { hasMembership, leaveOrganizations, runDueDeletions } from '../../organizations/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { deleteUserRow, lockDeletionForUpdate, selectAccountsDueBy, updateUser } from '../tables/user-table.ts'
import { enqueueAccountDeletedEmail, enqueueAccountDeletionEmail } from './account-deletion-emails.ts'

const dayMs = 86_400_000

/**
 * The hourly job: deletes accounts whose grace period is over, and reminds users whose grace period ends soon.
 * `deps.db` uses the database role of jobs.
 */
export async function deleteDueAccounts(deps: CoreDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await selectAccountsDueBy(deps.db, new Date(now.getTime() + accountReminderDays * dayMs))
  // The user requested the deletion, so the organizations record the user as the actor.
  const createContext = (userId: UserId) => createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'job' })
  await runDueDeletions(due, {
    now,
    end: ({ id }) => deleteOrPostponeAccount(createContext(id)),
    remind: ({ id }) => remind(createContext(id)),
  })
}

async function deleteOrPostponeAccount(ctx: UserContext): Promise<void> {
  try {
    await deleteAccount(ctx)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'ACCOUNT_OWNS_ORGANIZATION') return postpone(ctx)
    // Another transaction changed the organization, so the next hourly job decides again.
    if (error.code !== 'MEMBER_LAST_OWNER') throw error
  }
}

/**
 * Deletes the account and all data that belongs to its user alone, in one transaction. Organizations are locked before
 * the user, in the lock order of `mutate`. Throws NOT_FOUND if the deletion was canceled, or the account no longer
 * exists or has joined an organization. Also throws the errors of `leaveOrganizations`.
 */
function deleteAccount(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  return mutateTogether(ctx.db, async (step) => {
    await leaveOrganizations(step, ctx)
    await step(ctx, { action: 'user.delete', entity: 'user', entityId: userId }, async (tx) => {
      const account = await lockDeletionForUpdate(tx, userId)
      if (account?.deletes_at == null || account.deletes_at > ctx.now || (await hasMembership(tx, userId))) return fail('NOT_FOUND')
      await deleteUserRow(tx, userId)
      await enqueueAccountDeletedEmail(tx, account.email)
    })
  })
}

/**
 * Postpones the deletion because other members would be left without an owner. Throws NOT_FOUND if the deletion was
 * canceled or another job postponed it.
 */
function postpone(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'user.postpone_deletion', entity: 'user', entityId: userId }, async (tx, change) => {
    const account = await lockDeletionForUpdate(tx, userId)
    if (account?.deletes_at == null || account.deletes_at > ctx.now) return fail('NOT_FOUND')
    const deletesAt = new Date(ctx.now.getTime() + accountPostponementDays * dayMs)
    change.before = { deletes_at: account.deletes_at }
    change.after = { deletes_at: deletesAt }
    await updateUser(tx, userId, { deletes_at: deletesAt, deletion_reminded_at: null })
    await enqueueAccountDeletionEmail(tx, userId, 'postponed')
  })
}

/** Reminds the user once. Throws NOT_FOUND if the user was already reminded or the deletion was canceled. */
function remind(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'user.remind_deletion', entity: 'user', entityId: userId }, async (tx) => {
    const account = await lockDeletionForUpdate(tx, userId)
    if (account?.deletes_at == null || account.deletion_reminded_at !== null) fail('NOT_FOUND')
    await updateUser(tx, userId, { deletion_reminded_at: ctx.now })
    await enqueueAccountDeletionEmail(tx, userId, 'reminder')
  })
}
