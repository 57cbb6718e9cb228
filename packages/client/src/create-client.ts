import { routes } from 'virtual:routes'
import type { CallInput, CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { toLinkshelfError } from './linkshelf-error.ts'
import { readResponse } from './read-response.ts'
import { fetchWithRetries } from './retries.ts'
import { toRequest } from './to-request.ts'

export interface ClientOptions {
  /** An API key, or a user's access token. Public calls need no key. */
  apiKey?: string | undefined
  /** The origin of the instance, for example `https://app.example.com`. */
  baseUrl: string
  /**
   * Number of times that a GET is repeated after a network error or a response with status 500 or more. The default is
   * 2. Other requests are never repeated.
   */
  retries?: number
  /** Delay before the first retry, in milliseconds. The default is 300. It doubles before each additional retry. */
  retryDelayMs?: number
  /** Replaces the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client with all calls of the API by module, for example `client.links.create(…)`. If a call fails, it is
 * rejected with a `LinkshelfError`.
 */
export function createClient(options: ClientOptions): Client {
  const modules = Object.entries(routes).map(([module, calls]) => [
    module,
    Object.fromEntries(
      Object.entries(calls).map(([name, route]) => [name, (input?: CallInput, call?: CallOptions) => send(options, route, input, call)]),
    ),
  ])
  return Object.fromEntries(modules)
}

async function send(
  options: ClientOptions,
  [method, path, isDetailed]: (typeof routes)[string][string],
  input: CallInput = {},
  { signal }: CallOptions = {},
): Promise<unknown> {
  const response = await fetchWithRetries(options, () => toRequest(options, method, path, input, signal))
  // A call with If-None-Match can return 304, so 304 is not an error.
  if (!response.ok && response.status !== 304) throw await toLinkshelfError(response)
  const body = await readResponse(response)
  return isDetailed ? { status: response.status, headers: Object.fromEntries(response.headers), body } : body
}
