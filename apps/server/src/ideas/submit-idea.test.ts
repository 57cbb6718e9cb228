import { expect, it } from 'vitest'
import { aPerson, aProject, refusalOf } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import type { Person, Project } from '../access/index.ts'
import { openCalls } from '../api-calls.ts'
import { inTenant } from '../platform/postgres.ts'
import { submitIdea } from './submit-idea.ts'

const draft = { subject: 'Sorting', idea: 'Let me sort links by clicks.' }

/** The ideas kept in this project, as its own organization sees them. */
function ideasOf(platform: TestPlatform, project: Pick<Project, 'id' | 'organizationId'>) {
  return inTenant(platform.db, project.organizationId, (tx) =>
    tx.selectFrom('ideas').selectAll().where('project_id', '=', project.id).orderBy('created_at').execute(),
  )
}

/** As the API answers this person. */
async function ask(platform: TestPlatform, { userId }: Person, project: Pick<Project, 'id' | 'organizationId'>, body: unknown) {
  const request = new Request(`http://app.test/v1/${project.organizationId}/projects/${project.id}/ideas`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const context = { db: platform.db, authorization: 'Bearer x', verifyToken: async () => ({ userId }), correlationId: 'corr-1' }
  const answer = await openCalls(platform)(request, context)
  return { status: answer?.status, body: (await answer?.json()) as { id?: string; code?: string; message?: string } }
}

it('keeps subject, idea, who and when', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z')
  await using platform = await openTestPlatform({ clock: { now: () => now } })
  const project = await aProject(platform)

  const { status, body } = await ask(platform, project.person, project, { subject: ' Sorting ', idea: 'By clicks,\nplease' })

  expect(status).toBe(201)
  expect(await ideasOf(platform, project)).toMatchObject([
    { id: body.id, subject: 'Sorting', idea: 'By clicks,\nplease', user_id: project.person.userId, created_at: now, mailed_at: null },
  ])
})

it.each([
  ['a blank subject', { ...draft, subject: '  ' }, 'Please fill in all fields.'],
  ['no idea', { subject: 'Sorting' }, 'Please fill in all fields.'],
  ['an emoji', { ...draft, idea: 'Nice 🙂' }, 'Please use only standard characters in your submission.'],
  ['a NUL character', { ...draft, subject: 'a\0b' }, 'Please use only standard characters in your submission.'],
  ['a subject that is too long', { ...draft, subject: 'x'.repeat(101) }, 'At most 100 characters'],
  ['an idea that is too long', { ...draft, idea: 'x'.repeat(401) }, 'At most 400 characters'],
])('refuses %s in the words of the form, and keeps nothing', async (_what, body, message) => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  expect(await ask(platform, project.person, project, body)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID', message } })
  expect(await ideasOf(platform, project)).toEqual([])
})

it('takes twenty of one person within an hour, however many come at once and wherever they are told', async () => {
  let now = new Date('2026-05-01T10:00:00.000Z')
  await using platform = await openTestPlatform({ clock: { now: () => now } })
  const [project, elsewhere] = [await aProject(platform), await aProject(platform)]

  const asked = await Promise.all(Array.from({ length: 26 }, () => ask(platform, project.person, project, draft)))

  expect(asked.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(asked.filter(({ status }) => status === 429).map(({ body }) => body.code)).toEqual(Array(6).fill('TOO_MANY_REQUESTS'))
  expect(await ideasOf(platform, project)).toHaveLength(20)
  expect(await refusalOf(submitIdea(platform, elsewhere, project.person, draft))).toBe('TOO_MANY_REQUESTS')
  await expect(submitIdea(platform, project, elsewhere.person, draft)).resolves.toBeDefined()

  now = new Date('2026-05-01T11:00:00.001Z')
  expect((await ask(platform, project.person, project, draft)).status).toBe(201)
})

it('refuses somebody whose account is gone though a token for it still lives', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)

  expect(await refusalOf(submitIdea(platform, project, { userId: platform.ids.next() }, draft))).toBe('SIGN_IN_REQUIRED')
})

it("takes none for another organization's project, and shows none to it", async () => {
  await using platform = await openTestPlatform()
  const [mia, noah] = [await aProject(platform), await aProject(platform)]
  await submitIdea(platform, mia, mia.person, draft)

  const asked = await Promise.all([
    ask(platform, noah.person, mia, draft),
    ask(platform, noah.person, { id: mia.id, organizationId: noah.organizationId }, draft),
    ask(platform, await aPerson(platform), mia, draft),
  ])

  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await refusalOf(submitIdea(platform, { id: mia.id, organizationId: noah.organizationId }, noah.person, draft))).toBe('NOT_FOUND')
  expect(await ideasOf(platform, mia)).toHaveLength(1)
  expect(await ideasOf(platform, { id: mia.id, organizationId: noah.organizationId })).toEqual([])
})

it('goes with its project', async () => {
  await using platform = await openTestPlatform()
  const project = await aProject(platform)
  await submitIdea(platform, project, project.person, draft)

  await inTenant(platform.db, project.organizationId, (tx) => tx.deleteFrom('projects').where('id', '=', project.id).execute())

  expect(await ideasOf(platform, project)).toEqual([])
})
