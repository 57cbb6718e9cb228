// Clicks and page views as files of an archive: by month, in the order of the day and the instant, which the
// tables are nearly sorted by.
import type { ProjectId } from '@linkshelf/contract'
import type { Deps } from '../../platform/deps.ts'
import { numbered } from '../format/archive-format.ts'
import { type VisitFolder, visitTables } from '../format/visit-tables.ts'
import { type ArchivePage, toLines } from './table-pages.ts'

/** Some 9 MB of JSON. */
export const visitsPerFile = 20_000

export interface VisitsOfProject {
  folder: string
  visits: VisitFolder
  projectId: ProjectId
  /** The maximum rows of one file. */
  limit: number
}

/**
 * The page that begins behind `after`: its month (`2026-03`), its number within the month, and the instant
 * and id of the last row.
 */
export async function readVisitPage(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  { folder, visits, projectId, limit }: VisitsOfProject,
  [month = '', number = '0', at = '', id = '']: string[],
): Promise<ArchivePage> {
  const { table, row } = visitTables[visits]
  const query_params = {
    project: projectId,
    month: `${month || '1970-01'}-01`,
    day: at.slice(0, 10) || '1970-01-01',
    at: at || '1970-01-01',
    id,
    limit,
  }
  const inMonth = `project_id = {project:UUID} AND toStartOfMonth(toDate(at, 'UTC')) = {month:Date}`
  const behind = at === '' ? '' : ` AND toDate(at) >= {day:Date} AND (at, id) > (toDateTime64({at:String}, 3, 'UTC'), toUUID({id:String}))`
  const result = await clickhouse.query({
    query: `SELECT ${Object.keys(row.shape).join(', ')} FROM ${table} WHERE ${inMonth}${behind} ORDER BY toDate(at), at, id LIMIT {limit:UInt32}`,
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, output_format_json_escape_forward_slashes: 0 },
  })
  const lines = (await result.text()).split('\n').filter(Boolean)
  const page = Number(number) + 1
  const files = lines.length === 0 ? [] : [toLines(`${folder}/${visits}/${month}-${numbered(page)}.jsonl`, lines)]
  if (lines.length === limit) {
    const last: { at: string; id: string } = JSON.parse(lines.at(-1) ?? '')
    return { files, after: [month, String(page), last.at, last.id] }
  }
  const next = await findNextMonth(clickhouse, table, projectId, month)
  return { files, after: next === undefined ? undefined : [next] }
}

async function findNextMonth(
  clickhouse: Deps['clickhouse'],
  table: string,
  projectId: ProjectId,
  month: string,
): Promise<string | undefined> {
  const result = await clickhouse.query({
    query: `SELECT formatDateTime(min(at), '%Y-%m', 'UTC') AS month, count() AS rows FROM ${table}
      WHERE project_id = {project:UUID} AND toStartOfMonth(toDate(at, 'UTC')) > {month:Date}`,
    query_params: { project: projectId, month: `${month || '1970-01'}-01` },
    format: 'JSONEachRow',
  })
  const [found] = await result.json<{ month: string; rows: string | number }>()
  return found === undefined || Number(found.rows) === 0 ? undefined : found.month
}

/** How many clicks and page views these projects have. */
export async function countVisits({ clickhouse }: Pick<Deps, 'clickhouse'>, projectIds: readonly ProjectId[]): Promise<number> {
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
