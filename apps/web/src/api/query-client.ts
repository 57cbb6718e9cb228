import { QueryClient } from '@tanstack/react-query'
import { ApiError, isApiError } from './api-error.ts'

const staleAfterMs = 5 * 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // When the connection is back, what failed or is stale is fetched. Offline, a call fails immediately; TanStack's
      // default would send it later, when it is no longer wanted.
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
}

/** A query is retried once. A 4xx is not retried, because it would fail again; nor one that took the API too long. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  const isFinal = isApiError(error, 'ANALYTICS_TIMEOUT') || (error instanceof ApiError && error.status < 500)
  return failureCount < 1 && !isFinal
}
