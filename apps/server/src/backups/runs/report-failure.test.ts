import { expect, it } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { openTestTarget, type TestTarget } from '../../../test/stored-backups.ts'
import { openJobs } from '../../jobs.ts'
import { recordKilledRuns, recordRun } from './record-run.ts'
import { sendBackupFailureEmail } from './report-failure.ts'

const operatorEmail = 'operator@example.com'

/** Records a run that succeeds, or that fails for the reason. Returns its id. */
async function aRun(deps: TestDeps, { target }: TestTarget, reason?: string): Promise<number> {
  const options = { databaseUrl: deps.databaseUrl, kind: 'backup' as const, target, clock: deps.clock, willRetry: false }
  const run = recordRun({ ...options, signal: new AbortController().signal }, async ({ recordBackup, recordBytes }) => {
    if (reason !== undefined) throw new Error(reason)
    await recordBackup('linkshelf-2026-11-29T03-17-00Z')
    await recordBytes(1_234_567_890)
  })
  await run.catch(() => undefined)
  const [newest] = await queryAsOwner<{ id: number }>(deps, 'select max(id)::int as id from backup_runs')
  return newest?.id ?? 0
}

it('emails the operator through the queue what failed, why, and which back-up is the newest', async () => {
  await using deps = await openTestDeps()
  await using stored = await openTestTarget()
  await aRun(deps, stored)
  await aRun(deps, stored, 'The bucket shelf is missing.\n    at putObject')
  await runAsJobsAccount(deps, async (jobsDeps) => {
    const options = { databaseUrl: deps.accounts.jobs, operatorEmail, clickRetentionMonths: 13, newDomainsPerThreeHours: 10 }
    const jobs = await openJobs({ deps: jobsDeps, ...options })
    await expect.poll(() => deps.emails.length).toBe(1)
    await jobs.close()
  })

  expect(deps.emails).toMatchObject([{ to: operatorEmail, subject: 'The back-up of app.test failed' }])
  const [email] = deps.emails
  for (const text of ['The bucket shelf is missing.', 'linkshelf-2026-11-29T03-17-00Z, 1.2 GB', 'linkshelf backup'])
    expect(email?.text).toContain(text)
  expect(email?.text).not.toContain('putObject')
})

it('sends nothing if a back-up has succeeded since, or if no operator is known', async () => {
  await using deps = await openTestDeps()
  await using stored = await openTestTarget()
  const runId = await aRun(deps, stored, 'timeout')
  await sendBackupFailureEmail(deps, undefined, { runId })
  expect(deps.emails).toEqual([])
  await sendBackupFailureEmail(deps, operatorEmail, { runId })
  expect(deps.emails).toHaveLength(1)
  await aRun(deps, stored)
  await sendBackupFailureEmail(deps, operatorEmail, { runId })
  expect(deps.emails).toHaveLength(1)
})

it('reports a run that was killed, but no run that is running', async () => {
  await using deps = await openTestDeps()
  await using stored = await openTestTarget()
  const killed = { clock: deps.clock, reason: 'The process ended with SIGKILL.', willRetry: false }
  const readErrors = () => queryAsOwner(deps, 'select error, reported_at is not null as is_reported from backup_runs')
  const options = { databaseUrl: deps.databaseUrl, kind: 'backup' as const, target: stored.target, clock: deps.clock, willRetry: false }
  await recordRun({ ...options, signal: new AbortController().signal }, async () => {
    await recordKilledRuns(deps.databaseUrl, killed)
    expect(await readErrors()).toEqual([{ error: null, is_reported: false }])
  })

  await queryAsOwner(deps, 'update backup_runs set finished_at = null')
  await recordKilledRuns(deps.databaseUrl, killed)

  expect(await readErrors()).toEqual([{ error: killed.reason, is_reported: true }])
})
