import { ClickHouseError } from '@clickhouse/client'
import { botFilters } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aProject } from '../../../test/builders/builders.ts'
import { truncateTable } from '../../../test/databases/clickhouse-databases.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { rebuildClickRollups } from '../deletions/reconcile-click-rollups.ts'
import { exportAnalytics } from '../export/export-analytics.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { findRollupProgress } from './rollup-progress-table.ts'
import { updateDailyRollups } from './update-daily-rollups.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const clock = { now: () => new Date(now) }
const hourMs = 3_600_000
const fullAnalytics = { settings: ['package=Pro'] }

interface NamedClicks {
  names: number
  prefix: string
  isBot: boolean
}

/** Records a click of each campaign, on 10 March. There are ten visitors. */
async function recordCampaigns({ clickhouse }: TestDeps, ctx: ProjectContext, { names, prefix, isBot }: NamedClicks): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, is_bot, utm_campaign)
      SELECT generateUUIDv4(), toDateTime64('2026-03-10 10:00:00', 3, 'UTC'), {organization:UUID}, {project:UUID}, {project:UUID},
             number % 10, {isBot:Bool}, concat({prefix:String}, leftPad(toString(number), 6, '0'))
      FROM numbers({names:UInt32})`,
    query_params: { organization: ctx.organization.id, project: ctx.project.id, names, prefix, isBot },
  })
}

it('adds up all names after the 10,000 most clicked of a day, in rollups, clicks and exports', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, fullAnalytics)
  await recordCampaigns(deps, ctx, { names: 10_500, prefix: 'human', isBot: false })
  await recordCampaigns(deps, ctx, { names: 300, prefix: 'bot', isBot: true })
  const day = { from: '2026-03-10', to: '2026-03-10' }
  const getBreakdowns = () =>
    Promise.all(botFilters.map((bots) => getBreakdown(deps, ctx, { ...aQuery({ bots, ...day }), by: 'utm_campaign', limit: 60_000 })))
  const fromClicks = await getBreakdowns()

  expect(await updateDailyRollups(deps, 365)).toBe(1)

  const [humans = [], , bots] = fromClicks
  expect(humans).toHaveLength(10_001)
  expect(humans[0]).toEqual({ name: '', is_other: true, clicks: 500, visits: 10 })
  expect(humans[1]).toEqual({ name: expect.stringMatching(/^human/), clicks: 1, visits: 1 })
  expect(humans.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(10_500)
  expect(bots).toEqual([{ name: '', is_other: true, clicks: 300, visits: 10 }])
  await truncateTable(deps.clickhouse, 'clicks')
  expect(await getBreakdowns()).toEqual(fromClicks)
  const { body } = await exportAnalytics(deps, ctx, { ...aQuery({ bots: 'exclude', ...day }), table: 'breakdown', by: 'utm_campaign' })
  expect((await new Response(body).text()).split('\r\n')[1]).toBe('Other,500,10')
})

/** Creates a client of the real ClickHouse whose rollups of this project fail, because they take too much memory. */
function createClickHouseExceedingMemory(clickhouse: ClickHouse, projectId: string) {
  const tries: string[] = []
  const command: ClickHouse['command'] = (params) => {
    if (!params.query.includes('INSERT INTO daily_rollups')) return clickhouse.command(params)
    tries.push(params.query)
    if (!params.query.includes(projectId)) return clickhouse.command(params)
    return Promise.reject(new ClickHouseError({ message: 'Memory limit exceeded', code: '241', type: 'MEMORY_LIMIT_EXCEEDED' }))
  }
  return { tries, clickhouse: new Proxy(clickhouse, { get: (target, key) => (key === 'command' ? command : Reflect.get(target, key)) }) }
}

async function selectRolledUpProjects({ clickhouse }: TestDeps): Promise<string[]> {
  const answer = await clickhouse.query({
    query: "SELECT DISTINCT toString(project_id) AS id FROM daily_rollups WHERE kind = 'complete' ORDER BY id",
    format: 'JSONEachRow',
  })
  return (await answer.json<{ id: string }>()).map(({ id }) => id)
}

it('rolls up the other projects of a day if one fails, and retries the failed project less and less often', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const projects = await Promise.all(Array.from({ length: 5 }, () => aProject(deps)))
  for (const ctx of projects) await recordClicks(deps, ctx, [{ at: '2026-03-10T10:00:00Z' }])
  const ids = projects.map(({ project }) => project.id).sort()
  const [, failing = ''] = ids
  const { clickhouse, tries } = createClickHouseExceedingMemory(deps.clickhouse, failing)
  const runAfter = async (hours: number) => {
    tries.length = 0
    const at = { now: () => new Date(now + hours * hourMs) }
    await updateDailyRollups({ ...deps, clickhouse, clock: at }, 365)
    return { isTried: tries.length > 0, progress: await findRollupProgress({ ...deps, clock: at }) }
  }

  const { progress } = await runAfter(0)
  expect(await selectRolledUpProjects(deps)).toEqual(ids.filter((id) => id !== failing))
  expect(progress).toEqual({ delayMs: (9 * 24 + 11) * hourMs, oldestMissingDay: '2026-03-10', failedCount: 1, rejectedCount: 0 })
  const laterTries: number[] = []
  for (let hours = 1; hours < 16; hours += 1) if ((await runAfter(hours)).isTried) laterTries.push(hours)
  expect(laterTries).toEqual([1, 3, 7, 15])

  await updateDailyRollups({ ...deps, clock: { now: () => new Date(now + 48 * hourMs) } }, 365)
  expect(await selectRolledUpProjects(deps)).toEqual(ids)
  expect(await findRollupProgress(deps)).toEqual({ delayMs: 0, oldestMissingDay: undefined, failedCount: 0, rejectedCount: 0 })
})

it('rolls a day up again when rows of its rollups were stored twice', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-10T10:00:00Z' }])
  const command: ClickHouse['command'] = async (params) => {
    if (params.query.includes('INSERT INTO daily_rollups') && !params.query.includes("'complete'"))
      await deps.clickhouse.command({ ...params, clickhouse_settings: { ...params.clickhouse_settings, insert_deduplicate: 0 } })
    return deps.clickhouse.command(params)
  }
  const clickhouse = new Proxy(deps.clickhouse, { get: (target, key) => (key === 'command' ? command : Reflect.get(target, key)) })
  await updateDailyRollups({ ...deps, clickhouse }, 365)
  const stored = await deps.clickhouse.query({ query: "SELECT 1 FROM daily_rollups WHERE kind = 'total'", format: 'JSONEachRow' })
  expect(await stored.json()).toHaveLength(2)
  expect(await selectRolledUpProjects(deps)).toEqual([])

  await updateDailyRollups(deps, 365)
  expect(await selectRolledUpProjects(deps)).toEqual([ctx.project.id])
})

it('throws when every project fails, and when ClickHouse can not be reached', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  await deps.clickhouse.command({
    query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id)
      SELECT generateUUIDv4(), '2026-03-10 10:00:00', {organization:UUID}, generateUUIDv4(), generateUUIDv4() FROM numbers(100)`,
    query_params: { organization: ctx.organization.id },
  })
  const { clickhouse, tries } = createClickHouseExceedingMemory(deps.clickhouse, '-')
  await expect(updateDailyRollups({ ...deps, clickhouse }, 365)).rejects.toThrow('Memory limit exceeded')
  expect(tries.length).toBeLessThan(100)
  const command = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const unreachable = new Proxy(deps.clickhouse, { get: (target, key) => (key === 'command' ? command : Reflect.get(target, key)) })
  await expect(updateDailyRollups({ ...deps, clickhouse: unreachable }, 365)).rejects.toThrow('ECONNREFUSED')
})

it('rejects a day whose sums wrapped around, until it is rebuilt, and rolls up the same day of other projects', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [wrong, right] = [await aProject(deps), await aProject(deps)]
  for (const ctx of [wrong, right]) await recordClicks(deps, ctx, [{ at: '2026-03-10T10:00:00Z' }])
  await deps.clickhouse.command({
    query: 'INSERT INTO project_clicks SELECT project_id, quarter, 0 - 5, 0 FROM project_clicks WHERE project_id = {id:UUID}',
    query_params: { id: wrong.project.id },
  })
  const { clickhouse, tries } = createClickHouseExceedingMemory(deps.clickhouse, wrong.project.id)

  await updateDailyRollups({ ...deps, clickhouse }, 365)

  expect(await selectRolledUpProjects(deps)).toEqual([right.project.id])
  expect(tries).toHaveLength(2)
  expect(await findRollupProgress(deps)).toMatchObject({ delayMs: 0, failedCount: 0, rejectedCount: 1 })
  await rebuildClickRollups(deps, 13)
  await updateDailyRollups(deps, 365)
  expect(await selectRolledUpProjects(deps)).toEqual([wrong.project.id, right.project.id].sort())
  expect(await findRollupProgress(deps)).toMatchObject({ rejectedCount: 0 })
})

it('reports days that no run has rolled up, and does not treat a run over recent days as a run over all days', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  expect(await findRollupProgress(deps)).toBeUndefined()
  await updateDailyRollups(deps, 365)
  const monthLater = { ...deps, clock: { now: () => new Date('2026-04-20T12:00:00Z') } }
  const behind = { delayMs: (30 * 24 + 11) * hourMs, oldestMissingDay: '2026-03-20', failedCount: 0, rejectedCount: 0 }
  expect(await findRollupProgress(monthLater)).toEqual(behind)
  await updateDailyRollups(monthLater, 7)
  expect(await findRollupProgress(monthLater)).toEqual(behind)
  await updateDailyRollups(monthLater, 365)
  expect(await findRollupProgress(monthLater)).toMatchObject({ delayMs: 0, oldestMissingDay: undefined })
})
