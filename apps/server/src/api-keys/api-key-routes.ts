import { organizationCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { getApiUsage } from './quota/get-api-usage.ts'
import { revokeApiKey } from './revoke-api-key.ts'

const calls = organizationCall.apiKeys

export function apiKeyRoutes(deps: Pick<Deps, 'ids'>) {
  return {
    list: calls.list.handler(({ context }) => listApiKeys(context.ctx)),
    create: calls.create.handler(({ context, input }) => createApiKey(deps, context.ctx, input.body)),
    revoke: calls.revoke.handler(({ context, input }) => revokeApiKey(context.ctx, input.params.keyId)),
    usage: calls.usage.handler(({ context }) => getApiUsage(context.ctx)),
  }
}
