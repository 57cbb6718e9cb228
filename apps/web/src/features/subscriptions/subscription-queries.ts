import { isRecurring, type PlanChange, subscriptionMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { goToPayment } from './go-to-payment.ts'

/** Returns the plan of an organization, and what is used of it. */
export function subscriptionQuery(orgId: string) {
  return api.subscriptions.get.queryOptions({ input: { params: { orgId }, query: {} } })
}

/** The plans and their prices. */
export const planListQuery = api.subscriptions.listPlans.queryOptions()

/** Changes the plan, or goes to where it is paid. */
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
      // A payment that failed has changed what the provider says of the subscription.
      if (isRecurring(planTitle)) void invalidate()
    },
  })
}

/** Refetches the subscription; the server asks the payment provider first. */
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

/** Goes to the payment provider's page for invoices and payment methods. */
export function useOpenPortal(orgId: string) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: () => api.subscriptions.portal.call({ params: { orgId } }),
    onSuccess: ({ url }) => goToPayment(url),
    onError: (error) => void showErrorToast(error),
  })
}

/** Refetches the organizations too, because their answer has the plan's limits and features. */
function useInvalidatePlan(orgId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(subscriptionQuery(orgId)),
      queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
    ])
}
