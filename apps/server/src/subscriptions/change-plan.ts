import { planChangedMessage } from '@linkshelf/contract'
import { fail, type OrganizationContext, type UserContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Billing } from './billing.ts'
import { changeManualPlan } from './change-manual-plan.ts'
import type { Plan, PlanChangeResult } from './plan.ts'
import { changeStripePlan } from './stripe/change-stripe-plan.ts'

/** Owners only. Throws PLAN_BY_CONTACT for a plan without a price, and what the provider throws. */
export async function changePlan(
  deps: Pick<Deps, 'origins'>,
  billing: Billing,
  ctx: OrganizationContext<UserContext>,
  plan: Plan,
): Promise<PlanChangeResult> {
  if (plan.package === 'Enterprise') fail('PLAN_BY_CONTACT')
  if (billing.provider === 'stripe') return changeStripePlan(deps, billing, ctx, plan)
  await changeManualPlan(ctx, plan)
  return { message: planChangedMessage(plan.package, plan.period) }
}
