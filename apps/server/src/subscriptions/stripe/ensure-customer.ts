import { fail, mutate, type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import type { StripeBilling, StripeDeps } from '../billing.ts'
import { selectSubscription, upsertCustomer } from '../subscription-table.ts'
import { CustomerMissingError, callStripe } from './call-stripe.ts'

/**
 * Runs `work` with the organization's customer at Stripe, which is created at the first use. If Stripe does not know
 * the customer, runs `work` once more with a new customer. `name` is the name on the bill.
 */
export async function withCustomer<T>(
  deps: StripeDeps,
  ctx: OrganizationContext<UserContext>,
  { name }: { name: string | undefined },
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(await ensureCustomer(deps, ctx, { name }))
  } catch (error) {
    if (!(error instanceof CustomerMissingError)) throw error
    return work(await ensureCustomer(deps, ctx, { name, missing: error.customerId }))
  }
}

/**
 * Returns the organization's customer, and creates it if needed. Two concurrent requests create one customer. If the
 * stored customer is `missing`, it is replaced by a new customer.
 */
export async function ensureCustomer(
  { billing: { stripe } }: StripeDeps,
  ctx: OrganizationContext<UserContext>,
  { name, missing }: { name: string | undefined; missing?: string },
): Promise<string> {
  const { id } = ctx.organization
  const row = await read(ctx, (tx) => selectSubscription(tx, id))
  const stored = row?.stripe_customer_id === missing ? undefined : row?.stripe_customer_id
  if (stored && (name === undefined || name === row?.name)) return stored

  const customerId = stored ?? (await createCustomer(stripe, id, missing))
  if (name !== undefined) await callStripe(stripe.customers.update(customerId, { name }), customerId)
  const mutation = { action: 'subscription.set_customer', entity: 'subscription', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    if (missing !== undefined) change.before = { stripe_customer_id: missing }
    change.after = { stripe_customer_id: customerId, ...(name !== undefined && { name }) }
    return (await upsertCustomer(tx, id, { customerId, name, missing })) ?? fail('NOT_FOUND')
  })
}

/**
 * Creates the customer. With the idempotency key, Stripe answers the second of two concurrent requests with the
 * customer of the first.
 */
async function createCustomer(stripe: StripeBilling['stripe'], organizationId: string, missing: string | undefined): Promise<string> {
  const metadata = { linkshelf_organization: organizationId }
  const idempotencyKey = ['linkshelf-customer', organizationId, ...(missing === undefined ? [] : [missing])].join('-')
  const { id } = await callStripe(stripe.customers.create({ metadata }, { idempotencyKey }))
  return id
}
