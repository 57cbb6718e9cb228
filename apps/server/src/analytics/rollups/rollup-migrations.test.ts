import { randomBytes } from 'node:crypto'
import { copyFile, mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BreakdownKind, botFilters, breakdownKinds } from '@linkshelf/contract'
import { expect, inject, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { fillClusterPlaceholders } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../platform/clickhouse/clickhouse-migrations.ts'
import { splitStatements } from '../../platform/clickhouse/split-statements.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getDashboard, getOverview } from '../get-overview.ts'
import { getLinksTraffic } from '../get-traffic.ts'
import { updateDailyRollups } from './update-daily-rollups.ts'

const folder = new URL('../../../clickhouse', import.meta.url).pathname
const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it('returns the same numbers after the daily rollups of an earlier release are migrated, even if the migration is killed after any statement', async () => {
  await using database = await aDatabaseBefore('0006')
  const { clickhouse } = database
  await using deps = await openTestDeps({ clickhouse, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const linkIds = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  await recordClicks(
    deps,
    ctx,
    Array.from({ length: 300 }, (_, nth) => ({
      at: Date.parse('2026-03-13T20:00:00Z') + nth * 1_061_000,
      linkId: linkIds[nth % 3 === 0 ? 0 : 1],
      visitor: 1 + (nth % 11),
      isBot: nth % 5 === 0,
      country: ['DE', 'FR', ''][nth % 3],
    })),
  )
  await insertAsMigration5(clickhouse)
  const revisions =
    'SELECT project_id, day, max(counting) AS revision FROM {table:Identifier} WHERE kind = {marker:String} GROUP BY ALL ORDER BY ALL'
  const before = await selectRows(clickhouse, revisions, { table: 'counted_days', marker: 'seal' })
  const statements = splitStatements(fillClusterPlaceholders(await readFile(join(folder, '0006_daily_rollups.sql'), 'utf8'), undefined))
  for (let count = 1; count <= statements.length; count += 1)
    for (const query of statements.slice(0, count)) await clickhouse.command({ query })
  await Promise.all([1, 2].map(() => migrateClickHouse(clickhouse, folder)))

  expect(await selectRows(clickhouse, revisions, { table: 'daily_rollups', marker: 'complete' })).toEqual(before)
  // Each of these five days lacks properties that were added later.
  expect([await updateDailyRollups(deps, 365), await updateDailyRollups(deps, 365)]).toEqual([5, 0])

  // Deletes these clicks as if they had expired, so that only the rollups of their days remain.
  await clickhouse.command({ query: 'CREATE TABLE expired AS clicks ENGINE = MergeTree ORDER BY id' })
  await clickhouse.command({ query: "INSERT INTO expired SELECT * FROM clicks WHERE at < '2026-03-16'" })
  await clickhouse.command({ query: "DELETE FROM clicks WHERE at < '2026-03-16'" })
  const migrated = await getMigratedResults(deps, ctx, linkIds)
  await clickhouse.command({ query: 'TRUNCATE TABLE daily_rollups' })
  for (const view of ['link_clicks_view', 'project_clicks_view', 'link_scans_view'])
    await clickhouse.command({ query: `DROP VIEW ${view}` })
  await clickhouse.command({ query: 'INSERT INTO clicks SELECT * FROM expired' })
  expect(migrated).toEqual(await getMigratedResults(deps, ctx, linkIds))
})

it('counts clicks that meet conditions, even if they were stored before the compared columns existed', async () => {
  await using database = await aDatabaseBefore('0016')
  await using deps = await openTestDeps({ clickhouse: database.clickhouse, clock })
  const [ctx, other] = [await aProject(deps, { settings: ['package=Pro'] }), await aProject(deps)]
  const at = '2026-03-19T18:15:00Z' // midnight in Kathmandu
  await recordClicks(deps, ctx, [{ at: '2026-03-19T18:14:59.999Z', country: 'DE' }, { at, country: 'DE', visitor: 2 }, { at }])
  await recordClicks(deps, other, [{ at, country: 'DE', visitor: 3 }])
  await migrateClickHouse(database.clickhouse, folder)

  const query = { ...aQuery({ tz: 'Asia/Kathmandu', from: '2026-03-20', to: '2026-03-20' }), country: 'DE' }
  expect(await getDashboard(deps, ctx, query)).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
  expect((await getOverview(deps, ctx, { ...query, from: '2026-03-19' })).clicksByDay).toEqual([
    { date: '2026-03-19', clicks: 1 },
    { date: '2026-03-20', clicks: 1 },
  ])
})

it('shows sources of clicks and days that were stored before sources existed', async () => {
  await using database = await aDatabaseBefore('0020')
  const { clickhouse } = database
  await using deps = await openTestDeps({ clickhouse, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const createClicksOfDay = (day: string) => [
    { at: `${day}T10:00:00Z`, referrer: 't.co', visitor: 1 },
    { at: `${day}T11:00:00Z`, referrer: 'com.twitter.android', visitor: 1 },
    { at: `${day}T12:00:00Z`, referrer: 'blog.example', visitor: 2 },
    { at: `${day}T13:00:00Z`, browser: 'TikTok', visitor: 3 },
    { at: `${day}T14:00:00Z`, referrer: 'm.facebook.com', visitor: 4, isBot: true },
  ]
  await recordClicks(deps, ctx, ['2026-02-10', '2026-03-13', '2026-03-14'].flatMap(createClicksOfDay))
  await insertAsMigration19(clickhouse)
  await clickhouse.command({ query: "DELETE FROM clicks WHERE at < '2026-03-01'" })
  await migrateClickHouse(clickhouse, folder)
  const getSources = async (from: string, by: BreakdownKind = 'source') =>
    (await getBreakdown(deps, ctx, { ...aQuery({ from, to: from }), by, limit: 10 })).map(({ name, clicks, visits }) => [
      name,
      clicks,
      visits,
    ])

  const exact = [
    ['X', 2, 1],
    ['TikTok', 1, 1],
    ['blog.example', 1, 1],
  ]
  expect(await getSources('2026-03-13')).toEqual(exact)
  // The clicks of this day have expired, so a visitor who came from two hosts counts twice, and apps without a referrer
  // are unknown.
  const expired = [
    ['X', 2, 2],
    ['', 1, 1],
    ['blog.example', 1, 1],
  ]
  expect(await getSources('2026-02-10')).toEqual(expired)
  expect(await getSources('2026-02-10', 'utm_term')).toEqual([['', 4, 3]])

  expect([await updateDailyRollups(deps, 365), await updateDailyRollups(deps, 365)]).toEqual([2, 0])
  expect([await getSources('2026-02-10'), await getSources('2026-03-14')]).toEqual([expired, exact])
  expect(await selectRows(clickhouse, 'SELECT * FROM failed_daily_rollups', {})).toEqual([])
})

it('shows sources of links on days that were stored before sources existed, and does not change calculated sources', async () => {
  await using database = await aDatabaseBefore('0020')
  const { clickhouse } = database
  await using deps = await openTestDeps({ clickhouse, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const { url_id: linkId } = await aLink(deps, ctx)
  const days = ['2026-02-10', '2026-02-11', '2026-03-13']
  await recordClicks(
    deps,
    ctx,
    days.flatMap((day) => [
      { at: `${day}T10:00:00Z`, linkId, referrer: 't.co', visitor: 1 },
      { at: `${day}T11:00:00Z`, linkId, referrer: 'blog.example', visitor: 2 },
      { at: `${day}T12:00:00Z`, linkId, browser: 'TikTok', visitor: 3 },
    ]),
  )
  await insertLinksAsMigration19(clickhouse)
  await migrateBefore(clickhouse, '0021')
  const calculated =
    'project_id, link_id, kind, day, 2000 AS counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors, 1 AS version'
  // The second day is rolled up once more by the release that knows sources.
  await clickhouse.command({ query: `INSERT INTO link_rollups SELECT ${calculated} FROM link_rollups WHERE day = '2026-02-11'` })
  await clickhouse.command({
    query: `INSERT INTO link_rollups (project_id, link_id, kind, day, counting, name, clicks, visitors, all_visitors, version)
      SELECT project_id, link_id, 'source', toDate(at), 2000, toString(source), count(), uniqExact(visitor), uniqExact(visitor), 0
      FROM clicks WHERE toDate(at) = '2026-02-11' GROUP BY ALL`,
  })
  await clickhouse.command({ query: "DELETE FROM clicks WHERE at < '2026-03-01'" })
  await migrateClickHouse(clickhouse, folder)

  const getSources = async (day: string) => {
    const query = { ...aQuery({ from: day, to: day }), url_id: linkId, by: 'source' as const, limit: 10 }
    return (await getBreakdown(deps, ctx, query)).map(({ name, clicks }) => `${name} ${clicks}`).toSorted()
  }
  const exact = ['TikTok 1', 'X 1', 'blog.example 1']
  expect(await Promise.all(days.map(getSources))).toEqual([[' 1', 'X 1', 'blog.example 1'], exact, exact])
})

it('assigns clicks and days that were stored before domains existed to the domain of the instance, for a project and a link', async () => {
  await using database = await aDatabaseBefore('0022')
  const { clickhouse } = database
  await using deps = await openTestDeps({ clickhouse, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const { url_id: linkId } = await aLink(deps, ctx)
  const days = ['2026-02-10', '2026-03-13']
  await recordClicks(
    deps,
    ctx,
    days.flatMap((day) => [1, 2].map((visitor) => ({ at: `${day}T10:00:00Z`, linkId, visitor }))),
  )
  await insertAsMigration19(clickhouse)
  await insertLinksAsMigration19(clickhouse)
  await clickhouse.command({ query: "DELETE FROM clicks WHERE at < '2026-03-01'" })
  await migrateClickHouse(clickhouse, folder)
  // One more click arrives for a day that was rolled up before.
  await recordClicks(deps, ctx, [{ at: '2026-03-13T11:00:00Z', linkId, host: 'go.lamps.example' }])

  const getByDomain = (condition: object) =>
    Promise.all(
      days.map((day) => getBreakdown(deps, ctx, { ...aQuery({ from: day, to: day }), ...condition, by: 'domain' as const, limit: 10 })),
    )
  const ofInstance = { name: '', title: 'go.test', clicks: 2, visits: 2 }
  const expected = [[ofInstance], [ofInstance, { name: 'go.lamps.example', title: 'go.lamps.example', clicks: 1, visits: 1 }]]
  expect([await getByDomain({}), await getByDomain({ url_id: linkId })]).toEqual([expected, expected])
  expect([await updateDailyRollups(deps, 365), await updateDailyRollups(deps, 365)]).toEqual([1, 0])
  expect([await getByDomain({}), await getByDomain({ url_id: linkId })]).toEqual([expected, expected])
})

it('leaves only tables that are in use', async () => {
  await using database = await aDatabaseBefore('0006')
  await migrateClickHouse(database.clickhouse, folder)
  const tables = await selectRows(
    database.clickhouse,
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    {},
  )
  expect(tables.map((row) => row.name)).toEqual([
    'clicks',
    'daily_rollups',
    'failed_daily_rollups',
    'link_clicks',
    'link_clicks_view',
    'link_rollups',
    'link_scans_view',
    'page_views',
    'page_visitors',
    'page_visitors_view',
    'product_clicks',
    'product_clicks_view',
    'product_views',
    'product_views_view',
    'project_clicks',
    'project_clicks_view',
    'schema_migrations',
  ])
})

it('renames and drops replicated and distributed tables on every node of a cluster', async () => {
  const files = ['0006_daily_rollups.sql', '0007_drop_unused_tables.sql']
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const statements = texts.flatMap((text) => splitStatements(fillClusterPlaceholders(text, 'shelf')))
  const firstLines = statements.map((statement) => statement.replace(/^(--.*\n)+/, '').split('\n')[0])

  expect(firstLines).toEqual([
    'RENAME TABLE IF EXISTS counted_days_stored TO daily_rollups_stored ON CLUSTER shelf',
    'ALTER TABLE daily_rollups_stored ON CLUSTER shelf RENAME COLUMN IF EXISTS people TO visitors',
    'ALTER TABLE daily_rollups_stored ON CLUSTER shelf RENAME COLUMN IF EXISTS bots TO bot_visitors',
    'ALTER TABLE daily_rollups_stored ON CLUSTER shelf RENAME COLUMN IF EXISTS everyone TO all_visitors',
    'CREATE TABLE IF NOT EXISTS daily_rollups ON CLUSTER shelf AS daily_rollups_stored ENGINE = Distributed(shelf, currentDatabase(), daily_rollups_stored, sipHash64(project_id))',
    'DROP TABLE IF EXISTS counted_days ON CLUSTER shelf',
    expect.stringMatching(/^INSERT INTO daily_rollups \(/),
    "DELETE FROM daily_rollups_stored ON CLUSTER shelf WHERE kind = 'seal'",
    'DROP TABLE IF EXISTS project_countries_stored ON CLUSTER shelf',
    'DROP TABLE IF EXISTS project_countries ON CLUSTER shelf',
    'DROP TABLE IF EXISTS project_visitors_stored ON CLUSTER shelf',
    'DROP TABLE IF EXISTS project_visitors ON CLUSTER shelf',
  ])
})

async function getMigratedResults(deps: TestDeps, ctx: ProjectContext, linkIds: string[]): Promise<unknown> {
  const results: unknown[] = []
  for (const bots of botFilters) {
    const query = aQuery({ bots, from: '2026-03-13', to: '2026-03-20' })
    results.push({
      dashboard: await getDashboard(deps, ctx, query),
      allTime: await getDashboard(deps, ctx, aQuery({ bots, range: 'all' })),
      links: await getLinksTraffic(deps, ctx, { ...query, url_ids: linkIds }),
      breakdowns: await Promise.all(breakdownKinds.map((by) => getBreakdown(deps, ctx, { ...query, limit: 100, by }))),
    })
  }
  return results
}

/** Opens a database in the state of the release before a migration. */
async function aDatabaseBefore(migration: string): Promise<{ clickhouse: ClickHouse } & AsyncDisposable> {
  const url = new URL(inject('clickhouseServerUrl'))
  url.pathname = `/rollups_${randomBytes(6).toString('hex')}`
  await createClickHouseDatabase(url.href)
  const clickhouse = openClickHouse(url.href)
  await migrateBefore(clickhouse, migration)
  return {
    clickhouse,
    async [Symbol.asyncDispose]() {
      await clickhouse.command({ query: `DROP DATABASE ${url.pathname.slice(1)}` })
      await clickhouse.close()
    },
  }
}

async function migrateBefore(clickhouse: ClickHouse, migration: string): Promise<void> {
  await using earlier = await mkdtempDisposable(join(tmpdir(), 'linkshelf-earlier-'))
  for (const name of (await readdir(folder)).filter((file) => file < migration))
    await copyFile(join(folder, name), join(earlier.path, name))
  await migrateClickHouse(clickhouse, earlier.path)
}

/**
 * Rolls up all finished days with the statements of the release that had migration 5: an incomplete revision, and then
 * two complete revisions.
 */
async function insertAsMigration5(clickhouse: ClickHouse): Promise<void> {
  const names: Partial<Record<BreakdownKind, string>> = {
    country: "toString(country), ''",
    city: 'city, toString(country)',
    device: "toString(device), ''",
    browser: "toString(browser), ''",
    os: "toString(os), ''",
    referrer: "toString(referrer), ''",
    utm_source: "toString(utm_source), ''",
    utm_medium: "toString(utm_medium), ''",
    utm_campaign: "toString(utm_campaign), ''",
    shop: "'', ''",
    shop_reason: "'', ''",
    video: "'', ''",
    domain: "'', ''",
  }
  const kinds = Object.entries(names).map(([kind, name]) => `('${kind}', ${name})`)
  const columns = 'project_id, kind, day, counting, name, country, clicks, bot_clicks, people, bots, everyone'
  for (const [counting, isSealed] of [
    [1_000, false],
    [2_000, true],
    [3_000, true],
  ] as const) {
    await clickhouse.command({
      query: `INSERT INTO counted_days (${columns})
        SELECT project_id, property.1, toDate(at), {counting:UInt64}, property.2, property.3, countIf(NOT is_bot), countIf(is_bot),
               uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
        FROM clicks
        ARRAY JOIN [('total', '', ''), ('link', toString(link_id), ''), ${kinds.join(', ')}] AS property
        WHERE at < '2026-03-20'
        GROUP BY project_id, toDate(at), property`,
      query_params: { counting },
    })
    if (isSealed)
      await clickhouse.command({
        query: `INSERT INTO counted_days (${columns})
          SELECT project_id, 'seal', day, counting, name, country, clicks, bot_clicks, people, bots, everyone
          FROM counted_days WHERE kind = 'total' AND counting = {counting:UInt64}`,
        query_params: { counting },
      })
  }
}

/** Inserts a rollup of every day as the release that had migration 19 wrote it, with some properties. */
async function insertAsMigration19(clickhouse: ClickHouse): Promise<void> {
  const columns = 'project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors'
  await clickhouse.command({
    query: `INSERT INTO daily_rollups (${columns})
      SELECT project_id, property.1, toDate(at), 1000, property.2, '', countIf(NOT is_bot), countIf(is_bot),
             uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
      FROM clicks
      ARRAY JOIN [('complete', ''), ('total', ''), ('referrer', toString(referrer))] AS property
      GROUP BY project_id, toDate(at), property`,
  })
}

/** Inserts a rollup of every day of every link as the release that had migration 19 wrote it, with some properties. */
async function insertLinksAsMigration19(clickhouse: ClickHouse): Promise<void> {
  const columns = 'project_id, link_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors'
  await clickhouse.command({
    query: `INSERT INTO link_rollups (${columns})
      SELECT project_id, link_id, property.1, toDate(at), 1000, property.2, '', countIf(NOT is_bot), countIf(is_bot),
             uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
      FROM clicks
      ARRAY JOIN [('complete', ''), ('total', ''), ('referrer', toString(referrer))] AS property
      GROUP BY project_id, link_id, toDate(at), property`,
  })
}

async function selectRows(
  clickhouse: ClickHouse,
  query: string,
  query_params: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  return (await clickhouse.query({ query, query_params, format: 'JSONEachRow' })).json()
}
