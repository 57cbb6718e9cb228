import { beforeAll, expect, it } from 'vitest'
import { requestDeletion } from '../../../test/account-deletion.ts'
import { aMember, anApiKey, anInvitation, anOrganization, aUser, testPassword } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import {
  aSignUp,
  fetchTokens,
  findLinkInEmail,
  openTestIdentity,
  runEmailJobs,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { openSignIn, redeemRefreshToken, type TestPage } from '../../../test/test-browser.ts'
import type { UserContext } from '../../access/index.ts'
import { accessRevocations } from '../../access-revocations.ts'
import { createClientDescriber } from '../client-describer.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { getProfile } from '../profile/profile.ts'
import { createEmailToken, insertUserToken } from '../tables/email-token-table.ts'
import { createKnownDevices } from '../throttle/known-devices.ts'
import { createLoggedThrottle } from '../throttle/rate-limits.ts'
import { confirmEmail } from './confirm-email.ts'

const firstSubject = 'Confirm your email address'
const newPassword = 'badgers dig at dusk'

/** Opens an instance whose emails reach their recipients. */
async function openSite(): Promise<TestIdentity> {
  const site = await openTestIdentity()
  site.deps.mail.reachesRecipients = true
  return site
}

async function isConfirmed(site: TestIdentity, email: string): Promise<boolean> {
  const { email_confirmed_at } = await site.deps.db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return email_confirmed_at !== null
}

it("confirms an address once by the first email's link and the password, and signs in only that browser", async () => {
  await using site = await openSite()
  const mia = await site.signUp({ full_name: 'Call Eve Today' })
  const [first, ...others] = await site.emailsTo(mia.email)
  expect([first?.subject, others]).toEqual([firstSubject, []])
  expect([first?.text, first?.html].join()).not.toContain('Eve')

  const browser = site.browser()
  const form = await browser.open(findLinkInEmail(first))
  await browser.open(findLinkInEmail(first))
  expect(form.html).toContain(mia.email)
  expect(await isConfirmed(site, mia.email)).toBe(false)
  const done = await browser.submit(form, { password: mia.password })

  expect([done.status, findHeading(done)]).toEqual([200, 'Your email address is confirmed'])
  expect(done.html).not.toContain('no longer works')
  expect(await isConfirmed(site, mia.email)).toBe(true)
  expect((await fetchTokens(browser)).access_token).not.toBe('')
  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(401)
  expect((await openSignIn(mia.browser)).url.pathname).toBe('/auth/signin')
  expect((await browser.submit(form, { password: mia.password })).status).toBe(410)
  expect((await browser.open(findLinkInEmail(first))).status).toBe(410)
  expect(await site.emailsTo(mia.email)).toHaveLength(1)
})

it('needs the password, which the address owner does not know if another user has signed up with the address', async () => {
  await using site = await openSite()
  const mia = await site.signUp()
  const browser = site.browser()
  const form = await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0]))
  const answers = [await browser.submit(form, { password: 'what Mia would have chosen' }), await browser.submit(form, { password: '' })]
  expect(answers.map(({ status }) => status)).toEqual([422, 422])
  expect(answers[0]?.html).toContain('This is not the password of this account.')
  expect(await isConfirmed(site, mia.email)).toBe(false)
})

it('rejects a link after 24 hours', async () => {
  await using site = await openSite()
  const mia = await site.signUp()
  const link = findLinkInEmail((await site.emailsTo(mia.email))[0])
  const form = await site.browser().open(link)
  site.clock.forward(24 * 60 * 60_000 + 1)
  expect((await site.browser().open(link)).status).toBe(410)
  expect((await site.browser().submit(form, { password: mia.password })).status).toBe(410)
})

it('has nothing to confirm with the outbox alone, after a confirmed sign-up, or after joining by an invitation', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 2 })
  const mia = await site.signUp()
  expect(await isConfirmed(site, mia.email)).toBe(true)

  site.deps.mail.reachesRecipients = true
  const owned = await anOrganization(site.deps)
  const zoe = aSignUp()
  const { token } = await anInvitation(site.deps, owned, { email: zoe.email })
  const browser = site.browser()
  await browser.submit(await browser.open(`/auth/join?token=${token}`), { full_name: zoe.full_name, password: zoe.password })
  await site.signUp()
  const noah = aSignUp()
  await browser.submit(await browser.open('/auth/signup'), { ...noah })
  await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(noah.email))[0])), { password: noah.password })

  for (const { email } of [zoe, noah]) {
    expect(await isConfirmed(site, email)).toBe(true)
    expect((await site.emailsTo(email)).map(({ subject }) => subject)).not.toContain(firstSubject)
  }
})

/** Creates an owner with an unconfirmed address whose organization has an API key, an invitation and a second owner. */
async function anUnconfirmedOwner(site: TestIdentity) {
  const user = await aUser(site.deps, { isEmailConfirmed: false })
  const owned = await anOrganization(site.deps, { user })
  await anApiKey(site.deps, owned.ctx, { name: 'CI' })
  await anInvitation(site.deps, owned, { email: 'noah@example.com' })
  await aMember(site.deps, owned, { role: 'owner' })
  return { user, owned }
}

function createOperations(site: TestIdentity) {
  const request = { address: '203.0.113.1', network: '203.0.113.1', requestId: 'r', deviceCookie: undefined, userAgent: '' }
  const deps = {
    ...site.deps,
    throttle: createLoggedThrottle(site.deps, 'secret'),
    knownDevices: createKnownDevices(['secret']),
    hashEmail: (email: string) => email,
    clients: createClientDescriber({ log: site.deps.log, openCountries: () => Promise.reject(new Error('There is no table')) }),
    passwordMinLength: 6,
    isProviderOnly: false,
    accessRevocations,
  }
  const inAnHour = () => new Date(site.clock.now().getTime() + 60 * 60_000)
  return {
    async confirm({ actor }: UserContext) {
      const token = createEmailToken()
      await insertUserToken(site.deps.db, 'email_confirmations', token, actor.userId, inAnHour())
      return () => confirmEmail(deps, { token, password: testPassword, signedInUserId: undefined, request })
    },
    async reset({ actor }: UserContext) {
      const token = createEmailToken()
      await insertUserToken(site.deps.db, 'password_resets', token, actor.userId, inAnHour())
      return () => resetPassword(deps, { token, password: newPassword, request })
    },
  }
}

const endedActions = ['api_key.revoke', 'invitation.revoke', 'member.remove'] as const

function endedEntries(site: TestIdentity): Promise<{ action: string; actor_id: string }[]> {
  return queryAsOwner(site.deps, `select action, actor_id from audit_log where action in ('${endedActions.join("','")}') order by action`)
}

let shared: TestIdentity
beforeAll(async () => {
  shared = await openSite()
  return () => shared[Symbol.asyncDispose]()
})

it('ends access once when a confirmation and resets run at once, and the last of them reports no ended access', async () => {
  const { user, owned } = await anUnconfirmedOwner(shared)
  const { confirm, reset } = createOperations(shared)
  const runs = [await confirm(user), await reset(user), await reset(user)]
  const outcomes = await Promise.all(runs.map((run) => run()))

  const entries = (await endedEntries(shared)).filter(({ actor_id }) => actor_id === user.actor.userId)
  expect(entries.map(({ action }) => action)).toEqual(endedActions)
  const ended = outcomes.flatMap((outcome) => ('ended' in outcome ? [outcome.ended.length] : []))
  expect(ended.toSorted()).toEqual([...ended.slice(1).map(() => 0), 3])
  expect(outcomes.every(({ kind }) => kind === 'confirmed' || kind === 'changed' || kind === 'expired')).toBe(true)
  expect(await selectMembers(owned.ctx.organization.id)).toEqual([{ user_id: user.actor.userId, role: 'owner' }])
})

it('makes a user who was demoted by a second owner an owner again', async () => {
  const { user, owned } = await anUnconfirmedOwner(shared)
  await queryAsOwner(shared.deps, `update members set role = 'viewer' where user_id = '${user.actor.userId}'`)
  const run = await createOperations(shared).reset(user)
  expect(await run()).toMatchObject({ kind: 'changed', ended: [{ kind: 'API key' }, { kind: 'member' }] })
  expect(await selectMembers(owned.ctx.organization.id)).toEqual([{ user_id: user.actor.userId, role: 'owner' }])
})

it("ends only the user's keys in an organization that the user joined, and nothing when the address is confirmed", async () => {
  const user = await aUser(shared.deps, { isEmailConfirmed: false })
  const host = await anOrganization(shared.deps)
  const joined = await aMember(shared.deps, host, { role: 'owner', user })
  await anApiKey(shared.deps, joined, { name: 'Of the user' })
  const kept = await anApiKey(shared.deps, host.ctx, { name: 'Of the host' })
  const { confirm, reset } = createOperations(shared)

  expect(await (await confirm(user))()).toMatchObject({ kind: 'confirmed', ended: [{ kind: 'API key', name: 'Of the user' }] })
  expect(await selectMembers(host.ctx.organization.id)).toHaveLength(2)
  await anApiKey(shared.deps, joined, { name: 'Made later' })
  expect(await (await reset(user))()).toEqual({ kind: 'changed', ended: [] })
  const keys = await queryAsOwner<{ id: string; name: string }>(
    shared.deps,
    `select id, name from api_keys where organization_id = '${host.ctx.organization.id}'`,
  )
  expect(keys.map(({ name }) => name).toSorted()).toEqual(['Made later', 'Of the host'])
  expect(keys.some(({ id }) => id === kept.id)).toBe(true)
})

it.each(['confirm', 'reset'] as const)('cancels the deletion of the account with the first %s, and only then', async (way) => {
  const user = await aUser(shared.deps, { isEmailConfirmed: false })
  const first = await createOperations(shared)[way](user)
  const { deletes_at } = await requestDeletion(shared.deps, user)

  expect(await first()).toMatchObject({ ended: [{ kind: 'scheduled account deletion', name: deletes_at?.slice(0, 10) }] })
  expect(await getProfile(user)).toMatchObject({ email_confirmed: true, deletes_at: null })

  const later = await requestDeletion(shared.deps, user, way === 'reset' ? newPassword : testPassword)
  expect(await (await createOperations(shared).reset(user))()).toMatchObject({ ended: [] })
  expect(await getProfile(user)).toMatchObject({ deletes_at: later.deletes_at })
})

function selectMembers(organizationId: string): Promise<{ user_id: string; role: string }[]> {
  return queryAsOwner(shared.deps, `select user_id, role from members where organization_id = '${organizationId}'`)
}

function findHeading({ html }: TestPage): string | undefined {
  return /<h1[^>]*>([^<]*)/.exec(html)?.[1]
}

const again = { method: 'POST', path: '/v1/me/confirmation' }

it('sends another link on each request, at most four an hour', async () => {
  await using deps = await openTestDeps()
  deps.mail.reachesRecipients = true
  const mia = await aUser(deps, { email: 'mia@example.com', isEmailConfirmed: false })
  const call = createApiCaller(deps)
  const responses = []
  for (let requests = 0; requests < 5; requests += 1) responses.push(await call(mia, again))

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(await responses[0]?.json()).toMatchObject({ email: 'mia@example.com', email_confirmed: false })
  expect(await responses[4]?.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^We sent you several emails already\. Try again in /),
  })
  await runEmailJobs(deps)
  expect(deps.emails.map(({ to, subject }) => ({ to, subject }))).toEqual(
    Array(4).fill({ to: 'mia@example.com', subject: 'Confirm your email address' }),
  )
  expect(new Set(deps.emails.map(findLinkInEmail)).size).toBe(4)
})

it('sends nothing if the address is already confirmed or is confirmed before the job runs', async () => {
  await using deps = await openTestDeps()
  const call = createApiCaller(deps)
  expect(await (await call(await aUser(deps), again)).json()).toMatchObject({ email_confirmed: true })
  const mia = await aUser(deps, { isEmailConfirmed: false })
  expect((await call(mia, again)).status).toBe(200)
  await deps.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  await runEmailJobs(deps)
  expect(deps.emails).toEqual([])
})
