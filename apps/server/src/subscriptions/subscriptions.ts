import { formatPlanChangedMessage, listPricingPlans, type PaymentPeriod, type Subscription, toEntitlements } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import { fail, type OrganizationContext, organizationCall, publicCall, read, type UserContext } from '../access/index.ts'
import { countApiRequests } from '../api-keys/index.ts'
import { selectProjectWithMostLinks } from '../links/index.ts'
import { selectOrganization } from '../organizations/index.ts'
import type { Deps, OriginDeps } from '../platform/deps.ts'
import type { BillingDeps, Plan, PlanChangeResult } from './billing.ts'
import { changeManualPlan } from './change-manual-plan.ts'
import { toCurrentLifetime } from './lifetime.ts'
import { CustomerMissingError, callStripe } from './stripe/call-stripe.ts'
import { changeStripePlan } from './stripe/change-stripe-plan.ts'
import { tabPath } from './stripe/checkouts.ts'
import { syncSubscription } from './stripe/sync-subscription.ts'
import { type SubscriptionRow, selectSubscription } from './subscription-table.ts'

const calls = organizationCall.subscriptions

export function subscriptionRoutes(deps: Deps & BillingDeps) {
  const refresh = createSubscriptionRefresh(deps)
  return {
    get: calls.get.handler(async ({ context: { ctx }, input }) => {
      if (input.query.refresh) await refresh(ctx)
      return getSubscription(deps, ctx)
    }),
    create: calls.create.handler(async ({ context: { ctx }, input: { body } }) => {
      const { url } = await changePlan(deps, ctx, { package: body.package, period: body.payment_period, name: body.name })
      return { ...(await getSubscription(deps, ctx)), ...(url !== undefined && { url }) }
    }),
    cancel: calls.cancel.handler(async ({ context: { ctx } }) => {
      await changePlan(deps, ctx, { package: 'Free', period: 'monthly' })
      return getSubscription(deps, ctx)
    }),
    change: calls.change.handler(({ context, input: { body } }) =>
      changePlan(deps, context.ctx, { package: body.planTitle, period: body.period }),
    ),
    portal: calls.portal.handler(({ context }) => openPortal(deps, context.ctx)),
    listPlans: publicCall.subscriptions.listPlans.handler(() => (deps.hasPlans ? listPricingPlans() : [])),
  }
}

async function getSubscription({ billing: { provider } }: BillingDeps, ctx: OrganizationContext): Promise<Subscription> {
  const { id } = ctx.organization
  const [organization, row, fullest, apiRequests] = await read(ctx, async (tx) => [
    (await selectOrganization(tx, id)) ?? fail('NOT_FOUND'),
    await selectSubscription(tx, id),
    await selectProjectWithMostLinks(tx, id),
    await countApiRequests(tx, id, ctx.now),
  ])
  const { package: name, payment_period } = organization
  const { linksPerProject, apiRequestsPerMonth } = toEntitlements({ ...organization, has_plans: ctx.hasPlans })
  // A plan that the operator set by command has no renewal in the subscription row.
  const billed = row?.package === name && row.payment_period === payment_period ? row : undefined
  return {
    name: row?.name ?? organization.name,
    planTitle: name,
    package: name,
    payment_period,
    hasLifetime: toCurrentLifetime({ package: name, lifetime: row?.lifetime }) !== null,
    interval: payment_period && (payment_period === 'monthly' ? 'month' : 'year'),
    status: row?.status ?? 'active',
    currentPeriodEnd: toIsoOrNull(billed && findRenewal(billed, ctx.now)),
    cancelsAt: toIsoOrNull(billed?.cancels_at),
    trialEndsAt: toIsoOrNull(billed?.trial_ends_at),
    graceEndsAt: toIsoOrNull(row?.grace_ends_at),
    provider,
    hasPortal: provider === 'stripe' && typeof row?.stripe_customer_id === 'string',
    usage: {
      links: { used: fullest?.link_count ?? 0, limit: nullIfUnlimited(linksPerProject), project: fullest?.name ?? null },
      apiCalls: { used: apiRequests, limit: nullIfUnlimited(apiRequestsPerMonth) },
    },
  }
}

function findRenewal({ current_period_end, started_at, payment_period }: SubscriptionRow, now: Date): Date | null {
  if (current_period_end !== null || started_at === null || payment_period === null) return current_period_end
  return nextRenewal(started_at, payment_period, now)
}

function toIsoOrNull(instant: Date | null | undefined): string | null {
  return instant?.toISOString() ?? null
}

function nullIfUnlimited(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null
}

/**
 * Returns the first renewal after `now` for a plan that started at `startedAt`: on the same day of a month or, if the
 * month is shorter, on its last day (UTC).
 */
export function nextRenewal(startedAt: Date, period: PaymentPeriod, now: Date): Date {
  const step = period === 'monthly' ? 1 : 12
  const passed = (now.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - startedAt.getUTCMonth()
  const periods = Math.max(1, Math.floor(passed / step))
  const renewal = addMonths(startedAt, periods * step)
  return renewal > now ? renewal : addMonths(startedAt, (periods + 1) * step)
}

function addMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months, 1)
  const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(start.getUTCDate(), daysOfMonth))
  return date
}

/** Stripe's state of an organization is read at most once in this time, however often its users refresh. */
const refreshedMs = 3_000

/**
 * Returns a function that reads the provider's state of an organization and stores it. Concurrent requests, and
 * requests within `refreshedMs`, share one result. If the provider does not know the customer, nothing changes.
 */
function createSubscriptionRefresh({ billing }: BillingDeps): (ctx: OrganizationContext) => Promise<void> {
  const refreshes = new LRUCache<string, Promise<void>>({ max: 1_000, ttl: refreshedMs })
  return async (ctx) => {
    if (billing.provider !== 'stripe') return
    const { id } = ctx.organization
    const refresh = refreshes.get(id) ?? syncSubscription({ billing }, ctx).then(() => undefined, ignoreMissingCustomer)
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

/**
 * Changes the plan by the configured provider. Only owners may call this. Throws PLANS_OFF, PLAN_BY_CONTACT if the plan
 * has no price, PLAN_INCLUDED if it is below Lifetime, and the provider's errors.
 */
async function changePlan(deps: OriginDeps & BillingDeps, ctx: OrganizationContext<UserContext>, plan: Plan): Promise<PlanChangeResult> {
  if (!ctx.hasPlans) fail('PLANS_OFF')
  if (plan.package === 'Enterprise') fail('PLAN_BY_CONTACT')
  const { billing } = deps
  if (billing.provider === 'stripe') return changeStripePlan({ ...deps, billing }, ctx, plan)
  const name = await changeManualPlan(ctx, plan)
  return { message: formatPlanChangedMessage(name, plan.period) }
}

/**
 * Returns the URL of the provider's page for invoices and payment methods. Throws BILLING_PORTAL_MISSING and
 * BILLING_UNAVAILABLE. Only owners may call this.
 */
async function openPortal({ origins, billing }: OriginDeps & BillingDeps, ctx: OrganizationContext): Promise<{ url: string }> {
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
