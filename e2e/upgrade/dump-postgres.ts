import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Stores } from '../../harness/run-part.ts'

/**
 * Tables that are not dumped. A release records its own migrations and creates its own keys, sessions and throttles,
 * and a repository must not contain secrets.
 */
const leftOut = ['schema_migrations', 'identity_keys', 'identity_state', 'throttles']

/**
 * Writes `postgres.jsonl` with one line for each table. Each line contains the table's rows as JSON, without generated
 * columns. Also writes `tasks.json` with the names of the queue's tasks.
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
      lines.push(`${JSON.stringify({ table: name, columns, rows: rows[0]?.rows })}\n`)
    }
    await writeFile(join(target, 'postgres.jsonl'), lines.join(''))
    const tasks = await client.query<{ identifier: string }>('select identifier from graphile_worker._private_tasks order by identifier')
    await writeFile(join(target, 'tasks.json'), `${JSON.stringify(tasks.rows.map(({ identifier }) => identifier))}\n`)
  } finally {
    await client.end()
  }
}
