import { fail, mutate, type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import type { StripeBilling } from '../billing.ts'
import { selectSubscription, upsertCustomer } from '../subscription-table.ts'
import { callStripe } from './call-stripe.ts'

/** The customer of the organization at Stripe, made at the first use; two requests at once make one. `name` is that on the bill. */
export async function ensureCustomer(
  { stripe }: StripeBilling,
  ctx: OrganizationContext<UserContext>,
  name: string | undefined,
): Promise<string> {
  const { id } = ctx.organization
  const row = await read(ctx, (tx) => selectSubscription(tx, id))
  if (row?.stripe_customer_id && (name === undefined || name === row.name)) return row.stripe_customer_id

  const customerId = row?.stripe_customer_id ?? (await createCustomer(stripe, id))
  if (name !== undefined) await callStripe(stripe.customers.update(customerId, { name }))
  const mutation = { action: 'subscription.set_customer', entity: 'subscription', entityId: id, role: 'owner' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    change.after = { stripe_customer_id: customerId, ...(name !== undefined && { name }) }
    return (await upsertCustomer(tx, id, customerId, name)) ?? fail('NOT_FOUND')
  })
}

/** The key makes Stripe answer the second of two requests with the customer of the first. */
async function createCustomer(stripe: StripeBilling['stripe'], organizationId: string): Promise<string> {
  const metadata = { linkshelf_organization: organizationId }
  const { id } = await callStripe(stripe.customers.create({ metadata }, { idempotencyKey: `linkshelf-customer-${organizationId}` }))
  return id
}
