import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { utcDay } from '../enrichment/describe-click.ts'
import type { ClickRecord } from '../journal/click-record.ts'

/** They travel in the address of a request. */
const idsAtOnce = 1_000

/** The ids of those clicks that are in the store. */
export async function findStored(clickhouse: ClickHouse, clicks: readonly ClickRecord[]): Promise<Set<string>> {
  const askable = clicks.filter(({ id, projectId }) => uuid.test(id) && uuid.test(projectId))
  const stored = new Set<string>()
  for (let from = 0; from < askable.length; from += idsAtOnce) {
    const some = askable.slice(from, from + idsAtOnce)
    const days = some.map((click) => utcDay(click.at)).sort()
    const answer = await clickhouse.query({
      // By project and day, which the table is ordered by. (A name given to a column hides the column's own.)
      query: `SELECT toString(id) AS found FROM clicks
        WHERE project_id IN {projectIds: Array(UUID)} AND toDate(at) BETWEEN {first: Date} AND {last: Date} AND id IN {ids: Array(UUID)}`,
      query_params: {
        projectIds: [...new Set(some.map((click) => click.projectId))],
        first: days[0],
        last: days.at(-1),
        ids: some.map((click) => click.id),
      },
      format: 'JSONEachRow',
    })
    for (const row of await answer.json<{ found: string }>()) stored.add(row.found)
  }
  return stored
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
