import {
  type ApiKey,
  type ApiKeyDraft,
  type ApiKeyId,
  type ApiUsage,
  apiKeysPerOrganization,
  type OrganizationId,
} from '@linkshelf/contract'
import {
  type AccessRevocation,
  fail,
  mutate,
  type OrganizationContext,
  organizationCall,
  type RevocationScope,
  type RevokedAccess,
  read,
  type UserContext,
} from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type ApiKeyRow, countApiKeys, deleteApiKey, insertApiKey, selectApiKey, selectApiKeys } from './api-key-table.ts'
import { computeKeyDigest, generateApiKey, toKeyStart } from './api-key-text.ts'
import { selectUsedRequests, toUtcMonth } from './request-count-table.ts'

const calls = organizationCall.apiKeys

export function apiKeyRoutes(deps: CoreDeps) {
  return {
    list: calls.list.handler(({ context }) => listApiKeys(context.ctx)),
    create: calls.create.handler(({ context, input }) => createApiKey(deps, context.ctx, input.body)),
    revoke: calls.revoke.handler(({ context, input }) => revokeApiKey(context.ctx, input.params.keyId)),
    usage: calls.usage.handler(({ context }) => getApiUsage(context.ctx)),
  }
}

/** Returns the keys, newest first. Only owners may call this. */
export async function listApiKeys(ctx: OrganizationContext): Promise<ApiKey[]> {
  return (await read(ctx, (tx) => selectApiKeys(tx, ctx.organization.id))).map(toApiKey)
}

const dayMs = 86_400_000

/**
 * Creates a key. Only this response contains the whole key. Only owners may call this. Throws API_KEY_LIMIT_REACHED if
 * the organization has the maximum number of keys.
 */
export function createApiKey(
  { ids }: CoreDeps,
  ctx: OrganizationContext<UserContext>,
  { name, scope, expires_in_days: days }: ApiKeyDraft,
): Promise<ApiKey> {
  const { organization, actor, now } = ctx
  // The exclusive lock prevents two concurrent requests from both creating the last allowed key.
  return mutate(ctx, { action: 'api_key.create', entity: 'api_key', lock: 'exclusive' }, async (tx, change) => {
    if ((await countApiKeys(tx, organization.id)) >= apiKeysPerOrganization) fail('API_KEY_LIMIT_REACHED')
    const [id, key] = [ids.next<ApiKeyId>(), generateApiKey()]
    await insertApiKey(tx, {
      id,
      organization_id: organization.id,
      user_id: actor.userId,
      name,
      digest: computeKeyDigest(key),
      start: toKeyStart(key),
      is_read_only: scope === 'read',
      created_at: now,
      expires_at: days === null ? null : new Date(now.getTime() + days * dayMs),
    })
    const created = (await selectApiKey(tx, organization.id, id)) ?? fail('API_KEY_NOT_FOUND')
    change.entityId = id
    change.after = toAuditedKey(created)
    return { ...toApiKey(created), key }
  })
}

/**
 * Revokes a key. Within a second no process accepts it. Only owners may call this. Throws API_KEY_NOT_FOUND if the key
 * does not exist or was already revoked.
 */
export function revokeApiKey(ctx: OrganizationContext, keyId: ApiKeyId): Promise<void> {
  return mutate(ctx, createRevocationMutation(keyId), async (tx, change) => {
    const key = (await selectApiKey(tx, ctx.organization.id, keyId)) ?? fail('API_KEY_NOT_FOUND')
    change.before = toAuditedKey(key)
    if (!(await deleteApiKey(tx, ctx.organization.id, keyId))) fail('API_KEY_NOT_FOUND')
  })
}

function createRevocationMutation(keyId: ApiKeyId) {
  return { action: 'api_key.revoke', entity: 'api_key', entityId: keyId } as const
}

/** Revokes every key of the organization. */
export const revokeApiKeys: AccessRevocation = (scope) => revokeKeysWhere(scope, () => true)

/** Revokes the keys that the user created in the organization. */
export const revokeOwnApiKeys: AccessRevocation = (scope) => revokeKeysWhere(scope, ({ user_id }) => user_id === scope.userId)

async function revokeKeysWhere({ step, inspect, ctx }: RevocationScope, isRevoked: (key: ApiKeyRow) => boolean): Promise<RevokedAccess[]> {
  const { id } = ctx.organization
  const keys = ((await inspect(ctx, (tx) => selectApiKeys(tx, id))) ?? []).filter(isRevoked)
  for (const key of keys) {
    await step(ctx, createRevocationMutation(key.id), async (tx, change) => {
      change.before = toAuditedKey(key)
      await deleteApiKey(tx, id, key.id)
    })
  }
  return keys.map(({ name }) => ({ kind: 'API key', name }))
}

/**
 * Returns how many requests the organization's API keys have made in the month (UTC) of `now`, without rejected
 * requests. The number may be some seconds old.
 */
export function countApiRequests(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  return selectUsedRequests(tx, organizationId, toUtcMonth(now).month)
}

/** Returns how many requests were made in the current month, with the monthly limit. */
export async function getApiUsage(ctx: OrganizationContext): Promise<ApiUsage> {
  const limit = ctx.entitlements.apiRequestsPerMonth
  const used = await read(ctx, (tx) => countApiRequests(tx, ctx.organization.id, ctx.now))
  return { used, limit: Number.isFinite(limit) ? limit : null, resets_at: toUtcMonth(ctx.now).endsAt.toISOString() }
}

function toApiKey(row: ApiKeyRow): ApiKey {
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

function toAuditedKey(row: ApiKeyRow): object {
  const { name, key, scope, expires_at } = toApiKey(row)
  return { name, key, scope, expires_at }
}
