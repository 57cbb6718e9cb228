import { expect, it } from 'vitest'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { giveUpAfterDeaths } from './job-deaths.ts'
import type { Job, JobRun } from './jobs.ts'
import { ParserEndedError } from './process/confined/parse-in-child.ts'

interface Runs {
  /** Runs the job as the queue does. The process dies in it if `work` never ends. */
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
      start: (run, abortSignal = new AbortController().signal) =>
        giveUpAfterDeaths(db, { name: 'read-file', kind: 'files', run, giveUp }).run('payload', {
          job: { id: '7' },
          abortSignal,
        } as JobRun),
    })
  })
}

/** The work has begun, and its process dies in it. */
async function die({ start }: Runs, work: Job['run'] = async () => undefined): Promise<void> {
  const begun = Promise.withResolvers<void>()
  void start(async (payload, run) => {
    await work(payload, run)
    begun.resolve()
    await new Promise(() => undefined)
  })
  await begun.promise
}

it('gives a job up after its process died twice, and never runs it again', () =>
  withJob(async (runs) => {
    await die(runs)
    await die(runs)
    expect(runs.givenUp).toEqual([])

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
  ['a stop of the process', ({ start }) => start(() => new Promise(() => undefined), AbortSignal.abort()).catch(() => undefined)],
  ['progress', (runs) => die(runs, async (_payload, { recordProgress }) => recordProgress?.())],
])('counts no death before %s', (_what, end) =>
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
