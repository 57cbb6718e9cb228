import { planChangedMessage } from '@linkshelf/contract'
import { fail, type OrganizationContext, type UserContext } from '../access/index.ts'
import type { Billing } from './billing.ts'
import { changeManualPlan } from './change-manual-plan.ts'
import type { Plan } from './plan.ts'

/** What a change led to: the sentence for the user, and where to pay if it has to be paid. */
export interface PlanChangeResult {
  message: string
  url?: string
}

/** Owners only. Throws PLAN_BY_CONTACT for a plan without a price. */
export async function changePlan(_billing: Billing, ctx: OrganizationContext<UserContext>, plan: Plan): Promise<PlanChangeResult> {
  if (plan.package === 'Enterprise') fail('PLAN_BY_CONTACT')
  await changeManualPlan(ctx, plan)
  return { message: planChangedMessage(plan.package, plan.period) }
}
