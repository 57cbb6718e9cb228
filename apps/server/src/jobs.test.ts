import { contract } from '@linkshelf/contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../test/builders/builders.ts'
import { queryAsOwner } from '../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../test/open-test-deps.ts'
import { submitFeedback } from './feedback/feedback.ts'
import { createJobs, openJobs } from './jobs.ts'
import { getLink } from './links/index.ts'
import { openClickHouse } from './platform/clickhouse/clickhouse.ts'
import type { GuardedFetch } from './platform/http/guarded-fetch.ts'
import { enqueueJob } from './platform/jobs.ts'
import { openPostgres } from './platform/postgres/postgres.ts'
import { findFreePort } from './platform/process/free-port.ts'

it('deletes jobs whose tasks only an earlier version had, and queues rollups one after the other', async () => {
  const clickhouse = openClickHouse(`http://127.0.0.1:${await findFreePort()}/default`)
  await using deps = await openTestDeps({ clickhouse })
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  for (const task of ['count-all-days', 'count-recent-days', 'check-page'])
    await owner.query("select graphile_worker.add_job($1, run_at => now() + interval '1 day')", [task])
  const jobs = await openJobs({
    deps,
    databaseUrl: deps.accounts.jobs,
    operatorEmail: undefined,
    clickRetentionMonths: 13,
    newDomainsPerThreeHours: 10,
  })
  const { rows } = await owner.query('select task_identifier as task, key, queue_name as queue from graphile_worker.jobs order by task')

  expect(rows).toEqual([
    { task: 'check-page', key: null, queue: null },
    { task: 'roll-up-all-days', key: 'roll-up-all-days', queue: 'daily-rollups' },
  ])
  await jobs.close()
  await owner.end()
  await clickhouse.close()
})

it('checks and runs the files of every kind of import', async () => {
  await using deps = await openTestDeps()
  const kinds = Object.entries(contract).flatMap(([name, calls]) => {
    const isImport = name.endsWith('Imports') && 'report' in calls
    return isImport ? [name.replace('Imports', '')] : []
  })
  const jobs = createJobs({ deps, operatorEmail: undefined, clickRetentionMonths: 13, newDomainsPerThreeHours: 10 })
  const names = jobs.map(({ name }) => name)

  expect(names).toEqual(expect.arrayContaining(kinds.map((kind) => `check-${kind}-import`)))
  expect(names.filter((name) => name.startsWith('import-') && name !== 'import-data')).toHaveLength(kinds.length)
})

/** Starts the jobs of a jobs process. */
async function openJobsProcess(deps: TestDeps): Promise<{ close(): Promise<void> }> {
  const db = openPostgres(deps.accounts.jobs)
  const options = {
    databaseUrl: deps.accounts.jobs,
    operatorEmail: 'operator@example.com',
    clickRetentionMonths: 13,
    newDomainsPerThreeHours: 10,
  }
  const jobs = await openJobs({ deps: { ...deps, db }, ...options })
  return {
    async close() {
      await jobs.close()
      await db.destroy()
    },
  }
}

it("sends another account's email and reads its page while no server answers the requests of the first account", async () => {
  const waiting: string[] = []
  const silent = Promise.withResolvers<never>()
  const fetchPage: GuardedFetch = async (url) => {
    if (url === 'https://answers.example/lamp') {
      return { url, status: 200, contentType: 'text/html', body: Buffer.from('<title>Lamp</title>') }
    }
    waiting.push(url)
    return silent.promise
  }
  await using deps = await openTestDeps({ fetchPage })
  const [first, second] = [await aProject(deps, { settings: ['package=Business'] }), await aProject(deps)]
  for (let shop = 0; shop < 30; shop += 1) await aLink(deps, first, { target: `https://shop-${shop}.example/lamp` })
  const jobs = await openJobsProcess(deps)
  await expect.poll(() => waiting).toHaveLength(12)

  await submitFeedback(deps, second, { subject: 'Sorting', idea: 'Let me sort links by clicks.' })
  const { url_id } = await aLink(deps, second, { target: 'https://answers.example/lamp' })

  await expect.poll(() => deps.emails).toMatchObject([{ subject: 'Feedback: Sorting' }])
  await expect.poll(() => getLink(deps, second, url_id)).toMatchObject({ title: 'Lamp', pending: false })
  expect(waiting).toHaveLength(12)
  await queryAsOwner(deps, 'delete from outward_requests')
  silent.reject(new Error('The test has ended'))
  await jobs.close()
})

it('moves page checks that an earlier version stored as jobs, and runs them at once if their links still exist', async () => {
  const fetchPage: GuardedFetch = async (url) => ({ url, status: 200, contentType: 'text/html', body: Buffer.from('<title>Lamp</title>') })
  await using deps = await openTestDeps({ fetchPage })
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  await queryAsOwner(deps, 'delete from outward_requests')
  for (const linkId of [url_id, deps.ids.next()]) {
    const payload = { organizationId: ctx.organization.id, projectId: ctx.project.id, linkId }
    await enqueueJob(deps.db, 'check-page', payload, { key: `check-page:${linkId}`, queue: 'check-page:7' })
  }

  const jobs = await openJobsProcess(deps)
  await expect.poll(() => getLink(deps, ctx, url_id)).toMatchObject({ title: 'Lamp', pending: false })
  const stored = () => queryAsOwner(deps, "select key from graphile_worker.jobs where task_identifier = 'check-page'")
  await expect.poll(stored).toEqual([])
  await jobs.close()
})
