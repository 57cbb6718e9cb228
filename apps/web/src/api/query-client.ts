import { QueryCache, QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { ApiError, isApiError } from './api-error.ts'

const staleAfterMs = 5 * 60_000

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // If a query fails because analytics are unavailable, refetches the instance's status, because the status on screen
    // may be a minute old. While the status is being fetched, further failures do not fetch it again.
    queryCache: new QueryCache({
      onError(error) {
        if (isApiError(error, 'ANALYTICS_UNAVAILABLE'))
          void client.refetchQueries({ queryKey: api.instance.status.key(), type: 'active' }, { cancelRefetch: false })
      },
    }),
    defaultOptions: {
      // When the connection is back, queries that failed or are stale are fetched. If there is no connection, a call
      // fails immediately. TanStack's default would send the call later, when the user no longer wants it.
      queries: {
        staleTime: staleAfterMs,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Returns whether a query is retried: only after its first failure. A 4xx is not retried, because it would fail again.
 * A query that ClickHouse did not answer in time is not retried either, because the user has already waited long
 * enough.
 */
function shouldRetry(failureCount: number, error: unknown): boolean {
  const hasWaited = isApiError(error, 'ANALYTICS_TIMEOUT') || isApiError(error, 'ANALYTICS_UNAVAILABLE')
  const isFinal = hasWaited || (error instanceof ApiError && error.status < 500)
  return failureCount < 1 && !isFinal
}
