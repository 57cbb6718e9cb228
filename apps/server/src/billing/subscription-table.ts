// Every statement on `subscriptions`.
import type { OrganizationId, PackageName, PaymentPeriod } from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

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
