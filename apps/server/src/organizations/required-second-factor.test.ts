import { randomUUID } from 'node:crypto'
import { type SignInMethod, secondFactorPath, type UserId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aDraft,
  aMember,
  anExport,
  anOrganization,
  aProject,
  aSession,
  aUser,
  catchErrorCode,
  getProjectContext,
  listErrorCodes,
  toApiKeyContext,
} from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { createTokenContext, openTestIdentity } from '../../test/open-test-identity.ts'
import { setUpSecondFactor } from '../../test/second-factor.ts'
import { sendQueuedEmails } from '../../test/send-queued-emails.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import type { UserContext } from '../access/index.ts'
import { openLiveClicks } from '../analytics/index.ts'
import { createDownload } from '../data-transfer/export/download-export.ts'
import { createLink } from '../links/write/create-link.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { listMembers } from './members.ts'
import { createOrganization, listOrganizations, requireSecondFactor } from './organizations.ts'
import { sendSecondFactorEmail, sendSecondFactorTask } from './second-factor-email.ts'

type User = Pick<UserContext, 'actor'>

const insertFactor = {
  totp: "insert into user_totp (user_id, secret, encrypted_with, confirmed_at, last_used_step) values ($1, 'x', 'x', now(), 0)",
  passkey: `insert into user_passkeys (id, user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, aaguid, name, created_at)
    values (gen_random_uuid(), $1, gen_random_uuid()::text::bytea, 'x', 0, false, false, '{}', gen_random_uuid(), 'Laptop', now())`,
  provider: `insert into user_provider_accounts (issuer, subject, user_id, created_at, last_used_at)
    values ('https://accounts.test', gen_random_uuid(), $1, now(), now())`,
}

function addFactor(deps: TestDeps, { actor }: User, factor: keyof typeof insertFactor): Promise<unknown> {
  return queryAsOwner(deps, insertFactor[factor], [(actor as { userId: UserId }).userId])
}

async function removeFactors(deps: TestDeps, { actor }: User): Promise<void> {
  for (const table of ['user_totp', 'user_passkeys'])
    await queryAsOwner(deps, `delete from ${table} where user_id = $1`, [(actor as { userId: UserId }).userId])
}

/** Returns the user's context in a new session that began with these methods. */
async function inSession(deps: TestDeps, user: UserContext, methods: SignInMethod[]): Promise<UserContext> {
  const sessionUid = randomUUID()
  await aSession(deps, user, sessionUid)
  await queryAsOwner(deps, 'update user_sessions set methods = $2 where uid = $1', [sessionUid, methods])
  return { ...user, actor: { kind: 'user', userId: user.actor.userId, sessionUid } }
}

async function listCode(deps: TestDeps, user: User, orgId: string): Promise<string | number> {
  const response = await createApiCaller(deps)(user, { method: 'GET', path: `/v1/${orgId}/members` })
  return response.ok ? response.status : ((await response.json()) as { code: string }).code
}

/** An organization that requires a second factor. Its owner has a passkey, and its member has no second factor. */
async function aGuardedOrganization(deps: TestDeps) {
  const owned = await anOrganization(deps)
  const project = await aProject(deps, { owned })
  const noah = await aUser(deps)
  const member = await aMember(deps, owned, { user: noah })
  await addFactor(deps, owned.user, 'passkey')
  await requireSecondFactor(owned.ctx, true)
  return { ...owned, project, noah, member, orgId: owned.organization.id }
}

it('is required only by an owner who has a second factor, and recorded', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const member = await aMember(deps, owned)
  const call = createApiCaller(deps)
  const turn = async (user: User, required: boolean) => {
    const path = `/v1/organizations/${owned.organization.id}/second-factor`
    const response = await call(user, { method: 'PUT', path, body: { required } })
    return { status: response.status, body: (await response.json()) as object }
  }

  expect(await turn(owned.user, true)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_MISSING' } })
  await addFactor(deps, owned.user, 'totp')
  expect(await turn(member, true)).toMatchObject({ status: 404 })
  expect(await turn(owned.user, true)).toMatchObject({ status: 200, body: { second_factor_required: true, second_factor_missing: false } })
  expect(await turn(owned.user, false)).toMatchObject({ status: 200, body: { second_factor_required: false } })

  const entries = "select before, after from audit_log where action = $1 order by after->>'second_factor_required' desc"
  expect(await queryAsOwner(deps, entries, ['organization.require_second_factor'])).toMatchObject([
    { before: { second_factor_required: false }, after: { second_factor_required: true } },
    { before: { second_factor_required: true }, after: { second_factor_required: false } },
  ])
})

it.each(['totp', 'passkey'] as const)('admits a member with %s, until it is removed, in this organization only', async (factor) => {
  await using deps = await openTestDeps()
  const { noah, orgId } = await aGuardedOrganization(deps)
  const other = await createOrganization(deps, noah, 'Another')
  const listMissing = async () => (await listOrganizations(noah)).filter((each) => each.second_factor_missing).map(({ id }) => id)

  expect([await listCode(deps, noah, orgId), await listCode(deps, noah, other.id)]).toEqual(['SECOND_FACTOR_NEEDED', 200])
  expect(await listMissing()).toEqual([orgId])
  await addFactor(deps, noah, factor)
  expect([await listCode(deps, noah, orgId), await listMissing()]).toEqual([200, []])
  await removeFactors(deps, noah)
  expect([await listCode(deps, noah, orgId), await listCode(deps, noah, other.id)]).toEqual(['SECOND_FACTOR_NEEDED', 200])
})

it('admits a user who sets up two-step sign-in with the tokens of the same session', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const [organization] = await listOrganizations(await createTokenContext(site, mia.tokens))
  const orgId = organization?.id ?? expect.unreachable()
  await queryAsOwner(site.deps, 'update organizations set second_factor_required = true')
  const listWithToken = async () => listCode(site.deps, await createTokenContext(site, mia.tokens), orgId)

  expect(await listWithToken()).toBe('SECOND_FACTOR_NEEDED')
  await setUpSecondFactor(site, mia)
  expect(await listWithToken()).toBe(200)
  expect((await mia.browser.open(secondFactorPath)).html).toContain('requires a second factor. First add a passkey')
})

it('also stops an owner without a second factor, but nobody of another organization learns of it', async () => {
  await using deps = await openTestDeps()
  const { user, orgId } = await aGuardedOrganization(deps)
  await removeFactors(deps, user)

  expect(await listCode(deps, user, orgId)).toBe('SECOND_FACTOR_NEEDED')
  expect(await listCode(deps, await aUser(deps), orgId)).toBe('NOT_FOUND')
})

it('accepts an identity provider only in sessions that began there, and for API keys', async () => {
  await using deps = await openTestDeps()
  const { noah, orgId, ctx } = await aGuardedOrganization(deps)
  const key = toApiKeyContext(noah, { organizationId: ctx.organization.id })

  expect(await listCode(deps, key, orgId)).toBe('SECOND_FACTOR_NEEDED')
  await addFactor(deps, noah, 'provider')

  expect(await listCode(deps, await inSession(deps, noah, ['provider']), orgId)).toBe(200)
  expect(await listCode(deps, await inSession(deps, noah, ['password']), orgId)).toBe('SECOND_FACTOR_NEEDED')
  expect(await listCode(deps, key, orgId)).toBe(200)
  // The session of another user gives nothing.
  const ofOwner = await inSession(deps, ctx, ['provider'])
  const stolen = { ...noah, actor: { ...ofOwner.actor, userId: noah.actor.userId } as UserContext['actor'] }
  expect(await listCode(deps, stolen, orgId)).toBe('SECOND_FACTOR_NEEDED')
})

it('lets a member without a second factor leave, but not remove others', async () => {
  await using deps = await openTestDeps()
  const { ctx, noah, orgId, ...owned } = await aGuardedOrganization(deps)
  const ada = await aMember(deps, { ...owned, ctx }, { role: 'owner' })
  const remove = (user: User, userId: UserId) =>
    createApiCaller(deps)(user, { method: 'DELETE', path: `/v1/${orgId}/members/${userId}` }).then(({ status }) => status)

  expect(await remove(ada, noah.actor.userId)).toBe(403)
  expect(await remove(ada, ada.actor.userId)).toBe(204)
  expect(await remove(noah, noah.actor.userId)).toBe(204)
})

it('emails each member without a second factor once when it becomes required', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [noah, ada] = [await aUser(deps, { email: 'noah@people.test' }), await aUser(deps)]
  for (const user of [noah, ada]) await aMember(deps, owned, { user })
  for (const user of [owned.user, ada]) await addFactor(deps, user, 'passkey')
  const send = () => sendQueuedEmails(deps, sendSecondFactorTask, sendSecondFactorEmail)

  await requireSecondFactor(owned.ctx, true)
  await requireSecondFactor(owned.ctx, true)
  const [email, ...more] = await send()
  expect([email?.to, more]).toEqual(['noah@people.test', []])
  expect(email?.text).toContain(`“${owned.organization.name}”`)
  expect(email?.text).toContain('http://app.test/auth/account#passkeys-heading')
  await requireSecondFactor(owned.ctx, false)
  expect(await send()).toEqual([])

  await requireSecondFactor(owned.ctx, true)
  await requireSecondFactor(owned.ctx, false)
  expect(await send()).toEqual([])
  await requireSecondFactor(owned.ctx, true)
  await addFactor(deps, noah, 'totp')
  expect(await send()).toEqual([])
})

it('shows the second factors of members to owners only', async () => {
  await using deps = await openTestDeps()
  const { ctx, member, noah } = await aGuardedOrganization(deps)
  for (const factor of ['provider', 'totp'] as const) await addFactor(deps, noah, factor)
  const list = async (viewer: typeof ctx) => (await listMembers(viewer)).map(({ second_factors }) => second_factors)

  expect(await list(ctx)).toEqual([['passkey'], ['totp', 'provider']])
  expect(await list(member)).toEqual([null, null])
})

it('rejects a write that waits while a second factor becomes required', async () => {
  await using deps = await openTestDeps()
  const { ctx, organization, project, member, orgId } = await aGuardedOrganization(deps)
  await requireSecondFactor(ctx, false)
  const noahs = { ...(await getProjectContext(member, orgId, project.project.id)), checksSecondFactor: true }
  await createLink(deps, noahs, aDraft())

  const { code } = await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    await tx.selectFrom('organizations').select('id').where('id', '=', ctx.organization.id).forUpdate().execute()
    const code = catchErrorCode(createLink(deps, noahs, aDraft()))
    code.catch(() => undefined) // awaited below, after the commit
    await waitForBlockedTransaction(deps)
    await tx.updateTable('organizations').set({ second_factor_required: true }).where('id', '=', ctx.organization.id).execute()
    return { code }
  })

  expect(await code).toBe('SECOND_FACTOR_NEEDED')
  expect((await listOrganizations(ctx)).find(({ id }) => id === organization.id)?.projects[0]).toMatchObject({ link_count: 1 })
})

it('stays required by the owner who has a second factor, if one without it changes the rule at once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ada = await aMember(deps, owned, { role: 'owner' })
  await addFactor(deps, owned.user, 'passkey')

  const settled = await Promise.allSettled([
    ...[owned.ctx, ada, owned.ctx, ada].map((ctx) => requireSecondFactor({ ...ctx, checksSecondFactor: true }, true)),
  ])

  for (const code of listErrorCodes(settled)) expect(code).toBeOneOf(['SECOND_FACTOR_MISSING', 'SECOND_FACTOR_NEEDED'])
  expect(listErrorCodes(settled)).toHaveLength(2)
  expect(await listOrganizations(owned.user)).toMatchObject([{ second_factor_required: true }])
})

it('ends open streams when it becomes required and when the last second factor is removed', async () => {
  await using deps = await openTestDeps()
  const { ctx, noah } = await aGuardedOrganization(deps)
  const live = openLiveClicks(deps)
  await expect.poll(live.isListening).toBe(true)
  const follow = ({ actor }: User) => {
    const stream = { hasEnded: false }
    const events = live.streams.open('a project', actor)
    void (async () => {
      for await (const _event of events);
      stream.hasEnded = true
    })()
    return stream
  }
  const stranger = follow(await aUser(deps))

  const first = follow(noah)
  await requireSecondFactor(ctx, false)
  expect(first.hasEnded).toBe(false)
  await requireSecondFactor(ctx, true)
  await expect.poll(() => first.hasEnded).toBe(true)
  await addFactor(deps, noah, 'totp')
  const second = follow(noah)
  await removeFactors(deps, noah)
  await expect.poll(() => second.hasEnded).toBe(true)

  expect(stranger.hasEnded).toBe(false)
  await live.close()
})

it('ends download addresses of an owner without a second factor', async () => {
  await using deps = await openTestDeps()
  const { user, ctx, ...owned } = await aGuardedOrganization(deps)
  const { url } = await createDownload(deps, ctx, await anExport(deps, { ...owned, user, ctx }))
  const fetchStatus = async () => {
    const response = await createApiCaller(deps)(undefined, { method: 'GET', path: new URL(url).pathname })
    await response.body?.cancel()
    return response.status
  }

  expect(await fetchStatus()).toBe(200)
  await removeFactors(deps, user)
  expect(await fetchStatus()).toBe(404)
})
