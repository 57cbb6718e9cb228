import { sql } from 'kysely'
import type { Db, Tx } from './postgres.ts'

/** The rows that a transaction sees: rows of an organization, to read and write, and the user's own rows, to read. */
export interface Scope {
  organizationId?: string
  userId?: string
  isReadOnly?: boolean
}

/** Runs `work` in one transaction that sees only the rows that row-level security allows for this scope. */
export function withScope<T>(db: Db, { isReadOnly = false, ...scope }: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode(isReadOnly ? 'read only' : 'read write')
    .execute(async (tx) => {
      await setScope(tx, scope)
      return work(tx)
    })
}

/** Sets which rows the transaction sees from now on. */
export async function setScope(tx: Tx, { organizationId = '', userId = '' }: Omit<Scope, 'isReadOnly'>): Promise<void> {
  await sql`select set_config('linkshelf.organization_id', ${organizationId}, true), set_config('linkshelf.user_id', ${userId}, true)`.execute(
    tx,
  )
}
