import type { Member, MemberRole, UserId } from '@linkshelf/contract'
import { mutate, type OrganizationContext, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import { updateRole } from '../member-table.ts'
import { getMember } from './list-members.ts'
import { lockMembers } from './locked-members.ts'

/**
 * Owners only; a new owner needs a recent sign-in. Throws MEMBER_LAST_OWNER for the last owner, NOT_FOUND for
 * anyone who is not a member.
 */
export async function changeRole(ctx: OrganizationContext<UserContext>, userId: UserId, role: MemberRole): Promise<Member> {
  const mutation = { action: 'member.change_role', entity: 'member', entityId: userId, lock: 'members' } as const
  if (role === 'owner') await requireRecentSignIn(ctx)
  await mutate(ctx, mutation, async (tx, change) => {
    const { member, requireOtherOwner } = await lockMembers(tx, ctx, { userId, attempted: 'member.change_role' })
    if (role !== 'owner') requireOtherOwner()
    Object.assign(change, { before: { role: member.role }, after: { role } })
    await updateRole(tx, ctx.organization.id, userId, role)
  })
  return getMember(ctx, userId)
}
