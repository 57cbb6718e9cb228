import { isRecurring, type PackageName } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, read, type UserContext } from '../access/index.ts'
import { lockOrganizationForUpdate, selectOrganization, setPackage } from '../organizations/index.ts'
import type { Plan } from './billing.ts'
import { assertPlanNotIncluded, toCurrentLifetime } from './lifetime.ts'
import { type SubscriptionRow, selectSubscription, upsertSubscription } from './subscription-table.ts'

/** Rolls the transaction back, so that the unchanged plan leaves no audit entry. */
class PlanUnchangedError extends Error {}

/**
 * Changes the plan at once, because the operator bills outside of the product. If the organization already has the
 * plan, its renewal dates do not change and nothing is recorded. Returns the package after the change. This is Lifetime
 * if the owner chooses Free and the organization has Lifetime in addition to a higher plan. Throws PLAN_INCLUDED. Only
 * owners may call this.
 */
export async function changeManualPlan(ctx: OrganizationContext<UserContext>, plan: Plan): Promise<PackageName> {
  const { id } = ctx.organization
  if (await read(ctx, async (tx) => isCurrent(await selectOrganization(tx, id), await selectSubscription(tx, id), plan)))
    return plan.package
  try {
    return await applyPlan(ctx, plan)
  } catch (error) {
    if (!(error instanceof PlanUnchangedError)) throw error
    return plan.package
  }
}

function applyPlan(ctx: OrganizationContext<UserContext>, plan: Plan): Promise<PackageName> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'subscription.change', entity: 'subscription', entityId: id }, async (tx, change) => {
    const organization = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    const current = await selectSubscription(tx, id)
    // Another request may have made this change first.
    if (isCurrent(organization, current, plan)) throw new PlanUnchangedError()
    const before = { package: organization.package, payment_period: organization.payment_period }
    const lifetime = toCurrentLifetime({ ...before, lifetime: current?.lifetime })
    assertPlanNotIncluded({ ...before, hasLifetime: lifetime !== null }, plan.package)

    const name = plan.package === 'Free' && lifetime !== null ? 'Lifetime' : plan.package
    const period = toPaymentPeriod(plan)
    const isSame = name === before.package && period === before.payment_period && isSubscribed(current, name, period)
    const values = { package: name, payment_period: period, ...(plan.name !== undefined && { name: plan.name }) }
    await setPackage(tx, id, { name, period })
    await upsertSubscription(tx, id, {
      ...values,
      lifetime: lifetime ?? (name === 'Lifetime' ? 'granted' : null),
      started_at: (isSame && current?.started_at) || ctx.now,
    })
    change.before = before
    change.after = values
    return name
  })
}

function isCurrent(
  organization: { package: PackageName; payment_period: Plan['period'] | null } | undefined,
  subscription: SubscriptionRow | undefined,
  plan: Plan,
): boolean {
  const isSamePlan = organization?.package === plan.package && organization.payment_period === toPaymentPeriod(plan)
  // If the operator's command has set the plan, the plan does not renew until the owner chooses it.
  const hasBegun = !isRecurring(plan.package) || isSubscribed(subscription, plan.package, toPaymentPeriod(plan))
  return isSamePlan && hasBegun && (plan.name === undefined || plan.name === subscription?.name)
}

/** Returns false if only the operator's command has set the plan. */
function isSubscribed(subscription: SubscriptionRow | undefined, name: PackageName, period: Plan['period'] | null): boolean {
  return subscription?.package === name && subscription.payment_period === period
}

function toPaymentPeriod(plan: Plan): Plan['period'] | null {
  return isRecurring(plan.package) ? plan.period : null
}
