import { uuid } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { utcDay } from '../enrichment/request-fields.ts'
import { type JournalRecord, splitByKind } from '../journal/records/journal-record.ts'
import type { RecordTable } from './insert-rows.ts'

/** The ids travel in the URL of the request. */
const maxIdsPerQuery = 1_000

/** Returns the ids of those records that are in ClickHouse. */
export async function findStoredIds(clickhouse: ClickHouse, records: readonly JournalRecord[]): Promise<Set<string>> {
  const { clicks, views } = splitByKind(records)
  const stored = [await findIdsIn(clickhouse, 'clicks', clicks), await findIdsIn(clickhouse, 'page_views', views)]
  return new Set(stored.flat())
}

async function findIdsIn(clickhouse: ClickHouse, table: RecordTable, records: readonly JournalRecord[]): Promise<string[]> {
  const queryable = records.filter(({ id, projectId }) => isUuid(id) && isUuid(projectId))
  const stored: string[] = []
  for (let from = 0; from < queryable.length; from += maxIdsPerQuery) {
    const chunk = queryable.slice(from, from + maxIdsPerQuery)
    const days = chunk.map(({ at }) => utcDay(at)).sort()
    const answer = await clickhouse.query({
      // The condition names project and day, because the tables are ordered by them. (An alias that is a column's name
      // would hide the column.)
      query: `SELECT toString(id) AS found FROM ${table}
        WHERE project_id IN {projectIds: Array(UUID)} AND toDate(at) BETWEEN {first: Date} AND {last: Date} AND id IN {ids: Array(UUID)}`,
      query_params: {
        projectIds: [...new Set(chunk.map(({ projectId }) => projectId))],
        first: days[0],
        last: days.at(-1),
        ids: chunk.map(({ id }) => id),
      },
      format: 'JSONEachRow',
    })
    for (const row of await answer.json<{ found: string }>()) stored.push(row.found)
  }
  return stored
}

function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}
