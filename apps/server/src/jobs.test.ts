import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { aLink, aProject } from '../test/builders/builders.ts'
import { openTestDeps } from '../test/open-test-deps.ts'
import { submitFeedback } from './feedback/feedback.ts'
import { openJobs } from './jobs.ts'
import { openClickHouse } from './platform/clickhouse/clickhouse.ts'
import { openPostgres } from './platform/postgres/postgres.ts'
import { findFreePort } from './platform/process/free-port.ts'

it('deletes jobs of tasks that an earlier version had, and queues rollups one after the other', async () => {
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

it('sends an email while every request to another server waits for its answer', async () => {
  const waiting: string[] = []
  const silent = Promise.withResolvers<never>()
  const fetchPage = (url: string) => {
    waiting.push(url)
    return silent.promise
  }
  await using deps = await openTestDeps({ fetchPage })
  const ctx = await aProject(deps)
  for (let shop = 0; shop < 10; shop += 1) await aLink(deps, ctx, { target: `https://shop-${shop}.example/lamp` })
  const db = openPostgres(deps.accounts.jobs)
  const settings = { operatorEmail: 'operator@example.com', clickRetentionMonths: 13 }
  const jobs = await openJobs({ deps: { ...deps, db }, databaseUrl: deps.accounts.jobs, ...settings })
  await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(4), { timeout: 30_000 })

  await submitFeedback(deps, ctx, { subject: 'Sorting', idea: 'Let me sort links by clicks.' })

  await vi.waitFor(() => expect(deps.emails).toMatchObject([{ subject: 'Feedback: Sorting' }]), { timeout: 30_000 })
  expect(waiting.length).toBeLessThan(10)
  silent.reject(new Error('The test has ended'))
  await jobs.close()
  await db.destroy()
})
