import { randomUUID } from 'node:crypto'
import { contract } from '@linkshelf/contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'

export type ApiClient = ContractRouterClient<typeof contract>

/** Every call of the contract with this token: over HTTP, or to whoever answers instead. */
export function makeApiClient(appUrl: string, token: string, answer?: (request: Request) => Promise<Response>): ApiClient {
  const link = new OpenAPILink(contract, {
    url: appUrl,
    headers: () => ({ authorization: `Bearer ${token}`, 'x-correlation-id': randomUUID() }),
    ...(answer && { fetch: answer }),
  })
  return createORPCClient(link)
}
