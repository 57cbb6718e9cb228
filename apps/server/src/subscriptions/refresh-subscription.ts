import { LRUCache } from 'lru-cache'
import type { OrganizationContext } from '../access/index.ts'
import type { Billing } from './billing.ts'
import { CustomerMissingError } from './stripe/call-stripe.ts'
import { syncSubscription } from './stripe/sync-subscription.ts'

/** Stripe's state of an organization is read once in this time, however often its users refresh. */
const refreshedMs = 3_000

/**
 * Returns a function that reads the provider's state of an organization and stores it; requests at once, and soon
 * after, share one result. A customer that the provider does not know changes nothing.
 */
export function createSubscriptionRefresh(billing: Billing): (ctx: OrganizationContext) => Promise<void> {
  const refreshes = new LRUCache<string, Promise<void>>({ max: 1_000, ttl: refreshedMs })
  return async (ctx) => {
    if (billing.provider !== 'stripe') return
    const { id } = ctx.organization
    const refresh = refreshes.get(id) ?? syncSubscription(billing, ctx).then(() => undefined, ignoreMissingCustomer)
    refreshes.set(id, refresh, { noUpdateTTL: true })
    try {
      await refresh
    } catch (error) {
      refreshes.delete(id)
      throw error
    }
  }
}

function ignoreMissingCustomer(error: unknown): void {
  if (!(error instanceof CustomerMissingError)) throw error
}
