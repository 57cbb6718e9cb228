// Every statement that touches `organizations` and `members` is here (access reads them too, to find what a person may reach).
import type { PackageName } from '@linkshelf/contract'
import type { Generated } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

export type Role = 'owner' | 'member'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    organizations: {
      id: string
      name: string
      package: Generated<PackageName>
      payment_period: Generated<'monthly' | 'yearly' | null>
      product_page_enabled: Generated<boolean>
      store_page_enabled: Generated<boolean>
      full_analytics_enabled: Generated<boolean>
      dashboard_days: Generated<number>
      created_at: Date
    }
    members: { organization_id: string; user_id: string; role: Role; created_at: Date }
  }
}

export interface OrganizationRow {
  id: string
  name: string
  package: PackageName
  payment_period: 'monthly' | 'yearly' | null
  product_page_enabled: boolean
  store_page_enabled: boolean
  full_analytics_enabled: boolean
  dashboard_days: number
  role: Role
}

const settings = [
  'organizations.id',
  'organizations.name',
  'organizations.package',
  'organizations.payment_period',
  'organizations.product_page_enabled',
  'organizations.store_page_enabled',
  'organizations.full_analytics_enabled',
  'organizations.dashboard_days',
] as const

/** Oldest membership first. Relies on members_user_id_idx. */
export function selectOrganizationsOf(tx: Tx, userId: string): Promise<OrganizationRow[]> {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([...settings, 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .orderBy('organizations.id')
    .execute()
}

export async function insertOrganization(tx: Tx, organization: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({ id: organization.id, name: organization.name, created_at: organization.createdAt })
    .execute()
}

export async function insertMember(tx: Tx, organizationId: string, member: { userId: string; role: Role; createdAt: Date }): Promise<void> {
  await tx
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: member.userId, role: member.role, created_at: member.createdAt })
    .execute()
}

export async function updateOrganizationName(tx: Tx, organizationId: string, name: string): Promise<void> {
  await tx.updateTable('organizations').set({ name }).where('id', '=', organizationId).execute()
}

export async function updateOrganizationSettings(
  tx: Tx,
  organizationId: string,
  change: Partial<Omit<OrganizationRow, 'id' | 'name' | 'role' | 'payment_period'>>,
): Promise<boolean> {
  const updated = await tx.updateTable('organizations').set(change).where('id', '=', organizationId).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function deleteOrganizationRow(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute()
}

/** Once nobody works in it any more; nobody begins to until the transaction ends. False when it is gone. */
export async function lockOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** What a person belongs to is held against change, by all who ask for this lock, until the transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Held against change until the transaction ends: whether somebody is the last owner can't be asked by two at once. */
export function lockMembers(tx: Tx, organizationId: string): Promise<{ user_id: string; role: Role }[]> {
  return tx
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('organization_id', '=', organizationId)
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

export function selectMembers(
  tx: Tx,
  organizationId: string,
): Promise<{ user_id: string; full_name: string; email: string; role: Role }[]> {
  return tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.full_name', 'users.email', 'members.role'])
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.created_at')
    .execute()
}

export async function deleteMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx.deleteFrom('members').where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}
