import { Kysely, PostgresDialect, type Transaction } from 'kysely'
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
