import type { ApiKey } from '@linkshelf/contract'
import { denyAccess, type OrganizationContext, read } from '../access/index.ts'
import { selectApiKeys } from './api-key-table.ts'
import { toApiKey } from './to-api-key.ts'

/** Newest first. Owners only. */
export async function listApiKeys(ctx: OrganizationContext): Promise<ApiKey[]> {
  if (ctx.organization.role !== 'owner') denyAccess(ctx, { reason: 'not an owner', attempted: 'api_key.list' })
  return (await read(ctx, (tx) => selectApiKeys(tx, ctx.organization.id))).map(toApiKey)
}
