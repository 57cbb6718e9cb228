import { randomUUID } from 'node:crypto'
import { contract } from '@linkshelf/contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'

export type ApiClient = ContractRouterClient<typeof contract>

/** Every call of the contract with this token: over HTTP, or through `fetch` in this process. */
export function createApiClient(appUrl: string, token: string, fetch?: (request: Request) => Promise<Response>): ApiClient {
  const link = new OpenAPILink(contract, {
    url: appUrl,
    headers: () => ({ authorization: `Bearer ${token}`, 'x-correlation-id': randomUUID() }),
    ...(fetch && { fetch }),
  })
  return createORPCClient(link)
}

/** The HTTP status of an answer that is an error; undefined for any other error, as that of a broken connection. */
export function findErrorStatus(error: unknown): number | undefined {
  return error instanceof ORPCError ? error.status : undefined
}
