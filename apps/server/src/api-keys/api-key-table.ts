// Every statement on `api_keys`.
import type { ApiKeyId, OrganizationId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    api_keys: {
      id: ApiKeyId
      organization_id: OrganizationId
      user_id: UserId
      name: string
      digest: Buffer
      start: string
      is_read_only: boolean
      created_at: Date
      expires_at: Date | null
      last_used_at: Date | null
    }
  }
}

type ApiKeyColumns = Selectable<Tables['api_keys']>

/** The API key columns that owners see. */
export type ApiKeyRow = Omit<ApiKeyColumns, 'organization_id' | 'digest'> & { full_name: string }

/** The columns that are needed to verify the API key of a request. */
export type FoundApiKey = Omit<ApiKeyColumns, 'name' | 'start' | 'created_at'>

/** Selects the organization's keys, newest first. */
export function selectApiKeys(tx: Tx, organizationId: OrganizationId): Promise<ApiKeyRow[]> {
  return selectKeysWithNames(tx, organizationId).orderBy('api_keys.id', 'desc').execute()
}

export function selectApiKey(tx: Tx, organizationId: OrganizationId, keyId: ApiKeyId): Promise<ApiKeyRow | undefined> {
  return selectKeysWithNames(tx, organizationId).where('api_keys.id', '=', keyId).executeTakeFirst()
}

function selectKeysWithNames(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('api_keys.organization_id', '=', organizationId)
    .select(['api_keys.id', 'api_keys.user_id', 'name', 'start', 'is_read_only', 'api_keys.created_at', 'expires_at', 'last_used_at'])
    .select('users.full_name')
}

export async function countApiKeys(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .where('organization_id', '=', organizationId)
    .select((keys) => keys.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertApiKey(tx: Tx, key: Omit<ApiKeyColumns, 'last_used_at'>): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null })
    .execute()
}

/** Deletes the key. Returns false if it does not exist. */
export async function deleteApiKey(tx: Tx, organizationId: OrganizationId, keyId: ApiKeyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('organization_id', '=', organizationId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function updateLastUsed(tx: Tx, keyId: ApiKeyId, lastUsedAt: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: lastUsedAt })
    .where('id', '=', keyId)
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', lastUsedAt)]))
    .execute()
}

/** Finds the keys with these digests in all organizations. */
export async function findApiKeys(db: Db, digests: Buffer[]): Promise<FoundApiKey[]> {
  return (await sql<FoundApiKey>`select * from find_api_keys(${digests}::bytea[])`.execute(db)).rows
}
