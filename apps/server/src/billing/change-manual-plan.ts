import { isRecurring } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type UserContext } from '../access/index.ts'
import { lockOrganizationForUpdate, setPackage } from '../organizations/index.ts'
import type { Plan } from './plan.ts'
import { selectSubscription, upsertSubscription } from './subscription-table.ts'

/** Takes effect at once: the operator bills elsewhere. The renewals of a plan that is chosen again do not move. Owners only. */
export async function changeManualPlan(ctx: OrganizationContext<UserContext>, plan: Plan): Promise<void> {
  const { id } = ctx.organization
  const mutation = { action: 'subscription.change', entity: 'subscription', entityId: id, role: 'owner' } as const
  await mutate(ctx, mutation, async (tx, change) => {
    const { package: name, payment_period } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    const current = await selectSubscription(tx, id)
    const period = isRecurring(plan.package) ? plan.period : null
    const isSame = plan.package === name && period === payment_period
    const values = { package: plan.package, payment_period: period, ...(plan.name !== undefined && { name: plan.name }) }

    await setPackage(tx, id, { name: plan.package, period })
    await upsertSubscription(tx, id, { ...values, started_at: (isSame && current?.started_at) || ctx.now })
    Object.assign(change, { before: { package: name, payment_period }, after: values })
  })
}
