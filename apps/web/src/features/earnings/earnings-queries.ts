import type { AnalyticsQuery, ConditionName, EarningsBreakdownKind, PostbackAddress } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { keepPrevious } from '../../ui/states/keep-previous.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { pollWhileRunning } from '../file-imports/import-state.ts'

/**
 * The selected days, the bot filter, and the conditions that sales must meet. All numbers on the screen use the same
 * days.
 */
export type EarningsRange = Partial<Pick<AnalyticsQuery, 'tz' | 'from' | 'to' | 'bots'> & Record<ConditionName, string>>

const rowLimit = 100
const unmatchedSalesPageSize = 10

/** Returns the earnings of a project, and its earnings per click. */
export function earningsQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.overview.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.earnings.overview.key({ input: { params: scope } })),
  })
}

export function linkEarningsQuery(scope: ProjectScope, urlId: string, range: EarningsRange) {
  const params = { ...scope, urlId }
  return api.earnings.link.queryOptions({
    input: { params, query: range },
    placeholderData: keepPrevious(api.earnings.link.key({ input: { params } })),
  })
}

/** Returns the earnings of all products of the store. */
export function storeEarningsQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.store.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.earnings.store.key({ input: { params: scope } })),
  })
}

export function earningsBreakdownQuery(scope: ProjectScope, by: EarningsBreakdownKind, range: EarningsRange) {
  return api.earnings.breakdown.queryOptions({ input: { params: scope, query: { ...range, by, limit: rowLimit } } })
}

/** Returns the sales without a link, latest first. */
export function unmatchedSalesQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.unmatched.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: scope, query: { ...range, limit: unmatchedSalesPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: keepPrevious(api.earnings.unmatched.key({ input: { params: scope } })),
  })
}

/** Returns the imports, latest first. */
export function earningsImportsQuery(scope: ProjectScope) {
  return api.earningsImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}

export function ratesQuery(scope: ProjectScope) {
  return api.earnings.getRates.queryOptions({ input: { params: scope } })
}

export function postbackQuery(scope: ProjectScope) {
  return api.earnings.getPostback.queryOptions({ input: { params: scope } })
}

const none: PostbackAddress = { exists: false, url: null, created_at: null, last_received_at: null }

/** Creates the postback address, or replaces it. */
export function useCreatePostback(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.earnings.createPostback.call({ params: scope }),
    onSuccess: (address) => {
      queryClient.setQueryData(postbackQuery(scope).queryKey, address)
      void showToast({ title: 'Postback address created', message: 'Enter it at your network.' })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The address could not be created. Please try again.' }),
  })
}

export function useDeletePostback(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.earnings.deletePostback.call({ params: scope }),
    onSuccess: () => {
      queryClient.setQueryData(postbackQuery(scope).queryKey, none)
      void showToast({ title: 'Postback address removed', message: 'Networks can no longer report sales to it.' })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The address could not be removed. Please try again.' }),
  })
}
