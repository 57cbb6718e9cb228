import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import type { Billing, StripeBilling } from './billing.ts'
import { cancelCustomer, reconcileSubscriptions, syncCustomer, syncCustomersOfUser } from './stripe/run-stripe-jobs.ts'
import { cancelCustomerTask, reconcileSubscriptionsTask, syncSubscriptionsOfUserTask, syncSubscriptionTask } from './stripe/stripe-jobs.ts'

/** Without Stripe these jobs do nothing: an instance may have had it when they were enqueued. */
export function subscriptionJobs(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, billing: Billing): Job[] {
  const withStripe =
    (run: (stripe: StripeBilling, payload: unknown) => Promise<void>): Job['run'] =>
    async (payload) =>
      billing.provider === 'manual' ? undefined : run(billing, payload)
  return [
    { name: syncSubscriptionTask, kind: 'outward', run: withStripe((stripe, payload) => syncCustomer(deps, stripe, payload)) },
    { name: syncSubscriptionsOfUserTask, kind: 'outward', run: withStripe((_stripe, payload) => syncCustomersOfUser(deps, payload)) },
    { name: reconcileSubscriptionsTask, kind: 'upkeep', cron: '47 4 * * *', run: withStripe(() => reconcileSubscriptions(deps)) },
    { name: cancelCustomerTask, kind: 'outward', run: withStripe((stripe, payload) => cancelCustomer(stripe, payload)) },
  ]
}
