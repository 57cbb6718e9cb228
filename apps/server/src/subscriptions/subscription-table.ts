// Every statement on `subscriptions`.
import type { OrganizationId, PackageName, PaymentPeriod, UserId } from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import type { Lifetime } from './lifetime.ts'

interface SubscriptionTable {
  organization_id: OrganizationId
  version: Generated<number>
  name: string | null
  package: Generated<PackageName>
  lifetime: Lifetime | null
  payment_period: PaymentPeriod | null
  status: Generated<'active' | 'past_due'>
  started_at: Date | null
  current_period_end: Date | null
  cancels_at: Date | null
  trial_ends_at: Date | null
  grace_ends_at: Date | null
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
}

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    subscriptions: SubscriptionTable
  }
}

export type SubscriptionRow = Selectable<SubscriptionTable>
export type SubscriptionValues = Omit<Updateable<SubscriptionTable>, 'organization_id' | 'version'>

export function selectSubscription(tx: Tx, organizationId: OrganizationId): Promise<SubscriptionRow | undefined> {
  return tx.selectFrom('subscriptions').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
}

/** Inserts the subscription, or replaces its values whatever their version. */
export async function upsertSubscription(tx: Tx, organizationId: OrganizationId, values: SubscriptionValues): Promise<void> {
  const row = { payment_period: null, ...values, organization_id: organizationId }
  await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ...values, version: sql`subscriptions.version + 1` }))
    .execute()
}

/**
 * Stores the customer and the name on the bill, unless a customer other than `missing` is already stored. Returns the
 * stored customer. For a new customer, the row says that Stripe has no plan yet. A plan that was chosen earlier is
 * stored with the organization, and stays until something changes at Stripe.
 */
export async function upsertCustomer(
  tx: Tx,
  organizationId: OrganizationId,
  { customerId, name, missing }: { customerId: string; name: string | undefined; missing: string | undefined },
): Promise<string | null> {
  const isNew = sql`subscriptions.stripe_customer_id is not distinct from ${missing ?? null}::text`
  const unlessNew = (column: string) => sql<null>`case when ${isNew} then null else ${sql.ref(`subscriptions.${column}`)} end`
  const { stripe_customer_id } = await tx
    .insertInto('subscriptions')
    .values({ organization_id: organizationId, payment_period: null, stripe_customer_id: customerId, name: name ?? null })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        package: sql`case when ${isNew} then 'Free' else subscriptions.package end`,
        // If Stripe does not know the customer, its payment can't be refunded, so Lifetime counts as granted.
        lifetime: sql`case when ${isNew} and subscriptions.lifetime is not null then 'granted' else subscriptions.lifetime end`,
        status: sql`case when ${isNew} then 'active' else subscriptions.status end`,
        payment_period: unlessNew('payment_period'),
        started_at: unlessNew('started_at'),
        current_period_end: unlessNew('current_period_end'),
        cancels_at: unlessNew('cancels_at'),
        trial_ends_at: unlessNew('trial_ends_at'),
        grace_ends_at: unlessNew('grace_ends_at'),
        version: sql`subscriptions.version + case when ${isNew} then 1 else 0 end`,
        stripe_customer_id: sql`case when ${isNew} then excluded.stripe_customer_id else subscriptions.stripe_customer_id end`,
        name: sql`coalesce(excluded.name, subscriptions.name)`,
      }),
    )
    .returning('stripe_customer_id')
    .executeTakeFirstOrThrow()
  return stripe_customer_id
}

/** Changes the subscription if it still has this version. Returns whether it was changed. */
export async function updateSubscription(
  tx: Tx,
  { organization_id, version }: Pick<SubscriptionRow, 'organization_id' | 'version'>,
  values: SubscriptionValues,
): Promise<boolean> {
  const updated = await tx
    .updateTable('subscriptions')
    .set({ ...values, version: version + 1 })
    .where('organization_id', '=', organization_id)
    .where('version', '=', version)
    .returning('organization_id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Returns the organization of a customer. `db` uses the database role of jobs, which sees every organization. Relies on
 * the unique index of customers.
 */
export async function selectOrganizationOfCustomer(db: Db, customerId: string): Promise<OrganizationId | undefined> {
  const row = await db.selectFrom('subscriptions').select('organization_id').where('stripe_customer_id', '=', customerId).executeTakeFirst()
  return row?.organization_id
}

/** Returns the customers of all organizations with this member. `db` uses the database role of jobs. */
export async function selectCustomersOfUser(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('members', 'members.organization_id', 'subscriptions.organization_id')
    .select('stripe_customer_id')
    .where('members.user_id', '=', userId)
    .where('stripe_customer_id', 'is not', null)
    .execute()
  return rows.map((row) => row.stripe_customer_id ?? '')
}

/** Returns every customer at Stripe. `db` uses the database role of jobs. */
export async function selectCustomers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('subscriptions').select('stripe_customer_id').where('stripe_customer_id', 'is not', null).execute()
  return rows.map((row) => row.stripe_customer_id ?? '')
}
