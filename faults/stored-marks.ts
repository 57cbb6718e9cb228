import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouse, openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'

/**
 * Runs a query in the ClickHouse of a running instance. Opens a new client for each query, because the address changes
 * when ClickHouse restarts.
 */
export async function queryClickHouse<Row>(dataFolder: string, query: string, params: Record<string, unknown>): Promise<Row[]> {
  const store = await openInstanceClickHouse(dataFolder)
  try {
    return await (await store.query({ query, query_params: params, format: 'JSONEachRow' })).json<Row>()
  } finally {
    await store.close()
  }
}

async function openInstanceClickHouse(dataFolder: string): Promise<ClickHouse> {
  const running = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8'))
  return openClickHouse(running.addresses.clickhouseUrl)
}

const marksPerQuery = 200_000

/** A condition on the clicks of the link under load: true if the load generator has sent the click's request. */
const isMarked = "match(utm_campaign, '^m[0-9]{1,9}$') AND toUInt32OrZero(substring(utm_campaign, 2)) < {markCount: UInt32}"

/** Returns how many clicks with each mark are in ClickHouse. The index is the mark. Omits clicks without a mark. */
export async function readStoredMarks(dataFolder: string, projectId: string, markCount: number): Promise<Uint8Array> {
  const times = new Uint8Array(markCount)
  for (let from = 0; from < markCount; from += marksPerQuery) {
    const rows = await queryClickHouse<{ mark: number; times: number }>(
      dataFolder,
      `SELECT toUInt32OrZero(substring(utm_campaign, 2)) AS mark, toUInt8(least(count(), 255)) AS times FROM clicks
       WHERE project_id = {projectId: UUID} AND ${isMarked} AND mark >= {from: UInt32} AND mark < {to: UInt32} GROUP BY mark`,
      { projectId, markCount, from, to: from + marksPerQuery },
    )
    for (const row of rows) times[row.mark] = row.times
  }
  return times
}

const maxListed = 10

/**
 * Returns how many clicks have no mark, and describes some of them. Only another program or a person can have sent
 * their requests.
 */
export async function findUnmarkedClicks(
  dataFolder: string,
  projectId: string,
  markCount: number,
): Promise<{ count: number; descriptions: string[] }> {
  const rows = await queryClickHouse<{ at: string; campaign: string; browser: string; total: number }>(
    dataFolder,
    `SELECT toString(at) AS at, utm_campaign AS campaign, browser, toUInt32(count() OVER ()) AS total FROM clicks
     WHERE project_id = {projectId: UUID} AND NOT (${isMarked}) ORDER BY at LIMIT ${maxListed}`,
    { projectId, markCount },
  )
  const descriptions = rows.map(({ at, campaign, browser }) => `at ${at}, utm_campaign "${campaign}", browser "${browser}"`)
  return { count: rows[0]?.total ?? 0, descriptions }
}

export async function countStoredClicks(dataFolder: string, projectId: string): Promise<{ clicks: number; inRollups: number }> {
  const count = async (query: string) => (await queryClickHouse<{ n: number }>(dataFolder, query, { projectId }))[0]?.n ?? 0
  return {
    clicks: await count('SELECT toUInt32(count()) AS n FROM clicks WHERE project_id = {projectId: UUID}'),
    inRollups: await count('SELECT toUInt32(sum(clicks + bots)) AS n FROM project_clicks WHERE project_id = {projectId: UUID}'),
  }
}
