// Every statement that writes `organizations`. The access module reads and locks them for the request context.
import type { MemberRole, OrganizationId, PackageName, UserId } from '@linkshelf/contract'
import { type ColumnType, type Generated, type Selectable, sql, type Updateable } from 'kysely'
import { type Actor, lacksSecondFactor } from '../access/index.ts'
import type { Db, Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    organizations: {
      id: OrganizationId
      name: string
      package: Generated<PackageName>
      payment_period: Generated<'monthly' | 'yearly' | null>
      product_page_enabled: Generated<boolean>
      store_page_enabled: Generated<boolean>
      full_analytics_enabled: Generated<boolean>
      dashboard_days: Generated<number>
      second_factor_required: Generated<boolean>
      raised_limits: ColumnType<Record<string, number>, undefined, string>
      deletes_at: Generated<Date | null>
      deletion_reminded_at: Generated<Date | null>
      created_at: Date
    }
  }
}

export type OrganizationRow = Omit<Selectable<Tables['organizations']>, 'created_at'> & { role: MemberRole }

const organizationColumns = [
  'organizations.id',
  'organizations.name',
  'organizations.package',
  'organizations.payment_period',
  'organizations.product_page_enabled',
  'organizations.store_page_enabled',
  'organizations.full_analytics_enabled',
  'organizations.dashboard_days',
  'organizations.raised_limits',
  'organizations.second_factor_required',
  'organizations.deletes_at',
  'organizations.deletion_reminded_at',
] as const

/** Selects the user's organizations, oldest membership first. Relies on members_user_id_idx. */
export function selectOrganizationsByUser(tx: Tx, userId: UserId): Promise<OrganizationRow[]> {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([...organizationColumns, 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .orderBy('organizations.id')
    .execute()
}

export interface JoinedOrganization {
  id: OrganizationId
  role: MemberRole
  /**
   * Whether the user created the organization. A user who joined an organization has used an invitation link from their
   * mailbox.
   */
  is_own: boolean
}

/**
 * Selects the user's organizations, sorted by id. The membership of the user who created an organization has the same
 * creation time as the organization. Relies on members_user_id_idx.
 */
export function selectJoinedOrganizations(tx: Tx, userId: UserId): Promise<JoinedOrganization[]> {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'organizations.id',
      'members.role',
      (eb) => eb('members.created_at', '=', eb.ref('organizations.created_at')).$castTo<boolean>().as('is_own'),
    ])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()
}

export async function insertOrganization(tx: Tx, organization: { id: OrganizationId; name: string; createdAt: Date }): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({ id: organization.id, name: organization.name, created_at: organization.createdAt })
    .execute()
}

/** Selects the organization's name and settings, in its row-level scope. */
export function selectOrganization(tx: Tx, organizationId: OrganizationId): Promise<Omit<OrganizationRow, 'role'> | undefined> {
  return tx.selectFrom('organizations').select(organizationColumns).where('id', '=', organizationId).executeTakeFirst()
}

/**
 * Returns when the organization will be deleted: because an owner requested it, or because the account of its only
 * member will be deleted. Returns null if no deletion is scheduled.
 */
export async function selectDeletionDate(tx: Tx, organizationId: OrganizationId): Promise<Date | null> {
  const members = await tx
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['organizations.deletes_at', 'users.deletes_at as account_deletes_at'])
    .where('organizations.id', '=', organizationId)
    .execute()
  const [first, ...others] = members
  return first?.deletes_at ?? (others.length === 0 ? first?.account_deletes_at : null) ?? null
}

/**
 * Selects the organization's name and settings and locks the row until the transaction ends. Returns undefined if the
 * organization does not exist.
 */
export function lockOrganizationForUpdate(tx: Tx, organizationId: OrganizationId): Promise<Omit<OrganizationRow, 'role'> | undefined> {
  return tx.selectFrom('organizations').select(organizationColumns).where('id', '=', organizationId).forNoKeyUpdate().executeTakeFirst()
}

/** Selects the ids of the organizations that require a second factor that the actor lacks, from these `ids`. */
export async function selectLackingSecondFactor(tx: Tx, actor: Actor, ids: OrganizationId[]): Promise<Set<OrganizationId>> {
  const lacking = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', sql<OrganizationId>`any(${ids}::uuid[])`)
    .where(lacksSecondFactor(actor, 'organizations.second_factor_required'))
    .execute()
  return new Set(lacking.map(({ id }) => id))
}

/** The caller must have locked the organization. */
export async function updateOrganizationRow(
  tx: Tx,
  organizationId: OrganizationId,
  change: Updateable<Tables['organizations']>,
): Promise<void> {
  await tx.updateTable('organizations').set(change).where('id', '=', organizationId).execute()
}

/**
 * Selects the organizations whose deletion is due by an instant. `db` must be connected as the jobs account. Relies on
 * organizations_deletes_at_idx.
 */
export async function selectOrganizationsDueBy(db: Db, instant: Date): Promise<{ id: OrganizationId; deletes_at: Date }[]> {
  const due = db.selectFrom('organizations').select(['id', 'deletes_at']).where('deletes_at', '<=', instant)
  return (await due.orderBy('deletes_at').execute()).flatMap(({ id, deletes_at }) => (deletes_at === null ? [] : [{ id, deletes_at }]))
}

export async function deleteOrganizationRow(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute()
}

/**
 * Locks the user until the transaction ends, so that deletions of the user's organizations run one after the other.
 * Returns false if the account was deleted.
 */
export async function lockUserForUpdate(tx: Tx, userId: UserId): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()) !== undefined
}

export async function selectOrganizationName(tx: Tx, organizationId: OrganizationId): Promise<string> {
  const row = await tx.selectFrom('organizations').select('name').where('id', '=', organizationId).executeTakeFirstOrThrow()
  return row.name
}
