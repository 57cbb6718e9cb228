import { routes } from 'virtual:routes'
import type { CallInput, CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { toLinkshelfError } from './linkshelf-error.ts'
import { readResponse } from './read-response.ts'
import { fetchWithRetries } from './retries.ts'
import { toRequest } from './to-request.ts'

export interface ClientOptions {
  /** An API key, or an access token of a user. Public calls need none. */
  apiKey?: string | undefined
  /** The origin of the instance, such as `https://app.example.com`. */
  baseUrl: string
  /**
   * How often a GET is repeated after a network error or a response of 500 or more: 2 by default.
   * Nothing else is repeated.
   */
  retries?: number
  /** The delay before the first retry, in milliseconds: 300 by default. It doubles before each further retry. */
  retryDelayMs?: number
  /** Replaces the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Every call of the API by module, as in `client.links.create(…)`. A call that fails is rejected
 * with a `LinkshelfError`.
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
  // 304 is a declared answer of a call with If-None-Match.
  if (!response.ok && response.status !== 304) throw await toLinkshelfError(response)
  const body = await readResponse(response)
  return isDetailed ? { status: response.status, headers: Object.fromEntries(response.headers), body } : body
}
