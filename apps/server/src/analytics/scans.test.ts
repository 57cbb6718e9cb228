import { randomBytes } from 'node:crypto'
import { copyFile, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { fillClusterPlaceholders } from '../platform/clickhouse/clickhouse-cluster.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import { splitStatements } from '../platform/clickhouse/split-statements.ts'
import { getOverview } from './get-overview.ts'
import { getLinkClicks } from './link-analytics.ts'

const folder = new URL('../../clickhouse', import.meta.url).pathname
const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it('counts scans as clicks of their link and day, and ignores scans by bots', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['dashboard_days=2'] })
  const [link, other] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const linkId = link.url_id
  await recordClicks(deps, ctx, [
    { at: '2026-03-19T10:00:00Z', linkId, isScan: true },
    { at: '2026-03-20T10:00:00Z', linkId, isScan: true },
    { at: '2026-03-20T10:01:00Z', linkId },
    { at: '2026-03-20T10:02:00Z', linkId, isScan: true, isBot: true },
    { at: '2026-03-20T10:03:00Z', linkId: other.url_id, isScan: true },
  ])
  const again = [{ at: '2026-03-20T11:00:00Z', linkId, isScan: true }]
  for (const token of ['one', 'one']) await recordClicks(deps, ctx, again, token)

  expect(await getLinkClicks(deps, ctx, { ...aQuery(), linkId })).toEqual([
    { date: '2026-03-19', clicks: 1, scans: 1 },
    { date: '2026-03-20', clicks: 3, scans: 2 },
  ])
  expect((await getOverview(deps, ctx, aQuery())).totalClicks).toBe(5)
})

it('migrates clicks that were stored before the column is_scan existed as clicks that are not scans', async () => {
  const url = new URL(inject('clickhouseServerUrl'))
  url.pathname = `/scans_${randomBytes(6).toString('hex')}`
  await createClickHouseDatabase(url.href)
  const clickhouse = openClickHouse(url.href)
  await using deps = await openTestDeps({ clickhouse, clock })
  await using earlier = await mkdtempDisposable(join(tmpdir(), 'linkshelf-earlier-'))
  const ctx = await aProject(deps, { settings: ['dashboard_days=1'] })
  const linkId = (await aLink(deps, ctx)).url_id
  const at = '2026-03-20T10:00:00Z'

  await copyFile(join(folder, '0001_clicks.sql'), join(earlier.path, '0001_clicks.sql'))
  await migrateClickHouse(clickhouse, earlier.path)
  const row = { organization_id: ctx.organization.id, project_id: ctx.project.id, link_id: linkId, visitor: '1', is_bot: false }
  const insertAsEarlier = (token: string) =>
    clickhouse.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: [{ id: deps.ids.next(), at: Date.parse(at), ...row }],
      clickhouse_settings: { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 },
    })
  await insertAsEarlier('before')
  // Two processes migrate at once.
  await Promise.all([1, 2].map(() => migrateClickHouse(clickhouse, folder)))
  // If the response to a batch was lost, a shipper of either release sends the batch again.
  for (const token of ['before', 'after', 'after']) await insertAsEarlier(token)
  await recordClicks(deps, ctx, [
    { at, linkId, isScan: true },
    { at, linkId },
  ])
  await clickhouse.command({ query: 'OPTIMIZE TABLE link_clicks FINAL' })

  expect(await getLinkClicks(deps, ctx, { ...aQuery(), linkId })).toEqual([{ date: '2026-03-20', clicks: 4, scans: 1 }])
  const stored = await clickhouse.query({ query: 'SELECT countIf(is_scan) AS scans, count() AS clicks FROM clicks', format: 'JSONEachRow' })
  expect((await stored.json<Record<string, string>>()).map((row) => Object.values(row).map(Number))).toEqual([[1, 4]])
  await clickhouse.command({ query: `DROP DATABASE ${url.pathname.slice(1)}` })
})

it('adds scans on every node of a cluster, in the replicated and in the distributed tables', async () => {
  const statements = splitStatements(fillClusterPlaceholders(await readFile(join(folder, '0002_scans.sql'), 'utf8'), 'shelf'))
  const tables = statements.map((statement) => /(?:ALTER TABLE|VIEW IF NOT EXISTS) (\w+) ON CLUSTER shelf/.exec(statement)?.[1])

  expect(tables).toEqual(['clicks_stored', 'clicks', 'link_clicks_stored', 'link_clicks', 'link_scans_view'])
  expect(statements.at(-1)).toMatch(/TO link_clicks_stored AS[\s\S]*FROM clicks_stored/)
})
