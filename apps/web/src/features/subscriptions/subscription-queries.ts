import { isRecurring, type PlanChange, subscriptionMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { goToPayment } from './go-to-payment.ts'

/** Returns the plan of an organization, and how much of it is used. */
export function subscriptionQuery(orgId: string) {
  return api.subscriptions.get.queryOptions({ input: { params: { orgId }, query: {} } })
}

/** The plans and their prices. */
export const planListQuery = api.subscriptions.listPlans.queryOptions()

/** Changes the plan. If the plan is paid on the provider's page, opens that page. */
export function useChangePlan(orgId: string) {
  const invalidate = useInvalidatePlan(orgId)
  return useMutation({
    mutationFn: (change: PlanChange) => api.subscriptions.change.call({ params: { orgId }, body: change }),
    onMutate: ({ planTitle }) => {
      if (planTitle === 'Lifetime') {
        void showToast({ title: subscriptionMessages.redirecting, message: subscriptionMessages.redirectingToPayment })
      }
    },
    onSuccess: async ({ message, url }) => {
      if (url !== undefined) return goToPayment(url)
      await invalidate()
      void showToast({ title: subscriptionMessages.changed, message })
    },
    onError: (error, { planTitle }) => {
      void showErrorToast(error, { fallback: subscriptionMessages.changeFailed })
      // A failed payment may have changed the state of the subscription at the provider, so the subscription is
      // refetched.
      if (isRecurring(planTitle)) void invalidate()
    },
  })
}

/** Refetches the subscription. The server first requests its state from the payment provider. */
export function useRefreshSubscription(orgId: string) {
  const queryClient = useQueryClient()
  const invalidate = useInvalidatePlan(orgId)
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: () => api.subscriptions.get.call({ params: { orgId }, query: { refresh: 'true' } }),
    onSuccess: (subscription) => {
      const { queryKey } = subscriptionQuery(orgId)
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, subscription)
      if (before?.package !== subscription.package) void invalidate()
    },
    onError: (error) => void showErrorToast(error, { fallback: subscriptionMessages.loadFailed }),
  })
}

/** Opens the payment provider's page for invoices and payment methods. */
export function useOpenPortal(orgId: string) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: () => api.subscriptions.portal.call({ params: { orgId } }),
    onSuccess: ({ url }) => goToPayment(url),
    onError: (error) => void showErrorToast(error),
  })
}

/**
 * Returns a function that refetches the subscription. It also refetches the organizations, because they contain the
 * limits and features of the plan.
 */
function useInvalidatePlan(orgId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(subscriptionQuery(orgId)),
      queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
    ])
}
