import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { renumberFileJobs } from './file-job-turns.ts'
import { enqueueFileJob, type FileJobOptions } from './jobs.ts'

/** Adds a job for each key. The first word of the key is the organization: `mia` in `mia 1`. */
async function enqueue(deps: TestDeps, ...names: string[]): Promise<void> {
  for (const key of names) await enqueueOne(deps, key, 'files')
}

function enqueueOne(deps: TestDeps, key: string, kind: FileJobOptions['kind']): Promise<void> {
  return enqueueFileJob(deps.db, 'read-file', { organizationId: key.split(' ')[0] ?? '' }, { kind, key, maxAttempts: 25 })
}

async function listKeysInOrder(deps: TestDeps): Promise<string[]> {
  const rows = await queryAsOwner<{ key: string }>(deps, 'select key from graphile_worker._private_jobs order by priority, id')
  return rows.map(({ key }) => key)
}

it('lets organizations take turns again after a backlog reached the largest priority', async () => {
  await using deps = await openTestDeps()
  await enqueue(deps, 'mia 1', 'mia 2', 'mia 3', 'noah 1')
  expect(await listKeysInOrder(deps)).toEqual(['mia 1', 'noah 1', 'mia 2', 'mia 3'])
  await queryAsOwner(deps, 'update graphile_worker._private_jobs set priority = 32767')
  await enqueue(deps, 'mia 4', 'lea 1')
  expect(await listKeysInOrder(deps)).toEqual(['mia 1', 'mia 2', 'mia 3', 'noah 1', 'mia 4', 'lea 1'])

  await runAsJobsAccount(deps, ({ db }) => renumberFileJobs(db))

  expect(await listKeysInOrder(deps)).toEqual(['mia 1', 'noah 1', 'lea 1', 'mia 2', 'mia 3', 'mia 4'])
  await enqueue(deps, 'noah 2', 'eve 1')
  expect(await listKeysInOrder(deps)).toEqual(['mia 1', 'noah 1', 'lea 1', 'eve 1', 'mia 2', 'noah 2', 'mia 3', 'mia 4'])
})

it('does not renumber running jobs and jobs without an organization', async () => {
  await using deps = await openTestDeps()
  await enqueue(deps, 'mia 1', 'mia 2')
  await queryAsOwner(deps, "update graphile_worker._private_jobs set priority = 900, locked_at = now() where key = 'mia 1'")
  await queryAsOwner(deps, "select graphile_worker.add_job('send-email', job_key => 'email', priority => 700)")

  await runAsJobsAccount(deps, ({ db }) => renumberFileJobs(db))

  const rows = await queryAsOwner(deps, 'select key, priority from graphile_worker._private_jobs order by key')
  expect(rows).toEqual([
    { key: 'email', priority: 700 },
    { key: 'mia 1', priority: 900 },
    { key: 'mia 2', priority: 0 },
  ])
})

it('numbers archives and other files separately, so that neither delays the other', async () => {
  await using deps = await openTestDeps()
  await enqueueOne(deps, 'lea archive', 'archives')
  await queryAsOwner(deps, 'update graphile_worker._private_jobs set priority = 500')
  await enqueueOne(deps, 'mia archive', 'archives')
  await enqueue(deps, 'lea file', 'lea file again')
  expect(await readPriorityByKey(deps)).toEqual({ 'lea archive': 500, 'mia archive': 500, 'lea file': 0, 'lea file again': 1 })

  await runAsJobsAccount(deps, ({ db }) => renumberFileJobs(db))

  expect(await readPriorityByKey(deps)).toEqual({ 'lea archive': 0, 'mia archive': 0, 'lea file': 0, 'lea file again': 1 })
})

async function readPriorityByKey(deps: TestDeps): Promise<Record<string, number>> {
  const rows = await queryAsOwner<{ key: string; priority: number }>(deps, 'select key, priority from graphile_worker._private_jobs')
  return Object.fromEntries(rows.map(({ key, priority }) => [key, priority]))
}
