import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { giveUpAfterDeaths } from './job-deaths.ts'
import type { Job, JobRun } from './jobs.ts'
import type { Db } from './postgres/postgres.ts'
import { ParserEndedError } from './process/confined/parse-in-child.ts'

async function startJob(job: Job | undefined, abortSignal = new AbortController().signal): Promise<void> {
  await job?.run('payload', { job: { id: job.name }, abortSignal } as JobRun)
}

interface Runs {
  /** Runs the job as the queue does in a new process. If `work` never ends, that process counts as dead. */
  start(work: Job['run'], abortSignal?: AbortSignal): Promise<void>
  givenUp: unknown[]
}

async function withJob(test: (runs: Runs) => Promise<void>): Promise<void> {
  await using deps = await openTestDeps()
  await runAsJobsAccount(deps, async ({ db }) => {
    const givenUp: unknown[] = []
    const giveUp = async (payload: unknown) => void givenUp.push(payload)
    await test({
      givenUp,
      start: (run, abortSignal) => startJob(giveUpAfterDeaths(db, [{ name: 'read-file', kind: 'files', run, giveUp }])[0], abortSignal),
    })
  })
}

/** Starts the work in a process that dies before the work ends. */
async function die({ start }: Runs, work: Job['run'] = async () => undefined): Promise<void> {
  const begun = Promise.withResolvers<void>()
  void start(async (payload, run) => {
    await work(payload, run)
    begun.resolve()
    await new Promise(() => undefined)
  })
  await begun.promise
}

/** Starts the work in a process that is then asked to stop. */
async function stopProcess({ start }: Runs): Promise<void> {
  const stopping = new AbortController()
  const run = start(async () => {
    stopping.abort()
    await new Promise(() => undefined)
  }, stopping.signal)
  await run.catch(() => undefined)
}

it('gives up a job after its process died twice, and never runs it again', () =>
  withJob(async (runs) => {
    await die(runs)
    await die(runs)
    expect(runs.givenUp).toEqual([])

    await runs.start(() => Promise.reject(new Error('The job ran a third time')))
    expect(runs.givenUp).toEqual(['payload'])
  }))

it('counts deaths after progress, and forgets deaths before it', () =>
  withJob(async (runs) => {
    await die(runs)
    await die(runs, async (_payload, { recordProgress }) => recordProgress?.())
    expect(runs.givenUp).toEqual([])
    await die(runs)

    await runs.start(() => Promise.reject(new Error('The job ran a third time')))
    expect(runs.givenUp).toEqual(['payload'])
  }))

it('counts the death of a process that parses for the job', () =>
  withJob(async (runs) => {
    const kill = () => Promise.reject(new ParserEndedError('killed'))
    await expect(runs.start(kill)).rejects.toThrow('killed')
    await die(runs)

    await runs.start(kill)
    expect(runs.givenUp).toEqual(['payload'])
  }))

it.each<[string, (runs: Runs) => Promise<unknown>]>([
  ['an error', ({ start }) => start(() => Promise.reject(new Error('no connection'))).catch(() => undefined)],
  ['the end of the work', ({ start }) => start(async () => undefined)],
  ['a stop of the process', stopProcess],
])('forgets an earlier death after %s', (_what, end) =>
  withJob(async (runs) => {
    await die(runs)
    await end(runs)
    await die(runs)

    let hasRun = false
    await runs.start(async () => {
      hasRun = true
    })
    expect({ hasRun, givenUp: runs.givenUp }).toEqual({ hasRun: true, givenUp: [] })
  }),
)

interface TestProcess {
  begun: string[]
  done: string[]
  givenUp: string[]
  die(): void
}

/** Starts the jobs in one simulated process. The job `culprit` never ends. Any other job ends when it runs alone. */
function startProcess(db: Db, names: readonly string[]): TestProcess {
  const [begun, done, givenUp]: [string[], string[], string[]] = [[], [], []]
  const running = new Set<string>()
  let isDead = false
  async function run(name: string): Promise<void> {
    begun.push(name)
    running.add(name)
    while (isDead || name === 'culprit' || running.size > 1) await (isDead ? new Promise(() => undefined) : nextTurn())
    running.delete(name)
  }
  const jobs = names.map((name): Job => {
    return { name, kind: 'files', run: () => run(name), giveUp: async () => void givenUp.push(name) }
  })
  for (const job of giveUpAfterDeaths(db, jobs))
    startJob(job).then(
      () => {
        if (!givenUp.includes(job.name)) done.push(job.name)
      },
      (error: unknown) => {
        // After the simulated death, the next statement may find the database closed.
        if (!isDead) throw error
      },
    )
  return {
    begun,
    done,
    givenUp,
    die() {
      isDead = true
    },
  }
}

it('gives up the job that ends the process, and no job that ran at the same time', async () => {
  await using deps = await openTestDeps()
  await runAsJobsAccount(deps, async ({ db }) => {
    const names = ['first', 'culprit', 'last']
    const together = startProcess(db, names)
    await expect.poll(() => together.begun).toHaveLength(3)
    together.die()

    const suspected = startProcess(db, names)
    await expect.poll(() => suspected.begun).toContain('culprit')
    suspected.die()
    const left = names.filter((name) => !suspected.done.includes(name))

    const last = startProcess(db, left)
    await expect.poll(() => last.done.length + last.givenUp.length).toBe(left.length)
    expect(last.givenUp).toEqual(['culprit'])
    expect([...suspected.done, ...last.done].toSorted()).toEqual(['first', 'last'])
  })
})

async function withSuspectedJob(
  test: (run: (works: Record<'suspected' | 'other', Job['run']>, maxAloneMs?: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await using deps = await openTestDeps()
  await runAsJobsAccount(deps, async ({ db }) => {
    await db.insertInto('job_starts').values({ job_id: 'suspected', start_count: 1 }).execute()
    await test(async (works, maxAloneMs) => {
      const jobs = Object.entries(works).map(([name, run]): Job => ({ name, kind: 'files', run, giveUp: async () => undefined }))
      await Promise.all(giveUpAfterDeaths(db, jobs, maxAloneMs).map((job) => startJob(job)))
    })
  })
}

it('runs other jobs again when a suspected job has run alone for long', () =>
  withSuspectedJob(async (run) => {
    const other = Promise.withResolvers<void>()
    await run({ suspected: () => other.promise, other: async () => other.resolve() }, 10)
  }))

it('lets a suspected job run while a long job pauses', () =>
  withSuspectedJob(async (run) => {
    const long = Promise.withResolvers<void>()
    let isDone = false
    const work: Job['run'] = async (_payload, { pause }) => {
      long.resolve()
      while (!isDone) await Promise.all([pause?.(), nextTurn()])
    }
    await run({
      other: work,
      async suspected() {
        isDone = true
      },
    })
    await long.promise
  }))
