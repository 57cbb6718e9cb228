import { QueryCache, QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { ApiError, isApiError } from './api-error.ts'

const staleAfterMs = 5 * 60_000

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // If a query fails because analytics are unavailable, refetches the instance's status, because the status on screen
    // may be a minute old. If an organization now requires a second factor that the user lacks, refetches the
    // organizations, so that the dashboard says so. While these are being fetched, further failures do not fetch them
    // again.
    queryCache: new QueryCache({
      onError(error) {
        const outdated = isApiError(error, 'ANALYTICS_UNAVAILABLE')
          ? api.instance.status.key()
          : isApiError(error, 'SECOND_FACTOR_NEEDED') && api.organizations.list.key()
        if (outdated) void client.refetchQueries({ queryKey: outdated, type: 'active' }, { cancelRefetch: false })
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
