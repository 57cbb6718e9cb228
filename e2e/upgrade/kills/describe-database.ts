// Every statement that reads the schema and the rows of a whole PostgreSQL database, to compare two databases.
import pg from 'pg'
import { withConnection } from '../../../apps/server/src/platform/postgres/with-connection.ts'

/** The values of these columns differ between two runs of the same migration, such as times and random keys. */
type UnstableColumns = ReadonlySet<string>

/** Returns the schema and a hash of each table's rows as lines. Of an unstable column, only nulls are compared. */
export async function describeDatabase(url: string, unstable: UnstableColumns): Promise<string> {
  return withConnection(url, async (client) => {
    const schema = await client.query<{ line: string }>(selectSchema)
    const tables = await listTables(client)
    const toExpression = (table: string, column: string) => (unstable.has(`${table}.${column}`) ? `${column} is null` : column)
    const lines = await selectLines(
      client,
      tables.map(({ name, columns }) => {
        const row = `row(${columns.map((column) => toExpression(name, column)).join(', ')})::text`
        const rows = `coalesce(string_agg(r, e'\\n' order by r collate "C"), '')`
        return `select concat_ws(' ', ${pg.escapeLiteral(`rows of ${name}:`)}, count(*), md5(${rows})) as line from (select ${row} as r from ${name}) as t`
      }),
    )
    return [...schema.rows.map(({ line }) => line), ...lines].join('\n')
  })
}

/** Returns the columns whose values differ between two databases that the same migrations have made. */
export async function findUnstableColumns(url: string, otherUrl: string): Promise<UnstableColumns> {
  const [lines, others] = await Promise.all([url, otherUrl].map((database) => withConnection(database, describeColumns)))
  return new Set((lines ?? []).filter((line) => !others?.includes(line)).map((line) => line.split(' ')[0] ?? ''))
}

async function describeColumns(client: pg.Client): Promise<string[]> {
  return selectLines(
    client,
    (await listTables(client)).flatMap(({ name, columns }) =>
      columns.map((column) => {
        const values = `coalesce(string_agg(v, e'\\n' order by v collate "C"), '')`
        return `select ${pg.escapeLiteral(`${name}.${column} `)} || md5(${values}) as line from (select ${column}::text as v from ${name}) as t`
      }),
    ),
  )
}

/** Returns the lines sorted, because the server runs the queries in parallel and returns their lines in any order. */
async function selectLines(client: pg.Client, queries: readonly string[]): Promise<string[]> {
  if (queries.length === 0) return []
  const { rows } = await client.query<{ line: string }>(queries.join(' union all '))
  return rows.map(({ line }) => line).sort()
}

async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select attrelid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'graphile_worker') and attnum > 0 and not attisdropped
    group by attrelid order by name`)
  return rows
}

const ours = "(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))"

const selectSchema = `
  select line from (
    select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, relrowsecurity, relforcerowsecurity, relacl::text) as line
    from pg_class where relnamespace in ${ours} and relkind <> 'i'
    union all
    select concat_ws(' ', 'column', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attcollation::regcollation,
      attnotnull, attgenerated, attidentity, attstorage, attacl::text, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in ${ours} and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisready) from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace in ${ours}
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    where connamespace in ${ours}
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace in ${ours} and not tgisinternal
    union all
    select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[]::text,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy
    union all
    select concat_ws(' ', 'function', pg_proc.oid::regprocedure, proowner::regrole, proacl::text, md5(pg_get_functiondef(pg_proc.oid)))
    from pg_proc where pronamespace in ${ours} and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  ) as lines order by line collate "C"`
