import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import type { SchemaFiles } from './schema-files.ts'
import { joinGroups, wrapSql } from './sql-text.ts'

/** Describes a migrated database of one server as one file for each table and view. */
export async function describeClickHouse(client: ClickHouse): Promise<SchemaFiles> {
  const result = await client.query({
    // The alias must not be the name of a column, because it would hide the column.
    query: `SELECT name, currentDatabase() AS current, formatQuery(create_table_query) AS statement
      FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    format: 'JSONEachRow',
  })
  const files: SchemaFiles = new Map()
  for (const { name, current, statement } of await result.json<{ name: string; current: string; statement: string }>())
    files.set(`clickhouse/${name}.sql`, joinGroups([[`${normalize(statement, current)};`]]))
  return files
}

/**
 * Removes the name of the database. Replaces the retention time of clicks with a placeholder, because it is a setting
 * of the instance.
 */
function normalize(statement: string, database: string): string {
  return statement
    .replaceAll(`${database}.`, '')
    .replace(/(?<=\nTTL .*toIntervalMonth\()\d+(?=\))/, 'CLICK_RETENTION_MONTHS')
    .split('\n')
    .map(wrapSql)
    .join('\n')
}
