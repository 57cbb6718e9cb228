import { Logger, type Runner, run as runWorker } from 'graphile-worker'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { limitJobsPerOrganization } from './job-share.ts'
import { enqueueFileJob, enqueueJob } from './jobs.ts'

const task = 'write-archive'

interface Worker extends AsyncDisposable {
  /** The names of the started jobs, in order. No job ends before `finish` is called. */
  started: string[]
  finish(): void
}

/** Opens a worker that runs up to four jobs at once, and up to two of one organization. */
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

it('gives one organization at most half of the workers, and the rest to other jobs', async () => {
  await using deps = await openTestDeps()
  const [busy, late] = [await anOrganization(deps), await anOrganization(deps)]
  const enqueue = (name: string, organizationId?: string) => enqueueJob(deps.db, task, { name, organizationId })
  for (let nth = 0; nth < 20; nth += 1) await enqueue(`busy ${nth}`, busy.ctx.organization.id)
  await using worker = await openWorker(deps)
  await expect.poll(() => worker.started).toHaveLength(2)

  await enqueue('late', late.ctx.organization.id)
  await enqueue('sign-in')
  await expect.poll(() => worker.started).toHaveLength(4)
  expect(worker.started.sort()).toEqual(['busy 0', 'busy 1', 'late', 'sign-in'])

  worker.finish()
  await expect.poll(() => worker.started).toHaveLength(22)
  await expect.poll(() => queryAsOwner(deps, 'select id from graphile_worker.jobs')).toEqual([])
})

it('limits file jobs per organization, not per kind', async () => {
  await using deps = await openTestDeps()
  const [busy, late] = [await anOrganization(deps), await anOrganization(deps)]
  const enqueue = (key: string, { organization }: { organization: { id: string } }) =>
    enqueueFileJob(deps.db, task, { name: key, organizationId: organization.id } as { organizationId: string }, {
      kind: 'files',
      key,
      maxAttempts: 1,
    })
  for (let nth = 0; nth < 4; nth += 1) await enqueue(`busy ${nth}`, busy.ctx)
  for (let nth = 0; nth < 4; nth += 1) await enqueue(`late ${nth}`, late.ctx)

  await using worker = await openWorker(deps)
  await expect.poll(() => worker.started).toHaveLength(4)
  expect(worker.started.toSorted()).toEqual(['busy 0', 'busy 1', 'late 0', 'late 1'])
  worker.finish()
  await expect.poll(() => queryAsOwner(deps, 'select id from graphile_worker.jobs')).toEqual([])
})

it('does not count the job of a worker that ended without releasing it', async () => {
  const { events, forbiddenFlags } = limitJobsPerOrganization(1)
  const [worker, job] = [{}, { flags: { busy: true } }]
  const findFlags = typeof forbiddenFlags === 'function' ? forbiddenFlags : () => forbiddenFlags
  await findFlags()
  events?.emit('job:start', { worker, job } as never)
  expect(await findFlags()).toEqual(['busy'])
  events?.emit('worker:getJob:empty', { worker } as never)

  events?.emit('worker:fatalError', { worker } as never)
  expect(await findFlags()).toEqual([])
})
