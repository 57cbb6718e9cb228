import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const staleAfterMs = 5 * 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails at once and says so; one that waited would be sent when nobody wants it any more.
      queries: { staleTime: staleAfterMs, retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** One retry, and none for an answer that would be the same again. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < 1 && !(error instanceof ApiError && error.status < 500)
}
