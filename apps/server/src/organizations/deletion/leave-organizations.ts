import type { UserId } from '@linkshelf/contract'
import { type Change, fail, type MutationStep, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { lockMembersForUpdate } from '../member-table.ts'
import type { MembersContext } from '../members/locked-members.ts'
import { removalOf, removeLockedMember } from '../members/remove-member.ts'
import { deleteOrganizationRow, lockOrganizationForUpdate } from '../organization-table.ts'
import { listAffectedOrganizations } from './affected-organizations.ts'
import { deletionOf } from './delete-organization.ts'

/**
 * Deletes the organizations that have no other member, and ends the other memberships, within the transaction that
 * deletes the user's account. Throws ACCOUNT_OWNS_ORGANIZATION; and MEMBER_LAST_OWNER or NOT_FOUND when an
 * organization changed meanwhile.
 */
export async function leaveOrganizations(step: MutationStep, ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  const organizations = await listAffectedOrganizations(ctx, ctx.now)
  if (organizations.some(({ effect }) => effect === 'blocks')) fail('ACCOUNT_OWNS_ORGANIZATION')
  for (const { organization_id: id, effect } of organizations.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
    const inOrganization = { ...ctx, organization: { id } }
    if (effect === 'deleted')
      await step(inOrganization, deletionOf(id), (tx, change) => deleteOfLastMember(tx, inOrganization, userId, change))
    else await step(inOrganization, removalOf(userId), (tx, change) => removeLockedMember(tx, inOrganization, userId, change))
  }
}

/** Someone may have joined since the members were read. */
async function deleteOfLastMember(tx: Tx, { organization: { id } }: MembersContext, userId: UserId, change: Change): Promise<void> {
  const members = await lockMembersForUpdate(tx, id)
  if (members.some(({ user_id }) => user_id !== userId)) fail('NOT_FOUND')
  const { name } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
  change.before = { name }
  await deleteOrganizationRow(tx, id)
}
