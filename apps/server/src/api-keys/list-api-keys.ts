import type { ApiKey } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import { selectApiKeys } from './api-key-table.ts'
import { toApiKey } from './to-api-key.ts'

/** Newest first. Owners only. */
export async function listApiKeys(ctx: OrganizationContext): Promise<ApiKey[]> {
  return (await read(ctx, (tx) => selectApiKeys(tx, ctx.organization.id))).map(toApiKey)
}
