import type { MemberRole, OrganizationId, UserId } from '@linkshelf/contract'
import { AppError, fail, mutate, type RequestContext, read } from '../access/index.ts'
import {
  deleteMember,
  type GroupMember,
  insertMember,
  lockMembersForUpdate,
  selectGroupMember,
  updateGroupIssuer,
  updateRole,
} from './member-table.ts'

/** The role that the groups of an identity provider give to a user. */
export interface GroupRole {
  organizationId: OrganizationId
  userId: UserId
  issuer: string
  /** Undefined if the user is in no group that gives a role. */
  role: MemberRole | undefined
}

type Action = 'member.add' | 'member.change_role' | 'member.remove'

/**
 * Gives the user the role of the groups, as a system actor. From then on, the provider's groups decide the membership:
 * if the user is in none of them any more, the membership ends. A membership that only people decided stays. The last
 * owner stays an owner. Does nothing if the membership is as the groups say.
 *
 * Never throws an AppError, because the user can sign in even if the organization is missing or has no other owner. The
 * log then says so.
 */
export async function applyGroupRole(request: RequestContext, given: GroupRole): Promise<void> {
  const { organizationId, userId, issuer } = given
  const ctx = { ...request, organization: { id: organizationId } }
  const action = decideAction(await read(ctx, (tx) => selectGroupMember(tx, organizationId, userId)), given)
  if (action === undefined) return
  try {
    await mutate(ctx, { action, entity: 'member', entityId: userId, lock: 'members' }, async (tx, change) => {
      const members = await lockMembersForUpdate(tx, organizationId)
      const member = members.find((each) => each.user_id === userId)
      const isLastOwner = member?.role === 'owner' && !members.some((each) => each.role === 'owner' && each.user_id !== userId)
      if (isLastOwner && given.role !== 'owner') fail('MEMBER_LAST_OWNER')
      if (member !== undefined) change.before = { role: member.role }
      if (given.role !== undefined) change.after = { role: given.role }
      if (given.role === undefined) await deleteMember(tx, organizationId, userId)
      else if (member === undefined)
        await insertMember(tx, organizationId, { userId, role: given.role, createdAt: ctx.now, groupIssuer: issuer })
      else {
        await updateRole(tx, organizationId, userId, given.role)
        await updateGroupIssuer(tx, organizationId, userId, issuer)
      }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    request.log.warn({ err: error, organizationId, userId, issuer }, 'The groups of a user did not change the membership')
  }
}

/** Returns what changes the membership to what the groups say. Undefined if nothing changes. */
function decideAction(member: GroupMember | undefined, { issuer, role }: GroupRole): Action | undefined {
  if (member === undefined) return role === undefined ? undefined : 'member.add'
  if (role === undefined) return member.group_issuer === issuer ? 'member.remove' : undefined
  return member.role === role && member.group_issuer === issuer ? undefined : 'member.change_role'
}
