import type { ApiKey } from '@linkshelf/contract'
import type { ApiKeyRow } from './api-key-table.ts'

export function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, start, is_read_only, created_at, full_name, expires_at, last_used_at } = row
  return {
    id,
    name,
    key: `${start}…`,
    scope: is_read_only ? 'read' : 'full',
    created: created_at.toISOString(),
    created_by: full_name,
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

/** Returns the key as the audit log stores it. */
export function toAuditedKey(row: ApiKeyRow): object {
  const { name, key, scope, expires_at } = toApiKey(row)
  return { name, key, scope, expires_at }
}
