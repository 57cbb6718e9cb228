import pg from 'pg'
import { expect, it } from 'vitest'
import { aQuery } from '../../test/a-query.ts'
import { aLink, anOrganization, aProject, errorCodeOf } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { deleteOrganization } from '../organizations/delete-organization.ts'
import { deleteLinkClicks } from './delete-link-clicks.ts'
import { deleteProjectClicks, purgeProjectClicks } from './delete-project-clicks.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-dashboard.ts'
import { getLinkClicks } from './get-link-clicks.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it("deletes a link's clicks from every result, and no other link's", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings: ['package=Pro'] })
  const [deleted, other] = [(await aLink(deps, project)).url_id, (await aLink(deps, project)).url_id]
  const at = ['2026-03-10T10:00:00Z', '2026-03-20T11:59:00Z']
  await recordClicks(
    deps,
    project,
    at.flatMap((instant) => [
      { at: instant, linkId: deleted, visitor: 1, country: 'DE' },
      { at: instant, linkId: deleted, visitor: 4, country: 'IT', isBot: true },
      { at: instant, linkId: other, visitor: 2, country: 'FR' },
    ]),
  )
  await updateDailyRollups(deps, 365)

  await deleteLinkClicks(deps, project, deleted)

  const left = { totalClicks: 2, visitors: 2, countries: 1 }
  for (const bots of ['exclude', 'include'] as const) expect(await getDashboard(deps, project, aQuery({ bots }))).toEqual(left)
  expect(await getBreakdown(deps, project, { ...aQuery({ bots: 'include' }), by: 'country', limit: 10 })).toEqual([
    { name: 'FR', clicks: 2, visits: 2 },
  ])
  expect((await getLinkClicks(deps, project, deleted, aQuery())).every((day) => day.clicks === 0)).toBe(true)
  await updateDailyRollups(deps, 365)
  await recordClicks(deps, project, [{ at: '2026-03-20T11:59:30Z', linkId: deleted, visitor: 7, country: 'DE' }])
  expect(await getDashboard(deps, project, aQuery())).toEqual({ totalClicks: 3, visitors: 3, countries: 2 })
})

it('throws LINK_NOT_FOUND for a link of another project and deletes nothing', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const linkId = (await aLink(deps, mia)).url_id
  await recordClicks(deps, mia, [{ at: '2026-03-20T10:00:00Z', linkId }])
  expect(await errorCodeOf(deleteLinkClicks(deps, noah, linkId))).toBe('LINK_NOT_FOUND')
  expect((await getDashboard(deps, mia, aQuery())).totalClicks).toBe(1)
})

it("deletes a project's clicks from every table, and no other project's", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  for (const project of [mia, noah]) await recordClicks(deps, project, [{ at: '2026-03-10T10:00:00Z', country: 'DE' }])
  await updateDailyRollups(deps, 365)
  await deleteProjectClicks(deps, mia)
  expect(await getDashboard(deps, mia, aQuery())).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
  expect(await getDashboard(deps, noah, aQuery())).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
  for (const table of ['clicks', 'link_clicks', 'project_clicks', 'daily_rollups']) expect(await countRows(deps, table, mia.id)).toBe(0)
})

it('purges the clicks of a project that is deleted with its organization', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const owned = await anOrganization(deps)
  const project = await aProject(deps, { owned })
  await createOrganization(deps, owned.user, 'Another shelf')
  await recordClicks(deps, project, [{ at: '2026-03-10T10:00:00Z' }])

  await deleteOrganization(owned.ctx)

  const payload = { projectId: project.id }
  expect(await queuedJobs(deps)).toEqual([payload])
  await purgeProjectClicks(deps, payload)
  await purgeProjectClicks(deps, payload)
  expect(await countRows(deps, 'clicks', project.id)).toBe(0)
})

async function countRows({ clickhouse }: TestDeps, table: string, projectId: string): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT toUInt32(count()) AS count FROM ${table} WHERE project_id = {project:UUID}`,
    query_params: { project: projectId },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ count: number }>())[0]?.count ?? Number.NaN
}

/** Payloads of the task's jobs. The queue's tables belong to the role that migrated. */
async function queuedJobs({ databaseUrl }: TestDeps): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ payload: unknown }>(
    "select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'forget-project-clicks'",
  )
  await client.end()
  return rows.map((row) => row.payload)
}
