import { entitlementsOf, type Subscription } from '@linkshelf/contract'
import { fail, type OrganizationContext, read } from '../access/index.ts'
import { countApiRequests } from '../api-keys/index.ts'
import { selectProjectWithMostLinks } from '../links/index.ts'
import { selectOrganization } from '../organizations/index.ts'
import type { Billing } from './billing.ts'
import { nextRenewal } from './next-renewal.ts'
import { type SubscriptionRow, selectSubscription } from './subscription-table.ts'

/** Returns the organization's plan, its renewal, and its usage. */
export async function getSubscription({ provider }: Pick<Billing, 'provider'>, ctx: OrganizationContext): Promise<Subscription> {
  const { id } = ctx.organization
  const [organization, row, fullest, apiRequests] = await read(ctx, async (tx) => [
    (await selectOrganization(tx, id)) ?? fail('NOT_FOUND'),
    await selectSubscription(tx, id),
    await selectProjectWithMostLinks(tx, id),
    await countApiRequests(tx, id, ctx.now),
  ])
  const { package: name, payment_period } = organization
  const { linksPerProject, apiRequestsPerMonth } = entitlementsOf(organization)
  // A plan that the operator set by command has no renewal here.
  const billed = row?.package === name && row.payment_period === payment_period ? row : undefined
  return {
    name: row?.name ?? organization.name,
    planTitle: name,
    package: name,
    payment_period,
    interval: payment_period && (payment_period === 'monthly' ? 'month' : 'year'),
    status: row?.status ?? 'active',
    currentPeriodEnd: isoOf(billed && renewalOf(billed, ctx.now)),
    cancelsAt: isoOf(billed?.cancels_at),
    trialEndsAt: isoOf(billed?.trial_ends_at),
    graceEndsAt: isoOf(row?.grace_ends_at),
    provider,
    hasPortal: provider === 'stripe' && typeof row?.stripe_customer_id === 'string',
    usage: {
      links: { used: fullest?.link_count ?? 0, limit: limitOf(linksPerProject), project: fullest?.name ?? null },
      apiCalls: { used: apiRequests, limit: limitOf(apiRequestsPerMonth) },
    },
  }
}

function renewalOf({ current_period_end, started_at, payment_period }: SubscriptionRow, now: Date): Date | null {
  if (current_period_end !== null || started_at === null || payment_period === null) return current_period_end
  return nextRenewal(started_at, payment_period, now)
}

function isoOf(instant: Date | null | undefined): string | null {
  return instant?.toISOString() ?? null
}

function limitOf(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null
}
