import { type ApiKey, type ApiKeyDraft, type ApiKeyId, apiKeysPerOrganization } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type UserContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countApiKeys, insertApiKey, selectApiKey } from './api-key-table.ts'
import { digestOf, generateApiKey, startOf } from './api-key-text.ts'
import { toApiKey, toAuditedKey } from './to-api-key.ts'

const dayMs = 86_400_000

/** Returns the new key whole, which nothing does again. Owners only. Throws API_KEY_LIMIT_REACHED. */
export function createApiKey(
  { ids }: Pick<Deps, 'ids'>,
  ctx: OrganizationContext<UserContext>,
  { name, scope, expires_in_days: days }: ApiKeyDraft,
): Promise<ApiKey> {
  const { organization, actor, now } = ctx
  // Locked alone, so that two at once can't both find room for one more.
  return mutate(ctx, { action: 'api_key.create', entity: 'api_key', lock: 'exclusive' }, async (tx, change) => {
    if ((await countApiKeys(tx, organization.id)) >= apiKeysPerOrganization) fail('API_KEY_LIMIT_REACHED')
    const [id, key] = [ids.next<ApiKeyId>(), generateApiKey()]
    await insertApiKey(tx, {
      id,
      organization_id: organization.id,
      user_id: actor.userId,
      name,
      digest: digestOf(key),
      start: startOf(key),
      is_read_only: scope === 'read',
      created_at: now,
      expires_at: days === null ? null : new Date(now.getTime() + days * dayMs),
    })
    const created = (await selectApiKey(tx, organization.id, id)) ?? fail('API_KEY_NOT_FOUND')
    Object.assign(change, { entityId: id, after: toAuditedKey(created) })
    return { ...toApiKey(created), key }
  })
}
