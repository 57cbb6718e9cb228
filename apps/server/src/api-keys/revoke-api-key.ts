import type { ApiKeyId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext } from '../access/index.ts'
import { deleteApiKey, selectApiKey } from './api-key-table.ts'
import { toAuditedKey } from './to-api-key.ts'

/**
 * Within a second the key works in no process. Owners only. Throws API_KEY_NOT_FOUND, also when it was revoked before.
 */
export function revokeApiKey(ctx: OrganizationContext, keyId: ApiKeyId): Promise<void> {
  return mutate(ctx, revocationOf(keyId), async (tx, change) => {
    const key = (await selectApiKey(tx, ctx.organization.id, keyId)) ?? fail('API_KEY_NOT_FOUND')
    change.before = toAuditedKey(key)
    if (!(await deleteApiKey(tx, ctx.organization.id, keyId))) fail('API_KEY_NOT_FOUND')
  })
}

export function revocationOf(keyId: ApiKeyId) {
  return { action: 'api_key.revoke', entity: 'api_key', entityId: keyId } as const
}
