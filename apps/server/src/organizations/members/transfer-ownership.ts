import type { Member, UserId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type UserContext } from '../../access/index.ts'
import { updateRole } from '../member-table.ts'
import { getMember } from './list-members.ts'
import { lockMembers } from './locked-members.ts'

/**
 * Makes a member an owner and the acting owner a member, both or neither. Throws MEMBER_IS_YOU, and NOT_FOUND for
 * anyone who is not a member.
 */
export async function transferOwnership(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<Member> {
  const { organization, actor } = ctx
  if (userId === actor.userId) fail('MEMBER_IS_YOU')
  const mutation = { action: 'member.transfer_ownership', entity: 'member', entityId: userId, lock: 'members' } as const
  await mutate(ctx, mutation, async (tx, change) => {
    const { member } = await lockMembers(tx, ctx, { userId, attempted: 'member.transfer_ownership' })
    Object.assign(change, { before: { role: member.role, owner: actor.userId }, after: { role: 'owner', owner: userId } })
    await updateRole(tx, organization.id, userId, 'owner')
    await updateRole(tx, organization.id, actor.userId, 'member')
  })
  return getMember(ctx, userId)
}
