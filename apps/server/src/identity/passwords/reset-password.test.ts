import type { AdapterPayload } from 'oidc-provider'
import { expect, it, vi } from 'vitest'
import { aSignUp, findLinkInEmail, getCode, openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'
import { openSignIn, redeemRefreshToken, type TestPage } from '../../../test/test-browser.ts'
import { hashPassword } from './password-hash.ts'

// Modules that earlier test files loaded in this process use the real functions, so they are loaded again with the
// mock.
vi.hoisted(() => vi.resetModules())
vi.mock(import('./password-hash.ts'), async (original) => {
  const real = await original()
  return { ...real, hashPassword: vi.fn(real.hashPassword) }
})

const newPassword = 'badgers dig at dusk'

it('sets a new password by the emailed link, and signs the user out everywhere', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()

  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email.toUpperCase() })
  const link = findLinkInEmail((await site.emailsTo(mia.email))[0])
  const done = await browser.submit(await browser.open(link), { password: newPassword })
  expect(done.url.pathname).toBe('/auth/signin')
  expect(done.html).toContain('Your password was changed. Sign in with the new one.')

  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(401)
  expect((await openSignIn(mia.browser)).url.pathname).toBe('/auth/signin')
  expect(await canSignIn(site, mia.email, mia.password)).toBe(false)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
  expect((await site.emailsTo(mia.email)).map((email) => email.subject)).toEqual([
    'Reset your Linkshelf password',
    'Your Linkshelf password was changed',
  ])
})

it('voids a session that a concurrent request stores after the reset', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const stored = await site.deps.db
    .selectFrom('identity_state')
    .selectAll()
    .where('kind', 'in', ['Session', 'Grant', 'RefreshToken'])
    .execute()
  await resetByEmail(site, mia.email)
  await site.deps.db
    .insertInto('identity_state')
    .values(stored.map(({ payload, ...row }) => ({ ...row, payload: aMinuteEarlier(payload) })))
    .execute()

  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(401)
  const page = await openSignIn(mia.browser)
  expect(page.url.pathname).toBe('/auth/signin')
  expect(getCode(await mia.browser.submit(page, { email: mia.email, password: newPassword }))).not.toBe('')
})

it('accepts a link once, and afterwards no other link of the user', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  for (let requests = 0; requests < 2; requests += 1) await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const links = (await site.emailsTo(mia.email)).map(findLinkInEmail)
  expect(new Set(links).size).toBe(2)

  const first = await browser.open(links[0] ?? '')
  expect((await browser.submit(first, { password: newPassword })).url.pathname).toBe('/auth/signin')
  expect((await browser.submit(first, { password: 'another one entirely' })).status).toBe(410)
  expect((await browser.open(links[1] ?? '')).status).toBe(410)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
})

it('sets one of three passwords sent at once', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const form = await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0]))
  const passwords = ['badgers dig at dusk', 'herons fish at dawn', 'hares box in march']
  const done = await Promise.all(passwords.map((password) => browser.submit(form, { password })))
  expect(done.map((page) => page.status).toSorted()).toEqual([200, 410, 410])
})

it('rejects a link after thirty minutes', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const form = await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0]))
  site.clock.forward(30 * 60_000 + 1)
  expect((await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0]))).status).toBe(410)
  expect((await browser.submit(form, { password: newPassword })).status).toBe(410)
  expect(await canSignIn(site, mia.email, mia.password)).toBe(true)
})

it.each([
  ['12345', 'Use at least 6 characters.'],
  ['Password1', 'This password is too common. Choose a different one.'],
  ['mia-reset', 'This password is too similar to your name or email address. Choose a different one.'],
])('does not use up the link when the new password %s is rejected', async (password, message) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'mia-reset@example.com' })
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const rejected = await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0])), { password })
  expect(rejected.status).toBe(422)
  expect(rejected.html).toContain(message)
  expect((await browser.submit(rejected, { password: newPassword })).url.pathname).toBe('/auth/signin')
})

it('stores only the hash of the emailed token', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const token = tokenIn(findLinkInEmail((await site.emailsTo(mia.email))[0]))
  const rows = await site.deps.db.selectFrom('password_resets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
})

it('computes no hash for an invalid token, and one hash for a token that is sent three times at once', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await site.browser().submit(await site.browser().open('/auth/forgot'), { email: mia.email })
  const token = tokenIn(findLinkInEmail((await site.emailsTo(mia.email))[0]))

  vi.mocked(hashPassword).mockClear()
  expect((await sendReset(site, 'x')).status).toBe(410)
  expect(hashPassword).not.toHaveBeenCalled()
  await Promise.all(Array.from({ length: 3 }, () => sendReset(site, token)))
  expect(hashPassword).toHaveBeenCalledTimes(1)
})

it('rate-limits the invalid tokens of one network, and not the valid tokens of other networks', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  await site.browser().submit(await site.browser().open('/auth/forgot'), { email: mia.email })
  const token = tokenIn(findLinkInEmail((await site.emailsTo(mia.email))[0]))

  const statuses = []
  for (let guess = 0; guess < 62; guess += 1) statuses.push((await sendReset(site, `x${guess}`, '203.0.113.1')).status)
  expect(statuses).toEqual([...Array<number>(60).fill(410), 429, 429])
  expect((await sendReset(site, token, '203.0.113.1')).status).toBe(429)
  expect((await sendReset(site, token, '203.0.113.2')).url.pathname).toBe('/auth/signin')
})

it('lets the owner sign in again after guesses from many networks locked the account', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  const browser = site.browser()
  const form = await browser.open('/auth/signin')
  for (let guess = 0; guess < 101; guess += 1) {
    await browser.submit(form, { email: mia.email, password: 'wrong' }, { 'x-forwarded-for': `203.0.113.${guess}` })
  }
  for (let guess = 0; guess < 10; guess += 1) await browser.submit(form, { email: mia.email, password: 'wrong' })
  expect(await canSignIn(site, mia.email, mia.password)).toBe(false)
  await resetByEmail(site, mia.email)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
})

function sendReset(site: TestIdentity, token: string, from = '203.0.113.9'): Promise<TestPage> {
  const form = { url: new URL(site.app), status: 200, headers: new Headers(), html: '<form action="/auth/reset">' }
  return site.browser().submit(form, { token, password: newPassword }, { 'x-forwarded-for': from })
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}

/** Returns a session's payload as if the user had signed in a minute earlier. */
function aMinuteEarlier(payload: AdapterPayload): AdapterPayload {
  const { loginTs, authTime } = payload
  return { ...payload, ...(loginTs && { loginTs: loginTs - 60 }), ...(authTime && { authTime: authTime - 60 }) }
}

async function resetByEmail(site: TestIdentity, email: string): Promise<void> {
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email })
  const done = await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(email)).at(-1))), { password: newPassword })
  expect(done.url.pathname).toBe('/auth/signin')
}

async function canSignIn(site: TestIdentity, email: string, password: string): Promise<boolean> {
  const browser = site.browser()
  const done = await browser.submit(await browser.open('/auth/signin'), { ...aSignUp(), email, password })
  return done.url.pathname === '/'
}
