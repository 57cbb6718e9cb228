import { uuid } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { utcDay } from '../enrichment/request-fields.ts'
import type { ClickRecord } from '../journal/click-record.ts'

/** The ids travel in the URL of the request. */
const maxIdsPerQuery = 1_000

/** Returns the ids of those clicks that are in ClickHouse. */
export async function findStoredIds(clickhouse: ClickHouse, clicks: readonly ClickRecord[]): Promise<Set<string>> {
  const queryable = clicks.filter(({ id, projectId }) => isUuid(id) && isUuid(projectId))
  const stored = new Set<string>()
  for (let from = 0; from < queryable.length; from += maxIdsPerQuery) {
    const chunk = queryable.slice(from, from + maxIdsPerQuery)
    const days = chunk.map((click) => utcDay(click.at)).sort()
    const answer = await clickhouse.query({
      // By project and day, which the table is ordered by. (An alias that is a column's name would hide the column.)
      query: `SELECT toString(id) AS found FROM clicks
        WHERE project_id IN {projectIds: Array(UUID)} AND toDate(at) BETWEEN {first: Date} AND {last: Date} AND id IN {ids: Array(UUID)}`,
      query_params: {
        projectIds: [...new Set(chunk.map((click) => click.projectId))],
        first: days[0],
        last: days.at(-1),
        ids: chunk.map((click) => click.id),
      },
      format: 'JSONEachRow',
    })
    for (const row of await answer.json<{ found: string }>()) stored.add(row.found)
  }
  return stored
}

function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}
