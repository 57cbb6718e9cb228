import { recentSignInMs } from '@linkshelf/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, anInvitation, anOrganization, type OwnedOrganization } from '../../test/builders/builders.ts'
import { apiCaller, testRequestId } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/as-owner.ts'
import { callOf, everyOperation, idsOf, type PathIds } from '../../test/every-operation.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { UserContext } from './context.ts'

const operations = await everyOperation()
const callsWithRecentSignIn = operations.filter(({ needsRecentSignIn }) => needsRecentSignIn === 'always')
const describeCall = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let deps: TestDeps
let owned: OwnedOrganization
let ids: PathIds
beforeAll(async () => {
  deps = await openTestDeps({ clicks: true })
  owned = await anOrganization(deps, { settings: ['package=Pro'] })
  ids = { ...(await idsOf(deps, owned)), userId: (await aMember(deps, owned)).actor.userId }
})
afterAll(() => deps[Symbol.asyncDispose]())

/** The owner, who entered their password so long ago. */
function createContextSignedIn(agoMs: number): UserContext {
  const { actor } = owned.user
  if (actor.kind !== 'user') return expect.unreachable()
  return { ...owned.user, actor: { ...actor, findAuthenticatedAt: async () => new Date(Date.now() - agoMs) } }
}
const signedInLongAgo = () => createContextSignedIn(recentSignInMs + 1_000)
const signedInRecently = () => createContextSignedIn(recentSignInMs - 5_000)

/** How many audit entries the calls of this file have written. */
async function countEntries(): Promise<number> {
  return (await queryAsOwner(deps, `select 1 from audit_log where request_id = '${testRequestId}'`)).length
}

async function sendCall(user: UserContext, call: Parameters<ReturnType<typeof apiCaller>>[1]): Promise<{ status: number; code?: string }> {
  const response = await apiCaller(deps)(user, call)
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as { code?: string; data?: unknown })
  return response.ok ? { status: response.status } : { status: response.status, ...body }
}

it('is needed by these calls and no others', () => {
  expect(callsWithRecentSignIn.map(describeCall).toSorted()).toEqual([
    'DELETE /v1/organizations/{orgId}',
    'DELETE /v1/{orgId}/domains/{domainId}',
    'DELETE /v1/{orgId}/projects/{projectId}',
    'DELETE /v1/{orgId}/projects/{projectId}/analytics',
    'DELETE /v1/{orgId}/projects/{projectId}/stores/{storeId}',
    'POST /v1/{orgId}/api-keys',
    'POST /v1/{orgId}/exports',
    'POST /v1/{orgId}/exports/{exportId}/download',
    'POST /v1/{orgId}/members/{userId}/transfer',
  ])
  expect(
    operations
      .filter(({ needsRecentSignIn }) => needsRecentSignIn === 'by-input')
      .map(describeCall)
      .toSorted(),
  ).toEqual(['PATCH /v1/{orgId}/members/{userId}', 'POST /v1/{orgId}/invitations/{invitationId}/resend', 'POST /v1/{orgId}/members'])
})

// That each of them is accepted after a sign-in, and from API keys, is in the tests of the audit log.
it.each(callsWithRecentSignIn)(
  '$method $path asks who it is fifteen minutes after the sign-in, and changes nothing until then',
  async (operation) => {
    const before = await countEntries()

    expect(await sendCall(signedInLongAgo(), callOf(deps, operation, ids))).toMatchObject({
      status: 403,
      code: 'REAUTHENTICATION_REQUIRED',
      data: { methods: ['password'] },
    })

    expect(await countEntries()).toBe(before)
  },
)

describe('an owner is made', () => {
  it.each([
    ['by an invitation', { method: 'POST', path: '/v1/{orgId}/members' }, { email: 'noah@people.test' }],
    ['by a change of a role', { method: 'PATCH', path: '/v1/{orgId}/members/{userId}' }, {}],
  ])('%s only after a recent sign-in, a member always', async (_how, operation, body) => {
    const call = (role: string) => ({ ...callOf(deps, operation, ids), body: { ...body, role } })

    expect(await sendCall(signedInLongAgo(), call('owner'))).toMatchObject({ status: 403, code: 'REAUTHENTICATION_REQUIRED' })
    expect((await sendCall(signedInLongAgo(), call('member'))).status).toBeLessThan(300)
    expect((await sendCall(signedInRecently(), call('owner'))).status).toBeLessThan(300)
  })

  it('by an invitation that is sent again only after a recent sign-in, a member always', async () => {
    const resend = async (role: 'owner' | 'member') => {
      const { invitation_id: invitationId } = await anInvitation(deps, owned, { email: `${role}@people.test`, role })
      return callOf(deps, { method: 'POST', path: '/v1/{orgId}/invitations/{invitationId}/resend' }, { ...ids, invitationId })
    }
    const [asOwner, asMember] = [await resend('owner'), await resend('member')]

    expect(await sendCall(signedInLongAgo(), asOwner)).toMatchObject({ status: 403, code: 'REAUTHENTICATION_REQUIRED' })
    expect((await sendCall(signedInLongAgo(), asMember)).status).toBe(200)
    expect((await sendCall(signedInRecently(), asOwner)).status).toBe(200)
  })
})

it('comes after the check of membership: a stranger gets NOT_FOUND', async () => {
  const stranger = await anOrganization(deps)
  for (const operation of callsWithRecentSignIn) {
    const user = { ...stranger.user, actor: { ...signedInLongAgo().actor, userId: stranger.user.actor.userId } } as UserContext
    expect((await sendCall(user, callOf(deps, operation, ids))).status).toBe(404)
  }
})
