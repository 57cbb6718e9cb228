// Every statement on `idempotent_responses`.
import { idempotencyKeyMs, idempotencyKeysMax, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { type JSONColumnType, sql } from 'kysely'
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
      created_at: Date
    }
  }
}

/** One request, as its key and its content identify it. */
export interface IdempotentRequest {
  action: string
  keyHash: Buffer
  requestHash: Buffer
}

export interface StoredResponse {
  request_hash: Buffer
  response: object | null
}

function expiredAt(now: Date): Date {
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
    .where('created_at', '>', expiredAt(now))
    .executeTakeFirst()
}

/**
 * Inserts the key; false when it is stored. Waits for a transaction that has inserted it and is not committed. The
 * oldest keys of the organization are deleted when it has too many.
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
        .doUpdateSet({ request_hash: requestHash, response: null, created_at: now })
        .where('idempotent_responses.created_at', '<=', expiredAt(now)),
    )
    .returning('action')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await sql`delete from idempotent_responses where organization_id = ${organization.id} and created_at < (
    select created_at from idempotent_responses where organization_id = ${organization.id}
    order by created_at desc offset ${idempotencyKeysMax - 1} limit 1)`.execute(tx)
  return true
}

export async function updateResponse(
  tx: Tx,
  { project }: ProjectContext,
  { action, keyHash }: IdempotentRequest,
  response: object,
): Promise<void> {
  await tx
    .updateTable('idempotent_responses')
    .set({ response: JSON.stringify(response) })
    .where('project_id', '=', project.id)
    .where('action', '=', action)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** `db` works as the account of jobs. */
export async function deleteExpiredResponses({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom('idempotent_responses').where('created_at', '<=', expiredAt(clock.now())).execute()
}
