import pg from 'pg'
import { expect, it } from 'vitest'
import { openTestDeps } from '../test/open-test-deps.ts'
import { openJobs } from './jobs.ts'
import { openClickHouse } from './platform/clickhouse/clickhouse.ts'
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
