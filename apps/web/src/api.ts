import { calls } from 'virtual:calls'
import { type contract, errorCatalogue } from '@linkshelf/contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { NetworkError, toApiError } from './api-error.ts'
import { freshAccessToken, renewAccessToken, SignInRequiredError } from './features/identity/renew-session.ts'
import { restartSignIn } from './features/identity/session.ts'

const correlationHeader = 'x-correlation-id'

const link = new OpenAPILink(calls, {
  url: () => window.location.origin,
  fetch: callSignedIn,
  customErrorResponseBodyDecoder: (body, { status, headers }) => toApiError(body, status, String(headers[correlationHeader] ?? '')),
})

const client: ContractRouterClient<typeof contract> = createORPCClient(link)

/** Every call of the API, ready for queries and mutations. */
export const api = createTanstackQueryUtils(client)

/** Where the calls of a project go. */
export interface ProjectScope {
  orgId: string
  projectId: string
}

/** A token, a correlation id, and on a 401 one renewal and one retry. Sign-in restarts when that does not help. */
async function callSignedIn(request: Request): Promise<Response> {
  const correlationId = crypto.randomUUID()
  request.headers.set(correlationHeader, correlationId)
  try {
    const token = await freshAccessToken()
    const answer = await send(request.clone(), token)
    if (answer.status !== 401) return withCorrelationId(answer, correlationId)

    const retried = await send(request, await renewAccessToken(token))
    if (retried.status === 401) void restartSignIn()
    return withCorrelationId(retried, correlationId)
  } catch (error) {
    if (isAbort(error)) throw error
    if (!(error instanceof SignInRequiredError)) throw new NetworkError(correlationId, error)
    void restartSignIn()
    throw toApiError({ code: 'SIGN_IN_REQUIRED', ...errorCatalogue.SIGN_IN_REQUIRED, correlation_id: correlationId }, 401, correlationId)
  }
}

function send(request: Request, token: string): Promise<Response> {
  request.headers.set('authorization', `Bearer ${token}`)
  return fetch(request)
}

/** A proxy that answers in the server's place does not repeat the id that we sent; its log may still know it. */
function withCorrelationId(answer: Response, correlationId: string): Response {
  if (answer.headers.has(correlationHeader)) return answer
  const headers = new Headers(answer.headers)
  headers.set(correlationHeader, correlationId)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
