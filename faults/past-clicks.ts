import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertWithQuorum } from '../apps/server/src/platform/clickhouse/insert-quorum.ts'
import { type Difference, select } from './cluster-checks.ts'
import type { ClusterHarness } from './cluster-harness.ts'

const dayMs = 86_400_000
const perRound = 20

export interface PastClicks {
  /**
   * Inserts clicks of finished days for each project. Like the shipper, it repeats the insert with the same token until
   * it succeeds.
   */
  insert(): Promise<void>
  count(): number
  /**
   * `deletedLinks` has the indexes of links whose clicks were deleted. Missing clicks of these links are not a
   * difference.
   */
  compare(deletedLinks: ReadonlySet<number>): Promise<Difference[]>
}

/** Creates clicks of days before the run, so that there are finished days to roll up. */
export function createPastClicks({ clickhouse, links }: ClusterHarness): PastClicks {
  const stored = new Map<string, number>()
  const projectIds = new Set(links.map(({ params }) => params.projectId))

  async function insertRound(projectId: string): Promise<void> {
    const ofProject = links.flatMap((link, index) => (link.params.projectId === projectId ? [{ ...link, index }] : []))
    const clicks = ofProject.flatMap(({ index, linkId, params }) =>
      Array.from({ length: perRound / ofProject.length }, (_, nth) => ({
        index,
        row: {
          id: randomUUID(),
          at: Date.now() - (2 + (nth % 3)) * dayMs + index * 1_000,
          organization_id: params.orgId,
          project_id: projectId,
          link_id: linkId,
          visitor: String(nth % 7),
          is_bot: nth % 5 === 0,
          rule: 'default',
        },
      })),
    )
    const settings = {
      insert_deduplication_token: `${projectId}:${randomUUID()}`,
      deduplicate_blocks_in_dependent_materialized_views: 1,
      async_insert: 0,
    } as const
    const values = clicks.map(({ row }) => row)
    const tryInsert = () =>
      insertWithQuorum((quorum) =>
        clickhouse.insert({ table: 'clicks', values, format: 'JSONEachRow', clickhouse_settings: { ...settings, ...quorum } }),
      ).then(
        () => true,
        () => false,
      )
    while (!(await tryInsert())) await sleep(1_000)
    for (const { index, row } of clicks) stored.set(row.id, index)
  }

  return {
    async insert() {
      for (const projectId of projectIds) await insertRound(projectId)
    },
    count: () => stored.size,
    async compare(deletedLinks) {
      const rows = await select<{ id: string; times: number }>(
        clickhouse,
        "SELECT toString(id) AS id, toUInt8(count()) AS times FROM clicks WHERE at < toStartOfDay(now(), 'UTC') GROUP BY id",
      )
      const times = new Map(rows.map((row) => [row.id, row.times]))
      const lost = [...stored].filter(([id, index]) => !deletedLinks.has(index) && !times.has(id)).map(([id]) => id)
      const twice = rows.filter((row) => row.times > 1).map(({ id }) => id)
      return [list('are lost', lost), list('are duplicated', twice)].flat()
    },
  }
}

function list(what: string, ids: readonly string[]): Difference[] {
  return ids.length === 0 ? [] : [`${ids.length} past clicks ${what}: ${ids.slice(0, 5)}`]
}
