import { botFilters, type LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { toStoredTable } from '../../../test/databases/clickhouse-databases.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { runDeletions } from '../../../test/run-click-deletions.ts'
import type { ProjectContext } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { deleteLinkClicks, deleteProjectClicks } from '../delete-clicks.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getDashboard, getOverview } from '../get-overview.ts'
import { getLinkClicks } from '../link-analytics.ts'
import { updateDailyRollups } from '../rollups/update-daily-rollups.ts'
import { reconcileClickRollups } from './reconcile-click-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const twoHoursLater = { now: () => new Date('2026-03-20T14:00:00Z') }
const retentionMonths = 13

interface ClickedLinks {
  deps: TestDeps
  ctx: ProjectContext
  deleted: LinkId
  other: LinkId
}

/**
 * Creates projects with two links each. The links have clicks of humans and bots on a day that is rolled up, today, and
 * at a time whose single clicks have expired.
 */
async function clickTwoLinks(deps: TestDeps, projectCount: number): Promise<ClickedLinks[]> {
  const clicked = await Promise.all(Array.from({ length: projectCount }, () => clickLinksOfProject(deps)))
  await deps.clickhouse.command({ query: `DELETE FROM ${toStoredTable('clicks')} WHERE at < '2025-01-01'` })
  await updateDailyRollups(deps, 365)
  return clicked
}

async function clickLinksOfProject(deps: TestDeps): Promise<ClickedLinks> {
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const [deleted, other] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  const at = ['2024-05-01T10:00:00Z', '2026-03-10T10:00:00Z', '2026-03-20T11:59:00Z']
  await recordClicks(
    deps,
    ctx,
    at.flatMap((instant) => [
      { at: instant, linkId: deleted, visitor: 1, country: 'DE' },
      { at: instant, linkId: deleted, visitor: 1, country: 'DE' },
      { at: instant, linkId: deleted, visitor: 4, country: 'IT', isBot: true },
      { at: instant, linkId: other, visitor: 2, country: 'FR' },
    ]),
  )
  return { deps, ctx, deleted, other }
}

/**
 * Returns a client of the real ClickHouse that is killed at the nth command, before the command is sent or before its
 * response arrives.
 */
function createClientKilledAt(clickhouse: ClickHouse, nth: number, moment: 'before' | 'after'): ClickHouse {
  let commands = 0
  const command: ClickHouse['command'] = async (params) => {
    commands += 1
    if (commands === nth && moment === 'before') throw new Error('killed')
    const result = await clickhouse.command(params)
    if (commands === nth) throw new Error('killed')
    return result
  }
  return new Proxy(clickhouse, { get: (target, key) => (key === 'command' ? command : Reflect.get(target, key)) })
}

function run(deps: TestDeps, { ctx }: ClickedLinks): Promise<void> {
  return runDeletions(deps, ctx)
}

async function isKilled(deletion: Promise<void>): Promise<boolean> {
  try {
    await deletion
    return false
  } catch (error) {
    expect(error).toMatchObject({ message: 'killed' })
    return true
  }
}

async function getLinkNumbers({ deps, ctx, deleted }: ClickedLinks): Promise<unknown> {
  const bots = 'include'
  return {
    clicksAllTime: (await getOverview(deps, ctx, aQuery({ bots }))).clicksAllTime,
    dashboard: { ...(await getDashboard(deps, ctx, aQuery({ bots, range: 'all' }))), deletion: undefined },
    countries: await getBreakdown(deps, ctx, { ...aQuery({ bots, from: '2026-03-01', to: '2026-03-20' }), by: 'country', limit: 10 }),
    ofLink: (await getLinkClicks(deps, ctx, { ...aQuery({ bots }), linkId: deleted })).reduce((sum, { clicks }) => sum + clicks, 0),
  }
}

it.each(['before', 'after'] as const)(
  'deletes the clicks of a link once if the deletion is killed %s any command and repeated',
  async (moment) => {
    await using deps = await openTestDeps({ clicks: true, clock })
    const [whole, ...projects] = (await clickTwoLinks(deps, 7)) as [ClickedLinks, ...ClickedLinks[]]
    await deleteLinkClicks(whole.ctx, whole.deleted)
    await run(deps, whole)
    const expected = await getLinkNumbers(whole)

    const wereKilled: boolean[] = []
    for (const [index, links] of projects.entries()) {
      // Kills only odd commands, because the state after a command is the state before the next command. With `before`
      // and `after`, each state is covered once.
      const nth = 2 * index + 1
      await deleteLinkClicks(links.ctx, links.deleted)
      wereKilled.push(await isKilled(run({ ...deps, clickhouseWriter: createClientKilledAt(deps.clickhouseWriter, nth, moment) }, links)))
      expect(await getLinkNumbers(links), `killed at command ${nth}`).toEqual(expected)
      await run(deps, links)
      expect(await getLinkNumbers(links), `killed at command ${nth}`).toEqual(expected)
    }
    // There are ten commands, so the run that would be killed at command 11 ends. Two commands delete daily rollups,
    // one deletes clicks, two delete rollups of links, four correct the quarter of an hour, and one corrects the rollup
    // of the project.
    expect(wereKilled).toEqual([...Array(5).fill(true), false])
    await updateDailyRollups(deps, 365)
    expect(await getLinkNumbers(whole)).toEqual(expected)
  },
)

it.each(['before', 'after'] as const)(
  'makes rollups agree with the clicks if a deletion is killed %s any command and not repeated',
  async (moment) => {
    await using deps = await openTestDeps({ clicks: true, clock })
    const projects = await clickTwoLinks(deps, 12)
    for (const [index, links] of projects.entries()) {
      const { ctx, deleted } = links
      // The first five runs kill the deletion of a link, at the commands that delete rows. The later commands of such a
      // deletion only correct the remaining rows. The other runs kill the deletion of a project.
      const [isOfLink, nth] = index < 5 ? [true, index + 1] : [false, index - 4]
      await (isOfLink ? deleteLinkClicks(ctx, deleted) : deleteProjectClicks(ctx))
      expect(await isKilled(run({ ...deps, clickhouseWriter: createClientKilledAt(deps.clickhouseWriter, nth, moment) }, links))).toBe(true)
      await runAsJobsAccount({ ...deps, clock: twoHoursLater }, (jobs) =>
        reconcileClickRollups(jobs, { projectId: ctx.project.id }, retentionMonths),
      )
      const counts = await countEverywhere(deps, ctx)
      expect(counts.links, `killed at command ${nth}`).toEqual(counts.clicks)
      expect(counts.project, `killed at command ${nth}`).toEqual(counts.allOfLinks)
    }
  },
)

it('corrects rollups after a simultaneous deletion and batch of clicks, and changes no other project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [{ ctx }, noah] = (await clickTwoLinks(deps, 2)) as [ClickedLinks, ClickedLinks]
  const before = await countEverywhere(deps, ctx)
  // Simulates a batch that was counted twice in `project_clicks`, because it was in `link_clicks` earlier than in
  // `project_clicks`. In Noah's project, rows of `link_clicks` are missing.
  await deps.clickhouse.command({
    query:
      "INSERT INTO project_clicks SELECT project_id, quarter, 3, 1 FROM project_clicks WHERE project_id = {id:UUID} AND quarter > '2026-03-09'",
    query_params: { id: ctx.project.id },
  })
  await deps.clickhouse.command({
    query: `DELETE FROM ${toStoredTable('link_clicks')} WHERE link_id = {id:UUID}`,
    query_params: { id: noah.other },
  })
  const ofNoah = await countEverywhere(deps, noah.ctx)

  await runAsJobsAccount({ ...deps, clock: twoHoursLater }, (jobs) =>
    reconcileClickRollups(jobs, { projectId: ctx.project.id }, retentionMonths),
  )

  expect(await countEverywhere(deps, ctx)).toEqual(before)
  expect(await countEverywhere(deps, noah.ctx)).toEqual(ofNoah)
})

it('returns no number that has wrapped around, even if numbers were subtracted twice', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [links] = (await clickTwoLinks(deps, 1)) as [ClickedLinks]
  for (const table of ['project_clicks', 'link_clicks']) {
    const columns = table === 'link_clicks' ? 'project_id, link_id, quarter' : 'project_id, quarter'
    for (let times = 0; times < 2; times += 1)
      await deps.clickhouse.command({
        query: `INSERT INTO ${table} (${columns}, clicks, bots) SELECT ${columns}, 0 - sum(clicks), 0 - sum(stored.bots) FROM ${table} AS stored WHERE quarter > '2026-03-19' GROUP BY ALL HAVING sum(clicks) > 0`,
        clickhouse_settings: { insert_deduplication_token: `${table} ${times}` },
      })
    await deps.clickhouse.command({
      query: `INSERT INTO ${table} (${columns}, clicks, bots) SELECT ${columns}, 0 - 5, 0 - 5 FROM ${table} WHERE quarter > '2026-03-19' GROUP BY ALL`,
    })
  }
  const today = { from: '2026-03-20', to: '2026-03-20' }
  for (const bots of botFilters) {
    const { clicksByDay, topPerformingLinks } = await getOverview(deps, links.ctx, aQuery({ bots, ...today }))
    expect([clicksByDay, topPerformingLinks]).toEqual([[{ date: '2026-03-20', clicks: 0 }], []])
    expect((await getDashboard(deps, links.ctx, aQuery({ bots, ...today }))).totalClicks).toBe(0)
    expect(await getLinkClicks(deps, links.ctx, { ...aQuery({ bots, ...today }), linkId: links.other })).toMatchObject([{ clicks: 0 }])
  }
})

interface Counts {
  humans: number
  bots: number
}

/**
 * Counts the clicks of the project in each table. `clicks` and `links` include only days whose single clicks are
 * stored. `allOfLinks` and `project` include all time.
 */
async function countEverywhere({ clickhouse }: TestDeps, ctx: ProjectContext): Promise<Record<string, Counts | undefined>> {
  const count = async (columns: string, table: string, condition = 'true') => {
    const answer = await clickhouse.query({
      query: `SELECT ${columns} FROM ${table} AS counted WHERE project_id = {project:UUID} AND ${condition}`,
      query_params: { project: ctx.project.id },
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    })
    return (await answer.json<Counts>())[0]
  }
  const sums = 'toInt64(sum(counted.clicks)) AS humans, toInt64(sum(counted.bots)) AS bots'
  return {
    clicks: await count('countIf(NOT is_bot) AS humans, countIf(is_bot) AS bots', 'clicks'),
    links: await count(sums, 'link_clicks', "quarter > '2025-01-01'"),
    allOfLinks: await count(sums, 'link_clicks'),
    project: await count(sums, 'project_clicks'),
  }
}
