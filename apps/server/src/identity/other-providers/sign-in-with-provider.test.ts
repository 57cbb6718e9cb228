import { recentSignInMs } from '@linkshelf/contract'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import {
  openOtherProvider,
  openWithOtherProvider,
  pressProviderButton,
  readRefresh,
  signInAtOther,
  startAtOther,
} from '../../../test/open-other-provider.ts'
import { aSignUp, createTokenContext, fetchTokens, findLinkInEmail, getCode } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { anAuthorization } from '../../../test/test-browser.ts'
import { addTestPasskey } from '../../../test/test-passkeys.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import { sendConfirmation } from '../confirmation/confirm-email.ts'
import { disableUser } from '../operated-accounts.ts'
import { reauthenticateWithPasskey } from '../passkeys/confirm-with-passkey.ts'
import { reauthenticate } from '../passwords/change-password.ts'
import { listSessions } from '../sessions/sessions.ts'

const mia = { sub: 'acme-1', email: 'mia@acme.test', email_verified: true, name: 'Mia Baker' }

it('creates a confirmed account at the first sign-in, and afterwards finds it by the subject, not by the address', async () => {
  await using both = await openWithOtherProvider()
  const { site, other, findUserId } = both
  const browser = site.browser()
  await browser.open(anAuthorization(site.app).url)

  expect(getCode(await signInAtOther(browser, other))).not.toBe('')

  const tokens = await fetchTokens(browser)
  expect(await listSessions(await createTokenContext(site, tokens))).toMatchObject([{ methods: ['provider'] }])
  expect(
    await queryAsOwner(site.deps, 'select email, full_name as name, email_confirmed_at is not null as is_confirmed from users'),
  ).toEqual([{ email: mia.email, name: mia.name, is_confirmed: true }])
  const { sub: userId } = decodeJwt(tokens.access_token)

  other.user = { ...mia, email: 'mia.baker@acme.test' }
  const elsewhere = site.browser()
  expect((await signInAtOther(elsewhere, other)).url.href).toBe(`${site.app}/`)
  expect(await findUserId(elsewhere)).toBe(userId)

  // The provider gave the address to another person.
  other.user = { ...mia, sub: 'acme-2' }
  const stranger = site.browser()
  expect((await signInAtOther(stranger, other)).html).toContain('Connect your account')
  expect((await stranger.open('/auth/account')).url.pathname).toBe('/auth/signin')
})

it('joins an existing account only after its password, once, and notifies its user', async () => {
  const { log, events } = recordLog()
  await using both = await openWithOtherProvider({ log })
  const { site, other, findUserId } = both
  const owner = await site.signUp({ email: mia.email })
  const userId = decodeJwt(owner.tokens.access_token).sub
  const browser = site.browser()
  const page = await signInAtOther(browser, other)
  expect(page.html).toContain(mia.email)

  const wrong = await browser.submit(page, { password: 'not it at all' })
  expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('This is not the password of this account.')])
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toEqual([])

  expect((await browser.submit(page, { password: owner.password })).url.href).toBe(`${site.app}/`)

  expect(await findUserId(browser)).toBe(userId)
  const elsewhere = site.browser()
  await signInAtOther(elsewhere, other)
  expect(await findUserId(elsewhere)).toBe(userId)
  expect((await elsewhere.open('/auth/account')).html).toContain(`Continue with Acme <span class="hint">${mia.email}</span>`)
  expect((await site.emailsTo(mia.email)).map(({ subject }) => subject)).toContain('Your Linkshelf account has a new way to sign in')
  expect(events().filter((event) => event === 'provider.joined')).toHaveLength(1)
  expect(await queryAsOwner(site.deps, "select actor_id from audit_log where action = 'user.join_provider'")).toEqual([
    { actor_id: userId },
  ])
})

it('counts passwords of the join page in the limits of sign-ins', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  await site.signUp({ email: mia.email })
  const browser = site.browser()
  const page = await signInAtOther(browser, other)
  for (let guess = 0; guess < 10; guess += 1) await browser.submit(page, { password: 'not it at all' })
  expect((await browser.submit(page, { password: 'not it at all' })).status).toBe(429)
})

it('does not join an account whose password is replaced while the form is sent', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = await site.signUp({ email: mia.email })
  const browser = site.browser()
  const page = await signInAtOther(browser, other)
  let joining: Promise<{ status: number }> | undefined
  await site.asOwner(async (db) => {
    await db.query('begin')
    await db.query("update users set password_hash = 'revoked:' || password_hash")
    joining = browser.submit(page, { password: owner.password })
    await waitForBlockedTransaction(site.deps)
    await db.query('commit')
  })
  expect((await joining)?.status).toBe(409)
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toEqual([])
})

it('joins without a password if the browser has just signed in to the account in another way', async () => {
  await using both = await openWithOtherProvider()
  const { site, other, findUserId } = both
  const owner = await site.signUp({ email: mia.email })
  const noah = await site.signUp()

  expect((await signInAtOther(noah.browser, other)).html).toContain('name="password"')
  const page = await signInAtOther(owner.browser, other)
  expect(page.html).not.toContain('name="password"')
  await owner.browser.submit(page, {})

  const elsewhere = site.browser()
  await signInAtOther(elsewhere, other)
  expect(await findUserId(elsewhere)).toBe(decodeJwt(owner.tokens.access_token).sub)
})

it('does not offer to join an account to a user whose address the provider has not verified', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  await site.signUp({ email: mia.email })
  const browser = site.browser()
  for (const email_verified of [false, undefined]) {
    other.user = { ...mia, ...(email_verified !== undefined && { email_verified }) }
    if (email_verified === undefined) delete other.user.email_verified
    const page = await signInAtOther(browser, other)
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('has not verified your email address')])
  }
  expect((await browser.open('/auth/provider/join')).url.pathname).toBe('/auth/signin')
})

it('emails a link to an address that the provider has not verified, which confirms only in the signed-in browser', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  site.deps.mail.reachesRecipients = true
  other.user = { ...mia }
  delete other.user.email_verified
  const browser = site.browser()
  await signInAtOther(browser, other)
  const link = findLinkInEmail((await site.emailsTo(mia.email)).at(-1))
  const stranger = site.browser()
  const asked = await stranger.open(link)
  expect(asked.html).toContain('First sign in to the account')
  expect(asked.html).not.toContain('<form')
  const { searchParams } = new URL(link)
  const forged = { ...asked, html: '<form action="/auth/confirm-email">' }
  expect((await stranger.submit(forged, { token: searchParams.get('token') ?? '', password: 'any' })).status).toBe(403)
  expect(await queryAsOwner(site.deps, 'select email_confirmed_at from users')).toEqual([{ email_confirmed_at: null }])

  expect((await browser.submit(await browser.open(link), {})).html).toContain('Your email address is confirmed')

  expect(await queryAsOwner(site.deps, 'select email_confirmed_at is not null as is_confirmed from users')).toEqual([
    { is_confirmed: true },
  ])
  expect((await browser.open('/auth/account')).url.pathname).toBe('/auth/signin')
  await signInAtOther(browser, other)
  expect((await browser.open('/auth/account')).html).toContain('Continue with Acme')
})

it('disconnects a provider when the owner of an unconfirmed address resets the password', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  site.deps.mail.reachesRecipients = true
  other.user = { ...mia, email_verified: false }
  await signInAtOther(site.browser(), other)
  expect(await queryAsOwner(site.deps, 'select email_confirmed_at from users')).toEqual([{ email_confirmed_at: null }])

  const owner = site.browser()
  await owner.submit(await owner.open('/auth/forgot'), { email: mia.email })
  const link = findLinkInEmail((await site.emailsTo(mia.email)).at(-1))
  expect((await owner.submit(await owner.open(link), { password: 'badgers dig at dusk' })).html).toContain('1 connected identity provider')

  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toEqual([])
})

it.each([
  ['closed', 'This Linkshelf doesn&#39;t take new accounts.'],
  ['invite', 'This Linkshelf takes new accounts by invitation only.'],
] as const)('creates no account with SIGN_UPS=%s', async (signUps, sentence) => {
  await using both = await openWithOtherProvider({ signUps })
  const page = await signInAtOther(both.site.browser(), both.other)
  expect([page.status, page.html]).toEqual([403, expect.stringContaining(sentence)])
  expect(await queryAsOwner(both.site.deps, 'select 1 from users')).toEqual([])
})

it('creates the account of an invited user with the address of the invitation only', async () => {
  await using both = await openWithOtherProvider({ signUps: 'invite' })
  const { site, other } = both
  const inviting = await anOrganization(site.deps)
  const { token } = await anInvitation(site.deps, inviting, { email: mia.email })
  const fields = { invitation: token }
  const page = await site.browser().open(`/auth/join?token=${token}`)
  expect(page.html).toContain(`<input type="hidden" name="invitation" value="${token}">`)

  other.user = { ...mia, email: 'noah@acme.test' }
  expect((await signInAtOther(site.browser(), other, undefined, fields)).html).toContain('The invitation is for another email address.')
  other.user = mia
  expect((await signInAtOther(site.browser(), other, undefined, fields)).url.href).toBe(`${site.app}/`)

  const members = await queryAsOwner(
    site.deps,
    `select email from members join users on users.id = user_id where organization_id = '${inviting.organization.id}'`,
  )
  expect(members).toContainEqual({ email: mia.email })
})

it('accepts only verified addresses of the allowed domains, at every sign-in', async () => {
  await using both = await openWithOtherProvider({}, { emailDomains: ['acme.test'] })
  const { site, other } = both
  const open = async (user: Partial<typeof mia>) => {
    other.user = { ...mia, ...user }
    return (await signInAtOther(site.browser(), other)).status
  }
  expect(await open({ email: 'mia@acme.test.evil.test' })).toBe(403)
  expect(await open({ email_verified: false })).toBe(403)
  expect(await open({})).toBe(303)
  expect(await open({ email: 'mia@elsewhere.test' })).toBe(403)
})

it('rejects the user of a disabled account, and a user without an address', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  await signInAtOther(site.browser(), other)
  await disableUser(site.deps, { inOwnOrganization: [], inJoinedOrganization: [] }, mia.email)
  expect((await signInAtOther(site.browser(), other)).status).toBe(403)
  other.user = { sub: 'acme-3' }
  expect((await signInAtOther(site.browser(), other)).html).toContain('did not send your email address')
})

it('rejects a response that is not for the sign-in of this browser', async () => {
  const { log, lines } = recordLog()
  await using both = await openWithOtherProvider({ log })
  const { site, other } = both
  const [victim, attacker] = [site.browser(), site.browser()]
  const start = startAtOther

  // The attacker sends the victim the end of the attacker's own sign-in.
  const forged = (await other.authorize(await start(attacker))).href
  expect((await victim.open(forged)).html).toContain('The sign-in took too long, or began in another window.')
  await start(victim)
  expect((await victim.open(forged)).status).toBe(400)

  // The id token is for another sign-in, client or issuer.
  const changes = [{ nonce: 'another' }, { aud: 'another-client' }, { iss: 'https://elsewhere.test' }, { exp: 1 }]
  for (const changed of changes) {
    other.changeIdToken = (claims) => ({ ...claims, ...changed })
    expect((await signInAtOther(site.browser(), other)).html, JSON.stringify(changed)).toContain('did not confirm the sign-in')
  }
  other.changeIdToken = (claims) => claims

  // Another provider claims to have responded (RFC 9207).
  const mixed = await other.authorize(await start(victim))
  mixed.searchParams.set('iss', 'https://elsewhere.test')
  expect((await victim.open(mixed.href)).status).toBe(400)

  // A response is accepted once.
  const browser = site.browser()
  const response = (await other.authorize(await start(browser))).href
  expect((await browser.open(response)).url.href).toBe(`${site.app}/`)
  expect((await browser.open(response)).status).toBe(400)

  expect(await queryAsOwner(site.deps, 'select count(*)::int as count from users')).toEqual([{ count: 1 }])
  expect(JSON.stringify(lines)).not.toContain(new URL(response).searchParams.get('code'))
})

it('rejects the response of one provider at the address of another one', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  await using second = await openOtherProvider(site.app, { key: '2', button: 'Continue with Globex' })
  await site.restart({ providers: [other.settings, second.settings] })
  const browser = site.browser()
  const response = await second.authorize(await startAtOther(browser, '/auth/provider/2'))
  response.pathname = '/auth/provider/1/callback'
  expect((await browser.open(response.href)).status).toBe(400)

  // The same subject at another issuer is another user.
  await signInAtOther(site.browser(), other)
  expect((await signInAtOther(site.browser(), second, '/auth/provider/2')).html).toContain('Connect your account')
})

it('begins only with a form of our own page, without scripts', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const browser = site.browser()
  for (const init of [
    {},
    { method: 'POST', headers: { origin: 'https://evil.test' } },
    { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } },
  ]) {
    const response = await browser.fetch('/auth/provider/1', init)
    expect([response.headers.get('refresh'), response.headers.getSetCookie()]).toEqual([null, []])
    expect(response.headers.get('location') ?? '/auth/signin').toBe('/auth/signin')
  }

  const page = await browser.submit({ ...(await browser.open('/auth/signin')), html: '<form action="/auth/provider/1">' }, {})

  // The link is for browsers that do not leave the page.
  const location = readRefresh(page)
  expect(location).toContain(other.issuer)
  expect(page.html.replaceAll('&amp;', '&')).toContain(`href="${location}"`)
})

it('continues only at pages that it knows', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const end = async (to: string) => (await signInAtOther(site.browser(), other, undefined, { to })).url.href
  expect(await end('account')).toBe(`${site.app}/auth/account`)
  for (const to of ['https://evil.test', '//evil.test', '/auth/provider/2', 'constructor']) expect(await end(to)).toBe(`${site.app}/`)
})

it('offers other ways to sign in while the provider is down, and tries again later', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = aSignUp()
  await site.signUp(owner)
  const browser = site.browser()
  await other.stop()
  const page = await pressProviderButton(browser)
  expect([page.status, page.html]).toEqual([503, expect.stringContaining('Your identity provider can’t be reached at the moment.')])
  expect((await browser.submit(page, { ...owner })).url.href).toBe(`${site.app}/`)
})

it('rejects a provider whose metadata names another issuer', async () => {
  const { log, lines } = recordLog()
  await using both = await openWithOtherProvider({ log })
  const { site, other } = both
  await site.restart({ providers: [{ ...other.settings, issuer: other.issuer.replace('127.0.0.1', 'localhost') }] })
  expect((await pressProviderButton(site.browser())).status).toBe(503)
  expect(JSON.stringify(lines)).toContain('does not match the expected issuer')
  await site.restart({ providers: [other.settings] })
  expect((await pressProviderButton(site.browser())).status).toBe(200)
})

it('shows that the user canceled', async () => {
  await using both = await openWithOtherProvider()
  const browser = both.site.browser()
  const location = await startAtOther(browser)
  const query = new URLSearchParams({
    error: 'access_denied',
    state: new URL(location).searchParams.get('state') ?? '',
    iss: both.other.issuer,
  })
  expect((await browser.open(`/auth/provider/1/callback?${query}`)).html).toContain('The sign-in was canceled.')
})

it('with OIDC_ONLY neither signs in with a password nor creates one', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = await site.signUp({ email: mia.email })
  await site.restart({ providers: [other.settings], isProviderOnly: true })
  const browser = site.browser()
  const page = await browser.open('/auth/signin')
  expect(page.html.match(/action="[^"]+"/g)).toEqual(['action="/auth/provider/1"', 'action="/auth/provider/1"'])

  const form = (action: string) => ({ ...page, html: `<form action="${action}">` })
  const paths = ['/auth/signin', '/auth/signup', '/auth/confirm', '/auth/forgot', '/auth/reset', '/auth/join']
  for (const path of paths) expect((await browser.submit(form(path), { ...owner, token: 'x' } as never)).status, path).toBe(403)
  for (const path of paths.slice(1, -1)) expect((await browser.open(path)).status, path).toBe(403)

  expect((await browser.submit(await signInAtOther(browser, other), { password: owner.password })).url.href).toBe(`${site.app}/`)
})

it('with OIDC_ONLY shows and accepts neither passwords nor passkeys of signed-in users, and confirms addresses', async () => {
  await using both = await openWithOtherProvider({ host: 'localhost' })
  const { site, other } = both
  const owner = await site.signUp({ email: mia.email })
  await addTestPasskey(site, owner.browser)
  await owner.browser.submit(await signInAtOther(owner.browser, other), {})
  const tokens = await fetchTokens(owner.browser)
  site.deps.mail.reachesRecipients = true
  await queryAsOwner(site.deps, 'update users set email_confirmed_at = null')
  await site.restart({ providers: [other.settings], isProviderOnly: true })
  const ctx = await createTokenContext(site, tokens)

  const account = (await owner.browser.open('/auth/account')).html
  for (const text of ['Add a passkey', 'Change password', 'Set a password', 'name="password"']) expect(account, text).not.toContain(text)
  expect((await owner.browser.open('/auth/account/passkeys/new')).url.pathname).toBe('/auth/account')
  const deps = { ...site.identity, isProviderOnly: true }
  await expect(reauthenticate(deps, ctx, { password: owner.password })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  await expect(reauthenticateWithPasskey({ ...site.deps, ...deps }, ctx, undefined)).rejects.toMatchObject({ code: 'PASSKEY_REJECTED' })
  site.clock.forward(recentSignInMs + 60_000)
  const confirming = (await owner.browser.open('/auth/account/confirm')).html
  expect(confirming).toContain('Continue with Acme')
  for (const text of ['name="password"', 'data-passkey']) expect(confirming, text).not.toContain(text)

  await sendConfirmation(deps, ctx)
  const link = findLinkInEmail((await site.emailsTo(mia.email)).at(-1))
  expect((await owner.browser.submit(await owner.browser.open(link), {})).html).toContain('Your email address is confirmed')
})
