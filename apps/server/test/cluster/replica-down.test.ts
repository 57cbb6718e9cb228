import type { LinkId } from '@linkshelf/contract'
import { expect, inject, it, type TestContext } from 'vitest'
import { clusterName as cluster, openCluster } from '../../../../harness/cluster/open-cluster.ts'
import type { ProjectContext } from '../../src/access/index.ts'
import { deleteStoredClicks } from '../../src/analytics/deletions/delete-stored-clicks.ts'
import { updateDailyRollups } from '../../src/analytics/rollups/update-daily-rollups.ts'
import { openClickStore, selectPartitions } from '../../src/clicks/moves/click-store.ts'
import { clickhouseFolder } from '../../src/databases/newer-databases.ts'
import { type ClickHouse, openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../src/platform/clickhouse/clickhouse-migrations.ts'
import { dropReplica } from '../../src/platform/clickhouse/drop-replica.ts'
import { queryEachNode } from '../../src/platform/clickhouse/query-each-node.ts'
import { createReplicaWatch } from '../../src/platform/clickhouse/replica-watch.ts'
import { aProject } from '../builders/builders.ts'
import { openTestDeps } from '../open-test-deps.ts'
import { recordClicks } from '../record-clicks.ts'

const day = '2026-03-10'
const clock = { now: () => new Date('2026-03-12T12:00:00Z') }

interface Counts {
  clicks: number
  rolledUp: number
  daily: number
}

async function count(clickhouse: ClickHouse): Promise<Counts> {
  const result = await clickhouse.query({
    query: `SELECT (SELECT toUInt32(count()) FROM clicks) AS clicks, (SELECT toUInt32(sum(clicks)) FROM project_clicks) AS rolledUp,
      (SELECT toUInt32(sum(clicks)) FROM daily_rollups WHERE kind = 'total') AS daily`,
    format: 'JSONEachRow',
  })
  const [counts] = await result.json<Counts>()
  if (counts === undefined) throw new Error('No counts')
  return counts
}

async function findAddresses(clickhouse: ClickHouse): Promise<string[]> {
  return (await queryEachNode(clickhouse, cluster, { query: 'SELECT 1' })).map(({ address }) => address)
}

it.skipIf(inject('clickhouseCluster') === undefined)(
  'stores, deletes and rolls up while replicas are down, and reads no outdated rows when they are back',
  async ({ onTestFinished }: TestContext) => {
    const { urls, nodes, ...opened } = await openCluster()
    onTestFinished(() => opened[Symbol.asyncDispose]())
    const clients = urls.map((url, nth) => openClickHouse([url, ...urls.toSpliced(nth, 1)].join(',')))
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))))
    const [clickhouse] = clients
    if (clickhouse === undefined) throw new Error('The cluster has no nodes')
    await createClickHouseDatabase(urls[0] ?? '', { cluster })
    await migrateClickHouse(clickhouse, clickhouseFolder, { cluster })
    await using testDeps = await openTestDeps()
    const deps = { ...testDeps, clickhouse, clickhouseWriter: clickhouse, clock }
    // Clicks are distributed by project. The clicks of these four projects are on both shards.
    const projects: ProjectContext[] = []
    for (let nth = 0; nth < 4; nth += 1) projects.push(await aProject(deps))
    const linkIds = projects.map(() => deps.ids.next() as LinkId)
    const visitEach = async (hour: string) => {
      for (const [nth, ctx] of projects.entries()) await recordClicks(deps, ctx, [{ at: `${day}T${hour}:00:00Z`, linkId: linkIds[nth] }])
    }
    const deleteFirstLinks = async (hour: string) => {
      for (const [nth, { project }] of projects.entries())
        await deleteStoredClicks(clickhouse, project.id, [
          { linkId: linkIds[nth] ?? null, deletedBefore: new Date(`${day}T${hour}:30:00Z`) },
        ])
    }
    const expectEverywhere = async (expected: Counts) => {
      for (const client of clients) expect(await count(client)).toEqual(expected)
    }
    const waitUntilReplicated = async () => {
      const watch = createReplicaWatch(clickhouse)
      await expect
        .poll(async () => {
          await expectEverywhere(await count(clickhouse))
          return watch.hasEveryReplica()
        })
        .toBe(true)
    }

    await visitEach('08')
    await visitEach('09')
    expect(await updateDailyRollups(deps, 7)).toBe(1)
    await expectEverywhere({ clicks: 8, rolledUp: 8, daily: 8 })

    await using store = await openClickStore(urls.join(','))
    const partitions = await selectPartitions(store)

    // Nodes 0 and 2 are the first replicas of the two shards, and have stored all rows so far.
    await Promise.all([nodes[0]?.kill(), nodes[2]?.kill()])
    await expectEverywhere({ clicks: 8, rolledUp: 8, daily: 8 })
    await visitEach('10')
    await deleteFirstLinks('08')
    await expectEverywhere({ clicks: 8, rolledUp: 8, daily: 0 })
    expect(await updateDailyRollups(deps, 7)).toBe(1)
    const remaining = { clicks: 8, rolledUp: 8, daily: 8 }
    await expectEverywhere(remaining)
    expect(await createReplicaWatch(clickhouse).hasEveryReplica()).toBe(false)
    await expect(selectPartitions(store)).rejects.toThrow()

    await Promise.all([nodes[0]?.start(), nodes[2]?.start()])
    expect(await selectPartitions(store)).not.toEqual(partitions)
    for (let nth = 0; nth < 50; nth += 1) await expectEverywhere(remaining)
    await waitUntilReplicated()

    await Promise.all([nodes[1]?.kill(), nodes[3]?.kill()])
    await expectEverywhere(remaining)
    await visitEach('11')
    await expectEverywhere({ clicks: 12, rolledUp: 12, daily: 8 })
    await nodes[3]?.start()
    const [, second = '', third = ''] = await findAddresses(clickhouse)
    await expect(dropReplica(clickhouse, third)).rejects.toThrow(`${third} answers. Stop it first`)
    await expect.poll(() => dropReplica(clickhouse, second).catch((error: Error) => error.message)).toBe(undefined)
    await dropReplica(clickhouse, second)
    const replicas = await queryEachNode<{ fewest: number; inactive: number }>(clickhouse, cluster, {
      query: `SELECT toUInt8(min(length(replica_is_active))) AS fewest, toUInt8(sum(total_replicas - active_replicas)) AS inactive
        FROM system.replicas WHERE database = {database:String} AND table = 'schema_migrations'`,
    })
    expect(replicas.flatMap(({ row }) => row ?? [])).toEqual(
      Array.from({ length: 3 }, () => ({ node: expect.any(Number), fewest: 3, inactive: 0 })),
    )
    await waitUntilReplicated()
  },
)
