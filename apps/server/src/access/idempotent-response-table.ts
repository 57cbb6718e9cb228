// Every statement on `idempotent_responses`.
import { idempotencyKeyMs, idempotencyKeysMax, idempotentBytesMax, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import type { ProjectContext } from './context.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    idempotent_responses: {
      organization_id: OrganizationId
      project_id: ProjectId
      action: string
      key_hash: Buffer
      request_hash: Buffer
      response: JSONColumnType<object, string | undefined> | null
      response_bytes: Generated<number>
      created_at: Date
    }
  }
}

/** A request, identified by its idempotency key and its content. */
export interface IdempotentRequest {
  action: string
  keyHash: Buffer
  requestHash: Buffer
}

export interface StoredResponse {
  request_hash: Buffer
  response: object | null
}

function computeExpiryCutoff(now: Date): Date {
  return new Date(now.getTime() - idempotencyKeyMs)
}

export function selectResponse(
  tx: Tx,
  { project, now }: ProjectContext,
  { action, keyHash }: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  return tx
    .selectFrom('idempotent_responses')
    .select(['request_hash', 'response'])
    .where('project_id', '=', project.id)
    .where('action', '=', action)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', computeExpiryCutoff(now))
    .executeTakeFirst()
}

/**
 * Inserts the key. Returns false if the key is already stored. If an uncommitted transaction has inserted the same key,
 * waits for that transaction before returning.
 */
export async function insertIdempotencyKey(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  { action, keyHash, requestHash }: IdempotentRequest,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotent_responses')
    .values({
      organization_id: organization.id,
      project_id: project.id,
      action,
      key_hash: keyHash,
      request_hash: requestHash,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'action', 'key_hash'])
        .doUpdateSet({ request_hash: requestHash, response: null, response_bytes: 0, created_at: now })
        .where('idempotent_responses.created_at', '<=', computeExpiryCutoff(now)),
    )
    .returning('action')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Stores the response. If the organization then has too many responses or too many bytes of responses, deletes its
 * oldest responses.
 */
export async function updateResponse(
  tx: Tx,
  { organization, project }: ProjectContext,
  { action, keyHash }: IdempotentRequest,
  response: object,
): Promise<void> {
  const json = JSON.stringify(response)
  await tx
    .updateTable('idempotent_responses')
    .set({ response: json, response_bytes: Buffer.byteLength(json) })
    .where('project_id', '=', project.id)
    .where('action', '=', action)
    .where('key_hash', '=', keyHash)
    .execute()
  await deleteSurplusResponses(tx, organization.id)
}

/**
 * Deletes an organization's oldest responses if it has too many responses or too many bytes of responses. Never deletes
 * its latest response. Skips rows that another transaction is deleting, so two transactions never wait for each other.
 */
async function deleteSurplusResponses(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await sql`
    with stored as (
      select project_id, action, key_hash, row_number() over latest as nth, sum(response_bytes) over latest as bytes
      from idempotent_responses where organization_id = ${organizationId} window latest as (order by created_at desc, key_hash)),
    surplus as (
      select project_id, action, key_hash from idempotent_responses join stored using (project_id, action, key_hash)
      where nth > ${idempotencyKeysMax} or (bytes > ${idempotentBytesMax} and nth > 1)
      for update of idempotent_responses skip locked)
    delete from idempotent_responses using surplus
    where idempotent_responses.project_id = surplus.project_id and idempotent_responses.action = surplus.action
      and idempotent_responses.key_hash = surplus.key_hash`.execute(tx)
}

/** Deletes the expired responses. `db` must be connected as the jobs account. */
export async function deleteExpiredResponses({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom('idempotent_responses').where('created_at', '<=', computeExpiryCutoff(clock.now())).execute()
}
