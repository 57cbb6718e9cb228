import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

/** Modules add their tables here: `declare module './postgres.ts' { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** PostgreSQL returns counts and sums as bigint; they stay far below 2^53. */
const int8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * A pool that works as `role` (which owns nothing and can't bypass row-level security), whatever the user of the URL.
 * Close it with `destroy()`.
 */
export function openPostgres(databaseUrl: string, role: string, { size = 10 }: { size?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000`,
    connectionTimeoutMillis: 10_000,
    types,
  })
  // The pool replaces a connection that the server closes while idle; without a listener the event would end the process.
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** What a transaction may see: the rows of an organization, to work on, and a user's own rows, to read. */
export interface Scope {
  organizationId?: string
  userId?: string
  /** The transaction can't write. */
  isReadOnly?: boolean
}

/** Runs `work` in one transaction that sees only what row-level security gives to this scope. */
export function withScope<T>(
  db: Db,
  { organizationId = '', userId = '', isReadOnly = false }: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setAccessMode(isReadOnly ? 'read only' : 'read write')
    .execute(async (tx) => {
      await sql`select set_config('linkshelf.organization_id', ${organizationId}, true), set_config('linkshelf.user_id', ${userId}, true)`.execute(
        tx,
      )
      return work(tx)
    })
}
