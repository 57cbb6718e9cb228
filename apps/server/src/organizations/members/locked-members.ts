import type { OrganizationId, UserId } from '@linkshelf/contract'
import { denyAccess, fail, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type LockedMember, lockMembersForUpdate } from '../member-table.ts'

/** A request of a member about the organization. */
export interface MembersContext extends UserContext {
  organization: { id: OrganizationId }
}

export interface LockedMembers {
  /** The member that a change is about. */
  member: LockedMember
  /** Throws MEMBER_LAST_OWNER when no owner would be left without the member. */
  requireOtherOwner(): void
}

/**
 * Locks the members until the transaction ends. Throws NOT_FOUND for anyone who is not a member; and when the actor is
 * no owner, unless the change is about themselves and they may `leave`. `mutate` checks the role before this lock, and
 * two owners may take each other's role at once.
 */
export async function lockMembers(
  tx: Tx,
  ctx: MembersContext,
  { userId, attempted }: { userId: UserId; attempted: 'member.remove' | 'member.change_role' | 'member.transfer_ownership' },
): Promise<LockedMembers> {
  const members = await lockMembersForUpdate(tx, ctx.organization.id)
  const find = (id: UserId) => members.find((each) => each.user_id === id)
  const member = find(userId) ?? fail('NOT_FOUND')
  const mayLeave = attempted === 'member.remove' && userId === ctx.actor.userId
  if (!mayLeave && find(ctx.actor.userId)?.role !== 'owner') denyAccess(ctx, { reason: 'not an owner', attempted })
  return {
    member,
    requireOtherOwner() {
      if (!members.some((each) => each.role === 'owner' && each.user_id !== userId)) fail('MEMBER_LAST_OWNER')
    },
  }
}
