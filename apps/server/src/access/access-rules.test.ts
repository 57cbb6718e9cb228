import { recentSignInMs } from '@linkshelf/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, anInvitation, anOrganization, type OwnedOrganization } from '../../test/builders/builders.ts'
import { createApiCaller, testRequestId } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { createPathIds, listOperations, type PathIds, toCall } from '../../test/every-operation.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { UserContext } from './context.ts'

const operations = await listOperations()
const callsWithRecentSignIn = operations.filter(({ needsRecentSignIn }) => needsRecentSignIn === 'always')
const describeCall = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let deps: TestDeps
let owned: OwnedOrganization
let ids: PathIds
beforeAll(async () => {
  deps = await openTestDeps({ clicks: true })
  owned = await anOrganization(deps, { settings: ['package=Pro'] })
  ids = { ...(await createPathIds(deps, owned)), userId: (await aMember(deps, owned)).actor.userId }
})
afterAll(() => deps[Symbol.asyncDispose]())

/** Returns the owner's context. The owner entered their password `agoMs` ago. */
function createContextSignedIn(agoMs: number): UserContext {
  const { actor } = owned.user
  if (actor.kind !== 'user') return expect.unreachable()
  return { ...owned.user, actor: { ...actor, findAuthenticatedAt: async () => new Date(Date.now() - agoMs) } }
}
const signedInLongAgo = () => createContextSignedIn(recentSignInMs + 1_000)
const signedInRecently = () => createContextSignedIn(recentSignInMs - 5_000)

/** Counts the audit entries that the calls of this file have written. */
async function countEntries(): Promise<number> {
  return (await queryAsOwner(deps, `select 1 from audit_log where request_id = '${testRequestId}'`)).length
}

async function sendCall(
  user: UserContext,
  call: Parameters<ReturnType<typeof createApiCaller>>[1],
): Promise<{ status: number; code?: string }> {
  const response = await createApiCaller(deps)(user, call)
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as { code?: string; data?: unknown })
  return response.ok ? { status: response.status } : { status: response.status, ...body }
}

it('requires a recent sign-in for these calls and no others', () => {
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
    'POST /v1/{orgId}/projects/{projectId}/products/erase',
    'POST /v1/{orgId}/projects/{projectId}/urls/erase',
    'PUT /v1/organizations/{orgId}/second-factor',
  ])
  expect(
    operations
      .filter(({ needsRecentSignIn }) => needsRecentSignIn === 'by-input')
      .map(describeCall)
      .toSorted(),
  ).toEqual([
    'PATCH /v1/{orgId}/members/{userId}',
    'POST /v1/me/deletion',
    'POST /v1/{orgId}/invitations/{invitationId}/resend',
    'POST /v1/{orgId}/members',
  ])
})

// The tests of the audit log show that each call is accepted after a recent sign-in and from API keys.
it.each(callsWithRecentSignIn)(
  '$method $path requires reauthentication 15 minutes after the sign-in, and changes nothing without it',
  async (operation) => {
    const before = await countEntries()

    expect(await sendCall(signedInLongAgo(), toCall(deps, operation, ids))).toMatchObject({
      status: 403,
      code: 'REAUTHENTICATION_REQUIRED',
      data: { methods: ['password', 'passkey', 'provider'] },
    })

    expect(await countEntries()).toBe(before)
  },
)

describe('granting a role', () => {
  it.each([
    ['by an invitation', { method: 'POST', path: '/v1/{orgId}/members' }, { email: 'noah@people.test' }],
    ['by a role change', { method: 'PATCH', path: '/v1/{orgId}/members/{userId}' }, {}],
  ])('%s requires a recent sign-in for the role of owner, but not for that of member', async (_how, operation, body) => {
    const call = (role: string) => ({ ...toCall(deps, operation, ids), body: { ...body, role } })

    expect(await sendCall(signedInLongAgo(), call('owner'))).toMatchObject({ status: 403, code: 'REAUTHENTICATION_REQUIRED' })
    expect((await sendCall(signedInLongAgo(), call('member'))).status).toBeLessThan(300)
    expect((await sendCall(signedInRecently(), call('owner'))).status).toBeLessThan(300)
  })

  it('by resending an invitation requires a recent sign-in for the role of owner, but not for that of member', async () => {
    const resend = async (role: 'owner' | 'member') => {
      const { invitation_id: invitationId } = await anInvitation(deps, owned, { email: `${role}@people.test`, role })
      return toCall(deps, { method: 'POST', path: '/v1/{orgId}/invitations/{invitationId}/resend' }, { ...ids, invitationId })
    }
    const [asOwner, asMember] = [await resend('owner'), await resend('member')]

    expect(await sendCall(signedInLongAgo(), asOwner)).toMatchObject({ status: 403, code: 'REAUTHENTICATION_REQUIRED' })
    expect((await sendCall(signedInLongAgo(), asMember)).status).toBe(200)
    expect((await sendCall(signedInRecently(), asOwner)).status).toBe(200)
  })
})

it('checks membership before the recent sign-in, so a user of another organization gets NOT_FOUND', async () => {
  const stranger = await anOrganization(deps)
  for (const operation of callsWithRecentSignIn) {
    const user = { ...stranger.user, actor: { ...signedInLongAgo().actor, userId: stranger.user.actor.userId } } as UserContext
    expect((await sendCall(user, toCall(deps, operation, ids))).status).toBe(404)
  }
})
