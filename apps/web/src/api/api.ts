import { routes } from 'virtual:routes'
import { apiPath, type contract, dashboardHeader, signInRequiredMessage } from '@linkshelf/contract'
import type { ClientOptions } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { QueryKey } from '@tanstack/react-query'
import type { CallInput } from '../../../../packages/client/src/call.ts'
import { readResponse } from '../../../../packages/client/src/read-response.ts'
import { toRequest } from '../../../../packages/client/src/to-request.ts'
import { promptForReauthentication } from '../session/reauthentication-prompt.ts'
import { getFreshSession, renewSession, SignInRequiredError } from '../session/renew-session.ts'
import { restartSignIn } from '../session/session.ts'
import type { StoredSession } from '../session/stored-session.ts'
import { createRandomId } from '../ui/browser/random-id.ts'
import { CanceledError } from '../ui/error-details.ts'
import { isApiError, NetworkError, toApiError } from './api-error.ts'
import { takeEarlyResponse } from './early-call.ts'
import type { OnProgress } from './measured-request.ts'

const correlationHeader = 'x-correlation-id'

interface CallContext {
  /** Called with the share of the body that has been sent. */
  onProgress?: OnProgress
  /** The fetch priority of the request. By default, `auto`. */
  priority?: RequestPriority
}

/** The query keys of `api`. */
type CallKey = readonly [[module: string, name: string], { input?: CallInput }]

type Route = (typeof routes)[string][string]

/** Query and mutation options of every call of the API. */
export const api = createTanstackQueryUtils(createCalls())

/**
 * Returns a function for every call. The routes come from the contract, so each function takes and returns what the
 * contract declares.
 */
function createCalls(): ContractRouterClient<typeof contract, CallContext> {
  const createCall = (route: Route) => (input: CallInput | undefined, options: ClientOptions<CallContext>) =>
    sendCall(route, input, options)
  const modules = Object.entries(routes).map(([module, calls]) => [
    module,
    Object.fromEntries(Object.entries(calls).map(([name, route]) => [name, createCall(route)])),
  ])
  return Object.fromEntries(modules)
}

/**
 * Sends a call. If the call needs a recent sign-in, prompts the user to confirm their identity, and then repeats the
 * call once. Throws CanceledError if the user cancels.
 */
async function sendCall(route: Route, input: CallInput | undefined, options: Partial<ClientOptions<CallContext>> = {}): Promise<unknown> {
  try {
    return await sendOnce(route, input, options)
  } catch (error) {
    if (!isApiError(error, 'REAUTHENTICATION_REQUIRED')) throw error
    if (!(await promptForReauthentication())) throw new CanceledError(error)
    return sendOnce(route, input, options)
  }
}

async function sendOnce(
  [method, path, isDetailed]: Route,
  input: CallInput = {},
  { signal, context = {} }: Partial<ClientOptions<CallContext>>,
): Promise<unknown> {
  const request = toRequest({ baseUrl: window.location.origin }, method, path, input, signal)
  const response = await sendSignedIn(request, context)
  const { ok, status, headers } = response
  if (!ok) throw toApiError(await response.json().catch(() => undefined), status, headers.get(correlationHeader) ?? '')
  const body = await readResponse(response)
  return isDetailed ? { status, headers: Object.fromEntries(headers), body } : body
}

/** Returns the path and the parameters that a query of `api` requests, for example `/v1/me`. */
export function toRequestPath(queryKey: QueryKey): string {
  const [[module, name], { input = {} }] = queryKey as CallKey
  const route = routes[module]?.[name]
  if (route === undefined) throw new TypeError(`There is no call ${module}.${name}`)
  const [method, path] = route
  const { pathname, search } = new URL(toRequest({ baseUrl: window.location.origin }, method, path, input, undefined).url)
  return pathname + search
}

/** The path parameters of a project. */
export interface ProjectScope {
  orgId: string
  projectId: string
}

/**
 * Sends a request with a correlation id. If the call is not public, the session must be valid. After a 401, renews the
 * session and retries once. After a second 401, restarts the sign-in.
 */
async function sendSignedIn(request: Request, context: CallContext): Promise<Response> {
  const correlationId = createRandomId()
  request.headers.set(correlationHeader, correlationId)
  try {
    if (isPublic(request)) return addCorrelationId(await fetch(request), correlationId)
    const session = await getFreshSession()
    const response = await send(request.clone(), session, context)
    if (response.status !== 401) return addCorrelationId(response, correlationId)

    const retried = await send(request, await renewSession(session), context)
    if (retried.status === 401) void restartSignIn()
    return addCorrelationId(retried, correlationId)
  } catch (error) {
    if (isAbort(error)) throw error
    if (!(error instanceof SignInRequiredError)) throw new NetworkError(correlationId, error)
    void restartSignIn()
    throw toApiError(
      { code: 'SIGN_IN_REQUIRED', status: 401, message: signInRequiredMessage, correlation_id: correlationId },
      401,
      correlationId,
    )
  }
}

/** Returns true if the call is public. Such a call is also sent without a session. */
function isPublic({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(`${apiPath}/public/`)
}

async function send(request: Request, { userId }: StoredSession, { onProgress, priority = 'auto' }: CallContext): Promise<Response> {
  request.headers.set(dashboardHeader, '1')
  if (onProgress === undefined) return (await takeEarlyResponse(request, userId)) ?? fetch(request, { priority })
  const { sendMeasured } = await import('./measured-request.ts')
  return sendMeasured(request, onProgress)
}

/**
 * Adds the request's correlation id to a response that has no such id, for example because a proxy responded instead of
 * the server. The proxy's log may still contain the id.
 */
function addCorrelationId(response: Response, correlationId: string): Response {
  if (response.headers.has(correlationHeader)) return response
  const headers = new Headers(response.headers)
  headers.set(correlationHeader, correlationId)
  // Browsers give a 204 response an empty body, but a new 204 response may only have the body null.
  const body = response.status === 204 ? null : response.body
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
