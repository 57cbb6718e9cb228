import { Logger, type Runner, run as runWorker } from 'graphile-worker'
import { expect, it, vi } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { limitJobsPerOrganization } from './job-share.ts'
import { enqueueJob } from './jobs.ts'

const task = 'write-archive'

interface Worker extends AsyncDisposable {
  /** The names of jobs that were started, in order. None of them ends before `finish`. */
  started: string[]
  finish(): void
}

/** Runs four jobs at once, two of an organization. */
async function openWorker(deps: TestDeps): Promise<Worker> {
  const started: string[] = []
  const end = Promise.withResolvers<void>()
  const runner: Runner = await runWorker({
    connectionString: deps.accounts.jobs,
    concurrency: 4,
    logger: new Logger(() => () => undefined),
    noHandleSignals: true,
    pollInterval: 50,
    taskList: {
      [task]: async (payload) => {
        started.push((payload as { name: string }).name)
        await end.promise
      },
    },
    ...limitJobsPerOrganization(2),
  })
  return {
    started,
    finish: end.resolve,
    [Symbol.asyncDispose]: async () => {
      end.resolve()
      await runner.stop()
    },
  }
}

it('gives one organization half of the workers, and those of others and of none the rest', async () => {
  await using deps = await openTestDeps()
  const [busy, late] = [await anOrganization(deps), await anOrganization(deps)]
  const enqueue = (name: string, organizationId?: string) => enqueueJob(deps.db, task, { name, organizationId })
  for (let nth = 0; nth < 20; nth += 1) await enqueue(`busy ${nth}`, busy.ctx.organization.id)
  await using worker = await openWorker(deps)
  await vi.waitFor(() => expect(worker.started).toHaveLength(2), { timeout: 30_000 })

  await enqueue('late', late.ctx.organization.id)
  await enqueue('sign-in')
  await vi.waitFor(() => expect(worker.started).toHaveLength(4), { timeout: 30_000 })
  expect(worker.started.sort()).toEqual(['busy 0', 'busy 1', 'late', 'sign-in'])

  worker.finish()
  await vi.waitFor(() => expect(worker.started).toHaveLength(22), { timeout: 30_000 })
  await expect.poll(() => queryAsOwner(deps, 'select id from graphile_worker.jobs'), { timeout: 30_000 }).toEqual([])
})
