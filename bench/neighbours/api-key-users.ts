import { createHash, randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@linkshelf/contract'
import { type ApiClient, createApiClient } from '../../apps/server/src/demo/api-client.ts'
import type { Instance } from '../../harness/run-linkshelf.ts'
import { type Account, queryAsOwner } from './scenario.ts'

/** A client that calls as one user, and the ids of the user's project. */
export type ApiKeyUser = Pick<Account, 'client' | 'params'>

const insertOrganizations = `
  with added as (insert into organizations (id, name) select id, 'Many' from unnest($1::uuid[]) as id)
  insert into projects (id, organization_id, name, description)
  select id, organization_id, 'Shelf', '' from unnest($1::uuid[], $2::uuid[]) as project (organization_id, id)`

const insertUsers = `
  with added as (
    insert into users (id, email, full_name, password_hash)
    select gen_random_uuid(), 'many-' || gen_random_uuid() || '@people.example', 'Mia Reed', '' from generate_series(1, $1::integer)
    returning id
  ), numbered as (select id, row_number() over () as nth from added),
  joined as (
    insert into members (organization_id, user_id, role) select ($2::uuid[])[nth], id, 'owner' from numbered returning user_id
  )
  insert into api_keys (id, organization_id, user_id, name, digest, start, is_read_only, created_at)
  select gen_random_uuid(), ($2::uuid[])[nth], id, 'Loop', decode(($3::text[])[nth], 'hex'), 'lsk_', false, now() from numbered`

/**
 * Adds one user with an API key for each entry of `organizationIds`. The same organization can be in the list several
 * times.
 */
async function addUsers({ instance, organizationIds }: { instance: Instance; organizationIds: string[] }): Promise<ApiClient[]> {
  const keys = organizationIds.map(() => apiKeyPrefix + randomBytes(22).toString('hex').slice(0, 43))
  const digests = keys.map((key) => createHash('sha256').update(key).digest('hex'))
  await queryAsOwner(instance, insertUsers, [keys.length, organizationIds, digests])
  return keys.map((key) => createApiClient(instance.appUrl, key))
}

/** Adds members to the organization of an account. */
export async function addMembers(instance: Instance, { params }: Account, count: number): Promise<ApiKeyUser[]> {
  const clients = await addUsers({ instance, organizationIds: Array.from({ length: count }, () => params.orgId) })
  return clients.map((client) => ({ client, params }))
}

/** Adds accounts, each with an organization and a project of its own. */
export async function addAccounts(instance: Instance, count: number): Promise<ApiKeyUser[]> {
  const organizationIds = Array.from({ length: count }, () => crypto.randomUUID())
  const projectIds = organizationIds.map(() => crypto.randomUUID())
  await queryAsOwner(instance, insertOrganizations, [organizationIds, projectIds])
  const clients = await addUsers({ instance, organizationIds })
  return clients.map((client, nth) => {
    const [orgId = '', projectId = ''] = [organizationIds[nth], projectIds[nth]]
    return { client, params: { orgId, projectId } }
  })
}

/** Lists the links in `atOnce` concurrent calls. */
export function listLinks({ client, params }: ApiKeyUser, atOnce = 1): Promise<unknown> {
  const query = { archived: 'false', limit: '100' } as const
  return Promise.all(Array.from({ length: atOnce }, () => client.links.list({ params, query })))
}
