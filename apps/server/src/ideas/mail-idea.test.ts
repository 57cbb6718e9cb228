import { expect, it, vi } from 'vitest'
import { aProject } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import type { Project } from '../access/index.ts'
import { openJobs } from '../jobs.ts'
import { composeLetter } from '../platform/compose-letter.ts'
import { inTenant } from '../platform/postgres.ts'
import { mailIdea } from './mail-idea.ts'
import { submitIdea } from './submit-idea.ts'

const operator = 'operator@example.com'
const draft = { subject: 'Sorting', idea: 'Let me sort links <by clicks>.' }

const noFetch = async () => {
  throw new Error('No page is looked at here')
}

async function anIdea(platform: TestPlatform, project: Awaited<ReturnType<typeof aProject>>, given = draft): Promise<object> {
  const { id } = await submitIdea(platform, project, project.person, given)
  return { organizationId: project.organizationId, projectId: project.id, ideaId: id }
}

async function mailedAt(platform: TestPlatform, project: Project): Promise<(Date | null)[]> {
  const rows = await inTenant(platform.db, project.organizationId, (tx) => tx.selectFrom('ideas').select('mailed_at').execute())
  return rows.map((row) => row.mailed_at)
}

it('reaches the operator through the queue, once, with an answer going to whoever told it', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const { email } = await platform.db.selectFrom('users').select('email').where('id', '=', project.person.userId).executeTakeFirstOrThrow()
  const idea = await anIdea(platform, project)
  const jobs = await openJobs({ platform, databaseUrl: platform.databaseUrl, fetchPage: noFetch, operatorEmail: operator })

  await vi.waitFor(async () => expect(await mailedAt(platform, project)).toEqual([expect.any(Date)]), { timeout: 30_000 })
  await jobs.close()
  await mailIdea(platform, operator, idea)

  expect(platform.letters).toMatchObject([{ to: operator, replyTo: email, subject: 'Idea: Sorting' }])
  const [letter] = platform.letters
  for (const told of [draft.idea, 'Mia Reed', email, "Mia's shelf"]) expect(letter?.text).toContain(told)
  expect(letter?.html).toContain('Let me sort links &lt;by clicks&gt;.')
})

it('waits while the mail server is away, and comes when it is back', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const idea = await anIdea(platform, project)
  const away = { ...platform, mail: { send: () => Promise.reject(new Error('connection refused')) } }

  await expect(mailIdea(away, operator, idea)).rejects.toThrow('connection refused')
  expect(await mailedAt(platform, project)).toEqual([null])

  await mailIdea(platform, operator, idea)
  expect(platform.letters).toHaveLength(1)
})

it('stays where it is when nobody is to be mailed', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  await mailIdea(platform, undefined, await anIdea(platform, project))

  expect(platform.letters).toEqual([])
  expect(await mailedAt(platform, project)).toEqual([null])
})

it('is not mailed once it went with its project', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  const idea = await anIdea(platform, project)
  await inTenant(platform.db, project.organizationId, (tx) => tx.deleteFrom('projects').where('id', '=', project.id).execute())

  await mailIdea(platform, operator, idea)

  expect(platform.letters).toEqual([])
})

it('starts no header of its own, whatever is in its subject', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  await mailIdea(platform, operator, await anIdea(platform, project, { subject: 'Hello\r\nBcc: x@example.com', idea: 'Hi' }))

  const [letter] = platform.letters
  if (letter === undefined) throw new Error('Nothing was mailed')
  expect(letter.subject).toBe('Idea: Hello Bcc: x@example.com')
  expect(composeLetter(letter, 'no-reply@example.com', new Date()).split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m)
})
