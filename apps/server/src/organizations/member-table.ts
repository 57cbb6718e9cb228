// Every statement that writes `members`. The access module reads and locks them for the request context.
import type { MemberRole, OrganizationId, SecondFactor, UserId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { lacksSecondFactor, selectSecondFactors } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    members: { organization_id: OrganizationId; user_id: UserId; role: MemberRole; created_at: Date; group_issuer: string | null }
  }
}

export interface NewMember {
  userId: UserId
  role: MemberRole
  createdAt: Date
  /** The identity provider whose groups decide the role. Undefined if people decide. */
  groupIssuer?: string
}

/** Inserts a member. Returns false if the user is already a member; the member's role then does not change. */
export async function insertMember(
  tx: Tx,
  organizationId: OrganizationId,
  { userId, role, createdAt, groupIssuer }: NewMember,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: createdAt, group_issuer: groupIssuer ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export interface LockedMember {
  user_id: UserId
  role: MemberRole
}

export interface GroupMember extends LockedMember {
  group_issuer: string | null
}

/**
 * Selects the members and locks them until the transaction ends. Otherwise the last two owners could leave at the same
 * time, because each would see the other as the remaining owner.
 */
export function lockMembersForUpdate(tx: Tx, organizationId: OrganizationId): Promise<GroupMember[]> {
  return tx
    .selectFrom('members')
    .select(['user_id', 'role', 'group_issuer'])
    .where('organization_id', '=', organizationId)
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

export interface MemberRow extends LockedMember {
  full_name: string
  email: string
  avatar_url: string | null
  created_at: Date
}

/** Returns the members, longest membership first. */
export function selectMembers(tx: Tx, organizationId: OrganizationId): Promise<MemberRow[]> {
  return tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.full_name', 'users.email', 'users.avatar_url', 'members.role', 'members.created_at'])
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute()
}

/** Returns the second factors of each member. */
export async function selectSecondFactorsByMember(tx: Tx, organizationId: OrganizationId): Promise<Map<UserId, SecondFactor[]>> {
  const members = await tx
    .selectFrom('members')
    .select(['user_id', selectSecondFactors('members.user_id').as('second_factors')])
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(members.map(({ user_id, second_factors }) => [user_id, second_factors]))
}

/** Relies on users_email_key and members_pkey. */
export async function isMember(tx: Tx, organizationId: OrganizationId, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.user_id')
    .where('members.organization_id', '=', organizationId)
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export async function isOwner(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<boolean> {
  const members = tx.selectFrom('members').select('role').where('organization_id', '=', organizationId)
  return (await members.where('user_id', '=', userId).executeTakeFirst())?.role === 'owner'
}

/** Returns whether the user is an owner, and has a second factor if the organization requires one. */
export async function mayActAsOwner(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<boolean> {
  const owner = await tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(lacksSecondFactor({ kind: 'user', userId }, 'organizations.second_factor_required').as('is_lacking'))
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .executeTakeFirst()
  return owner?.is_lacking === false
}

/** Returns whether the transaction's user belongs to any organization. Relies on members_user_id_idx. */
export async function hasMembership(tx: Tx, userId: UserId): Promise<boolean> {
  return (await tx.selectFrom('members').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/**
 * Changes the role. If the user is no longer an owner, a trigger revokes the open invitations that the user sent and
 * the archive download addresses that the user created.
 */
export async function updateRole(tx: Tx, organizationId: OrganizationId, userId: UserId, role: MemberRole): Promise<void> {
  await tx.updateTable('members').set({ role }).where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}

/** Returns the membership of the user, and which provider's groups decide its role. */
export function selectGroupMember(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<GroupMember | undefined> {
  return tx
    .selectFrom('members')
    .select(['user_id', 'role', 'group_issuer'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Records that the groups of this provider decide the member's role from now on. */
export async function updateGroupIssuer(tx: Tx, organizationId: OrganizationId, userId: UserId, groupIssuer: string): Promise<void> {
  await tx
    .updateTable('members')
    .set({ group_issuer: groupIssuer })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<void> {
  await tx.deleteFrom('members').where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}
