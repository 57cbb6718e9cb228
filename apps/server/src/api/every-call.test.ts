// These tests are generated from the OpenAPI document, so they cover new calls.
import { isAtLeast, type MemberRole, memberRoles, unstorableTextMessage } from '@linkshelf/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aMember, anOrganization, aUser, aUserInSession, type OwnedOrganization, toApiKeyContext } from '../../test/builders/builders.ts'
import { fetchOneFont } from '../../test/builders/font-builder.ts'
import { createApiCaller, testRequestId } from '../../test/call-api.ts'
import { queryAsOwner, runAsOwner } from '../../test/databases/run-as-owner.ts'
import { createPathIds, isPublic, listOperations, type Operation, type PathIds, toCall } from '../../test/every-operation.ts'
import { openGoogleServer } from '../../test/google/open-google-server.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { createUnstorableCalls } from '../../test/unstorable-calls.ts'
import type { UserContext } from '../access/index.ts'
import { createOrganization } from '../organizations/organizations.ts'
import { createProject } from '../projects/projects.ts'

const operations = await listOperations()
const google = await openGoogleServer({ unitsPerDay: 1_000_000 })
afterAll(() => google[Symbol.asyncDispose]())
const organizationCalls = operations.filter(({ path }) => path.includes('{orgId}'))
/**
 * Returns whether the call needs a project with a store. Only the creation of a store needs a project without a store.
 */
const needsSingletons = ({ method, path }: { method: string; path: string }) => !(method === 'POST' && path.endsWith('/stores'))
/**
 * All writes except public calls. Public writes are postbacks of affiliate networks, and another test covers their
 * audit entries.
 */
const mutating = operations.filter(({ method, path }) => method !== 'GET' && !isPublic(path))

/** Opens dependencies that all tests of a block share. These tests must not change anything. */
function openSharedDeps(options?: Parameters<typeof openTestDeps>[0]): { deps: TestDeps } {
  const opened = {} as { deps: TestDeps }
  beforeAll(async () => {
    opened.deps = await openTestDeps(options)
  })
  afterAll(() => opened.deps[Symbol.asyncDispose]())
  return opened
}

/** Returns everything that calls can change, as the owner reads it. */
async function readState(deps: TestDeps, { user }: OwnedOrganization, ids: PathIds): Promise<unknown> {
  const paths = [
    '/v1/organizations',
    '/v1/{orgId}/members',
    '/v1/{orgId}/invitations',
    '/v1/{orgId}/subscription',
    '/v1/{orgId}/api-keys',
    '/v1/{orgId}/projects/{projectId}/urls',
    '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code/config',
    '/v1/{orgId}/projects/{projectId}/labels',
    '/v1/{orgId}/projects/{projectId}/utm-templates',
    '/v1/{orgId}/projects/{projectId}/analytics/reports',
    '/v1/{orgId}/projects/{projectId}/stores',
    '/v1/{orgId}/projects/{projectId}/products',
    '/v1/{orgId}/projects/{projectId}/products/imports',
    '/v1/{orgId}/projects/{projectId}/categories',
    '/v1/{orgId}/projects/{projectId}/integrations/amazon',
  ]
  return Promise.all(paths.map(async (path) => (await createApiCaller(deps)(user, toCall(deps, { method: 'GET', path }, ids))).json()))
}

it('covers all calls of the API', () => {
  expect(operations.length).toBeGreaterThanOrEqual(86)
  expect(organizationCalls.length).toBeGreaterThanOrEqual(70)
  expect(mutating.length).toBeGreaterThanOrEqual(53)
})

describe('sign-in', () => {
  const opened = openSharedDeps()

  it.each(operations.filter(({ path }) => !isPublic(path)))('$method $path answers 401 without a token', async (operation) => {
    const { deps } = opened
    const response = await createApiCaller(deps)(undefined, toCall(deps, operation, {}))

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: 'Your session has expired. Please sign in again.',
      correlation_id: testRequestId,
    })
  })
})

describe('a deleted account', () => {
  it('changes nothing with a token that is still valid', async () => {
    await using deps = await openTestDeps({ clicks: true, fetchFont: fetchOneFont, google })
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const ids = await createPathIds(deps, owned)
    await runAsOwner(deps, (owner) => owner.query('delete from organizations; delete from users'))

    for (const operation of mutating.filter(({ path }) => !isPublic(path))) {
      const { status } = await createApiCaller(deps)(owned.user, toCall(deps, operation, ids))
      expect({ ...operation, status }).toEqual({
        ...operation,
        status: operation.path.includes('{orgId}') ? 404 : expect.toBeOneOf([401, 404]),
      })
    }
  })
})

describe('two organizations', () => {
  const opened = openSharedDeps({ fetchFont: fetchOneFont, google })

  /** Creates an organization with every kind of entity that a path can name, and reads its state before any call. */
  async function anOwner({ hasSingletons }: { hasSingletons: boolean }) {
    const owned = await anOrganization(opened.deps)
    const ids = await createPathIds(opened.deps, owned, { hasSingletons })
    return { owned, ids, before: await readState(opened.deps, owned, ids) }
  }
  let owners: Map<boolean, Awaited<ReturnType<typeof anOwner>>>
  let noah: OwnedOrganization
  beforeAll(async () => {
    noah = await anOrganization(opened.deps)
    owners = new Map([
      [true, await anOwner({ hasSingletons: true })],
      [false, await anOwner({ hasSingletons: false })],
    ])
  })

  // The tests of the audit log below show that the owner can make each of these calls.
  it.each(organizationCalls)('$method $path answers 404 to a user of another organization, and changes nothing', async (operation) => {
    const { owned, ids, before } = owners.get(needsSingletons(operation)) ?? expect.unreachable()
    const { deps } = opened
    const call = createApiCaller(deps)

    const responses = await Promise.all([
      call(noah.user, toCall(deps, operation, ids)),
      // The user names their own organization, but a project, link or user of the other organization.
      call(noah.user, toCall(deps, operation, { ...ids, orgId: noah.organization.id })),
    ])

    const namesOnlyOrganization = !/projectId|urlId|userId|invitationId|keyId/.test(operation.path)
    expect(responses[0].status).toBe(404)
    if (!namesOnlyOrganization) expect(responses[1].status).toBe(404)
    if (operation.method !== 'GET') expect(await readState(deps, owned, ids)).toEqual(before)
  })
})

describe('unstorable text', () => {
  const opened = openSharedDeps({ clicks: true, google })
  let owned: OwnedOrganization
  let ids: PathIds
  beforeAll(async () => {
    owned = await anOrganization(opened.deps, { settings: ['package=Pro'] })
    ids = await createPathIds(opened.deps, owned)
  })

  it.each(operations)('$method $path rejects NUL and lone surrogates in every field, and names the field', async (operation) => {
    const { deps } = opened
    const call = createApiCaller(deps)
    for (const { field, ...unstorable } of createUnstorableCalls(deps, operation, ids)) {
      const response = await call(isPublic(operation.path) ? undefined : owned.user, unstorable)
      const { code, data } = (await response.json()) as { code?: string; data?: { issues?: { path: string }[] } }
      expect({ field, status: response.status, code, issues: data?.issues }).toEqual({
        field,
        status: 400,
        code: 'REQUEST_INVALID',
        issues: [{ path: field, message: unstorableTextMessage }],
      })
    }
    // A lone surrogate is not valid UTF-8, so the path can't be decoded.
    const lastParameter = /\{(\w+)\}(?!.*\{)/.exec(operation.path)?.[1]
    if (lastParameter === undefined) return
    const undecodable = await call(owned.user, toCall(deps, operation, { ...ids, [lastParameter]: '%ED%A0%80' }))
    expect(undecodable.status).toBeLessThan(500)
  })
})

describe('API keys', () => {
  const withKey = operations.filter(({ path }) => !isPublic(path))
  const readError = async (response: Response) => ({ status: response.status, code: ((await response.json()) as { code?: string }).code })

  it("are rejected only by calls that concern the user's own data, spend money or decide who has access", () => {
    const rejecting = withKey.filter(({ isForUsersOnly }) => isForUsersOnly).map(({ method, path }) => `${method} ${path}`)
    expect(rejecting.toSorted()).toEqual(
      [
        'DELETE /v1/me/avatar',
        'DELETE /v1/me/sessions',
        'DELETE /v1/me/sessions/{sessionId}',
        'DELETE /v1/organizations/{orgId}',
        'DELETE /v1/{orgId}/api-keys/{keyId}',
        'DELETE /v1/{orgId}/invitations/{invitationId}',
        'DELETE /v1/{orgId}/members/{userId}',
        'DELETE /v1/{orgId}/projects/{projectId}/analytics/reports/{reportId}',
        'DELETE /v1/{orgId}/projects/{projectId}/link-views/{viewId}',
        'DELETE /v1/{orgId}/subscription',
        'GET /v1/me/deletion',
        'GET /v1/me/notifications',
        'GET /v1/me/reauthentication',
        'GET /v1/me/sessions',
        'GET /v1/me/sign-ins',
        'DELETE /v1/me/deletion',
        'DELETE /v1/organizations/{orgId}/deletion',
        'GET /v1/{orgId}/api-keys',
        'GET /v1/{orgId}/projects/{projectId}/analytics/reports',
        'GET /v1/{orgId}/projects/{projectId}/link-views',
        'GET /v1/{orgId}/subscription/portal',
        'PATCH /v1/me',
        'PATCH /v1/{orgId}/members/{userId}',
        'PATCH /v1/{orgId}/projects/{projectId}/analytics/reports/{reportId}',
        'POST /v1/{orgId}/projects/{projectId}/analytics/reports',
        'POST /v1/{orgId}/projects/{projectId}/link-views',
        'POST /v1/me/avatar',
        'POST /v1/me/confirmation',
        'POST /v1/me/deletion',
        'POST /v1/me/invitations',
        'POST /v1/me/keep',
        'POST /v1/me/password',
        'POST /v1/me/reauthentication',
        'POST /v1/organizations',
        'POST /v1/organizations/{orgId}/keep',
        'POST /v1/{orgId}/api-keys',
        'POST /v1/{orgId}/invitations/{invitationId}/resend',
        'POST /v1/{orgId}/members',
        'POST /v1/{orgId}/members/{userId}/transfer',
        'POST /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}/connect',
        'POST /v1/{orgId}/projects/{projectId}/youtube/connections',
        'POST /v1/{orgId}/subscription',
        'POST /v1/{orgId}/subscription/change',
        'PUT /v1/me/notifications',
        'PUT /v1/organizations/{orgId}/second-factor',
        'PUT /v1/{orgId}/projects/{projectId}/link-views/{viewId}',
      ].toSorted(),
    )
  })

  it("read what their user reads, change nothing if they are read-only, and have no access to the user's other organizations", async () => {
    await using deps = await openTestDeps({ clicks: true, google })
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const other = await createOrganization(deps, owned.user, 'Another')
    const ids = await createPathIds(deps, owned)
    const organizationId = owned.ctx.organization.id
    const call = createApiCaller(deps)
    const readOnly = toApiKeyContext(owned.user, { organizationId, isReadOnly: true })
    const elsewhere = toApiKeyContext(owned.user, { organizationId: other.id as typeof organizationId })

    for (const operation of withKey) {
      const { method, path, isForUsersOnly } = operation
      const response = await call(readOnly, toCall(deps, operation, ids))
      const fromElsewhere = await call(elsewhere, toCall(deps, operation, ids))

      const rejection = isForUsersOnly ? 'API_KEY_REJECTED' : 'API_KEY_READ_ONLY'
      if (isForUsersOnly || method !== 'GET')
        expect({ path, ...(await readError(response)) }).toEqual({ path, status: 403, code: rejection })
      else {
        const byUser = await call(owned.user, toCall(deps, operation, ids))
        expect({ path, status: response.status }).toEqual({ path, status: byUser.status })
        await byUser.body?.cancel()
      }
      if (path.includes('{orgId}'))
        expect({ method, path, status: fromElsewhere.status }).toEqual({ method, path, status: isForUsersOnly ? 403 : 404 })
      if (!response.bodyUsed) await response.body?.cancel()
    }
    const listed = await call(elsewhere, { method: 'GET', path: '/v1/organizations' })
    expect(await listed.json()).toMatchObject([{ id: other.id, projects: [{ organization_id: other.id }] }])
  })
})

describe('roles', () => {
  it('get the same status from a GET call as an owner, or 404 if the call needs a higher role', async () => {
    await using deps = await openTestDeps({ clicks: true, google })
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const users = { member: await aMember(deps, owned), viewer: await aMember(deps, owned, { role: 'viewer' }) }
    const ids = await createPathIds(deps, owned)
    const fetchStatus = async (user: Pick<UserContext, 'actor'>, operation: Operation) => {
      const response = await createApiCaller(deps)(user, toCall(deps, operation, ids))
      await response.body?.cancel()
      return response.status
    }

    for (const operation of organizationCalls.filter(({ method, role }) => method === 'GET' && role !== undefined)) {
      const { path, role = 'owner' } = operation
      const byOwner = await fetchStatus(owned.user, operation)
      for (const [name, user] of Object.entries(users) as [keyof typeof users, UserContext][])
        expect({ path, name, status: await fetchStatus(user, operation) }).toEqual({
          path,
          name,
          status: isAtLeast(name, role) ? byOwner : 404,
        })
    }
  })

  it('are declared by every call about an organization', () => {
    const undeclared = organizationCalls.filter(({ path, role }) => role === undefined && !isPublic(path))
    expect(undeclared).toEqual([])
  })

  it('let viewers write only their own data', () => {
    const writes = mutating.filter(({ role }) => role === 'viewer').map(({ method, path }) => `${method} ${path}`)
    expect(writes.toSorted()).toEqual(
      [
        'DELETE /v1/{orgId}/members/{userId}',
        'DELETE /v1/{orgId}/projects/{projectId}/analytics/reports/{reportId}',
        'DELETE /v1/{orgId}/projects/{projectId}/link-views/{viewId}',
        'PATCH /v1/{orgId}/projects/{projectId}/analytics/reports/{reportId}',
        'POST /v1/{orgId}/projects/{projectId}/analytics/reports',
        'POST /v1/{orgId}/projects/{projectId}/ideas',
        'POST /v1/{orgId}/projects/{projectId}/link-views',
        'PUT /v1/{orgId}/projects/{projectId}/link-views/{viewId}',
      ].toSorted(),
    )
  })

  it('show viewers no email address, no postback address, and no API key', async () => {
    await using deps = await openTestDeps({ clicks: true, google })
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const viewer = await aMember(deps, owned, { role: 'viewer' })
    const ids = await createPathIds(deps, owned)
    const secrets = new RegExp(`@people\\.test|${ids.postbackSecret}|lsk_`)
    const fetchText = async (user: Pick<UserContext, 'actor'>, operation: Operation) =>
      (await createApiCaller(deps)(user, toCall(deps, operation, ids))).text()
    const reads = organizationCalls.filter(({ method, path }) => method === 'GET' && !path.endsWith('/live') && !isPublic(path))

    for (const operation of reads)
      expect({ path: operation.path, secret: secrets.exec(await fetchText(viewer, operation))?.[0] }).toEqual({ path: operation.path })
    const shown: string[] = []
    for (const operation of reads) if (secrets.test(await fetchText(owned.user, operation))) shown.push(operation.path)
    expect(shown.toSorted()).toEqual(
      [
        '/v1/{orgId}/api-keys',
        '/v1/{orgId}/audit-logs',
        '/v1/{orgId}/audit-logs/export',
        '/v1/{orgId}/invitations',
        '/v1/{orgId}/members',
        '/v1/{orgId}/projects/{projectId}/earnings/postback',
      ].toSorted(),
    )
  })
})

describe('an account with an unconfirmed address', () => {
  const needing = operations.filter(({ needsConfirmedEmail }) => needsConfirmedEmail)

  it('can give access to nobody and connect no service', () => {
    expect(needing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      [
        'PATCH /v1/{orgId}/members/{userId}',
        'POST /v1/{orgId}/api-keys',
        'POST /v1/{orgId}/exports/{exportId}/download',
        'POST /v1/{orgId}/invitations/{invitationId}/resend',
        'POST /v1/{orgId}/members',
        'POST /v1/{orgId}/members/{userId}/transfer',
        'POST /v1/{orgId}/projects/{projectId}/earnings/postback',
        'POST /v1/{orgId}/projects/{projectId}/youtube/channels/{channelId}/connect',
        'POST /v1/{orgId}/projects/{projectId}/youtube/connections',
        'PUT /v1/{orgId}/projects/{projectId}/integrations/aliexpress',
        'PUT /v1/{orgId}/projects/{projectId}/integrations/amazon',
        'PUT /v1/{orgId}/projects/{projectId}/integrations/ebay',
      ].toSorted(),
    )
  })

  it('gets 403 from each of these calls, which change nothing', async () => {
    await using deps = await openTestDeps({ google })
    const owned = await anOrganization(deps)
    const ids = await createPathIds(deps, owned)
    const call = createApiCaller(deps)
    const key = toApiKeyContext(owned.user, { organizationId: owned.ctx.organization.id })
    await runAsOwner(deps, (owner) => owner.query('update users set email_confirmed_at = null'))
    deps.mail.reachesRecipients = true
    const countEntries = () => queryAsOwner(deps, 'select count(*) from audit_log')
    const before = await countEntries()

    for (const operation of needing) {
      const { method, path, isForUsersOnly } = operation
      const responses = [
        await call(owned.user, toCall(deps, operation, ids)),
        ...(isForUsersOnly ? [] : [await call(key, toCall(deps, operation, ids))]),
      ]
      for (const response of responses)
        expect({ method, path, body: await response.json() }).toMatchObject({
          method,
          path,
          body: { status: 403, code: 'EMAIL_UNCONFIRMED' },
        })
    }
    expect(await countEntries()).toEqual(before)
  })
})

describe('an owner without a required second factor', () => {
  it('gets 403 from every call about the organization, with an API key too, and changes nothing', async () => {
    await using deps = await openTestDeps({ clicks: true, google })
    const owned = await anOrganization(deps, { settings: ['package=Pro'] })
    const ids = await createPathIds(deps, owned)
    const { userId } = (await aMember(deps, owned)).actor
    const call = createApiCaller(deps)
    const key = toApiKeyContext(owned.user, { organizationId: owned.ctx.organization.id })
    await runAsOwner(deps, (owner) => owner.query('update organizations set second_factor_required = true'))
    const countEntries = () => queryAsOwner(deps, 'select count(*) from audit_log')
    const before = await countEntries()

    for (const operation of organizationCalls.filter(({ path }) => !isPublic(path))) {
      const { method, path, isForUsersOnly } = operation
      const responses = [owned.user, ...(isForUsersOnly ? [] : [key])].map((user) =>
        call(user, toCall(deps, operation, { ...ids, userId })),
      )
      for (const response of await Promise.all(responses))
        expect({ method, path, body: await response.json() }).toMatchObject({ method, path, body: { code: 'SECOND_FACTOR_NEEDED' } })
    }
    expect(await countEntries()).toEqual(before)
  })
})

describe('audit log', () => {
  interface World {
    deps: TestDeps
    owned: OwnedOrganization
    users: Record<MemberRole, Pick<UserContext, 'actor'>>
    ids: PathIds
    restoreRows(): Promise<void>
  }

  /**
   * Creating a world (see `aWorld`) takes longer than most calls, so calls share worlds. After each call, the world's
   * rows are restored.
   */
  const worlds = new Map<string, Promise<World>>()
  afterAll(async () => {
    for (const world of worlds.values()) await (await world).deps[Symbol.asyncDispose]()
  })

  function findWorld(operation: Operation): Promise<World> {
    const kind = { least: operation.role ?? 'owner', hasSingletons: needsSingletons(operation) }
    const key = JSON.stringify(kind)
    const world = worlds.get(key) ?? aWorld(kind)
    worlds.set(key, world)
    return world
  }

  /**
   * Creates two organizations with two projects, so that the owner may delete everything. The views and reports in
   * `ids` belong to a user with the role `least`. `ids.userId` is the viewer if `least` is `viewer`, otherwise the
   * member.
   */
  async function aWorld({ least, hasSingletons }: { least: MemberRole; hasSingletons: boolean }): Promise<World> {
    const deps = await openTestDeps({ fetchFont: fetchOneFont, google, clicks: true })
    const owned = await anOrganization(deps, { settings: ['package=Pro'], user: await aUserInSession(deps) })
    await createOrganization(deps, owned.user, 'Another')
    await createProject(deps, owned.ctx, { name: 'Another', description: 'Stays' })
    const [member, viewer] = [await aMember(deps, owned), await aMember(deps, owned, { role: 'viewer' })]
    await aMember(deps, owned, { role: 'owner' }) // so that the organization has another owner
    const users = { owner: owned.user, member, viewer }
    const ids = await createPathIds(deps, owned, { hasSingletons, reader: users[least] })
    const userId = (least === 'viewer' ? viewer : member).actor.userId
    return { deps, owned, users, ids: { ...ids, userId }, restoreRows: await deps.saveRows() }
  }

  /**
   * Lists the audit entries of all organizations and users. The tables' owner reads them, because row-level security
   * hides them from the application.
   */
  function listAuditEntries(deps: TestDeps): Promise<{ request_id: string; actor_id: string; action: string }[]> {
    return queryAsOwner(deps, 'select request_id, actor_id, action from audit_log')
  }

  it.each(mutating)('$method $path writes one entry with its actor, and none if it fails', async (operation) => {
    const { owned, users, ids, restoreRows, ...world } = await findWorld(operation)
    onTestFinished(restoreRows)
    // The copied dependencies get a call handler of their own, which has not counted any calls yet.
    const deps = { ...world.deps }
    const least = operation.role ?? 'owner'
    const lesser = operation.role === undefined ? [] : memberRoles.filter((role) => !isAtLeast(role, least))
    const stranger = await aUser(deps)
    const call = createApiCaller(deps)
    const before = await listAuditEntries(deps)

    const entity =
      /\{(urlId|labelId|templateId|viewId|reportId|userId|storeId|productId|importId|migrationId|categoryId|sessionId|invitationId|keyId|exportId|dataImportId|earningsImportId|channelId)\}/.exec(
        operation.path,
      )?.[1]
    const failures = [
      ...(operation.path.includes('{') ? [call(stranger, toCall(deps, operation, ids))] : []),
      ...(entity ? [call(owned.user, toCall(deps, operation, { ...ids, [entity]: deps.ids.next() }))] : []),
      ...(operation.takesBody ? [call(owned.user, { ...toCall(deps, operation, ids), body: { unknown_field: true } })] : []),
      ...lesser.map((role) => call(users[role], toCall(deps, operation, ids))),
    ]
    for (const response of await Promise.all(failures)) expect([400, 404]).toContain(response.status)
    expect(await listAuditEntries(deps)).toHaveLength(before.length)

    const user = users[least]
    const key = toApiKeyContext({ ...owned.user, ...user }, { organizationId: owned.ctx.organization.id })
    const { isForUsersOnly } = operation
    const response = await call(isForUsersOnly ? user : key, toCall(deps, operation, ids))

    expect(response.ok).toBe(true)
    const written = (await listAuditEntries(deps)).filter(({ request_id }) => request_id === testRequestId)
    expect(written).toMatchObject([{ actor_id: isForUsersOnly ? user.actor.userId : key.actor.keyId }])
  })
})
