import { fail, type OrganizationContext } from '../access/index.ts'
import type { Billing } from './billing.ts'
import { requireOwner } from './require-owner.ts'

/** The address of the provider's page for invoices and payment methods. Throws BILLING_PORTAL_MISSING. Owners only. */
export async function openPortal(_billing: Billing, ctx: OrganizationContext): Promise<{ url: string }> {
  requireOwner(ctx, 'subscription.portal')
  return fail('BILLING_PORTAL_MISSING')
}
