import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseAccounts } from '../../src/databases/database-accounts.ts'
import { type Db, openPostgres } from '../../src/platform/postgres/postgres.ts'
import { deriveTestAccounts } from './database-accounts.ts'
import { runAsOwner } from './run-as-owner.ts'

export interface PostgresDatabase extends AsyncDisposable {
  url: string
  accounts: DatabaseAccounts
  pools: Pools
  /** Copies the rows of every table. Returns a function that restores these rows, whatever has changed since. */
  saveRows(): Promise<() => Promise<void>>
}

/** One pool for each account that tests use often. */
export type Pools = Record<'api' | 'edge' | 'ship', Db>

/** The state of a cloned database before a test uses it. */
interface Template {
  schema: string
  bytes: number
  emptyTables: string[]
  /** Tables that contain rows after the migrations, such as the list of applied migrations. */
  filledTables: string[]
  rows: string
}

interface Database {
  name: string
  owner: pg.Client
  pools: Pools
  /** True if a test closed a pool. */
  hasClosedPool: boolean
}

/**
 * Databases of this process that were reset to the template's state. A reset needs a fraction of the time and the disk
 * writes that cloning and dropping a database need. The connections stay open: a new connection first reads the
 * catalogs, which takes longer than most tests.
 */
const idleDatabases: Database[] = []
let template: Template | undefined

/**
 * The maximum growth of a database that is reused. If a database has grown more, it is dropped, because dead rows and
 * statistics of a large test would slow the next test and change its query plans.
 */
const maxGrowthBytes = 2_000_000

/** The application name of the pools' connections. It distinguishes them from connections that a test opens. */
const poolName = 'pool of the tests'

/** Returns a database in the state after the migrations. Disposing of the database resets it for the next test. */
export async function takePostgresDatabase(): Promise<PostgresDatabase> {
  const database = idleDatabases.pop() ?? (await cloneTemplate())
  const { name, pools } = database
  const url = toDatabaseUrl(name)
  return {
    url,
    accounts: deriveTestAccounts(url),
    pools,
    saveRows: () => saveRows(database),
    async [Symbol.asyncDispose]() {
      if (await resetDatabase(database)) idleDatabases.push(database)
      else await dropDatabase(database)
    },
  }
}

async function cloneTemplate(): Promise<Database> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await runAsOwner({ databaseUrl: inject('databaseServerUrl') }, (server) =>
    server.query(`create database ${name} template linkshelf_template`),
  )
  const owner = new pg.Client({ connectionString: toDatabaseUrl(name) })
  // The server can stop before this process ends, which causes an error on the connection.
  owner.on('error', () => undefined)
  await owner.connect()
  template ??= await readTemplate(owner)
  const accounts = deriveTestAccounts(toDatabaseUrl(name))
  const database = { name, owner, hasClosedPool: false }
  const openPool = (account: keyof Pools, size: number) => {
    const url = new URL(accounts[account])
    url.searchParams.set('application_name', poolName)
    const pool = openPostgres(url.href, { size })
    const { destroy } = pool
    return Object.assign(pool, {
      destroy: () => {
        database.hasClosedPool = true
        return destroy.call(pool)
      },
    })
  }
  return Object.assign(database, { pools: { api: openPool('api', 10), edge: openPool('edge', 4), ship: openPool('ship', 2) } })
}

async function dropDatabase({ name, owner, pools }: Database): Promise<void> {
  await Promise.all([owner.end(), ...Object.values(pools).map((pool) => pool.destroy())])
  await runAsOwner({ databaseUrl: inject('databaseServerUrl') }, (server) => server.query(`drop database ${name} with (force)`))
}

/**
 * Deletes every row. Returns false if the test changed the schema or rows of the migrations, grew the database too
 * much, or closed a pool. The database can't be reused then.
 */
async function resetDatabase({ owner, hasClosedPool }: Database): Promise<boolean> {
  if (template === undefined || hasClosedPool) return false
  await waitForConnections(owner, openConnections)
  const { schema, bytes } = await readSchema(owner)
  if (schema !== template.schema || bytes - template.bytes > maxGrowthBytes) return false
  await runWithoutTriggers(owner, [...template.emptyTables.map((table) => `delete from ${table}`), restartSequences])
  return (await readRows(owner, template.filledTables)) === template.rows
}

async function saveRows({ owner }: Database): Promise<() => Promise<void>> {
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(tablesWithColumns)
  await owner.query('create schema saved')
  const restorations: string[] = []
  for (const [nth, { name, columns }] of tables.entries()) {
    const { rowCount } = await owner.query(`create table saved.t${nth} as table ${name}`)
    restorations.push(`delete from ${name}`)
    if (rowCount !== 0) restorations.push(`insert into ${name} (${columns}) overriding system value select ${columns} from saved.t${nth}`)
  }
  return async () => {
    await waitForConnections(owner, busyConnections)
    await runWithoutTriggers(owner, restorations)
  }
}

/** Runs the statements without triggers and foreign keys, which PostgreSQL skips in replica mode. */
async function runWithoutTriggers(owner: pg.Client, statements: readonly string[]): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
}

/** Waits until the query returns no connection. Throws if it still returns a connection after 20 seconds. */
async function waitForConnections(owner: pg.Client, query: string): Promise<void> {
  const until = Date.now() + 20_000
  for (;;) {
    const { rows } = await owner.query<{ description: string }>(query)
    if (rows.length === 0) return
    if (Date.now() > until)
      throw new Error(`A test uses connections after its end:\n${rows.map(({ description }) => description).join('\n')}`)
    await owner.query('select pg_sleep(0.002)')
  }
}

const busyConnections = `
  select concat(usename, ' ', application_name, ' ', state, ': ', query) as description from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`

/** Selects busy connections, and idle connections outside the pools. The pools stay open between tests. */
const openConnections = busyConnections.replace("state <> 'idle'", `(state <> 'idle' or application_name <> '${poolName}')`)

const restartSequences = `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences`

/** Selects all tables with the columns that a statement can write. */
const tablesWithColumns = `
  select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by attrelid`

async function readTemplate(owner: pg.Client): Promise<Template> {
  const { rows: tables } = await owner.query<{ name: string }>(tablesWithColumns)
  const emptyTables: string[] = []
  const filledTables: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} limit 1`)
    if (rowCount === 0) emptyTables.push(name)
    else filledTables.push(name)
  }
  return { ...(await readSchema(owner)), emptyTables, filledTables, rows: await readRows(owner, filledTables) }
}

/**
 * Returns a digest of the catalogs and the database's size. Every change to a table, column, function, policy, trigger
 * or privilege gives its catalog row a new xmin, which changes the digest.
 */
async function readSchema(owner: pg.Client): Promise<{ schema: string; bytes: number }> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_constraint', 'pg_trigger', 'pg_policy', 'pg_namespace', 'pg_default_acl']
  const sums = catalogs.map((catalog) => `(select concat(count(*), ':', sum(hashtext(xmin::text || ctid::text))) from ${catalog})`)
  const { rows } = await owner.query(
    `select concat_ws(',', ${sums.join(', ')}) as schema, pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]
}

async function readRows(owner: pg.Client, tables: readonly string[]): Promise<string> {
  const sums = tables.map((table) => `(select sum(hashtext(t::text)) from ${table} t)`)
  const { rows } = await owner.query(`select concat_ws(',', ${['0', ...sums].join(', ')}) as rows`)
  return rows[0].rows
}

function toDatabaseUrl(name: string): string {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = name
  return url.href
}
