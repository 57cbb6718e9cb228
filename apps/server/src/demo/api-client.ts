import { randomUUID } from 'node:crypto'
import { contract } from '@linkshelf/contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'

export type ApiClient = ContractRouterClient<typeof contract>

/**
 * Creates a client for every call of the contract with this token. Calls are sent over HTTP, or in this process through
 * `fetch`.
 */
export function createApiClient(appUrl: string, token: string, fetch?: (request: Request) => Promise<Response>): ApiClient {
  const link = new OpenAPILink(contract, {
    url: appUrl,
    headers: () => ({ authorization: `Bearer ${token}`, 'x-correlation-id': randomUUID() }),
    ...(fetch && { fetch }),
  })
  return createORPCClient(link)
}

/**
 * Returns the HTTP status if the API answered with an error. Undefined for any other error, for example a broken
 * connection.
 */
export function findErrorStatus(error: unknown): number | undefined {
  return error instanceof ORPCError ? error.status : undefined
}
