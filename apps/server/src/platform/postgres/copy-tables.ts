// Copies the rows of a PostgreSQL database with COPY, and loads them into another database with the same tables.

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../process/start-error.ts'

export interface TableColumns {
  /** `schema.table`, quoted where SQL requires it. */
  name: string
  /** Columns that can be loaded, quoted where SQL requires it. Generated columns are computed again. */
  columns: readonly string[]
}

export interface SequenceValue {
  /** `schema.sequence`, quoted where SQL requires it. */
  name: string
  value: string
}

/** The rows of a database at one instant. */
export interface DatabaseSnapshot extends AsyncDisposable {
  tables: readonly TableColumns[]
  sequences: readonly SequenceValue[]
  /**
   * Returns the rows as lines in the text format of COPY. `rowCount` is their number after the last line was read. Only
   * one table can be read at a time.
   */
  readRows(table: TableColumns): CopyToStreamQuery
  /** Returns all rows of a small table as JSON objects. The name is quoted where SQL requires it. */
  selectRows(name: string): Promise<unknown[]>
}

/**
 * Takes a snapshot of the tables in the schemas. Writes continue while the snapshot is open.
 * `databaseUrl` signs in as the owner of the database. Throws a StartError if row-level security would hide rows from
 * the owner.
 */
export async function openDatabaseSnapshot(databaseUrl: string, schemas: readonly string[]): Promise<DatabaseSnapshot> {
  await using resources = new AsyncDisposableStack()
  const client = resources.adopt(await connectPastRowSecurity(databaseUrl), (opened) => opened.end())
  await client.query('begin isolation level repeatable read read only')
  const tables = await client.query<TableColumns>(selectTables, [schemas])
  const sequences = await client.query<SequenceValue>(selectSequences, [schemas])
  const opened = resources.move()
  return {
    tables: tables.rows,
    sequences: sequences.rows,
    async selectRows(name) {
      const { rows } = await client.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t`)
      return rows.map(({ row }) => row)
    },
    readRows: ({ name, columns }) => client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const selectTables = `
select format('%I.%I', n.nspname, c.relname) as name,
  (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any($1) and c.relkind = 'r' order by 1`

const selectSequences = `
select format('%I.%I', schemaname, sequencename) as name, last_value as value
from pg_sequences where schemaname = any($1) and last_value is not null order by 1`

export interface LoadedTable extends TableColumns {
  /** The expected number of rows. */
  rows: number
  /** Returns the rows as lines in the text format of COPY. */
  readRows(): Readable
}

export interface TableLoad {
  tables: readonly LoadedTable[]
  sequences: readonly SequenceValue[]
  /** SQL that runs after the rows were loaded, in the same transaction. */
  finalStatements: string
}

/**
 * Replaces the rows of the tables in one transaction, without triggers and checks of foreign keys. Throws a StartError
 * if the account may not do this.
 */
export async function loadTables(databaseUrl: string, { tables, sequences, finalStatements }: TableLoad): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const client = resources.adopt(await connectPastRowSecurity(databaseUrl), (opened) => opened.end())
  await client.query('begin')
  await client.query('set local session_replication_role = replica').catch((cause: unknown) => {
    const statement = `grant set on parameter session_replication_role to ${pg.escapeIdentifier(client.user ?? '')}`
    throw new StartError(`The account of DATABASE_URL may not load rows without triggers. Have a superuser run: ${statement}`, { cause })
  })
  for (const { name, columns, rows, readRows } of tables) {
    await client.query(`delete from ${name}`)
    // Building a GIN index at the end takes seconds; updating it for each row takes minutes.
    const { rows: indexes } = await client.query<GinIndex>(selectGinIndexes, [name])
    for (const index of indexes) await client.query(`drop index ${index.name}`)
    const loaded = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
    await pipeline(readRows(), loaded)
    if (loaded.rowCount !== rows) throw new Error(`${name} has ${loaded.rowCount} rows, not ${rows}`)
    for (const { definition } of indexes) await client.query(definition)
  }
  for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value])
  await client.query(finalStatements)
  await client.query('commit')
  await client.query('analyze')
}

interface GinIndex {
  /** `schema.index`, quoted where SQL requires it. */
  name: string
  /** The statement that creates the index. */
  definition: string
}

const selectGinIndexes = `
select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(i.oid) as definition
from pg_index join pg_class i on i.oid = indexrelid join pg_namespace n on n.oid = i.relnamespace join pg_am on pg_am.oid = i.relam
where indrelid = $1::regclass and amname = 'gin'`

/** Connects with an account that sees the rows of every organization. */
async function connectPastRowSecurity(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // a lost connection rejects the query too
  await client.connect()
  const { rows } = await client.query<{ seesAll: boolean }>(
    'select rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user',
  )
  if (rows[0]?.seesAll === true) return client
  await client.end()
  const statement = `alter role ${pg.escapeIdentifier(client.user ?? '')} bypassrls`
  throw new StartError(`Row-level security hides rows from the account of DATABASE_URL. Have a superuser run: ${statement}`)
}
