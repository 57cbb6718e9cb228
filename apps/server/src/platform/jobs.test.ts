import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { openWorkerLock } from './jobs.ts'
import { silentLog } from './process/log.ts'

it('unlocks the jobs of a killed worker', async () => {
  await using deps = await openTestDeps()
  await createLockedJob(deps)

  const lock = await openWorkerLock(deps.accounts.jobs, silentLog)

  expect(lock.unlockedCount).toBe(1)
  expect(await listJobLocks(deps)).toEqual([])
  await lock.close()
})

it('does not unlock the jobs of a running worker, even if two other workers start', async () => {
  await using deps = await openTestDeps()
  const first = await openWorkerLock(deps.accounts.jobs, silentLog)
  await createLockedJob(deps)

  const later = await Promise.all([openWorkerLock(deps.accounts.jobs, silentLog), openWorkerLock(deps.accounts.jobs, silentLog)])

  expect(await listJobLocks(deps)).toEqual(['worker-1'])
  await Promise.all([first, ...later].map((lock) => lock.close()))
  const last = await openWorkerLock(deps.accounts.jobs, silentLog)
  expect(await listJobLocks(deps)).toEqual([])
  await last.close()
})

/** Adds a job that `worker-1` has locked and not finished. */
async function createLockedJob(deps: TestDeps): Promise<void> {
  await queryAsOwner(deps, "select graphile_worker.add_job('some-task', '{}')")
  await queryAsOwner(deps, "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-1', attempts = 1")
}

async function listJobLocks(deps: TestDeps): Promise<unknown[]> {
  const rows = await queryAsOwner(deps, 'select locked_by from graphile_worker.jobs where locked_by is not null')
  return rows.map((row) => row.locked_by)
}
