import { fail, type OrganizationContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Billing } from './billing.ts'
import { CustomerMissingError, callStripe } from './stripe/call-stripe.ts'
import { tabPath } from './stripe/start-checkout.ts'
import { selectSubscription } from './subscription-table.ts'

/**
 * The address of the provider's page for invoices and payment methods. Throws BILLING_PORTAL_MISSING and
 * BILLING_UNAVAILABLE. Owners only.
 */
export async function openPortal({ origins }: Pick<Deps, 'origins'>, billing: Billing, ctx: OrganizationContext): Promise<{ url: string }> {
  const row = await read(ctx, (tx) => selectSubscription(tx, ctx.organization.id))
  if (billing.provider !== 'stripe' || !row?.stripe_customer_id) return fail('BILLING_PORTAL_MISSING')
  const portal = { customer: row.stripe_customer_id, return_url: `${origins.app}${tabPath}` }
  try {
    const { url } = await callStripe(billing.stripe.billingPortal.sessions.create(portal), portal.customer)
    return { url }
  } catch (error) {
    if (error instanceof CustomerMissingError) fail('BILLING_PORTAL_MISSING')
    throw error
  }
}
