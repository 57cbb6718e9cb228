import { toNetworkError } from './linkshelf-error.ts'

interface RetryOptions {
  retries?: number
  retryDelayMs?: number
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Sends a request. Repeats a GET after a network error or a response with status 500 or more, because a GET changes
 * nothing. Other requests are not repeated, because the server may already have carried them out.
 */
export async function fetchWithRetries(
  { retries = 2, retryDelayMs = 300, fetch = (request) => globalThis.fetch(request) }: RetryOptions,
  makeRequest: () => Request,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const request = makeRequest()
    const isLast = attempt >= retries || request.method !== 'GET'
    try {
      const response = await fetch(request)
      if (response.status < 500 || isLast) return response
      await response.body?.cancel()
    } catch (error) {
      request.signal.throwIfAborted()
      if (isLast) throw toNetworkError(error)
    }
    // Adds up to a quarter of the delay at random, so that clients that failed at the same time do not retry at the
    // same time.
    await wait(retryDelayMs * 2 ** attempt * (1 + Math.random() / 4), request.signal)
  }
}

async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  signal.throwIfAborted()
}
