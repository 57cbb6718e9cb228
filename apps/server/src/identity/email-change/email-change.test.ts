import { sessionId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aMember, anApiKey, anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import {
  aSignUp,
  createTokenContext,
  fetchPublicTokens,
  findLinkInEmail,
  listQueuedEmailJobs,
  openTestIdentity,
  recordStatements,
  runEmailJobs,
  type SignedUp,
  signInElsewhere,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { redeemRefreshToken, type TestBrowser, type TestPage } from '../../../test/test-browser.ts'
import { waitForBlockedTransactions } from '../../../test/wait-for-blocked-transaction.ts'
import { accessRevocations } from '../../access-revocations.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { createUser, disableUser, enableUser } from '../operated-accounts.ts'
import { getProfile } from '../profile/profile.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../sessions/sessions.ts'

const dayMs = 86_400_000
const newPassword = 'badgers dig at dusk'

/** Sends one form of the account page, as a browser without JavaScript would. */
function send(browser: TestBrowser, site: TestIdentity, form: 'name' | 'email' | 'email/cancel', fields: Record<string, string> = {}) {
  const html = `<form action="/auth/account/${form}">`
  return browser.submit({ url: new URL(site.app), status: 200, headers: new Headers(), html }, fields)
}

async function findLink(site: TestIdentity, email: string): Promise<string> {
  return findLinkInEmail((await site.emailsTo(email)).at(-1))
}

async function subjectsTo(site: TestIdentity, email: string): Promise<string[]> {
  return (await site.emailsTo(email)).map(({ subject }) => subject)
}

/** Requests and confirms a change on the user's own browser. */
async function changeEmail(site: TestIdentity, { browser }: Pick<SignedUp, 'browser'>, email: string): Promise<TestPage> {
  expect((await send(browser, site, 'email', { email })).status).toBe(200)
  const page = await browser.open(await findLink(site, email))
  return browser.submit(page, {})
}

async function undo(site: TestIdentity, formerEmail: string): Promise<TestPage> {
  const browser = site.browser()
  return browser.submit(await browser.open(await findLink(site, formerEmail)), {})
}

async function canSignIn(site: TestIdentity, email: string, password: string): Promise<boolean> {
  const browser = site.browser()
  return (await browser.submit(await browser.open('/auth/signin'), { email, password })).url.pathname === '/'
}

async function selectEmails(site: TestIdentity): Promise<string[]> {
  return (await queryAsOwner<{ email: string }>(site.deps, 'select email from users order by email')).map(({ email }) => email)
}

function findHeading({ html }: TestPage): string | undefined {
  return /<h1[^>]*>([^<]*)/.exec(html)?.[1]
}

it('changes the name at once, and rejects a name that is no name', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const page = await mia.browser.open('/auth/account')
  expect([findHeading(page), page.html.includes(mia.email), page.html.includes('value="Mia Baker"')]).toEqual(['Your account', true, true])

  const saved = await send(mia.browser, site, 'name', { full_name: ' Mia Reed ' })
  expect(saved.html).toContain('Your name was changed.')
  expect(saved.html).toContain('value="Mia Reed"')
  for (const [full_name, message] of [
    ['', 'Enter your name.'],
    ['Win at casino.example/now', 'web address'],
    ['x'.repeat(81), 'Use at most 80 characters.'],
  ] as const) {
    const rejected = await send(mia.browser, site, 'name', { full_name })
    expect(rejected.status).toBe(422)
    expect(rejected.html).toContain(message)
  }
  const user = await createTokenContext(site, mia.tokens)
  expect(await getProfile(user)).toMatchObject({ full_name: 'Mia Reed', email: mia.email })
  const audited = await queryAsOwner(site.deps, "select before, after from audit_log where action = 'profile.update'")
  expect(audited).toEqual([{ before: { full_name: 'Mia Baker' }, after: { full_name: 'Mia Reed' } }])
})

it('changes the address once its link was used, ends the other sessions, and tells the former address', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp({ email: 'mia@old.example' })
  const elsewhere = await signInElsewhere(site, mia)

  const requested = await send(mia.browser, site, 'email', { email: 'Mia@New.example' })
  expect(requested.html).toContain('We have sent a link to <strong>Mia@New.example</strong>')
  expect(await selectEmails(site)).toEqual(['mia@old.example'])
  expect(await subjectsTo(site, 'Mia@New.example')).toEqual(['Confirm your new email address'])

  const link = await findLink(site, 'Mia@New.example')
  const page = await mia.browser.open(link)
  expect(page.html).not.toContain('type="password"')
  expect(await selectEmails(site), 'opening the link').toEqual(['mia@old.example'])
  site.clock.forward(1_000)
  const changed = await mia.browser.submit(page, {})

  expect(findHeading(changed)).toBe('Your email address was changed')
  expect(changed.html).toContain('For seven days, it can undo the change.')
  expect(await selectEmails(site)).toEqual(['Mia@New.example'])
  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(200)
  expect((await redeemRefreshToken(site.app, elsewhere.tokens.refresh_token)).status).toBe(401)
  expect([await canSignIn(site, 'mia@old.example', mia.password), await canSignIn(site, 'mia@new.example', mia.password)]).toEqual([
    false,
    true,
  ])
  const [notice] = (await site.emailsTo('mia@old.example')).slice(-1)
  expect(notice?.subject).toBe('Your email address was changed')
  expect(notice?.text).toContain('Mia@New.example')
  expect((await mia.browser.open(link)).status).toBe(410)
  expect((await mia.browser.submit(page, {})).status).toBe(410)

  const audited = await queryAsOwner(
    site.deps,
    "select action, before, after from audit_log where action like '%email_change' or action = 'user.change_email' order by created_at",
  )
  const [before, after] = [{ email: 'mia@old.example' }, { email: 'Mia@New.example' }]
  expect(audited).toEqual([
    { action: 'user.request_email_change', before, after },
    { action: 'user.change_email', before, after },
  ])
  const events = lines.filter(({ event }) => String(event).startsWith('email_change.'))
  expect(events).toMatchObject([
    { event: 'email_change.requested', level: 30, address: '127.0.0.1', actor: expect.stringMatching(/^user /) },
    { event: 'email_change.succeeded', level: 40 },
  ])
  expect(JSON.stringify(lines).toLowerCase()).not.toContain('mia@')
})

it('needs the password if the last sign-in is older than 15 minutes, and a sign-in if nobody is signed in', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  expect((await mia.browser.open('/auth/account')).html).not.toContain('Current password')
  site.clock.forward(15 * 60_000 + 1_000)
  expect((await mia.browser.open('/auth/account')).html).toContain('Current password')

  const [without, wrong] = [
    await send(mia.browser, site, 'email', { email: 'mia@new.example' }),
    await send(mia.browser, site, 'email', { email: 'mia@new.example', password: 'not it at all' }),
  ]
  expect([without.status, wrong.status]).toEqual([422, 422])
  expect(without.html).toContain('Enter your password to confirm who you are.')
  expect(wrong.html).toContain('This is not your current password.')
  expect(wrong.html).toContain('value="mia@new.example"')
  expect(await subjectsTo(site, 'mia@new.example')).toEqual([])

  const done = await send(mia.browser, site, 'email', { email: 'mia@new.example', password: mia.password })
  expect(done.html).toContain('We have sent a link to')
  expect(done.html).not.toContain('Current password')

  const stranger = site.browser()
  for (const page of [await stranger.open('/auth/account'), await send(stranger, site, 'email', { email: 'eve@new.example' })])
    expect([page.url.pathname, page.url.search]).toEqual(['/auth/signin', '?to=account'])
  const signIn = await stranger.open('/auth/account')
  const failed = await stranger.submit(signIn, { email: mia.email, password: 'not it at all' })
  expect(failed.status).toBe(422)
  const signedIn = await stranger.submit(failed, { email: mia.email, password: mia.password })
  expect([signedIn.url.pathname, signedIn.html.includes(mia.email)]).toEqual(['/auth/account', true])
})

it('asks for a new sign-in if a session without tokens is older than 15 minutes', async () => {
  await using site = await openTestIdentity()
  const { email, password } = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/account'), { email, password })
  site.clock.forward(16 * 60_000)
  const asked = await send(browser, site, 'email', { email: 'mia@new.example', password })
  expect(asked.url.pathname).toBe('/auth/signin')
})

it('rejects a form from another site, an invalid address and the present address', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia@old.example' })
  const page = { url: new URL(site.app), status: 200, headers: new Headers(), html: '<form action="/auth/account/email">' }
  expect((await mia.browser.submit(page, { email: 'mia@new.example' }, { origin: 'https://evil.example' })).status).toBe(403)
  for (const [email, message] of [
    ['mia', 'Enter a valid email address.'],
    ['MIA@old.example', 'This is your email address already.'],
  ] as const) {
    const rejected = await send(mia.browser, site, 'email', { email })
    expect(rejected.status).toBe(422)
    expect(rejected.html).toContain(message)
    expect((await mia.browser.open(rejected.url.pathname)).url.pathname, 'opening the address again').toBe('/auth/account')
  }
  expect(await queryAsOwner(site.deps, 'select from email_changes')).toEqual([])
})

it('answers the same, after the same work, whether or not the new address has an account, and emails its owner', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const noah = await site.signUp({ email: 'noah@people.test' })
  const pages: string[] = []
  const work: string[][] = []
  for (const email of ['free@people.test', 'noah@people.test']) {
    work.push(await recordStatements(site, async () => pages.push((await send(mia.browser, site, 'email', { email })).html)))
  }
  const comparable = pages.map((html) => html.replaceAll(/(free|noah)@people\.test/g, 'X').replaceAll(/nonce="[^"]*"/g, ''))
  expect(comparable[0]).toBe(comparable[1])
  expect(work[0]).toEqual(work[1])
  const [notice] = (await site.emailsTo(noah.email)).slice(-1)
  expect([notice?.subject, findLinkInEmail(notice)]).toEqual(['You already have a Linkshelf account', ''])
  expect(await selectEmails(site)).toEqual([mia.email, noah.email].toSorted())
})

it('sends at most five links an hour for a user, and replaces the earlier link', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const statuses: number[] = []
  for (let nth = 1; nth <= 6; nth += 1) statuses.push((await send(mia.browser, site, 'email', { email: `mia-${nth}@new.example` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  for (const nth of [1, 2, 3, 4, 6]) expect(await subjectsTo(site, `mia-${nth}@new.example`)).toEqual([])
  expect(await subjectsTo(site, 'mia-5@new.example')).toEqual(['Confirm your new email address'])
})

it('rejects a canceled, replaced or expired link', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'one@new.example' })
  const first = await findLink(site, 'one@new.example')
  await send(mia.browser, site, 'email', { email: 'two@new.example' })
  const second = await findLink(site, 'two@new.example')
  expect((await mia.browser.open(first)).status).toBe(410)

  const form = await mia.browser.open(second)
  expect((await send(mia.browser, site, 'email/cancel')).html).toContain('The change was canceled.')
  expect((await mia.browser.submit(form, {})).status).toBe(410)

  await send(mia.browser, site, 'email', { email: 'three@new.example' })
  const third = await mia.browser.open(await findLink(site, 'three@new.example'))
  site.clock.forward(dayMs)
  expect((await mia.browser.submit(third, {})).status).toBe(410)
  expect((await mia.browser.open('/auth/account')).html).not.toContain('three@new.example')
  expect(await selectEmails(site)).toEqual([mia.email])
})

it('needs the password on a browser where the user is not signed in', async () => {
  await using site = await openTestIdentity()
  const [mia, noah] = [await site.signUp({ email: 'mia@old.example' }), await site.signUp({ email: 'noah@people.test' })]
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const link = await findLink(site, 'mia@new.example')
  for (const browser of [site.browser(), noah.browser]) {
    const page = await browser.open(link)
    expect(page.html).toContain('Password of your account')
    for (const password of ['', noah.password]) expect((await browser.submit(page, { password })).status).toBe(422)
  }
  expect(await selectEmails(site)).toEqual(['mia@old.example', 'noah@people.test'])

  const phone = site.browser()
  site.clock.forward(1_000)
  expect((await phone.submit(await phone.open(link), { password: mia.password })).status).toBe(200)
  expect(await selectEmails(site)).toEqual(['mia@new.example', 'noah@people.test'])
  // The session that requested the change stays, also if another browser confirms it.
  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(200)
})

it('allows ten wrong passwords, also for a valid link', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const browser = site.browser()
  const page = await browser.open(await findLink(site, 'mia@new.example'))
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await browser.submit(page, { password: `guess ${guess}` })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
})

it.each<[string, (site: TestIdentity, mia: SignedUp) => Promise<unknown>]>([
  [
    'the other sessions are signed out',
    async (site, mia) => revokeOtherSessions(await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)),
  ],
  [
    'its session is signed out in the settings',
    async (site, mia) => {
      const user = await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)
      const session = (await listSessions(user)).find(({ current }) => !current)
      await revokeSession(user, sessionId.parse(session?.session_id))
    },
  ],
  [
    'the password is reset',
    async (site, mia) => {
      const browser = site.browser()
      await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
      await browser.submit(await browser.open(await findLink(site, mia.email)), { password: newPassword })
    },
  ],
  [
    'the account was disabled in between',
    async (site, mia) => {
      await disableUser(site.deps, accessRevocations, mia.email)
      await enableUser(site.deps, mia.email)
    },
  ],
])('rejects the link of a requested change after %s', async (_event, end) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const link = await findLink(site, 'mia@new.example')
  expect((await mia.browser.open(link)).status).toBe(200)
  await end(site, mia)
  expect((await site.browser().open(link)).status).toBe(410)
})

it('gives the former address the account back within seven days, and ends sessions, keys and the password', async () => {
  const { log, events } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp({ email: 'mia@old.example' })
  const user = await createTokenContext(site, mia.tokens)
  const [organization] = await listOrganizations(user)
  const host = await anOrganization(site.deps)
  const joined = await aMember(site.deps, host, { role: 'owner', user })
  const [own, others] = [
    await anApiKey(site.deps, joined, { name: 'Of Mia' }),
    await anApiKey(site.deps, host.ctx, { name: 'Of the host' }),
  ]
  await queryAsOwner(
    site.deps,
    `update members set role = 'viewer' where user_id = '${user.actor.userId}' and organization_id = '${host.organization.id}'`,
  )
  await changeEmail(site, mia, 'eve@new.example')
  const thief = await signInElsewhere(site, { email: 'eve@new.example', password: mia.password })
  await requestAccountDeletion(
    site.identity,
    { ...(await createTokenContext(site, thief.tokens)), now: site.clock.now() },
    { current_password: mia.password },
  )

  site.clock.forward(7 * dayMs - 10_000)
  const browser = site.browser()
  const page = await browser.open(await findLink(site, 'mia@old.example'))
  expect(await selectEmails(site), 'opening the link').toContain('eve@new.example')
  const reset = await browser.submit(page, {})

  expect(reset.url.pathname).toBe('/auth/reset')
  expect(reset.html).toContain('Your account uses its earlier email address again.')
  expect((await browser.submit(page, {})).status).toBe(410)
  for (const email of ['mia@old.example', 'eve@new.example']) expect(await canSignIn(site, email, mia.password)).toBe(false)
  for (const { tokens } of [mia, thief]) expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(401)
  const keys = await queryAsOwner<{ id: string }>(site.deps, 'select id from api_keys')
  expect(keys.map(({ id }) => id)).toEqual([others.id])
  expect(own.id).not.toBe(others.id)
  expect(await getProfile(user)).toMatchObject({ email: 'mia@old.example', deletes_at: null })
  expect((await listOrganizations(user)).map(({ id }) => id)).toContain(organization?.id)

  const rejected = await browser.submit(reset, { password: mia.password })
  expect(rejected.html).toContain('This password may be known to somebody else. Choose a different one.')
  expect((await browser.submit(rejected, { password: newPassword })).url.pathname).toBe('/auth/signin')
  expect(await canSignIn(site, 'mia@old.example', newPassword)).toBe(true)
  expect(await subjectsTo(site, 'eve@new.example')).toContain('Your email address was removed from an account')
  const [told] = (await site.emailsTo('mia@old.example')).filter(({ subject }) => subject === 'Your email address is yours again')
  expect(told?.text).toContain('1 API key')
  expect(events().filter((event) => /undone|reset/.test(String(event)))).toEqual(['email_change.undone', 'password_reset.succeeded'])
})

it('undoes all later changes of a chain', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'a@people.test' })
  await changeEmail(site, mia, 'b@people.test')
  await changeEmail(site, mia, 'c@people.test')
  await changeEmail(site, mia, 'd@people.test')
  const [fromB, fromC] = [await findLink(site, 'b@people.test'), await findLink(site, 'c@people.test')]

  expect((await undo(site, 'b@people.test')).url.pathname).toBe('/auth/reset')
  expect(await selectEmails(site)).toEqual(['b@people.test'])
  expect((await site.browser().open(fromC)).status).toBe(410)
  expect((await undo(site, 'a@people.test')).url.pathname).toBe('/auth/reset')
  expect(await selectEmails(site)).toEqual(['a@people.test'])
  expect((await site.browser().open(fromB)).status).toBe(410)
  expect(await queryAsOwner(site.deps, 'select from email_changes')).toEqual([])
})

it('lets a user return to the former address, which the address in between can not undo', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'a@people.test' })
  await changeEmail(site, mia, 'b@people.test')
  const undoLink = await findLink(site, 'a@people.test')
  expect((await changeEmail(site, mia, 'a@people.test')).html).not.toContain('undo the change')

  expect(await selectEmails(site)).toEqual(['a@people.test'])
  const [notice] = (await site.emailsTo('b@people.test')).slice(-1)
  expect([notice?.subject, findLinkInEmail(notice)]).toEqual(['Your email address was changed', ''])
  expect((await site.browser().open(undoLink)).status).toBe(410)

  // A second change to the same address can be undone again.
  await changeEmail(site, mia, 'b@people.test')
  expect(await selectEmails(site)).toEqual(['b@people.test'])
  expect((await undo(site, 'a@people.test')).url.pathname).toBe('/auth/reset')
})

it('gives the former address to no other account for seven days, and tells only its mailbox', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia@old.example' })
  const noah = await site.signUp()
  await changeEmail(site, mia, 'mia@new.example')

  const browser = site.browser()
  const answer = await browser.submit(await browser.open('/auth/signup'), { ...aSignUp({ email: 'MIA@old.example' }) })
  expect([answer.status, findHeading(answer)]).toEqual([200, 'Check your email'])
  expect((await send(noah.browser, site, 'email', { email: 'mia@old.example' })).html).toContain('We have sent a link to')
  await expect(createUser(site.deps, { email: 'mia@old.example', fullName: 'Eve' })).rejects.toThrow('within the last seven days')
  const notices = (await site.emailsTo('MIA@old.example')).concat((await site.emailsTo('mia@old.example')).slice(-1))
  expect(notices.map(({ subject }) => subject)).toEqual(Array(2).fill('This email address can’t have an account yet'))
  expect(notices.map(findLinkInEmail)).toEqual(['', ''])
  await browser.submit(await browser.open('/auth/forgot'), { email: 'mia@old.example' })
  expect(await subjectsTo(site, 'mia@old.example')).not.toContain('Reset your Linkshelf password')

  const link = (await site.emailsTo('mia@old.example')).map(findLinkInEmail).find((found) => found.includes('undo'))
  expect((await browser.open(link ?? '')).status).toBe(200)
  site.clock.forward(7 * dayMs + 10_000)
  expect((await browser.open(link ?? '')).status).toBe(410)
  await deleteExpiredIdentityState(site.deps)
  const signedUp = await browser.submit(await browser.open('/auth/signup'), { ...aSignUp({ email: 'mia@old.example' }) })
  expect(signedUp.url.pathname).toBe('/')
})

it('lets the user accept invitations to the former address, and nobody else sign up with them', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia@old.example' })
  const host = await anOrganization(site.deps)
  const { token } = await anInvitation(site.deps, host, { email: 'mia@old.example' })
  await changeEmail(site, mia, 'mia@new.example')

  const browser = site.browser()
  expect((await browser.open(`/auth/join?token=${token}`)).url.pathname).toMatch(/^\/invitations\//)
  const call = createApiCaller(site.deps)
  const joined = await call(await createTokenContext(site, mia.tokens), { method: 'POST', path: '/v1/me/invitations', body: { token } })
  expect(joined.status).toBe(200)
})

it('neither tells nor reserves a former address that was never confirmed, and confirms the new address', async () => {
  await using site = await openTestIdentity()
  site.deps.mail.reachesRecipients = true
  const mia = await site.signUp({ email: 'mia@gmial.example' })
  const earlier = await findLink(site, 'mia@gmial.example')
  expect((await changeEmail(site, mia, 'mia@gmail.example')).html).not.toContain('undo the change')

  expect(await subjectsTo(site, 'mia@gmial.example')).toEqual(['Confirm your email address'])
  expect((await site.browser().open(earlier)).status).toBe(410)
  expect(await getProfile(await createTokenContext(site, mia.tokens))).toMatchObject({ email: 'mia@gmail.example', email_confirmed: true })
  const other = await site.signUp({ email: 'mia@gmial.example' })
  expect(other.tokens.access_token).toBeTruthy()
})

it('frees the former address when the account is deleted', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia@old.example' })
  await changeEmail(site, mia, 'mia@new.example')
  const link = await findLink(site, 'mia@old.example')
  await queryAsOwner(site.deps, "delete from users where email = 'mia@new.example'")

  expect((await site.browser().open(link)).status).toBe(410)
  expect((await site.signUp({ email: 'mia@old.example' })).tokens.access_token).toBeTruthy()
})

it('changes the address once if the link is used three times at once', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const page = await mia.browser.open(await findLink(site, 'mia@new.example'))
  const done = await Promise.all([1, 2, 3].map(() => mia.browser.submit(page, {})))
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
  expect(await queryAsOwner(site.deps, "select from audit_log where action = 'user.change_email'")).toHaveLength(1)
})

it('gives an address to one of two users who confirm it at once, and to none if a sign-up was first', async () => {
  await using site = await openTestIdentity()
  const users = [await site.signUp(), await site.signUp()]
  const forms: TestPage[] = []
  for (const { browser } of users) {
    await send(browser, site, 'email', { email: 'free@people.test' })
    forms.push(await browser.open(await findLink(site, 'free@people.test')))
  }
  const done = await Promise.all(users.map(({ browser }, nth) => browser.submit(forms[nth] ?? expect.unreachable(), {})))
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 410])

  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'noah@people.test' })
  const form = await mia.browser.open(await findLink(site, 'noah@people.test'))
  await site.signUp({ email: 'noah@people.test' })
  expect((await mia.browser.submit(form, {})).status).toBe(410)
  expect((await selectEmails(site)).filter((email) => email === 'noah@people.test')).toHaveLength(1)
  expect(await selectEmails(site)).toContain(mia.email)
})

it('rejects a sign-up with the former address that waits while the change is committed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia@old.example' })
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const form = await mia.browser.open(await findLink(site, 'mia@new.example'))
  await mia.browser.submit(await mia.browser.open('/auth/forgot'), { email: 'mia@old.example' })
  await runEmailJobs(site.deps)
  // The confirmation has changed the address, and waits to delete this token.
  const held = await holdRow(site, 'select from password_resets for update')
  const changing = mia.browser.submit(form, {})
  await waitForBlockedTransactions(site.deps, 1)
  const signingUp = createUser(site.deps, { email: 'mia@old.example', fullName: 'Eve' }).catch((error: Error) => error.message)
  await waitForBlockedTransactions(site.deps, 2)
  await held.release()

  expect((await changing).status).toBe(200)
  expect(await signingUp).toContain('within the last seven days')
  expect(await selectEmails(site)).toEqual(['mia@new.example'])
})

it('runs one of two undos at once', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'a@people.test' })
  await changeEmail(site, mia, 'b@people.test')
  const browser = site.browser()
  const page = await browser.open(await findLink(site, 'a@people.test'))
  const done = await Promise.all([browser.submit(page, {}), browser.submit(page, {})])
  expect(done.map(({ url, status }) => `${url.pathname} ${status}`).toSorted()).toEqual(['/auth/reset 200', '/auth/undo-address 410'])
})

it.each(['confirmation', 'undo'] as const)(
  'changes nothing if the process is killed during the %s, and the link works again',
  async (step) => {
    await using site = await openTestIdentity()
    const mia = await site.signUp({ email: 'a@people.test' })
    const user = await createTokenContext(site, mia.tokens)
    await send(mia.browser, site, 'email', { email: 'b@people.test' })
    if (step === 'undo') await mia.browser.submit(await mia.browser.open(await findLink(site, 'b@people.test')), {})
    const link = await findLink(site, step === 'undo' ? 'a@people.test' : 'b@people.test')
    const page = await mia.browser.open(link)
    const before = await readState(site)

    // The transaction waits for the user's row. Its connection ends, as when the process is killed.
    const held = await holdRow(site, `select from users where id = '${user.actor.userId}' for update`)
    const killed = mia.browser.submit(page, {})
    await waitForBlockedTransactions(site.deps, 1)
    await queryAsOwner(
      site.deps,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect((await killed).status).toBe(500)
    await held.release()

    expect(await readState(site)).toEqual(before)
    expect((await mia.browser.submit(await mia.browser.open(link), {})).status).toBe(200)
    expect(await selectEmails(site)).toEqual([step === 'undo' ? 'a@people.test' : 'b@people.test'])
  },
)

it('emails a second working link if the process is killed after the first email', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  const [{ id } = expect.unreachable()] = await queryAsOwner<{ id: string }>(site.deps, 'select id from email_changes')
  await runEmailJobs(site.deps)
  await queryAsOwner(site.deps, `select enqueue_job('send-email-change-link', json_build_object('changeId', '${id}'), null, null, 25)`)
  const links = (await site.emailsTo('mia@new.example')).map(findLinkInEmail)
  expect(new Set(links).size).toBe(2)
  for (const link of links) expect((await mia.browser.open(link)).status).toBe(200)
  await mia.browser.submit(await mia.browser.open(links[0] ?? ''), {})
  expect((await mia.browser.open(links[1] ?? '')).status).toBe(410)
})

it('stores only hashes of the tokens, and none in the job queue', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'email', { email: 'mia@new.example' })
  expect(await listQueuedEmailJobs(site)).toEqual([{ task: 'send-email-change-link', fields: ['changeId'] }])
  const token = new URL(await findLink(site, 'mia@new.example')).searchParams.get('token') ?? ''
  const rows = await queryAsOwner(site.deps, 'select token_hash::text as token_hash, purpose from email_change_tokens')
  expect(rows).toMatchObject([{ purpose: 'confirm' }])
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
})

it('renews tokens with the new name and address', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await send(mia.browser, site, 'name', { full_name: 'Mia Reed' })
  await changeEmail(site, mia, 'mia@new.example')
  const { id_token } = await fetchPublicTokens(mia.browser, site.app)
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ name: 'Mia Reed', email: 'mia@new.example' })
})

/** Locks rows in a transaction of its own until `release` is called. */
async function holdRow({ deps }: TestIdentity, statement: string) {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const tx = deps.db.transaction().execute(async (transaction) => {
    await sql.raw(statement).execute(transaction)
    hold()
    await released
  })
  await held
  return {
    async release() {
      release()
      await tx
    },
  }
}

/** Returns what a confirmation or an undo changes. */
async function readState({ deps }: TestIdentity) {
  const queries = [
    'select id, email, password_hash, signed_out_at from users order by id',
    'select id, confirmed_at, former_email from email_changes order by id',
    'select token_hash, purpose from email_change_tokens order by token_hash',
    'select uid, signed_out_at from user_sessions order by uid',
    'select count(*) from audit_log',
    'select count(*) from graphile_worker._private_jobs',
  ]
  return Promise.all(queries.map((query) => queryAsOwner(deps, query)))
}
