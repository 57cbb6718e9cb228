import { LRUCache } from 'lru-cache'
import type { OrganizationContext } from '../access/index.ts'
import type { Billing } from './billing.ts'
import { syncSubscription } from './stripe/sync-subscription.ts'

/** Stripe is asked about an organization once in this time, however often someone refreshes. */
const refreshedMs = 3_000

/** Returns what asks the provider about an organization; requests at once share one answer. */
export function createSubscriptionRefresh(billing: Billing): (ctx: OrganizationContext) => Promise<void> {
  const refreshes = new LRUCache<string, Promise<void>>({ max: 1_000, ttl: refreshedMs })
  return async (ctx) => {
    if (billing.provider !== 'stripe') return
    const { id } = ctx.organization
    const refresh = refreshes.get(id) ?? syncSubscription(billing, ctx)
    refreshes.set(id, refresh, { noUpdateTTL: true })
    try {
      await refresh
    } catch (error) {
      refreshes.delete(id)
      throw error
    }
  }
}
