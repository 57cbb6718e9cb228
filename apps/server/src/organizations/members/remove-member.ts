import type { UserId } from '@linkshelf/contract'
import { mutate, type OrganizationContext, type UserContext } from '../../access/index.ts'
import { lockMembers } from './locked-members.ts'
import { deleteMember } from './member-table.ts'

/** Owners remove anyone, members only themselves. Throws MEMBER_LAST_OWNER for the last owner, NOT_FOUND for anyone who is not a member. */
export function removeMember(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<void> {
  return mutate(ctx, { action: 'member.remove', entity: 'member', entityId: userId }, async (tx, change) => {
    const { member, requireOtherOwner } = await lockMembers(tx, ctx, { userId, attempted: 'member.remove' })
    requireOtherOwner()
    change.before = member
    await deleteMember(tx, ctx.organization.id, userId)
  })
}
