import type { AccessEnd, AccessEnder, EndedAccess } from '../access/index.ts'
import { type ApiKeyRow, deleteApiKey, selectApiKeys } from './api-key-table.ts'
import { revocationOf } from './revoke-api-key.ts'
import { toAuditedKey } from './to-api-key.ts'

/** Revokes every key of the organization. */
export const endApiKeys: AccessEnder = (end) => endKeysWhere(end, () => true)

/** Revokes the keys that the user created. */
export const endOwnApiKeys: AccessEnder = (end) => endKeysWhere(end, ({ user_id }) => user_id === end.ctx.actor.userId)

async function endKeysWhere({ step, inspect, ctx }: AccessEnd, isEnding: (key: ApiKeyRow) => boolean): Promise<EndedAccess[]> {
  const { id } = ctx.organization
  const keys = ((await inspect(ctx, (tx) => selectApiKeys(tx, id))) ?? []).filter(isEnding)
  for (const key of keys) {
    await step(ctx, revocationOf(key.id), async (tx, change) => {
      change.before = toAuditedKey(key)
      await deleteApiKey(tx, id, key.id)
    })
  }
  return keys.map(({ name }) => ({ kind: 'API key', name }))
}
