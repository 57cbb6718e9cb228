import { isRecurring } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, read, type UserContext } from '../access/index.ts'
import { lockOrganizationForUpdate, selectOrganization, setPackage } from '../organizations/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { Plan } from './billing.ts'
import { selectSubscription, upsertSubscription } from './subscription-table.ts'

/**
 * Takes effect at once: the operator bills elsewhere. The renewals of a plan that is chosen again do not move, and
 * nothing is recorded of it. Only owners may call this.
 */
export async function changeManualPlan(ctx: OrganizationContext<UserContext>, plan: Plan): Promise<void> {
  const { id } = ctx.organization
  if (await read(ctx, (tx) => isCurrent(tx, ctx, plan))) return
  const mutation = { action: 'subscription.change', entity: 'subscription', entityId: id } as const
  await mutate(ctx, mutation, async (tx, change) => {
    const { package: name, payment_period } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    const current = await selectSubscription(tx, id)
    const period = periodOf(plan)
    const isSame = plan.package === name && period === payment_period
    const values = { package: plan.package, payment_period: period, ...(plan.name !== undefined && { name: plan.name }) }

    await setPackage(tx, id, { name: plan.package, period })
    await upsertSubscription(tx, id, { ...values, started_at: (isSame && current?.started_at) || ctx.now })
    change.before = { package: name, payment_period }
    change.after = values
  })
}

async function isCurrent(tx: Tx, { organization: { id } }: OrganizationContext, plan: Plan): Promise<boolean> {
  const organization = await selectOrganization(tx, id)
  const subscription = await selectSubscription(tx, id)
  const isSamePlan = organization?.package === plan.package && organization.payment_period === periodOf(plan)
  // A plan that the operator has set begins to renew with the first change.
  const hasBegun = subscription !== undefined || !isRecurring(plan.package)
  return isSamePlan && hasBegun && (plan.name === undefined || plan.name === subscription?.name)
}

function periodOf(plan: Plan): Plan['period'] | null {
  return isRecurring(plan.package) ? plan.period : null
}
