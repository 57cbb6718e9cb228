import type { UserId } from '@linkshelf/contract'
import { findLimitedKind, renderFeedbackEmail, renderPasswordChangedEmail } from '@linkshelf/emails'
import { Logger, runOnce } from 'graphile-worker'
import { expect, it } from 'vitest'
import { aUser } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { enqueuePasswordChangedEmail } from '../identity/emails/email-jobs.ts'
import { createJobs } from '../jobs.ts'
import { toTaskList } from '../platform/jobs.ts'
import { deleteExpiredEmailCounts, limitEmails, sendEmailSummaryTask } from '../platform/mail/limit-emails.ts'
import type { Email, Mailer } from '../platform/mail/mail.ts'

const mia = 'mia@example.com'
const links = { signInUrl: 'http://app.test/', forgotUrl: 'http://app.test/auth/forgot' }
const minuteMs = 60_000

/**
 * Creates deps whose clock the test can advance. The clock starts at the present time, because the queue uses the
 * database's clock.
 */
async function openClockedDeps(): Promise<TestDeps & { forward(ms: number): void }> {
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const forward = (ms: number) => {
    ahead += ms
  }
  return Object.assign(await openTestDeps({ clock }), { forward })
}

function createTasks(deps: TestDeps) {
  return toTaskList(createJobs({ deps, operatorEmail: 'operator@example.com', clickRetentionMonths: 13, newDomainsPerThreeHours: 10 }))
}

/** Runs the queued jobs that are due, like a jobs process. */
function runDueJobs(deps: TestDeps): Promise<void> {
  return runAsJobsAccount(deps, (jobs) =>
    runOnce({
      connectionString: deps.accounts.jobs,
      taskList: createTasks(jobs),
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
    }),
  )
}

/** Makes all scheduled jobs due now. Returns the number of these jobs. */
async function makeJobsDue(deps: TestDeps): Promise<number> {
  return (await queryAsOwner(deps, 'update graphile_worker._private_jobs set run_at = now() where run_at > now() returning id')).length
}

function enqueueNotices(deps: TestDeps, userId: UserId, count: number): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    for (let change = 0; change < count; change += 1) await enqueuePasswordChangedEmail(tx, userId)
  })
}

const isLimited = (kind: string) => findLimitedKind(kind) !== undefined

async function sendAsJob(deps: TestDeps, mail: Mailer, id: string, email: Email): Promise<void> {
  const limited = limitEmails(mail, deps, isLimited)
  const { send } = toTaskList([{ name: 'send', kind: 'people', run: () => limited.send(email) }])
  await send?.({}, { job: { id } } as never)
}

const aNotice: Email = { to: mia, ...renderPasswordChangedEmail({ ...links, ended: [] }) }

function sendSummaries(deps: TestDeps): Promise<void> {
  return queryAsOwner<{ payload: unknown }>(
    deps,
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = '${sendEmailSummaryTask}' returning payload`,
  ).then(async (jobs) => {
    for (const { payload } of jobs) await createTasks(deps)[sendEmailSummaryTask]?.(payload, { job: { id: '1' } } as never)
  })
}

it('sends 5 of 150 password notices, then one summary of the other 145, and every notice to another address', async () => {
  await using deps = await openClockedDeps()
  const [owner, other] = [await aUser(deps, { email: mia }), await aUser(deps, { email: 'noah@example.com' })]
  await enqueueNotices(deps, owner.actor.userId, 150)
  await enqueueNotices(deps, other.actor.userId, 3)

  // Both processes use the same counts.
  await Promise.all([runDueJobs(deps), runDueJobs(deps)])

  const listSubjectsTo = (address: string) => deps.emails.filter(({ to }) => to === address).map(({ subject }) => subject)
  expect(listSubjectsTo('noah@example.com')).toEqual(Array(3).fill('Your Linkshelf password was changed'))
  expect(listSubjectsTo(mia)).toEqual(Array(5).fill('Your Linkshelf password was changed'))

  deps.forward(61 * minuteMs)
  expect(await makeJobsDue(deps)).toBe(1)
  await runDueJobs(deps)
  await enqueueNotices(deps, owner.actor.userId, 1)
  await runDueJobs(deps)

  expect(listSubjectsTo(mia).slice(5)).toEqual(['145 more changes of your password', 'Your Linkshelf password was changed'])
  const summary = deps.emails.find(({ kind }) => kind === 'email_summary')
  expect(summary?.text).toMatch(/There were 145 more changes of your password since .+ UTC, the latest at .+ UTC\./)
  expect(summary?.text).toContain('If this was not you, reset your password now: http://app.test/auth/forgot')
  expect(await queryAsOwner(deps, 'select id from email_summaries')).toEqual([])
})

it('counts an email once even if its job runs again, and sends it again if the mail server may not have received it', async () => {
  await using deps = await openClockedDeps()
  const emails: Email[] = []
  const down: Mailer = { send: () => Promise.reject(new Error('connection refused')) }
  const up: Mailer = { send: async (email) => void emails.push(email) }
  await runAsJobsAccount(deps, async (jobs) => {
    for (let attempt = 0; attempt < 8; attempt += 1) await expect(sendAsJob(jobs, down, '1', aNotice)).rejects.toThrow('refused')
    for (const id of ['1', '2', '3', '4', '5']) await sendAsJob(jobs, up, id, aNotice)
    expect(emails).toHaveLength(5)
    // Job 6 runs again, as if the process had been killed after the job's transaction.
    for (const id of ['6', '6', '7', '6']) await sendAsJob(jobs, up, id, aNotice)
    expect(emails).toHaveLength(5)

    await sendSummaries({ ...jobs, mail: up })
    await sendAsJob(jobs, up, '6', aNotice)
  })
  expect(emails.slice(5).map(({ subject }) => subject)).toEqual(['2 more changes of your password'])
})

it('sends a summary with the same numbers and Message-ID after a kill, and counts later emails in another summary', async () => {
  await using deps = await openClockedDeps()
  const emails: Email[] = []
  const up: Mailer = { send: async (email) => void emails.push(email) }
  await runAsJobsAccount(deps, async (jobs) => {
    for (let id = 1; id <= 8; id += 1) await sendAsJob(jobs, up, String(id), aNotice)
    const payloads = await queryAsOwner<{ payload: unknown }>(deps, 'select payload from graphile_worker._private_jobs')
    const acceptAndDie: Mailer = { send: (email) => up.send(email).then(() => Promise.reject(new Error('killed'))) }
    const sendSummaryThrough = (mail: Mailer, { payload } = payloads[0] ?? { payload: undefined }) =>
      createTasks({ ...jobs, mail })[sendEmailSummaryTask]?.(payload, { job: { id: '100' } } as never)

    await expect(sendSummaryThrough(acceptAndDie)).rejects.toThrow('killed')
    await sendAsJob(jobs, up, '9', aNotice)
    await sendSummaryThrough(up)
    await sendSummaryThrough(up)

    const summaries = emails.slice(5)
    expect(summaries.map(({ subject }) => subject)).toEqual(Array(2).fill('3 more changes of your password'))
    expect(new Set(summaries.map(({ key }) => key)).size).toBe(1)
    await sendSummaries({ ...jobs, mail: up })
    expect(emails.at(-1)?.subject).toBe('1 more change of your password')
  })
})

it('lists in a summary the details of the emails that it replaces', async () => {
  await using deps = await openClockedDeps()
  const emails: Email[] = []
  const up: Mailer = { send: async (email) => void emails.push(email) }
  await runAsJobsAccount(deps, async (jobs) => {
    for (let nth = 1; nth <= 60; nth += 1) {
      const feedback = { subject: `Sorting ${nth}`, idea: `Idea ${nth}`, source: 'From Mia <mia@example.com>' }
      await sendAsJob(jobs, up, String(nth), { to: 'operator@example.com', ...renderFeedbackEmail(feedback) })
    }
    await sendSummaries({ ...jobs, mail: up })
  })
  const text = emails.at(-1)?.text ?? ''
  expect(text).toContain('There were 55 more messages of feedback since')
  for (let nth = 6; nth <= 55; nth += 1) expect(text).toContain(`Sorting ${nth}\nIdea ${nth}\nFrom Mia <mia@example.com>`)
  expect(text).toContain('Only the first 50 are shown.')
})

it('limits each kind of email separately, and does not limit emails whose cause has its own limit', async () => {
  await using deps = await openClockedDeps()
  const emails: Email[] = []
  const up: Mailer = { send: async (email) => void emails.push(email) }
  await runAsJobsAccount(deps, async (jobs) => {
    for (let id = 1; id <= 8; id += 1) await sendAsJob(jobs, up, String(id), aNotice)
    await sendAsJob(jobs, up, '9', { ...aNotice, kind: 'email_confirmed' })
    for (let id = 10; id < 20; id += 1) await sendAsJob(jobs, up, String(id), { ...aNotice, kind: 'weekly_report' })
    await sendAsJob(jobs, up, '20', { ...aNotice, to: mia.toUpperCase() })
  })
  const count = (kind: string) => emails.filter((email) => email.kind === kind).length
  expect([count('password_changed'), count('email_confirmed'), count('weekly_report')]).toEqual([5, 1, 10])
})

it('deletes counts and unsent summaries after a week', async () => {
  await using deps = await openClockedDeps()
  await runAsJobsAccount(deps, async (jobs) => {
    for (let id = 1; id <= 6; id += 1) await sendAsJob(jobs, { send: async () => undefined }, String(id), aNotice)
    const count = () => queryAsOwner(deps, 'select from limited_emails union all select from email_summaries')
    deps.forward(6 * 24 * 60 * minuteMs)
    await deleteExpiredEmailCounts(jobs)
    expect(await count()).toHaveLength(7)
    deps.forward(2 * 24 * 60 * minuteMs)
    await deleteExpiredEmailCounts(jobs)
    expect(await count()).toEqual([])
  })
})
