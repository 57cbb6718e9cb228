import { expect, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, anOrganization, aProject, catchErrorCode, getProjectContext, listErrorCodes } from '../../test/builders/builders.ts'
import { deleteOrganizationNow } from '../../test/databases/delete-organization-now.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { runDeletions, toDeletionJob } from '../../test/run-click-deletions.ts'
import type { ProjectContext } from '../access/index.ts'
import { createOrganization } from '../organizations/organizations.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { createProject } from '../projects/projects.ts'
import { deleteLinkClicks, deleteProjectClicks, purgeProjectClicks, unfinishedDeletionsMax } from './delete-clicks.ts'
import { runClickDeletions } from './deletions/run-click-deletions.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-overview.ts'
import { getLinkClicks } from './link-analytics.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it("deletes a link's clicks from every result, but not the clicks of other links", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const [deleted, other] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  const at = ['2026-03-10T10:00:00Z', '2026-03-20T11:59:00Z']
  await recordClicks(
    deps,
    ctx,
    at.flatMap((instant) => [
      { at: instant, linkId: deleted, visitor: 1, country: 'DE' },
      { at: instant, linkId: deleted, visitor: 4, country: 'IT', isBot: true },
      { at: instant, linkId: other, visitor: 2, country: 'FR' },
    ]),
  )
  await updateDailyRollups(deps, 365)

  await deleteLinkClicks(ctx, deleted)
  await runDeletions(deps, ctx)

  const left = { totalClicks: 2, visitors: 2, countries: 1 }
  for (const bots of ['exclude', 'include'] as const) expect(await getDashboard(deps, ctx, aQuery({ bots }))).toEqual(left)
  expect(await getBreakdown(deps, ctx, { ...aQuery({ bots: 'include' }), by: 'country', limit: 10 })).toEqual([
    { name: 'FR', clicks: 2, visits: 2 },
  ])
  expect((await getLinkClicks(deps, ctx, { ...aQuery(), linkId: deleted })).every((day) => day.clicks === 0)).toBe(true)
  await updateDailyRollups(deps, 365)
  await recordClicks(deps, ctx, [{ at: '2026-03-20T12:00:00Z', linkId: deleted, visitor: 7, country: 'DE' }])
  expect(await getDashboard(deps, ctx, aQuery())).toEqual({ totalClicks: 3, visitors: 3, countries: 2 })
})

it('deletes the clicks of several simultaneous requests of a project in one job', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const [deleted, other] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  const at = '2026-03-20T10:00:00Z'
  await recordClicks(deps, ctx, [...Array(5).fill({ at, linkId: deleted }), { at, linkId: other }])

  await Promise.all([deleteLinkClicks(ctx, deleted), deleteLinkClicks(ctx, deleted), deleteLinkClicks(ctx, deleted)])
  expect(await listQueuedJobs(deps, 'delete-clicks')).toEqual([toDeletionJob(ctx)])
  await runDeletions(deps, ctx)
  expect((await getDashboard(deps, ctx, aQuery())).totalClicks).toBe(1)
  const passes = [toDeletionJob(ctx), toDeletionJob(ctx)]
  expect(await listQueuedJobs(deps, 'delete-clicks')).toEqual(passes)

  await Promise.all([deleteLinkClicks(ctx, other), deleteProjectClicks(ctx), deleteLinkClicks(ctx, other)])
  expect(await listQueuedJobs(deps, 'delete-clicks')).toEqual(passes)
  await runDeletions(deps, ctx)
  expect((await getDashboard(deps, ctx, aQuery())).totalClicks).toBe(0)
})

/** Inserts deletions of links that no job has begun. */
async function insertUnfinished(deps: TestDeps, { organization, project }: ProjectContext, count: number, quarters = 1): Promise<void> {
  await queryAsOwner(
    deps,
    `insert into click_deletions (organization_id, project_id, link_id, deleted_before, state)
     select $1, $2, gen_random_uuid(), timestamptz '2026-03-20T11:59:00Z' - (nth % ${quarters}) * interval '15 minutes', 'running'
     from generate_series(1, ${count}) as nth`,
    [organization.id, project.id],
  )
}

it('rejects deletions at the limit of an organization, even if many begin at once, until earlier deletions are done', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { id } = await createProject(deps, owned.ctx, { name: 'Another', description: '' })
  const second = await getProjectContext(owned.user, owned.organization.id, id)
  const noah = await aProject(deps)
  const links = await Promise.all(Array.from({ length: 5 }, () => aLink(deps, ctx)))
  await insertUnfinished(deps, second, unfinishedDeletionsMax - 2)

  const outcomes = await Promise.allSettled(links.map(({ url_id }) => deleteLinkClicks(ctx, url_id)))

  expect(listErrorCodes(outcomes)).toEqual(Array(3).fill('TOO_MANY_REQUESTS'))
  await expect(deleteProjectClicks(ctx)).resolves.toBeUndefined() // replaces the deletions of its links
  await expect(Promise.all(links.slice(0, 2).map(({ url_id }) => deleteLinkClicks(ctx, url_id)))).rejects.toMatchObject({
    message: 'Limit reached - 1,000 deletions of clicks are under way. Try again in 3 minutes.',
    data: { retry_after_seconds: 180 },
  })
  await deleteLinkClicks(noah, (await aLink(deps, noah)).url_id)
  await runDeletions(deps, second, '2026-03-20T12:10:00Z')
  for (const { url_id } of links) await deleteLinkClicks(ctx, url_id)
})

it('counts clicks while the maximum number of deletions is unfinished, each in another quarter of an hour', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const [deleted, other] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  const clicks = ['2026-03-10T10:00:00Z', '2026-03-20T11:59:00Z'].flatMap((at) => [
    { at, linkId: deleted },
    { at, linkId: other },
  ])
  await recordClicks(deps, ctx, clicks)
  await insertUnfinished(deps, ctx, unfinishedDeletionsMax - 1, unfinishedDeletionsMax)
  await deleteLinkClicks(ctx, deleted)

  expect((await getDashboard(deps, ctx, aQuery())).totalClicks).toBe(2)
  expect(await getBreakdown(deps, ctx, { ...aQuery(), by: 'country', limit: 10 })).toMatchObject([{ clicks: 2 }])
})

it('throws LINK_NOT_FOUND for a link of another project and deletes nothing', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const linkId = (await aLink(deps, mia)).url_id
  await recordClicks(deps, mia, [{ at: '2026-03-20T10:00:00Z', linkId }])
  expect(await catchErrorCode(deleteLinkClicks(noah, linkId))).toBe('LINK_NOT_FOUND')
  expect((await getDashboard(deps, mia, aQuery())).totalClicks).toBe(1)
})

it("deletes a project's clicks from every table, but not the clicks of other projects", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  for (const ctx of [mia, noah]) await recordClicks(deps, ctx, [{ at: '2026-03-10T10:00:00Z', country: 'DE' }])
  await updateDailyRollups(deps, 365)
  await deleteProjectClicks(mia)
  await runDeletions(deps, mia)
  expect(await getDashboard(deps, mia, aQuery())).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
  expect(await getDashboard(deps, noah, aQuery())).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
  for (const table of ['clicks', 'link_clicks', 'project_clicks', 'daily_rollups'])
    expect(await countRows(deps, table, mia.project.id)).toBe(0)
})

it('answers calls and holds no connection while ClickHouse does not answer', async () => {
  const requests: unknown[] = []
  const waiting = Promise.withResolvers<void>()
  const recordAndWaitForever = (request: unknown) => {
    requests.push(request)
    if (requests.length === 12) waiting.resolve()
    return new Promise(() => undefined)
  }
  const clickhouseWriter = { command: recordAndWaitForever, query: recordAndWaitForever } as never
  await using deps = await openTestDeps({ clock, clickhouseWriter })
  const projects = await Promise.all(Array.from({ length: 12 }, () => aProject(deps)))
  const noah = await aProject(deps)

  await Promise.all(projects.map((ctx) => deleteProjectClicks(ctx)))
  expect(await listQueuedJobs(deps, 'delete-clicks')).toHaveLength(12)
  expect(requests).toEqual([])
  // The jobs wait for ClickHouse. If each waiting job held a PostgreSQL connection, the pool would have too few
  // connections.
  const db = openPostgres(deps.accounts.jobs)
  for (const ctx of projects) void runClickDeletions({ ...deps, db }, toDeletionJob(ctx))
  await waiting.promise
  expect((await aLink(deps, { ...noah, db })).title).toBeNull()
  await db.destroy()
})

it('purges the clicks of a project that is deleted with its organization', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await createOrganization(deps, owned.user, 'Another shelf')
  await recordClicks(deps, ctx, [{ at: '2026-03-10T10:00:00Z' }])

  await deleteOrganizationNow(owned.ctx)

  const payload = { projectId: ctx.project.id }
  expect(await listQueuedJobs(deps, 'forget-project-clicks')).toEqual([payload])
  await purgeProjectClicks(deps, payload)
  await purgeProjectClicks(deps, payload)
  expect(await countRows(deps, 'clicks', ctx.project.id)).toBe(0)
})

async function countRows({ clickhouse }: TestDeps, table: string, projectId: string): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT toUInt32(count()) AS count FROM ${table} WHERE project_id = {project:UUID}`,
    query_params: { project: projectId },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ count: number }>())[0]?.count ?? Number.NaN
}

/** Returns the payloads of the task's jobs. */
async function listQueuedJobs(deps: TestDeps, task: string): Promise<unknown[]> {
  const rows = await queryAsOwner(
    deps,
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = '${task}'`,
  )
  return rows.map((row) => row.payload)
}
