import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { shareConnections } from './connection-slots.ts'

/** Modules add their tables here: `declare module './postgres.ts' { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The type of counts and sums in PostgreSQL. They are parsed as numbers, because they stay far below 2^53. */
const int8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * Opens a pool that works with the rights of the URL's account. A connection of a privileged account is rejected with a
 * StartError, because row-level security would not restrict it. Close the pool with `destroy()`. `createCallerDatabase`
 * shares it among callers.
 */
export function openPostgres(databaseUrl: string, { size = 10 }: { size?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    options: '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000',
    // Must exceed `maxWaitMs` in connection-slots.ts, so that a wait ends with a ConnectionTimeoutError.
    connectionTimeoutMillis: 11_000,
    onConnect: rejectPrivilegedAccount,
    types,
  })
  // If the server closes an idle connection, the pool replaces it. Without this listener, the pool's `error` event
  // would end the process.
  pool.on('error', () => undefined)
  // A connection may also close between two queries of a transaction. Then the next query rejects, so the event is
  // ignored.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const toCallerPool = shareConnections(pool, size)
  const db = openDatabase(toCallerPool())
  pools.set(db, toCallerPool)
  return db
}

/**
 * Opens one connection with the rights of the URL's account, which may be privileged. Only commands of an operator use
 * it. Close it with `destroy()`.
 */
export function openOwnerPostgres(databaseUrl: string): Db {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 11_000, types })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return openDatabase(pool)
}

/** For each opened database, the function that returns its pool for one caller. */
const pools = new WeakMap<Db, (caller: string) => PostgresPool>()

/**
 * Returns the database for one caller, for example an organization's id. It uses the connections of `db`, but if the
 * caller needs many connections for long, some are left to other callers. Work that waits for another system holds no
 * connection while it waits.
 */
export function createCallerDatabase(db: Db, caller: string): Db {
  const toCallerPool = pools.get(db)
  if (toCallerPool === undefined) return db
  const ofCaller = openDatabase(toCallerPool(caller))
  pools.set(ofCaller, toCallerPool)
  return ofCaller
}

function openDatabase(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Throws a StartError if the account is privileged. Ignores that the server can't be reached, because the first query
 * then rejects.
 */
export async function rejectPrivilegedDatabase(db: Db): Promise<void> {
  await sql`select`.execute(db).catch((error: unknown) => {
    if (error instanceof StartError) throw error
  })
}

/** Returns text for a pattern of LIKE that matches only the text itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Returns SQL that says whether an account may do more than grants and policies allow, or may become a role that may do
 * more. A superuser is a member of every role.
 */
export const toPrivilegeCheckSql = (account: string): string => `exists (
  select from pg_roles as other
  where pg_has_role(${account}, other.oid, 'member')
    and (other.rolsuper or other.rolbypassrls or other.rolcreaterole or other.rolcreatedb or other.rolreplication
      or starts_with(other.rolname, 'pg_')
      or other.oid = (select datdba from pg_database where datname = current_database()))
)`

const statement = `select session_user as name, ${toPrivilegeCheckSql('session_user')} as is_privileged`

/**
 * Throws a StartError if the account of the connection bypasses row-level security, owns the database or may create
 * roles. Row-level security and the rights of a process would then protect nothing.
 */
export async function rejectPrivilegedAccount(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; is_privileged: boolean }>(statement)
  if (rows[0]?.is_privileged === false) return
  throw new StartError(
    `The PostgreSQL account "${rows[0]?.name}" owns the database, or is a superuser. A process needs an account of its own: see "Accounts of PostgreSQL" in docs/operations/install.md.`,
  )
}
