import type { UserId } from '@linkshelf/contract'
import { type Change, mutate, type OrganizationContext, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { deleteMember } from '../member-table.ts'
import { lockMembers, type MembersContext } from './locked-members.ts'

/**
 * Owners remove anyone, others only themselves. A trigger ends the invitations and the addresses of archives that the
 * member made. Throws MEMBER_LAST_OWNER for the last owner, NOT_FOUND for anyone who is not a member.
 */
export function removeMember(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<void> {
  return mutate(ctx, removalOf(userId), (tx, change) => removeLockedMember(tx, ctx, userId, change))
}

export function removalOf(userId: UserId) {
  return { action: 'member.remove', entity: 'member', entityId: userId, role: 'viewer', lock: 'members' } as const
}

/** Within a transaction of `mutate`; throws as `removeMember`. */
export async function removeLockedMember(tx: Tx, ctx: MembersContext, userId: UserId, change: Change): Promise<void> {
  const { member, requireOtherOwner } = await lockMembers(tx, ctx, { userId, attempted: 'member.remove' })
  requireOtherOwner()
  change.before = member
  await deleteMember(tx, ctx.organization.id, userId)
}
