import type { Deps } from '../platform/deps.ts'
import type { Billing } from './billing.ts'
import { cancelCustomer, reconcileSubscriptions, syncCustomer, syncCustomersOfUser } from './stripe/run-stripe-jobs.ts'
import { cancelCustomerTask, reconcileSubscriptionsTask, syncSubscriptionsOfUserTask, syncSubscriptionTask } from './stripe/stripe-jobs.ts'

export { reconcileSubscriptionsTask }

type Tasks = Record<
  typeof syncSubscriptionTask | typeof syncSubscriptionsOfUserTask | typeof reconcileSubscriptionsTask | typeof cancelCustomerTask,
  (payload: unknown) => Promise<void>
>

/** The jobs of billing; without Stripe they do nothing. */
export function billingTasks(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, billing: Billing): Tasks {
  const nothing = async () => undefined
  if (billing.provider === 'manual')
    return {
      [syncSubscriptionTask]: nothing,
      [syncSubscriptionsOfUserTask]: nothing,
      [reconcileSubscriptionsTask]: nothing,
      [cancelCustomerTask]: nothing,
    }
  return {
    [syncSubscriptionTask]: (payload) => syncCustomer(deps, billing, payload),
    [syncSubscriptionsOfUserTask]: (payload) => syncCustomersOfUser(deps, payload),
    [reconcileSubscriptionsTask]: () => reconcileSubscriptions(deps),
    [cancelCustomerTask]: (payload) => cancelCustomer(billing, payload),
  }
}
