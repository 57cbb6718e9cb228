// Reads rows of PostgreSQL page by page, and converts them to files of an archive.
import type { ProjectId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import { type OrganizationContext, read } from '../../access/index.ts'
import { leaveOutDeleted, type ProjectQueryContext } from '../../analytics/index.ts'
import { selectDomainHost } from '../../domains/index.ts'
import { byteOrderMark, type Cell, toCsvLine } from '../../platform/csv/csv-file.ts'
import type { ClickDeps, Deps } from '../../platform/deps.ts'
import type { ArchiveColumn, ArchiveTable } from '../format/archive-columns.ts'
import { type ArchiveFile, formatNumber, type VisitFolder, visitTables } from '../format/archive-format.ts'

const defaultRowsPerFile = 2_000

/** Files of an archive, and the position of the next page. `after` is undefined on the last page. */
export interface ArchivePage {
  files: ArchiveFile[]
  after: string[] | undefined
}

interface TablePage {
  table: ArchiveTable
  projectId: ProjectId
  folder: string
  after: string[]
}

/**
 * Returns the next page of a project's table. `after` has the number of the previous page and the key of its last row.
 */
export async function readTablePage(
  ctx: OrganizationContext,
  { table, projectId, folder, after: [number = '0', ...last] }: TablePage,
): Promise<ArchivePage> {
  const limit = table.rowsPerFile ?? defaultRowsPerFile
  const keys = sql.join(table.key.map((column) => sql.ref(column)))
  const columns = sql.join(Object.entries(table.columns).map(([name, { form }]) => sql`${toForm(name, form)} as ${sql.ref(name)}`))
  const where = [sql`project_id = ${projectId}`]
  if (table.condition !== undefined) where.push(sql.raw(table.condition))
  // The parameters need no casts, because a row comparison infers their types from the columns.
  if (last.length > 0) where.push(sql`(${keys}) > (${sql.join(last)})`)
  const { rows } = await read(ctx, (tx) =>
    sql<{ key: string[]; line: string }>`
      select key, line from (
        select json_build_array(${sql.join(table.key.map((column) => sql`${sql.ref(column)}::text`))}) as key, ${keys},
          (select row_to_json(archived)::text from (select ${columns}) as archived) as line
        from ${sql.table(table.name)} where ${sql.join(where, sql` and `)} order by ${keys} limit ${limit}
      ) as page order by ${keys}`.execute(tx),
  )
  if (rows.length === 0) return { files: [], after: undefined }
  const page = Number(number) + 1
  const name = `${folder}/${table.name.replaceAll('_', '-')}-${formatNumber(page)}`
  const files = [
    toLines(
      `${name}.jsonl`,
      rows.map(({ line }) => line),
    ),
  ]
  if (table.hasCsv)
    files.push(
      toCsv(
        `${name}.csv`,
        Object.keys(table.columns),
        rows.map(({ line }) => JSON.parse(line)),
      ),
    )
  return { files, after: rows.length < limit ? undefined : [String(page), ...(rows.at(-1)?.key ?? [])] }
}

function toForm(name: string, form: ArchiveColumn['form']): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (form === 'instant') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  if (form === 'decimal') return sql`${column}::text`
  if (form === 'base64') return sql`translate(encode(${column}, 'base64'), E'\\n', '')`
  if (form === 'host') return selectDomainHost(sql.ref('domain_id'))
  return column
}

/** Creates a file in JSON Lines format. */
export function toLines(name: string, lines: readonly string[]): ArchiveFile {
  return { name, bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')), rowCount: lines.length }
}

/** Creates a CSV file for humans. An import ignores it. */
function toCsv(name: string, columns: string[], rows: readonly Record<string, unknown>[]): ArchiveFile {
  const lines = rows.map((row) => toCsvLine(columns.map((column) => toCell(row[column]))))
  return { name, bytes: Buffer.from(byteOrderMark + toCsvLine(columns) + lines.join('')), rowCount: rows.length }
}

function toCell(value: unknown): Cell {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('; ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
}

// Reads clicks and page views, and converts them to files of an archive. There are files for each month. Their rows are
// in the order of the day and instant, because the ClickHouse tables are nearly sorted in this order.

/** Maximum number of rows per file. This many rows are about 9 MB of JSON. */
export const visitsPerFile = 20_000

interface VisitPage {
  folder: string
  visits: VisitFolder
  after: string[]
  /** Maximum number of rows in one file. */
  limit: number
}

/**
 * Returns the next page of clicks or page views. `after` has the page's month (`2026-03`), the number of the previous
 * page in this month, and the instant and id of the previous page's last row.
 */
export async function readVisitPage(
  { clickhouse }: ClickDeps,
  scope: ProjectQueryContext,
  { folder, visits, limit, after: [month = '', number = '0', at = '', id = ''] }: VisitPage,
): Promise<ArchivePage> {
  const { table, row } = visitTables[visits]
  const query_params = {
    project: scope.project.id,
    month: `${month || '1970-01'}-01`,
    day: at.slice(0, 10) || '1970-01-01',
    at: at || '1970-01-01',
    id,
    limit,
  }
  const inMonth = `project_id = {project:UUID} AND toStartOfMonth(toDate(at, 'UTC')) = {month:Date}`
  const behind = at === '' ? '' : ` AND toDate(at) >= {day:Date} AND (at, id) > (toDateTime64({at:String}, 3, 'UTC'), toUUID({id:String}))`
  const result = await clickhouse.query({
    query: leaveOutDeleted(
      `SELECT ${Object.keys(row.shape).join(', ')} FROM ${table} WHERE ${inMonth}${behind} ORDER BY toDate(at), at, id LIMIT {limit:UInt32}`,
      scope.deletions,
    ),
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, output_format_json_escape_forward_slashes: 0 },
  })
  const lines = (await result.text()).split('\n').filter(Boolean)
  const page = Number(number) + 1
  const files = lines.length === 0 ? [] : [toLines(`${folder}/${visits}/${month}-${formatNumber(page)}.jsonl`, lines)]
  if (lines.length === limit) {
    const last: { at: string; id: string } = JSON.parse(lines.at(-1) ?? '')
    return { files, after: [month, String(page), last.at, last.id] }
  }
  const next = await findNextMonth(clickhouse, table, scope, month)
  return { files, after: next === undefined ? undefined : [next] }
}

async function findNextMonth(
  clickhouse: Deps['clickhouse'],
  table: string,
  scope: ProjectQueryContext,
  month: string,
): Promise<string | undefined> {
  const result = await clickhouse.query({
    query: leaveOutDeleted(
      `SELECT formatDateTime(min(at), '%Y-%m', 'UTC') AS month, count() AS rows FROM ${table}
      WHERE project_id = {project:UUID} AND toStartOfMonth(toDate(at, 'UTC')) > {month:Date}`,
      scope.deletions,
    ),
    query_params: { project: scope.project.id, month: `${month || '1970-01'}-01` },
    format: 'JSONEachRow',
  })
  const [found] = await result.json<{ month: string; rows: string | number }>()
  return found === undefined || Number(found.rows) === 0 ? undefined : found.month
}

/** Returns the number of clicks and page views of these projects. */
export async function countVisits({ clickhouse }: ClickDeps, projectIds: readonly ProjectId[]): Promise<number> {
  let count = 0
  for (const { table } of Object.values(visitTables)) {
    const result = await clickhouse.query({
      query: `SELECT count() AS rows FROM ${table} WHERE project_id IN {projects:Array(UUID)}`,
      query_params: { projects: projectIds },
      format: 'JSONEachRow',
    })
    count += Number((await result.json<{ rows: string | number }>())[0]?.rows ?? 0)
  }
  return count
}
