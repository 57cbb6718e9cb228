import { createTransport } from 'nodemailer'
import { expect, it, vi } from 'vitest'
import { aProject } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Project } from '../access/index.ts'
import { openJobs } from '../jobs.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import { sendFeedbackEmail } from './send-feedback-email.ts'
import { submitFeedback } from './submit-feedback.ts'

const operator = 'operator@example.com'
const draft = { subject: 'Sorting', idea: 'Let me sort links <by clicks>.' }

const noFetch = async () => {
  throw new Error('No page is looked at here')
}

async function anIdea(deps: TestDeps, project: Awaited<ReturnType<typeof aProject>>, given = draft): Promise<object> {
  const { id } = await submitFeedback(deps, project, project.person, given)
  return { organizationId: project.organizationId, projectId: project.id, ideaId: id }
}

async function mailedAt(deps: TestDeps, project: Project): Promise<(Date | null)[]> {
  const rows = await withOrganizationScope(deps.db, project.organizationId, (tx) => tx.selectFrom('ideas').select('mailed_at').execute())
  return rows.map((row) => row.mailed_at)
}

it('reaches the operator through the queue, once, with an answer going to whoever told it', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const { email } = await deps.db.selectFrom('users').select('email').where('id', '=', project.person.userId).executeTakeFirstOrThrow()
  const idea = await anIdea(deps, project)
  const jobs = await openJobs({ deps, databaseUrl: deps.databaseUrl, fetchPage: noFetch, operatorEmail: operator })

  await vi.waitFor(async () => expect(await mailedAt(deps, project)).toEqual([expect.any(Date)]), { timeout: 30_000 })
  await jobs.close()
  await sendFeedbackEmail(deps, operator, idea)

  expect(deps.emails).toMatchObject([{ to: operator, replyTo: email, subject: 'Idea: Sorting' }])
  const [letter] = deps.emails
  for (const told of [draft.idea, 'Mia Reed', email, "Mia's shelf"]) expect(letter?.text).toContain(told)
  expect(letter?.html).toContain('Let me sort links &lt;by clicks&gt;.')
})

it('waits while the mail server is away, and comes when it is back', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const idea = await anIdea(deps, project)
  const away = { ...deps, mail: { send: () => Promise.reject(new Error('connection refused')) } }

  await expect(sendFeedbackEmail(away, operator, idea)).rejects.toThrow('connection refused')
  expect(await mailedAt(deps, project)).toEqual([null])

  await sendFeedbackEmail(deps, operator, idea)
  expect(deps.emails).toHaveLength(1)
})

it('stays where it is when nobody is to be mailed', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  await sendFeedbackEmail(deps, undefined, await anIdea(deps, project))

  expect(deps.emails).toEqual([])
  expect(await mailedAt(deps, project)).toEqual([null])
})

it('is not mailed once it went with its project', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  const idea = await anIdea(deps, project)
  await withOrganizationScope(deps.db, project.organizationId, (tx) => tx.deleteFrom('projects').where('id', '=', project.id).execute())

  await sendFeedbackEmail(deps, operator, idea)

  expect(deps.emails).toEqual([])
})

it('starts no header of its own, whatever is in its subject', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  await sendFeedbackEmail(deps, operator, await anIdea(deps, project, { subject: 'Hello\r\nBcc: x@example.com', idea: 'Hi' }))

  const [letter] = deps.emails
  if (letter === undefined) throw new Error('Nothing was mailed')
  expect(letter.subject).toBe('Idea: Hello Bcc: x@example.com')
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail(letter)
  expect(message.toString().split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m)
})
