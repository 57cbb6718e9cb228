import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import type { Stores } from '../../harness/run-part.ts'

/**
 * Tables that are not dumped. A release records its own migrations and creates its own keys, sessions and throttles,
 * and a repository must not contain secrets.
 */
const leftOut = [
  'schema_migrations',
  'identity_keys',
  'identity_state',
  'throttles',
  'user_sessions',
  'trial_address_key',
  'unsubscribe_key',
  'idempotent_responses',
]

/**
 * Writes `postgres.jsonl.gz` with one line for each table. Each line contains the table's rows as JSON, without
 * generated columns. The content of a larger file is replaced by zeros, so that the fixture is small. Also writes
 * `tasks.json` with the names of the queue's tasks.
 */
export async function dumpPostgres({ databaseUrl }: Stores, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `
      select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and not table_name = any($1)
      group by table_name order by table_name`,
      [leftOut],
    )
    const lines: string[] = []
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ rows: unknown }>(
        `select coalesce(json_agg(r), '[]') as rows from (select ${columns} from ${name} order by 1) as r`,
      )
      lines.push(`${JSON.stringify({ table: name, columns, rows: rows[0]?.rows }, replaceLargeFile)}\n`)
    }
    await writeFile(join(target, 'postgres.jsonl.gz'), await promisify(gzip)(lines.join(''), { level: 9 }))
    const tasks = await client.query<{ identifier: string }>('select identifier from graphile_worker._private_tasks order by identifier')
    await writeFile(join(target, 'tasks.json'), `${JSON.stringify(tasks.rows.map(({ identifier }) => identifier))}\n`)
  } finally {
    await client.end()
  }
}

/** Replaces the bytes of a `bytea` value by zeros if there are more than 500. */
function replaceLargeFile(_key: string, value: unknown): unknown {
  return typeof value === 'string' && /^\\x[0-9a-f]{1000,}$/.test(value) ? `\\x${'0'.repeat(value.length - 2)}` : value
}
