import pg from 'pg'
import { expect, it } from 'vitest'
import { anOrganization, aProject, aUser, catchErrorCode } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import type { ProjectContext, UserContext } from '../access/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { submitFeedback } from './feedback.ts'

const draft = { subject: 'Sorting', idea: 'Let me sort links by clicks.' }

type ProjectScope = Pick<ProjectContext, 'organization' | 'project'>

function selectFeedback(deps: TestDeps, { organization, project }: ProjectScope) {
  return withScope(deps.db, { organizationId: organization.id }, (tx) =>
    tx.selectFrom('ideas').selectAll().where('project_id', '=', project.id).orderBy('created_at').execute(),
  )
}

async function postFeedback(deps: TestDeps, user: Pick<UserContext, 'actor'>, { organization, project }: ProjectScope, body: object) {
  const path = `/v1/${organization.id}/projects/${project.id}/ideas`
  const response = await createApiCaller(deps)(user, { method: 'POST', path, body })
  return { status: response.status, body: (await response.json()) as { id?: string; code?: string; message?: string } }
}

it('stores subject, text, user and time', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const ctx = await aProject(deps)

  const { status, body } = await postFeedback(deps, ctx, ctx, { subject: ' Sorting ', idea: 'By clicks,\nplease' })

  expect(status).toBe(201)
  expect(await selectFeedback(deps, ctx)).toMatchObject([
    { id: body.id, subject: 'Sorting', idea: 'By clicks,\nplease', user_id: ctx.actor.userId, created_at: now, mailed_at: null },
  ])
})

it('writes an audit entry without the text, which is deleted with its project', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const { id } = await submitFeedback(deps, ctx, draft)

  const entries = await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').selectAll().where('action', '=', 'feedback.submit').execute(),
  )
  expect(entries).toMatchObject([{ entity: 'feedback', entity_id: id, before: null, after: { subject_length: 7, idea_length: 28 } }])
})

it.each([
  ['a blank subject', { ...draft, subject: '  ' }, 'Please fill in all fields.'],
  ['no idea', { subject: 'Sorting' }, 'Please fill in all fields.'],
  ['an emoji', { ...draft, idea: 'Nice 🙂' }, 'Please use only standard characters in your submission.'],
  ['a control character', { ...draft, subject: 'a\x07b' }, 'Please use only standard characters in your submission.'],
  ['a subject that is too long', { ...draft, subject: 'x'.repeat(101) }, 'At most 100 characters'],
  ['an idea that is too long', { ...draft, idea: 'x'.repeat(401) }, 'At most 400 characters'],
])('rejects %s with the message of the form, and stores nothing', async (_what, body, message) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect(await postFeedback(deps, ctx, ctx, body)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID', message } })
  expect(await selectFeedback(deps, ctx)).toEqual([])
})

it('accepts twenty per user and hour over all projects, also when sent at once', async () => {
  let now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const ctx = await aProject(deps)
  const second = await aProject(deps, { owned: await anOrganization(deps, { user: ctx }) })
  const other = await aProject(deps)

  const responses = await Promise.all(Array.from({ length: 26 }, () => postFeedback(deps, ctx, ctx, draft)))

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(responses.filter(({ status }) => status === 429).map(({ body }) => body.code)).toEqual(Array(6).fill('TOO_MANY_REQUESTS'))
  expect(await selectFeedback(deps, ctx)).toHaveLength(20)
  expect(await catchErrorCode(submitFeedback(deps, second, draft))).toBe('TOO_MANY_REQUESTS')
  await expect(submitFeedback(deps, other, draft)).resolves.toBeDefined()

  now = new Date('2026-05-01T11:00:00.001Z')
  expect((await postFeedback(deps, ctx, ctx, draft)).status).toBe(201)
})

it('fails with NOT_FOUND when the account is deleted during the request, and afterwards', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('delete from users where id = $1', [ctx.actor.userId])

  const submitting = catchErrorCode(submitFeedback(deps, ctx, draft))
  await waitForBlockedTransaction(deps)
  await owner.query('commit')
  await owner.end()

  expect(await submitting).toBe('NOT_FOUND')
  expect(await catchErrorCode(submitFeedback(deps, ctx, draft))).toBe('NOT_FOUND')
  expect(await selectFeedback(deps, ctx)).toEqual([])
})

it("rejects feedback for another organization's project, and hides it from that organization", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await submitFeedback(deps, mia, draft)
  const mixed = { ...noah, project: mia.project }

  const responses = await Promise.all([
    postFeedback(deps, noah, mia, draft),
    postFeedback(deps, noah, mixed, draft),
    postFeedback(deps, await aUser(deps), mia, draft),
  ])

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await catchErrorCode(submitFeedback(deps, mixed, draft))).toBe('NOT_FOUND')
  expect(await selectFeedback(deps, mia)).toHaveLength(1)
  expect(await selectFeedback(deps, mixed)).toEqual([])
})

it('is deleted with its project', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await submitFeedback(deps, ctx, draft)

  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.deleteFrom('projects').where('id', '=', ctx.project.id).execute(),
  )

  expect(await selectFeedback(deps, ctx)).toEqual([])
})
