import type { Member, MemberRole, OrganizationId, UserId } from '@linkshelf/contract'
import {
  type AccessRevocation,
  denyAccess,
  fail,
  mutate,
  type OrganizationContext,
  organizationCall,
  read,
  requireRecentSignIn,
  type UserContext,
} from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { inviteMember } from './invitations/invitations.ts'
import {
  deleteMember,
  type LockedMember,
  lockMembersForUpdate,
  selectMembers,
  selectSecondFactorsByMember,
  updateRole,
} from './member-table.ts'

const calls = organizationCall.members

export function memberRoutes(deps: CoreDeps) {
  return {
    list: calls.list.handler(({ context }) => listMembers(context.ctx)),
    invite: calls.invite.handler(({ context, input }) => inviteMember(deps, context.ctx, input.body)),
    changeRole: calls.changeRole.handler(({ context, input }) =>
      changeRole(context.ctx, { userId: input.params.userId, role: input.body.role }),
    ),
    transferOwnership: calls.transferOwnership.handler(({ context, input }) => transferOwnership(context.ctx, input.params.userId)),
    remove: calls.remove.handler(({ context, input }) => removeMember(context.ctx, input.params.userId)),
  }
}

/** Returns the members, longest membership first. Viewers get no email addresses. Only owners get second factors. */
export async function listMembers(ctx: OrganizationContext): Promise<Member[]> {
  const { id, role } = ctx.organization
  return read(ctx, async (tx) => {
    const secondFactors = role === 'owner' ? await selectSecondFactorsByMember(tx, id) : undefined
    return (await selectMembers(tx, id)).map(({ created_at, email, ...member }) => ({
      ...member,
      email: role === 'viewer' ? null : email,
      joined_at: created_at.toISOString(),
      second_factors: secondFactors === undefined ? null : (secondFactors.get(member.user_id) ?? []),
    }))
  })
}

/** Throws NOT_FOUND if the user is not a member. */
async function getMember(ctx: OrganizationContext, userId: UserId): Promise<Member> {
  return (await listMembers(ctx)).find((member) => member.user_id === userId) ?? fail('NOT_FOUND')
}

/**
 * Changes the role of a member. Only owners may call this. Making a member an owner needs a recent sign-in. Throws
 * MEMBER_LAST_OWNER if the member is the last owner. Throws NOT_FOUND if the user is not a member.
 */
export async function changeRole(
  ctx: OrganizationContext<UserContext>,
  { userId, role }: { userId: UserId; role: MemberRole },
): Promise<Member> {
  const mutation = { action: 'member.change_role', entity: 'member', entityId: userId, lock: 'members' } as const
  if (role === 'owner') await requireRecentSignIn(ctx)
  await mutate(ctx, mutation, async (tx, change) => {
    const { member, requireOtherOwner } = await lockMembers(tx, ctx, { userId, attempted: 'member.change_role' })
    if (role !== 'owner') requireOtherOwner()
    change.before = { role: member.role }
    change.after = { role }
    await updateRole(tx, ctx.organization.id, userId, role)
  })
  return getMember(ctx, userId)
}

/**
 * Makes a member an owner and the acting owner a member, in one transaction. Throws MEMBER_IS_YOU. Throws NOT_FOUND if
 * the user is not a member.
 */
export async function transferOwnership(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<Member> {
  const { organization, actor } = ctx
  if (userId === actor.userId) fail('MEMBER_IS_YOU')
  const mutation = { action: 'member.transfer_ownership', entity: 'member', entityId: userId, lock: 'members' } as const
  await mutate(ctx, mutation, async (tx, change) => {
    const { member } = await lockMembers(tx, ctx, { userId, attempted: 'member.transfer_ownership' })
    change.before = { role: member.role, owner: actor.userId }
    change.after = { role: 'owner', owner: userId }
    await updateRole(tx, organization.id, userId, 'owner')
    await updateRole(tx, organization.id, actor.userId, 'member')
  })
  return getMember(ctx, userId)
}

/**
 * Removes a member. Owners may remove any member; other members may only remove themselves. A trigger revokes the open
 * invitations that the member sent and the archive download addresses that the member created. Throws MEMBER_LAST_OWNER
 * if the member is the last owner. Throws NOT_FOUND if the user is not a member.
 */
export function removeMember(ctx: OrganizationContext<UserContext>, userId: UserId): Promise<void> {
  return mutate(ctx, createRemovalMutation(userId), async (tx, change) => {
    change.before = await removeLockedMember(tx, ctx, userId)
  })
}

export function createRemovalMutation(userId: UserId) {
  return { action: 'member.remove', entity: 'member', entityId: userId, role: 'viewer', lock: 'members' } as const
}

/**
 * Removes a member inside a transaction of `mutate`, and returns the removed member. Throws the same errors as
 * `removeMember`.
 */
export async function removeLockedMember(tx: Tx, ctx: MembersContext, userId: UserId): Promise<object> {
  const { member, requireOtherOwner } = await lockMembers(tx, ctx, { userId, attempted: 'member.remove' })
  requireOtherOwner()
  await deleteMember(tx, ctx.organization.id, userId)
  return member
}

/**
 * Removes every other member of the organization. If others changed the user's role, the user becomes an owner again.
 */
export const revokeMemberships: AccessRevocation = async ({ step, inspect, userId, ctx }) => {
  const { organization } = ctx
  const members = (await inspect(ctx, (tx) => selectMembers(tx, organization.id))) ?? []
  // The user becomes an owner before other members are removed, so that the organization always has an owner.
  const own = members.find(({ user_id }) => user_id === userId)
  if (own !== undefined && own.role !== 'owner') {
    const mutation = { action: 'member.change_role', entity: 'member', entityId: userId, lock: 'members' } as const
    await step(ctx, mutation, async (tx, change) => {
      change.before = { role: own.role }
      change.after = { role: 'owner' }
      await updateRole(tx, organization.id, userId, 'owner')
    })
  }
  const others = members.filter(({ user_id }) => user_id !== userId)
  for (const { user_id, role } of others) {
    await step(ctx, createRemovalMutation(user_id), async (tx, change) => {
      change.before = { user_id, role }
      await deleteMember(tx, organization.id, user_id)
    })
  }
  return others.map(({ email }) => ({ kind: 'member', name: email }))
}

/** The context of a member's request about the organization. */
export interface MembersContext extends UserContext {
  organization: { id: OrganizationId }
}

export interface LockedMembers {
  /** The member who is changed. */
  member: LockedMember
  /** Throws MEMBER_LAST_OWNER if the organization has no other owner. */
  requireOtherOwner(): void
}

/**
 * Locks the members until the transaction ends. Throws NOT_FOUND if the user is not a member. Also throws NOT_FOUND if
 * the actor is not an owner, unless members remove themselves. `mutate` has already checked the actor's role, but
 * before this lock. The role is checked again, because two owners may take each other's role at the same time.
 */
async function lockMembers(
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
