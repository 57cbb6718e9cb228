// Generated from the OpenAPI document: a new call is in these tests by itself.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { aMember, anOrganization, aUser, type OwnedOrganization } from '../test/builders.ts'
import { apiCaller, testRequestId } from '../test/call-api.ts'
import { callOf, everyOperation, idsOf, isPublic, type PathIds } from '../test/every-operation.ts'
import { servingOneFont } from '../test/font-builder.ts'
import { openTestDeps, type TestDeps } from '../test/open-test-deps.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { createProject } from './projects/create-project.ts'

const operations = await everyOperation()
const ofOrganization = operations.filter(({ path }) => path.includes('{orgId}'))
/** The one call that a project with a store rejects. */
const hasStoreFor = ({ method, path }: { method: string; path: string }) => !(method === 'POST' && path.endsWith('/stores'))
const mutating = operations.filter(({ method }) => method !== 'GET')

/** What an owner sees of everything that calls can change. */
async function snapshot(deps: TestDeps, { user }: OwnedOrganization, ids: PathIds): Promise<unknown> {
  const paths = [
    '/v1/organizations',
    '/v1/{orgId}/members',
    '/v1/{orgId}/invitations',
    '/v1/{orgId}/subscription',
    '/v1/{orgId}/projects/{projectId}/urls',
    '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code/config',
    '/v1/{orgId}/projects/{projectId}/labels',
    '/v1/{orgId}/projects/{projectId}/stores',
    '/v1/{orgId}/projects/{projectId}/products',
    '/v1/{orgId}/projects/{projectId}/products/imports',
    '/v1/{orgId}/projects/{projectId}/categories',
  ]
  return Promise.all(paths.map(async (path) => (await apiCaller(deps)(user, callOf(deps, { method: 'GET', path }, ids))).json()))
}

it('covers the calls of the API', () => {
  expect(operations.length).toBeGreaterThanOrEqual(86)
  expect(ofOrganization.length).toBeGreaterThanOrEqual(70)
  expect(mutating.length).toBeGreaterThanOrEqual(53)
})

describe('sign-in', () => {
  it.each(operations.filter(({ path }) => !isPublic(path)))('$method $path answers 401 without a token', async (operation) => {
    await using deps = await openTestDeps()

    const response = await apiCaller(deps)(undefined, callOf(deps, operation, {}))

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: 'Your session has expired. Please sign in again.',
      correlation_id: testRequestId,
    })
  })
})

describe('two organizations', () => {
  it.each(ofOrganization)('$method $path answers 404 to a user of another organization, and changes nothing', async (operation) => {
    await using deps = await openTestDeps({ fetchFont: servingOneFont })
    const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
    const ids = await idsOf(deps, mia, { hasStore: hasStoreFor(operation) })
    const before = await snapshot(deps, mia, ids)
    const call = apiCaller(deps)

    const responses = await Promise.all([
      call(noah.user, callOf(deps, operation, ids)),
      // Their own organization with another's project, link or user.
      call(noah.user, callOf(deps, operation, { ...ids, orgId: noah.organization.id })),
    ])

    const namesOnlyOrganization = !/projectId|urlId|userId|invitationId/.test(operation.path)
    expect(responses[0].status).toBe(404)
    if (!namesOnlyOrganization) expect(responses[1].status).toBe(404)
    expect(await snapshot(deps, mia, ids)).toEqual(before)
    // The call was valid: from the owner it is accepted.
    if (operation.takesBody) expect((await call(mia.user, callOf(deps, operation, ids))).ok).toBe(true)
  })
})

describe('audit log', () => {
  /** An owner who may delete everything: two organizations, two projects. */
  async function aWorld(deps: TestDeps, hasStore: boolean): Promise<{ owned: OwnedOrganization; ids: PathIds }> {
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    await createOrganization(deps, owned.user, 'Another')
    await createProject(deps, owned.ctx, { name: 'Another', description: 'Stays' })
    const member = await aMember(deps, owned)
    const ids = await idsOf(deps, owned, { hasStore })
    return { owned, ids: { ...ids, userId: member.actor.userId } }
  }

  /** Every entry, whichever organization or user it belongs to: read as the owner of the tables. */
  async function auditEntries(deps: TestDeps): Promise<{ request_id: string; actor_id: string; action: string }[]> {
    const client = new pg.Client({ connectionString: deps.databaseUrl })
    await client.connect()
    try {
      return (await client.query('select request_id, actor_id, action from audit_log')).rows
    } finally {
      await client.end()
    }
  }

  it.each(mutating)('$method $path writes one entry, and none when it fails', async (operation) => {
    await using deps = await openTestDeps({ fetchFont: servingOneFont, clicks: operation.path.includes('/analytics') })
    const { owned, ids } = await aWorld(deps, hasStoreFor(operation))
    const stranger = await aUser(deps)
    const call = apiCaller(deps)
    const before = await auditEntries(deps)

    const entity = /\{(urlId|labelId|userId|storeId|productId|importId|categoryId|sessionId|invitationId)\}/.exec(operation.path)?.[1]
    const failures = [
      ...(operation.path.includes('{') ? [call(stranger, callOf(deps, operation, ids))] : []),
      ...(entity ? [call(owned.user, callOf(deps, operation, { ...ids, [entity]: deps.ids.next() }))] : []),
      ...(operation.takesBody ? [call(owned.user, { ...callOf(deps, operation, ids), body: { unknown_field: true } })] : []),
    ]
    for (const response of await Promise.all(failures)) expect([400, 404]).toContain(response.status)
    expect(await auditEntries(deps)).toHaveLength(before.length)

    const response = await call(owned.user, callOf(deps, operation, ids))

    expect(response.ok).toBe(true)
    const written = (await auditEntries(deps)).filter(({ request_id }) => request_id === testRequestId)
    expect(written).toMatchObject([{ actor_id: owned.user.actor.userId }])
  })
})
