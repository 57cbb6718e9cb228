import { webAddressMessage } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization, getFirstProject } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { createPathIds, listOperations, toCall } from '../../test/every-operation.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { fail } from '../access/index.ts'
import { createOpenApiDocument } from '../api-reference/index.ts'
import { ConnectionTimeoutError } from '../platform/postgres/connection-slots.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createCallHandler } from './api-calls.ts'

it('describes no body for empty responses, no errors that a call does not return, and booleans as booleans', async () => {
  const { paths = {} } = await createOpenApiDocument('http://app.test')
  const operations = Object.values(paths).flatMap((path) =>
    [path?.get, path?.post, path?.patch, path?.delete].filter((one) => one !== undefined),
  )
  const contents = operations.flatMap(({ responses = {} }) =>
    Object.values(responses).map((response) => ('$ref' in response ? {} : (response.content ?? {}))),
  )

  expect(
    contents
      .flatMap((content) => Object.values(content))
      .filter(({ schema }) => /"anyOf":\[(\]|\{"not":\{\}\})/.test(JSON.stringify(schema))),
  ).toEqual([])
  const imageResponses = paths['/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code']?.get?.responses
  expect(imageResponses).toMatchObject({
    200: { content: { 'image/png': {}, 'image/svg+xml': {} } },
    304: expect.not.objectContaining({ content: expect.anything() }),
    429: { headers: { 'retry-after': {} } },
  })
  expect(imageResponses).not.toMatchObject({ 200: { content: { 'application/json': expect.anything() } } })
  const open = operations.filter(({ security }) => security?.length === 0)
  const declared = open.map(({ operationId, responses }) => [operationId, Object.keys(responses ?? {})])
  expect(declared.toSorted()).toEqual([
    ['dataExports.download', ['200', '206', '400', '404', '416', '429', '503']],
    ['instance.about', ['200', '503']],
    ['instance.status', ['200', '503']],
    ['invitations.get', ['200', '400', '404', '503']],
    ['postbacks.receive', ['200', '400', '404', '429', '503']],
    ['postbacks.receivePosted', ['200', '400', '404', '413', '415', '429', '503']],
    ['publicStores.categories', ['200', '400', '404', '503']],
    ['publicStores.config', ['200', '400', '404', '503']],
    ['publicStores.product', ['200', '400', '404', '503']],
    ['publicStores.productsOfCategory', ['200', '400', '404', '503']],
    ['subscriptions.listPlans', ['200', '503']],
  ])
  expect(paths['/v1/{orgId}/projects/{projectId}/urls']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'archived', schema: { type: 'boolean', default: false } }),
  )
})

it('answers 404 to a member who makes calls that only owners may make', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const { organization } = owned
  const member = await aMember(deps, owned)
  const ids = { orgId: organization.id, projectId: getFirstProject(organization).id, userId: owned.user.actor.userId }
  const call = createApiCaller(deps)

  const responses = await Promise.all(
    [
      { method: 'GET', path: '/v1/{orgId}/projects/{projectId}/urls' },
      { method: 'DELETE', path: '/v1/{orgId}/projects/{projectId}' },
      { method: 'DELETE', path: '/v1/organizations/{orgId}' },
      { method: 'PATCH', path: '/v1/organizations/{orgId}' },
      { method: 'POST', path: '/v1/{orgId}/members' },
      { method: 'GET', path: '/v1/{orgId}/invitations' },
      { method: 'PATCH', path: '/v1/{orgId}/members/{userId}' },
      { method: 'POST', path: '/v1/{orgId}/members/{userId}/transfer' },
      { method: 'DELETE', path: '/v1/{orgId}/members/{userId}' },
    ].map((operation) => call(member, toCall(deps, operation, ids))),
  )

  expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404, 404, 404, 404, 404])
})

it('answers malformed ids, unknown fields and broken bodies with errors that name what is wrong', async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const path = `/v1/${organization.id}/projects/${getFirstProject(organization).id}/urls`

  const bodies = ['{"target":"javascript:alert(1)"}', '{"target":"https://a.example","colour":"red"}', '{"target":', '[]']
  const responses = await Promise.all(bodies.map((body) => call(user, { method: 'POST', path, body })))

  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(await responses[0]?.json()).toMatchObject({
    code: 'REQUEST_INVALID',
    message: 'Please enter a valid URL',
    data: { issues: [{ path: 'target' }] },
  })
  expect((await call(user, { method: 'POST', path: '/v1/not-an-id/projects', body: '{}' })).status).toBe(404)
})

it('rejects a parameter that is sent twice or as an object, and a field with the name of a prototype', async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const path = `/v1/${organization.id}/projects/${getFirstProject(organization).id}/urls`
  const body = '{"target":"https://shop.example","__proto__":{"slug":"lamp"}}'

  for (const query of ['limit=1&limit=2', 'limit[]=1&limit[]=2', 'limit[a]=1'])
    expect([query, (await call(user, { method: 'GET', path: `${path}?${query}` })).status]).toEqual([query, 400])
  expect((await call(user, { method: 'POST', path, body })).status).toBe(400)
})

it('rejects unstorable text in deeply nested fields and at the end of a long list', async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const path = `/v1/${organization.id}/projects/${getFirstProject(organization).id}/urls`
  const deep = `{"labels":${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}}`
  const wide = `{"labels":[${'1,'.repeat(400_000)}"\\ud800"]}`

  for (const body of [deep, wide])
    expect(await (await call(user, { method: 'POST', path, body })).json()).toMatchObject({ code: 'REQUEST_INVALID' })
})

it("rejects a missing field or one of another type with the same message as a blank field, never with a library's text", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ids = await createPathIds(deps, owned)
  const call = createApiCaller(deps)
  const rejected: { field: string; messages: string[] }[] = []

  for (const operation of (await listOperations()).filter(({ takesBody }) => takesBody)) {
    const { method, path, body } = toCall(deps, operation, ids)
    for (const field of Object.keys(body ?? {})) {
      const messages = new Set<string>()
      for (const value of [' ', undefined, null, 7, [], {}]) {
        const response = await call(owned.user, { method, path, body: { ...body, [field]: value } })
        if (response.status === 400) messages.add(((await response.json()) as { message: string }).message) // other statuses: the field is optional, or may be blank or a list
      }
      rejected.push({ field: `${operation.method} ${operation.path} ${field}`, messages: [...messages] })
    }
  }

  expect(rejected.length).toBeGreaterThan(12)
  for (const { field, messages } of rejected) {
    expect({ field, messages }).toEqual({ field, messages: [expect.any(String)] })
    expect(messages.join()).not.toMatch(/invalid input|expected|received|unrecognized|too (big|small)/i)
  }
})

it.each([
  [{ colour: 'red' }, 'There is no field colour'],
  [{ labels: 'red' }, 'This must be a list'],
  [{ labels: ['x'.repeat(65)] }, 'Labels can be up to 64 characters'],
  [{ title: 'x'.repeat(301) }, 'Use at most 300 characters'],
  [{ target: 'https://' }, 'Please enter a valid URL'],
])('names what is wrong with %j in a sentence', async (wrong, message) => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const path = `/v1/${organization.id}/projects/${getFirstProject(organization).id}/urls`

  const response = await createApiCaller(deps)(user, { method: 'POST', path, body: { target: 'https://shop.example/', ...wrong } })

  expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID', message, data: { issues: [{ message }] } })
})

it('accepts IANA names as time zones and an empty name as UTC, but no offsets', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const fetchStatus = async (tz: string) =>
    (
      await call(user, {
        method: 'GET',
        path: `/v1/${organization.id}/projects/${getFirstProject(organization).id}/analytics/overview?tz=${tz}`,
      })
    ).status

  for (const tz of ['%2B05:45', '-03:00', '%2B05', '5', 'Mars/Base', '%20', 'UTC%2B1'])
    expect([tz, await fetchStatus(tz)]).toEqual([tz, 400])
  for (const tz of ['', 'UTC', 'Asia/Kathmandu', 'Etc/GMT-5']) expect([tz, await fetchStatus(tz)]).toEqual([tz, 200])
})

it('answers undeclared errors and output that does not match its schema as internal errors', async () => {
  await using deps = await openTestDeps()
  const { user, ctx } = await anOrganization(deps)
  const logged: unknown[] = []
  const log = { ...deps.log, error: (about: unknown) => logged.push(about) } as typeof deps.log
  const list = { method: 'GET', path: '/v1/organizations' }

  const undeclared = await createCallHandler({ ...deps, log })(new Request('http://app.test/v1/organizations'), {
    authorization: 'Bearer x',
    verifyToken: async () => fail('LINK_SLUG_TAKEN'),
    requestId: 'corr-3',
  })
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .updateTable('organizations')
      .set({ name: 'x', package: 'Gold' as never })
      .execute(),
  )
  const mismatched = await createApiCaller(deps, createCallHandler({ ...deps, log }))(user, list)

  expect([undeclared?.status, mismatched.status]).toEqual([500, 500])
  expect(logged).toMatchObject([{ requestId: 'corr-3', call: 'organizations.list' }, { requestId: 'corr-1' }])
})

it('accepts ids in upper case', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] }) // a plan with two domains
  const ids = await createPathIds(deps, owned)
  const other = await createPathIds(deps, owned, { name: 'chairs', hasSingletons: false })
  const upperCased = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]))
  const call = createApiCaller(deps)
  const path = '/v1/{orgId}/projects/{projectId}/urls'
  const send = (method: string, template: string, params: Record<string, string>) =>
    call(owned.user, toCall(deps, { method, path: template }, params))

  const updated = await send('PATCH', path, upperCased)
  const bulkDeleted = await send('POST', `${path}/delete`, { ...upperCased, urlId: other.urlId?.toUpperCase() ?? '' })
  const deleted = await send('DELETE', `${path}/{urlId}`, upperCased)

  expect(await updated.json()).toMatchObject([{ url_id: ids.urlId, archived: true }])
  expect(await bulkDeleted.json()).toEqual({ url_ids: [other.urlId] })
  expect(deleted.status).toBe(204)
})

it.each([
  ['a web address', 'Visit evil.example', webAddressMessage],
  ['a line break', 'Mia\nBaker', 'Use letters and other visible characters'],
])('rejects %s in the name of an organization, and says why', async (_what, name, message) => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)

  const responses = await Promise.all([
    call(user, { path: '/v1/organizations', method: 'POST', body: { name } }),
    call(user, { path: `/v1/organizations/${organization.id}`, method: 'PATCH', body: { name } }),
  ])

  for (const response of responses) expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID', message })
})

it('answers 503 with Retry-After if a call gets no connection to PostgreSQL', async () => {
  await using deps = await openTestDeps()
  const verifyToken = () => Promise.reject(new ConnectionTimeoutError())
  const request = new Request('http://app.test/v1/organizations')

  const response = await createCallHandler(deps)(request, { authorization: 'Bearer x', verifyToken, requestId: 'corr-2' })

  expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response?.json()).toMatchObject({ code: 'INSTANCE_BUSY', correlation_id: 'corr-2' })
})

it('answers an internal error with its correlation id and nothing else', async () => {
  await using deps = await openTestDeps()
  const verifyToken = async () => {
    throw new Error('the password is hunter2')
  }

  const response = await createCallHandler(deps)(new Request('http://app.test/v1/organizations'), {
    authorization: 'Bearer x',
    verifyToken,
    requestId: 'corr-2',
  })

  expect(response?.status).toBe(500)
  expect(await response?.json()).toEqual({ code: 'FAULT', status: 500, message: 'An unexpected error occurred', correlation_id: 'corr-2' })
})

it('answers 400 to a form with a file name that is not valid UTF-8', async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''%ff\r\n\r\nurl\r\n--x--\r\n`
  const path = `/v1/${organization.id}/projects/${organization.projects[0]?.id}/urls/imports`

  const response = await createApiCaller(deps)(user, {
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID', message: expect.stringContaining('form') })
})
