import { expect, it } from 'vitest'
import { aProject, aUser, errorCodeOf } from '../../test/builders.ts'
import { verifyUserId } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { Person, Project } from '../access/index.ts'
import { createCallHandler } from '../api-calls.ts'
import { withScope } from '../platform/postgres/postgres.ts'
import { submitFeedback } from './submit-feedback.ts'

const draft = { subject: 'Sorting', idea: 'Let me sort links by clicks.' }

/** The stored feedback of this project, in the scope of its organization. */
function feedbackOf(deps: TestDeps, project: Pick<Project, 'id' | 'organizationId'>) {
  return withScope(deps.db, { organizationId: project.organizationId }, (tx) =>
    tx.selectFrom('ideas').selectAll().where('project_id', '=', project.id).orderBy('created_at').execute(),
  )
}

/** Sends feedback through the API as this user. */
async function post(deps: TestDeps, { userId }: Person, project: Pick<Project, 'id' | 'organizationId'>, body: unknown) {
  const request = new Request(`http://app.test/v1/${project.organizationId}/projects/${project.id}/ideas`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const context = { authorization: `Bearer ${userId}`, verifyToken: verifyUserId, requestId: 'corr-1' }
  const response = await createCallHandler(deps)(request, context)
  return { status: response?.status, body: (await response?.json()) as { id?: string; code?: string; message?: string } }
}

it('stores subject, text, user and time', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const project = await aProject(deps)

  const { status, body } = await post(deps, project.person, project, { subject: ' Sorting ', idea: 'By clicks,\nplease' })

  expect(status).toBe(201)
  expect(await feedbackOf(deps, project)).toMatchObject([
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
])('rejects %s with the message of the form, and stores nothing', async (_what, body, message) => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  expect(await post(deps, project.person, project, body)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID', message } })
  expect(await feedbackOf(deps, project)).toEqual([])
})

it('accepts twenty per user and hour over all projects, also when sent at once', async () => {
  let now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const [project, other] = [await aProject(deps), await aProject(deps)]

  const responses = await Promise.all(Array.from({ length: 26 }, () => post(deps, project.person, project, draft)))

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(responses.filter(({ status }) => status === 429).map(({ body }) => body.code)).toEqual(Array(6).fill('TOO_MANY_REQUESTS'))
  expect(await feedbackOf(deps, project)).toHaveLength(20)
  expect(await errorCodeOf(submitFeedback(deps, other, project.person, draft))).toBe('TOO_MANY_REQUESTS')
  await expect(submitFeedback(deps, project, other.person, draft)).resolves.toBeDefined()

  now = new Date('2026-05-01T11:00:00.001Z')
  expect((await post(deps, project.person, project, draft)).status).toBe(201)
})

it('fails with SIGN_IN_REQUIRED when the account is deleted but its token is still valid', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)

  expect(await errorCodeOf(submitFeedback(deps, project, { userId: deps.ids.next() }, draft))).toBe('SIGN_IN_REQUIRED')
})

it("rejects feedback for another organization's project, and hides it from that organization", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await submitFeedback(deps, mia, mia.person, draft)

  const responses = await Promise.all([
    post(deps, noah.person, mia, draft),
    post(deps, noah.person, { id: mia.id, organizationId: noah.organizationId }, draft),
    post(deps, (await aUser(deps)).actor, mia, draft),
  ])

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await errorCodeOf(submitFeedback(deps, { id: mia.id, organizationId: noah.organizationId }, noah.person, draft))).toBe('NOT_FOUND')
  expect(await feedbackOf(deps, mia)).toHaveLength(1)
  expect(await feedbackOf(deps, { id: mia.id, organizationId: noah.organizationId })).toEqual([])
})

it('is deleted with its project', async () => {
  await using deps = await openTestDeps()
  const project = await aProject(deps)
  await submitFeedback(deps, project, project.person, draft)

  await withScope(deps.db, { organizationId: project.organizationId }, (tx) =>
    tx.deleteFrom('projects').where('id', '=', project.id).execute(),
  )

  expect(await feedbackOf(deps, project)).toEqual([])
})
