// Every statement on `subscriptions`.
import type { OrganizationId, PackageName, PaymentPeriod } from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'

interface SubscriptionTable {
  organization_id: OrganizationId
  version: Generated<number>
  name: string | null
  package: Generated<PackageName>
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

/** Inserts the subscription, or changes it whatever its version is. */
export async function upsertSubscription(tx: Tx, organizationId: OrganizationId, values: SubscriptionValues): Promise<void> {
  const row = { payment_period: null, ...values, organization_id: organizationId }
  await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ...values, version: sql`subscriptions.version + 1` }))
    .execute()
}
/**
 * Stores the customer unless there is one, and the name on the bill. Returns the customer that is stored. From the first customer on, the row is what Stripe
 * said last, which is nothing yet: a plan that was chosen before is stored with the organization, and stays until something changes at Stripe.
 */
export async function upsertCustomer(tx: Tx, organizationId: OrganizationId, customerId: string, name?: string): Promise<string | null> {
  const isFirst = sql`subscriptions.stripe_customer_id is null`
  const { stripe_customer_id } = await tx
    .insertInto('subscriptions')
    .values({ organization_id: organizationId, payment_period: null, stripe_customer_id: customerId, name: name ?? null })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        package: sql`case when ${isFirst} then 'Free' else subscriptions.package end`,
        payment_period: sql`case when ${isFirst} then null else subscriptions.payment_period end`,
        started_at: sql`case when ${isFirst} then null else subscriptions.started_at end`,
        version: sql`subscriptions.version + case when ${isFirst} then 1 else 0 end`,
        stripe_customer_id: sql`coalesce(subscriptions.stripe_customer_id, excluded.stripe_customer_id)`,
        name: sql`coalesce(excluded.name, subscriptions.name)`,
      }),
    )
    .returning('stripe_customer_id')
    .executeTakeFirstOrThrow()
  return stripe_customer_id
}

/** Changes the subscription if it still has this version; returns whether it had. */
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

/** As jobs, which see every organization's. Relies on the unique index of customers. */
export async function selectOrganizationOfCustomer(db: Db, customerId: string): Promise<OrganizationId | undefined> {
  const row = await db.selectFrom('subscriptions').select('organization_id').where('stripe_customer_id', '=', customerId).executeTakeFirst()
  return row?.organization_id
}

/** As jobs: every customer of the payment provider. */
export async function selectCustomers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('subscriptions').select('stripe_customer_id').where('stripe_customer_id', 'is not', null).execute()
  return rows.map((row) => row.stripe_customer_id ?? '')
}
