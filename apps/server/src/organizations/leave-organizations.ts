import type { AccountDeletion, OrganizationId, UserId } from '@linkshelf/contract'
import { type Change, fail, type MutationStep, read, type UserContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { createDeletionMutation } from './deletion/delete-organizations.ts'
import { lockMembersForUpdate, selectMembers } from './member-table.ts'
import { createRemovalMutation, type MembersContext, removeLockedMember } from './members.ts'
import { deleteOrganizationRow, lockOrganizationForUpdate, selectOrganizationsByUser } from './organization-table.ts'

/**
 * Deletes the organizations without other members and ends the user's other memberships, in the transaction that
 * deletes the user's account. Throws ACCOUNT_OWNS_ORGANIZATION if an organization would have members but no owner.
 * Throws MEMBER_LAST_OWNER or NOT_FOUND if an organization changed at the same time.
 */
export async function leaveOrganizations(step: MutationStep, ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  const organizations = await listAffectedOrganizations(ctx, ctx.now)
  if (organizations.some(({ effect }) => effect === 'blocks')) fail('ACCOUNT_OWNS_ORGANIZATION')
  for (const { organization_id: id, effect } of organizations.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
    const inOrganization = { ...ctx, organization: { id } }
    if (effect === 'deleted')
      await step(inOrganization, createDeletionMutation(id), (tx, change) => deleteAsLastMember(tx, inOrganization, userId, change))
    else
      await step(inOrganization, createRemovalMutation(userId), async (tx, change) => {
        change.before = await removeLockedMember(tx, inOrganization, userId)
      })
  }
}

/** Deletes the organization unless another user has joined since its members were read. */
async function deleteAsLastMember(tx: Tx, { organization: { id } }: MembersContext, userId: UserId, change: Change): Promise<void> {
  const members = await lockMembersForUpdate(tx, id)
  if (members.some(({ user_id }) => user_id !== userId)) fail('NOT_FOUND')
  const { name } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
  change.before = { name }
  await deleteOrganizationRow(tx, id)
}

export type AffectedOrganization = AccountDeletion['organizations'][number] & { organization_id: OrganizationId }

/**
 * Returns what happens to each of the user's organizations if the account is deleted at `endsAt`. If an organization's
 * own deletion is due by then, it does not block the account's deletion.
 */
export async function listAffectedOrganizations(ctx: UserContext, endsAt: Date): Promise<AffectedOrganization[]> {
  const { userId } = ctx.actor
  const organizations = await read(ctx, (tx) => selectOrganizationsByUser(tx, userId))
  return Promise.all(
    organizations.map(async ({ id, name, deletes_at }) => {
      const members = await read({ ...ctx, organization: { id } }, (tx) => selectMembers(tx, id))
      const others = members.filter(({ user_id }) => user_id !== userId)
      const canLeave = others.some(({ role }) => role === 'owner') || (deletes_at !== null && deletes_at <= endsAt)
      return { organization_id: id, name, effect: others.length === 0 ? 'deleted' : canLeave ? 'left' : 'blocks' }
    }),
  )
}
