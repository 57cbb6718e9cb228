import pg from 'pg'
import { expect, it } from 'vitest'
import { asked } from '../../test/asked.ts'
import { aLink, anOrganization, aProject, refusalOf } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { createOrganizationShown } from '../organizations/create-organization.ts'
import { deleteOrganization } from '../organizations/edit-organization.ts'
import { countDays } from './count-days.ts'
import { deleteLinkClicks, deleteProjectClicks, forgetProjectClicks } from './delete-clicks.ts'
import { findBreakdown } from './find-breakdown.ts'
import { findDashboard } from './find-dashboard.ts'
import { findLinkClicks } from './find-link-clicks.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it("deletes a link's clicks from every number, and nobody else's", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings: ['package=Pro'] })
  const [gone, kept] = [(await aLink(deps, project)).url_id, (await aLink(deps, project)).url_id]
  const at = ['2026-03-10T10:00:00Z', '2026-03-20T11:59:00Z']
  await recordClicks(
    deps,
    project,
    at.flatMap((instant) => [
      { at: instant, linkId: gone, visitor: 1, country: 'DE' },
      { at: instant, linkId: gone, visitor: 4, country: 'IT', isBot: true },
      { at: instant, linkId: kept, visitor: 2, country: 'FR' },
    ]),
  )
  await countDays(deps, 365)

  await deleteLinkClicks(deps, project, gone)

  const left = { totalClicks: 2, visitors: 2, countries: 1 }
  for (const bots of ['exclude', 'include'] as const) expect(await findDashboard(deps, project, asked({ bots }))).toEqual(left)
  expect(await findBreakdown(deps, project, { ...asked({ bots: 'include' }), by: 'country', limit: 10 })).toEqual([
    { name: 'FR', clicks: 2, visits: 2 },
  ])
  expect((await findLinkClicks(deps, project, gone, asked())).every((day) => day.clicks === 0)).toBe(true)
  await countDays(deps, 365)
  await recordClicks(deps, project, [{ at: '2026-03-20T11:59:30Z', linkId: gone, visitor: 7, country: 'DE' }])
  expect(await findDashboard(deps, project, asked())).toEqual({ totalClicks: 3, visitors: 3, countries: 2 })
})

it('refuses to delete the clicks of a link that is in another project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const linkId = (await aLink(deps, mia)).url_id
  await recordClicks(deps, mia, [{ at: '2026-03-20T10:00:00Z', linkId }])
  expect(await refusalOf(deleteLinkClicks(deps, noah, linkId))).toBe('LINK_NOT_FOUND')
  expect((await findDashboard(deps, mia, asked())).totalClicks).toBe(1)
})

it("deletes a project's clicks from every table, and nobody else's", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  for (const project of [mia, noah]) await recordClicks(deps, project, [{ at: '2026-03-10T10:00:00Z', country: 'DE' }])
  await countDays(deps, 365)
  await deleteProjectClicks(deps, mia)
  expect(await findDashboard(deps, mia, asked())).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
  expect(await findDashboard(deps, noah, asked())).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
  for (const table of ['clicks', 'link_clicks', 'project_clicks', 'counted_days']) expect(await rowsOf(deps, table, mia.id)).toBe(0)
})

it('has a deleted project forgotten, also one that goes with its organization', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const owned = await anOrganization(deps)
  const project = await aProject(deps, { owned })
  await createOrganizationShown(deps, owned.person, 'Another shelf')
  await recordClicks(deps, project, [{ at: '2026-03-10T10:00:00Z' }])

  await deleteOrganization(deps, owned.person, {
    id: owned.organization.id,
    package: 'Free',
    hasFullAnalytics: false,
    dashboardDays: 30,
    role: 'owner',
  })

  const payload = { projectId: project.id }
  expect(await waitingJobs(deps)).toEqual([payload])
  await forgetProjectClicks(deps, payload)
  await forgetProjectClicks(deps, payload)
  expect(await rowsOf(deps, 'clicks', project.id)).toBe(0)
})

async function rowsOf({ clickhouse }: TestDeps, table: string, projectId: string): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT toUInt32(count()) AS count FROM ${table} WHERE project_id = {project:UUID}`,
    query_params: { project: projectId },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ count: number }>())[0]?.count ?? Number.NaN
}

/** What the queue holds of the task; its tables belong to whoever migrated. */
async function waitingJobs({ databaseUrl }: TestDeps): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ payload: unknown }>(
    "select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'forget-project-clicks'",
  )
  await client.end()
  return rows.map((row) => row.payload)
}
