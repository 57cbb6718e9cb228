import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { asOwner } from './as-owner.ts'

export interface PostgresDatabase extends AsyncDisposable {
  url: string
}

/** The state of a clone of the template before a test used it. */
interface Template {
  schema: string
  bytes: number
  emptyTables: string[]
  /** Tables that the migrations filled, such as their own register. */
  filledTables: string[]
  rows: string
}

/**
 * Databases of this process that are again as the template. Emptying one takes a fraction of the time and the writes
 * of cloning and dropping.
 */
const idle: string[] = []
let template: Template | undefined

/**
 * How much a database may grow before it is dropped: dead rows and statistics of a large test would slow
 * and steer the next one.
 */
const maxGrowthBytes = 2_000_000

/** A database as the migrations leave it; disposing of it ends its connections and makes it ready for the next test. */
export async function takePostgresDatabase(): Promise<PostgresDatabase> {
  const name = idle.pop() ?? (await clone())
  return {
    url: databaseUrl(name),
    async [Symbol.asyncDispose]() {
      if (await reset(name)) idle.push(name)
      else await asOwner({ databaseUrl: inject('databaseServerUrl') }, (server) => server.query(`drop database ${name} with (force)`))
    },
  }
}

async function clone(): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await asOwner({ databaseUrl: inject('databaseServerUrl') }, (server) =>
    server.query(`create database ${name} template linkshelf_template`),
  )
  template ??= await asOwner({ databaseUrl: databaseUrl(name) }, readTemplate)
  return name
}

/**
 * Deletes every row; false when the test changed the schema, rows of the migrations or the size, so that the
 * database can't be used again.
 */
function reset(name: string): Promise<boolean> {
  return asOwner({ databaseUrl: databaseUrl(name) }, async (owner) => {
    if (template === undefined) return false
    await owner.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const { schema, bytes } = await readSchema(owner)
    if (schema !== template.schema || bytes - template.bytes > maxGrowthBytes) return false
    const deletions = template.emptyTables.map((table) => `delete from ${table}`).join('; ')
    // Replica mode leaves out triggers and foreign keys.
    await owner.query(`begin; set local session_replication_role = replica; ${deletions}; ${restartSequences}; commit`)
    return (await readRows(owner, template.filledTables)) === template.rows
  })
}

const restartSequences = `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences`

async function readTemplate(owner: pg.Client): Promise<Template> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  )
  const emptyTables: string[] = []
  const filledTables: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} limit 1`)
    if (rowCount === 0) emptyTables.push(name)
    else filledTables.push(name)
  }
  return { ...(await readSchema(owner)), emptyTables, filledTables, rows: await readRows(owner, filledTables) }
}

/** Every change of a table, column, function, policy, trigger or right gives its row in the catalog a new xmin. */
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

function databaseUrl(name: string): string {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = name
  return url.href
}
