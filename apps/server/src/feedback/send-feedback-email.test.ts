import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { aProject } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { ProjectContext, UserContext } from '../access/index.ts'
import { openJobs } from '../jobs.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { sendFeedbackEmail, submitFeedback } from './feedback.ts'

const operator = 'operator@example.com'
const draft = { subject: 'Sorting', idea: 'Let me sort links <by clicks>.' }

async function aFeedbackJob(deps: TestDeps, ctx: ProjectContext<UserContext>, given = draft): Promise<object> {
  const { id } = await submitFeedback(deps, ctx, given)
  return { organizationId: ctx.organization.id, projectId: ctx.project.id, ideaId: id }
}

async function mailedAt(deps: TestDeps, { organization }: ProjectContext): Promise<(Date | null)[]> {
  const rows = await withScope(deps.db, { organizationId: organization.id }, (tx) => tx.selectFrom('ideas').select('mailed_at').execute())
  return rows.map((row) => row.mailed_at)
}

it('emails the operator once through the queue, with replies going to the user', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { email } = await deps.db.selectFrom('users').select('email').where('id', '=', ctx.actor.userId).executeTakeFirstOrThrow()
  const job = await aFeedbackJob(deps, ctx)
  await runAsJobsAccount(deps, async (jobsDeps) => {
    const jobs = await openJobs({
      deps: jobsDeps,
      databaseUrl: deps.accounts.jobs,
      operatorEmail: operator,
      clickRetentionMonths: 13,
      newDomainsPerThreeHours: 10,
    })
    await expect.poll(() => mailedAt(deps, ctx)).toEqual([expect.any(Date)])
    await jobs.close()
  })
  await sendFeedbackEmail(deps, operator, job)

  expect(deps.emails).toMatchObject([{ to: operator, replyTo: email, subject: 'Feedback: Sorting' }])
  const [sent] = deps.emails
  for (const text of [draft.idea, 'Mia Reed', email, "Mia's shelf"]) expect(sent?.text).toContain(text)
  expect(sent?.html).toContain('Let me sort links &lt;by clicks&gt;.')
})

it('retries while the mail server is down, and sends when the server is available again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const job = await aFeedbackJob(deps, ctx)
  const down = { ...deps, mail: { send: () => Promise.reject(new Error('connection refused')) } }

  await expect(sendFeedbackEmail(down, operator, job)).rejects.toThrow('connection refused')
  expect(await mailedAt(deps, ctx)).toEqual([null])

  await sendFeedbackEmail(deps, operator, job)
  expect(deps.emails).toHaveLength(1)
})

it('sends nothing without an operator address', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  await sendFeedbackEmail(deps, undefined, await aFeedbackJob(deps, ctx))

  expect(deps.emails).toEqual([])
  expect(await mailedAt(deps, ctx)).toEqual([null])
})

it('sends nothing when the project was deleted', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const job = await aFeedbackJob(deps, ctx)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.deleteFrom('projects').where('id', '=', ctx.project.id).execute(),
  )

  await sendFeedbackEmail(deps, operator, job)

  expect(deps.emails).toEqual([])
})

it('lets a subject add no header to the email', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await sendFeedbackEmail(deps, operator, await aFeedbackJob(deps, ctx, { subject: 'Hello\r\nBcc: x@example.com', idea: 'Hi' }))

  const [sent] = deps.emails
  if (sent === undefined) throw new Error('No email was sent')
  expect(sent.subject).toBe('Feedback: Hello Bcc: x@example.com')
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail(sent)
  expect(message.toString().split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m)
})
