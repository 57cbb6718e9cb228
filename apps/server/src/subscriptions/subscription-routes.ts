import { pricingPlans } from '@linkshelf/contract'
import { organizationCall, publicCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Billing } from './billing.ts'
import { changePlan } from './change-plan.ts'
import { getSubscription } from './get-subscription.ts'
import { openPortal } from './open-portal.ts'
import { createSubscriptionRefresh } from './refresh-subscription.ts'

const calls = organizationCall.subscriptions

export function subscriptionRoutes(deps: Deps, billing: Billing) {
  const refresh = createSubscriptionRefresh(billing)
  return {
    get: calls.get.handler(async ({ context: { ctx }, input }) => {
      if (input.query.refresh) await refresh(ctx)
      return getSubscription(billing, ctx)
    }),
    create: calls.create.handler(async ({ context: { ctx }, input: { body } }) => {
      const { url } = await changePlan(deps, billing, ctx, { package: body.package, period: body.payment_period, name: body.name })
      return { ...(await getSubscription(billing, ctx)), ...(url !== undefined && { url }) }
    }),
    cancel: calls.cancel.handler(async ({ context: { ctx } }) => {
      await changePlan(deps, billing, ctx, { package: 'Free', period: 'monthly' })
      return getSubscription(billing, ctx)
    }),
    change: calls.change.handler(({ context, input: { body } }) =>
      changePlan(deps, billing, context.ctx, { package: body.planTitle, period: body.period }),
    ),
    portal: calls.portal.handler(({ context }) => openPortal(deps, billing, context.ctx)),
    listPlans: publicCall.subscriptions.listPlans.handler(() => pricingPlans()),
  }
}
