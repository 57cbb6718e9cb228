import type { Member, UserId } from '@linkshelf/contract'
import { denyAccess, fail, mutate, type OrganizationContext, read, type UserContext } from '../access/index.ts'
import { deleteMember, lockMembersForUpdate, selectMembers } from './organization-table.ts'

export function listMembers(ctx: OrganizationContext): Promise<Member[]> {
  return read(ctx, (tx) => selectMembers(tx, ctx.organization.id))
}

/** Owners remove anyone, members only themselves. Throws MEMBER_LAST_OWNER for the last owner, NOT_FOUND for anyone who is not a member. */
export function removeMember(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<void> {
  const { organization, actor } = ctx
  return mutate(ctx, { action: 'member.remove', entity: 'member', entityId: userId }, async (tx, change) => {
    const members = await lockMembersForUpdate(tx, organization.id)
    const leaving = members.find((member) => member.user_id === userId)
    if (leaving === undefined) return fail('NOT_FOUND')
    if (organization.role !== 'owner' && userId !== actor.userId) denyAccess(ctx, { reason: 'not an owner', attempted: 'member.remove' })
    if (leaving.role === 'owner' && members.filter((member) => member.role === 'owner').length === 1) fail('MEMBER_LAST_OWNER')
    change.before = leaving
    await deleteMember(tx, organization.id, userId)
  })
}
