import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aLabel, aLink, anOrganization, aPerson, firstOf, type Owned } from '../test/builders.ts'
import { openTestDeps, type TestDeps } from '../test/open-test-deps.ts'
import { fail, type Person } from './access/index.ts'
import { openCalls } from './api-calls.ts'
import { createOpenApiDocument } from './api-reference/index.ts'
import { withOrganizationScope } from './platform/postgres/postgres.ts'

interface Operation {
  method: string
  path: string
  takesBody?: boolean
}

/** The only calls that ask nobody to sign in. */
function isPublic(path: string): boolean {
  return path === '/v1/public/instance' || path === '/v1/public/status'
}

/** Every operation of the published document. */
async function everyOperation(): Promise<Operation[]> {
  const description = (await createOpenApiDocument('http://app.test')) as {
    paths: Record<string, Record<string, { requestBody?: object }>>
  }
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      takesBody: requestBody !== undefined,
    })),
  )
}

/** What is sent with a call, about these things. */
const bodies: Record<string, object | ((ids: Record<string, string>) => object)> = {
  'PATCH /v1/{orgId}/projects/{projectId}/urls': ({ urlId }) => ({ url_ids: [urlId], archived: true, add_labels: ['Stolen'] }),
  'POST /v1/{orgId}/projects/{projectId}/urls/delete': ({ urlId }) => ({ url_ids: [urlId] }),
  'POST /v1/{orgId}/projects/{projectId}/urls': { target: 'https://shop.example/stolen' },
  'PATCH /v1/{orgId}/projects/{projectId}/urls/{urlId}': { title: 'Stolen' },
  'POST /v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code': { color: '#bad000' },
  'POST /v1/{orgId}/projects/{projectId}/labels': { name: 'Stolen' },
  'PATCH /v1/{orgId}/projects/{projectId}/labels/{labelId}': { name: 'Stolen' },
  'POST /v1/{orgId}/projects/{projectId}/ideas': { subject: 'Stolen', idea: 'Stolen' },
  'POST /v1/{orgId}/projects': { name: 'Stolen', description: 'Stolen' },
  'PATCH /v1/{orgId}/projects/{projectId}': { name: 'Stolen' },
  'PATCH /v1/organizations/{orgId}': { name: 'Stolen' },
}

/** The API in this process; a token is the id of its person. */
function callerOf(deps: TestDeps): (operation: Operation, token: string | undefined, ids?: Record<string, string>) => Promise<Response> {
  const answer = openCalls(deps)
  return async ({ method, path }, token, ids = {}) => {
    const url = `http://app.test${path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? deps.ids.next())}`
    const written = bodies[`${method} ${path}`]
    const body = typeof written === 'function' ? written(ids) : written
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const context = {
      db: deps.db,
      authorization: token && `Bearer ${token}`,
      verifyToken: async (given: string) => ({ userId: given }),
      correlationId: 'corr-1',
    }
    return (await answer(new Request(url, init), context)) ?? new Response('no such call', { status: 599 })
  }
}

async function idsOf(deps: TestDeps, { organization, person }: Owned, name = 'lamps'): Promise<Record<string, string>> {
  const project = firstOf(organization)
  const link = await aLink(deps, { ...projectFields, id: project.id, organizationId: organization.id })
  const label = await aLabel(deps, { ...projectFields, id: project.id, organizationId: organization.id }, { name })
  return { orgId: organization.id, projectId: project.id, urlId: link.url_id, labelId: label.label_id, userId: person.userId }
}

const projectFields = { package: 'Free', hasFullAnalytics: false, dashboardDays: 30, role: 'owner' } as const

async function everything(deps: TestDeps, person: Person, ids: Record<string, string>): Promise<unknown> {
  const call = callerOf(deps)
  const paths = [
    '/v1/organizations',
    '/v1/{orgId}/members',
    '/v1/{orgId}/projects/{projectId}/urls',
    '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code/config',
    '/v1/{orgId}/projects/{projectId}/labels',
  ]
  return Promise.all(paths.map(async (path) => (await call({ method: 'GET', path }, person.userId, ids)).json()))
}

describe('every call of the published document', async () => {
  const operations = await everyOperation()
  const ofOrganization = operations.filter(({ path }) => path.includes('{orgId}'))

  it('is one of ours, and some name an organization', () => {
    expect(operations.length).toBeGreaterThanOrEqual(35)
    expect(ofOrganization.length).toBeGreaterThanOrEqual(29)
  })

  it.each(operations.filter(({ path }) => !isPublic(path)))('$method $path asks a stranger to sign in', async (operation) => {
    await using deps = await openTestDeps()

    const answer = await callerOf(deps)(operation, undefined)

    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: 'Your session has expired. Please sign in again.',
      correlation_id: 'corr-1',
    })
  })

  it.each(ofOrganization)('$method $path answers 404 to somebody of another organization, and changes nothing', async (operation) => {
    await using deps = await openTestDeps()
    const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
    const ids = await idsOf(deps, mia)
    const before = await everything(deps, mia.person, ids)

    const answers = await Promise.all([
      callerOf(deps)(operation, noah.person.userId, ids),
      // Their own organization in front of another's project, link or person.
      callerOf(deps)(operation, noah.person.userId, { ...ids, orgId: noah.organization.id, projectId: ids.projectId ?? '' }),
    ])

    const onlyNamesOrganization = !/projectId|urlId|userId/.test(operation.path)
    expect(answers[0].status).toBe(404)
    if (!onlyNamesOrganization) expect(answers[1].status).toBe(404)
    expect(await everything(deps, mia.person, ids)).toEqual(before)
    // What was refused was whole: from its owner it is taken.
    if (operation.takesBody) expect((await callerOf(deps)(operation, mia.person.userId, ids)).ok).toBe(true)
  })
})

it('describes no body that an answer never has, no refusal that a call never gives, and a boolean as one', async () => {
  const { paths = {} } = await createOpenApiDocument('http://app.test')
  const operations = Object.values(paths).flatMap((path) =>
    [path?.get, path?.post, path?.patch, path?.delete].filter((one) => one !== undefined),
  )
  const contents = operations.flatMap(({ responses = {} }) =>
    Object.values(responses).map((answer) => ('$ref' in answer ? {} : (answer.content ?? {}))),
  )

  expect(
    contents
      .flatMap((content) => Object.values(content))
      .filter(({ schema }) => /"anyOf":\[(\]|\{"not":\{\}\})/.test(JSON.stringify(schema))),
  ).toEqual([])
  const picture = paths['/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code']?.get?.responses
  expect(picture).toMatchObject({
    200: { content: { 'image/png': {}, 'image/svg+xml': {} } },
    304: expect.not.objectContaining({ content: expect.anything() }),
    429: { headers: { 'retry-after': {} } },
  })
  expect(picture).not.toMatchObject({ 200: { content: { 'application/json': expect.anything() } } })
  const open = operations.filter(({ security }) => security?.length === 0)
  expect(open.map(({ operationId, responses }) => [operationId, Object.keys(responses ?? {})])).toEqual([
    ['instance.about', ['200']],
    ['instance.status', ['200']],
  ])
  expect(paths['/v1/{orgId}/projects/{projectId}/urls']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'archived', schema: { type: 'boolean', default: false } }),
  )
})

it('leaves renaming and deleting to owners', async () => {
  await using deps = await openTestDeps()
  const mia = await anOrganization(deps)
  const noah = await aPerson(deps)
  await withOrganizationScope(deps.db, mia.organization.id, (tx) =>
    tx
      .insertInto('members')
      .values({ organization_id: mia.organization.id, user_id: noah.userId, role: 'member', created_at: deps.clock.now() })
      .execute(),
  )
  const ids = { orgId: mia.organization.id, projectId: firstOf(mia.organization).id }
  const call = callerOf(deps)

  const asked = await Promise.all([
    call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/urls' }, noah.userId, ids),
    call({ method: 'DELETE', path: '/v1/{orgId}/projects/{projectId}' }, noah.userId, ids),
    call({ method: 'DELETE', path: '/v1/organizations/{orgId}' }, noah.userId, ids),
    call({ method: 'PATCH', path: '/v1/organizations/{orgId}' }, noah.userId, ids),
  ])

  expect(asked.map((answer) => answer.status)).toEqual([200, 404, 404, 404])
})

it('answers malformed ids, unknown fields and broken bodies with errors that name what is wrong', async () => {
  await using deps = await openTestDeps()
  const mia = await anOrganization(deps)
  const call = openCalls(deps)
  const project = `http://app.test/v1/${mia.organization.id}/projects/${firstOf(mia.organization).id}`
  const context = {
    db: deps.db,
    authorization: `Bearer ${mia.person.userId}`,
    verifyToken: async (userId: string) => ({ userId }),
    correlationId: 'corr-1',
  }
  const post = async (body: string) =>
    call(new Request(`${project}/urls`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }), context)

  const answers = await Promise.all(
    ['{"target":"javascript:alert(1)"}', '{"target":"https://a.example","colour":"red"}', '{"target":', '[]'].map(post),
  )

  expect(answers.map((answer) => answer?.status)).toEqual([400, 400, 400, 400])
  expect(await answers[0]?.json()).toMatchObject({
    code: 'REQUEST_INVALID',
    message: 'Please enter a valid URL',
    data: { issues: [{ path: 'target' }] },
  })
  expect((await call(new Request(`http://app.test/v1/not-an-id/projects`, { method: 'POST', body: '{}' }), context))?.status).toBe(404)
})

it('makes a fault of a refusal that the call does not declare, and of an answer that is not as declared', async () => {
  await using deps = await openTestDeps()
  const mia = await anOrganization(deps)
  const logged: unknown[] = []
  const log = { ...deps.log, error: (about: unknown) => logged.push(about) } as typeof deps.log
  const request = () => new Request('http://app.test/v1/organizations')
  const context = { db: deps.db, authorization: `Bearer ${mia.person.userId}`, correlationId: 'corr-3' }

  const undeclared = await openCalls({ ...deps, log })(request(), { ...context, verifyToken: async () => fail('LINK_SLUG_TAKEN') })
  await withOrganizationScope(deps.db, mia.organization.id, (tx) =>
    tx
      .updateTable('organizations')
      .set({ name: 'x', package: 'Gold' as never })
      .execute(),
  )
  const unlike = await openCalls({ ...deps, log })(request(), { ...context, verifyToken: async (userId) => ({ userId }) })

  expect([undeclared?.status, unlike?.status]).toEqual([500, 500])
  expect(logged).toMatchObject([{ correlationId: 'corr-3', call: 'organizations.list' }, { correlationId: 'corr-3' }])
})

it('knows an id in whichever case it is written', async () => {
  await using deps = await openTestDeps()
  const mia = await anOrganization(deps)
  const ids = await idsOf(deps, mia)
  const other = await idsOf(deps, mia, 'chairs')
  const shouted = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]))
  const call = callerOf(deps)
  const path = '/v1/{orgId}/projects/{projectId}/urls'
  const ask = (method: string, address: string, given: Record<string, string>) => call({ method, path: address }, mia.person.userId, given)

  const edited = await ask('PATCH', path, shouted)
  const deletedMany = await ask('POST', `${path}/delete`, { ...shouted, urlId: other.urlId?.toUpperCase() ?? '' })
  const deleted = await ask('DELETE', `${path}/{urlId}`, shouted)

  expect(await edited.json()).toMatchObject([{ url_id: ids.urlId, archived: true }])
  expect(await deletedMany.json()).toEqual({ url_ids: [other.urlId] })
  expect(deleted.status).toBe(204)
})

it.each([
  ['NUL characters', 'a\0b'],
  ['halves of characters', 'a\ud800b'],
])('keeps %s out of every text', async (_what, odd) => {
  await using deps = await openTestDeps()
  const mia = await anOrganization(deps)
  const project = `http://app.test/v1/${mia.organization.id}/projects/${firstOf(mia.organization).id}`
  const context = {
    db: deps.db,
    authorization: `Bearer ${mia.person.userId}`,
    verifyToken: async (userId: string) => ({ userId }),
    correlationId: 'corr-4',
  }
  const ask = (address: string, method: string, body?: object) =>
    openCalls(deps)(
      new Request(address, { method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      context,
    )
  const answers = await Promise.all([
    ask(`${project}/urls`, 'POST', { target: 'https://a.example', title: odd }),
    ask(`${project}/urls`, 'POST', { target: 'https://a.example', labels: [odd] }),
    ask(`${project}/labels`, 'POST', { name: odd }),
    ask(`${project}/urls?search=a%00b`, 'GET'),
    ask(project, 'PATCH', { name: odd }),
    ask('http://app.test/v1/organizations', 'POST', { name: odd }),
  ])

  expect(answers.map((answer) => answer?.status)).toEqual([400, 400, 400, 400, 400, 400])
})

it('gives a fault nothing but its correlation id', async () => {
  await using deps = await openTestDeps()
  const call = openCalls({ ...deps, db: deps.db })
  const verifyToken = async () => {
    throw new Error('the password is hunter2')
  }

  const answer = await call(new Request('http://app.test/v1/organizations'), {
    db: deps.db,
    authorization: 'Bearer x',
    verifyToken,
    correlationId: 'corr-2',
  })

  expect(answer?.status).toBe(500)
  expect(await answer?.json()).toEqual({ code: 'FAULT', status: 500, message: 'An unexpected error occurred', correlation_id: 'corr-2' })
})

it('has row-level security, forced, with a policy, on every table of an organization', async () => {
  await using deps = await openTestDeps()
  const { rows } = await sql<{ name: string; forced: boolean; policies: number }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and (c.relname = 'organizations' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname in ('organization_id', 'project_id') and not a.attisdropped))`.execute(
    deps.db,
  )

  expect(rows.map((row) => row.name).sort()).toEqual(
    expect.arrayContaining(['labels', 'link_counts', 'links', 'members', 'organizations', 'projects']),
  )
  expect(rows.filter((row) => !row.forced || row.policies === 0)).toEqual([])
})
