import { expect, inject, it } from 'vitest'
import { aProject } from '../../../test/builders/builders.ts'
import { findNodeUrls } from '../../../test/databases/cluster-nodes.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { openClickHouse } from './clickhouse.ts'

const inserts = 20

it.skipIf(inject('clickhouseCluster') === undefined)('reads through any node what was inserted through another node', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using opened = new AsyncDisposableStack()
  const nodes = (await findNodeUrls(deps.clickhouseUrl)).map((url) => opened.adopt(openClickHouse(url), (client) => client.close()))
  // With four projects, both shards have clicks.
  const projects = [await aProject(deps), await aProject(deps), await aProject(deps), await aProject(deps)]

  const counts: unknown[] = []
  for (let nth = 0; nth < inserts; nth += 1) {
    const [ctx, writer, reader] = [projects[nth % 4], nodes[nth % nodes.length], nodes[(nth + 1) % nodes.length]]
    if (ctx === undefined || writer === undefined || reader === undefined) throw new Error('The cluster has no nodes')
    await recordClicks({ ...deps, clickhouse: writer }, ctx, [{ at: '2026-03-10T10:00:00Z' }])
    const result = await reader.query({
      query: 'SELECT (SELECT toUInt32(count()) FROM clicks) AS clicks, (SELECT toUInt32(sum(clicks)) FROM project_clicks) AS rolledUp',
      format: 'JSONEachRow',
    })
    counts.push(...(await result.json()))
  }
  expect(counts).toEqual(Array.from({ length: inserts }, (_, nth) => ({ clicks: nth + 1, rolledUp: nth + 1 })))
})
