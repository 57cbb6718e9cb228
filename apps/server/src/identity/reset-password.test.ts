import type { AdapterPayload } from 'oidc-provider'
import { expect, it } from 'vitest'
import { aSignUp, codeIn, linkIn, openTestIdentity, type TestIdentity } from '../../test/open-test-identity.ts'
import { anAuthorization, redeemRefreshToken } from '../../test/test-browser.ts'

const newPassword = 'badgers dig at dusk'

it('sets a new password by a letter, and signs the person out everywhere', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()

  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email.toUpperCase() })
  const link = linkIn((await site.lettersTo(mia.email))[0])
  const done = await browser.submit(await browser.open(link), { password: newPassword })
  expect(done.url.pathname).toBe('/auth/signin')
  expect(done.html).toContain('Your password was changed. Sign in with the new one.')

  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(400)
  expect((await mia.browser.open(anAuthorization(site.app).url)).url.pathname).toBe('/auth/signin')
  expect(await canSignIn(site, mia.email, mia.password)).toBe(false)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
  expect((await site.lettersTo(mia.email)).map((letter) => letter.subject)).toEqual([
    'Set a new Linkshelf password',
    'Your Linkshelf password was changed',
  ])
})

it('voids a session that a request in flight writes back', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const kept = await site.deps.db
    .selectFrom('identity_state')
    .selectAll()
    .where('kind', 'in', ['Session', 'Grant', 'RefreshToken'])
    .execute()
  await resetByLetter(site, mia.email)
  await site.deps.db
    .insertInto('identity_state')
    .values(kept.map(({ payload, ...row }) => ({ ...row, payload: aMinuteEarlier(payload) })))
    .execute()

  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(400)
  const page = await mia.browser.open(anAuthorization(site.app).url)
  expect(page.url.pathname).toBe('/auth/signin')
  expect(codeIn(await mia.browser.submit(page, { email: mia.email, password: newPassword }))).not.toBe('')
})

it('works once, and not for a second letter of the same hour either', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  for (let letters = 0; letters < 2; letters += 1) await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const links = (await site.lettersTo(mia.email)).map(linkIn)
  expect(new Set(links).size).toBe(2)

  const first = await browser.open(links[0] ?? '')
  expect((await browser.submit(first, { password: newPassword })).url.pathname).toBe('/auth/signin')
  expect((await browser.submit(first, { password: 'another one entirely' })).status).toBe(410)
  expect((await browser.open(links[1] ?? '')).status).toBe(410)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
})

it('sets one of two passwords that come at once', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const form = await browser.open(linkIn((await site.lettersTo(mia.email))[0]))
  const passwords = ['badgers dig at dusk', 'herons fish at dawn', 'hares box in march']
  const done = await Promise.all(passwords.map((password) => browser.submit(form, { password })))
  expect(done.map((page) => page.status).toSorted()).toEqual([200, 410, 410])
})

it('no longer works after thirty minutes', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const form = await browser.open(linkIn((await site.lettersTo(mia.email))[0]))
  site.clock.forward(30 * 60_000 + 1)
  expect((await browser.open(linkIn((await site.lettersTo(mia.email))[0]))).status).toBe(410)
  expect((await browser.submit(form, { password: newPassword })).status).toBe(410)
  expect(await canSignIn(site, mia.email, mia.password)).toBe(true)
})

it('keeps the link when the new password is refused', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const refused = await browser.submit(await browser.open(linkIn((await site.lettersTo(mia.email))[0])), { password: '12345' })
  expect(refused.status).toBe(422)
  expect((await browser.submit(refused, { password: newPassword })).url.pathname).toBe('/auth/signin')
})

it('stores no token that a letter carries', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const token = new URL(linkIn((await site.lettersTo(mia.email))[0])).searchParams.get('token') ?? ''
  const rows = await site.deps.db.selectFrom('password_resets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
})

it('lets the owner in again who was locked out by guesses from everywhere', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  const browser = site.browser()
  const form = await browser.open('/auth/signin')
  for (let guess = 0; guess < 101; guess += 1) {
    await browser.submit(form, { email: mia.email, password: 'wrong' }, { 'x-forwarded-for': `203.0.113.${guess}` })
  }
  expect(await canSignIn(site, mia.email, mia.password)).toBe(false)
  await resetByLetter(site, mia.email)
  expect(await canSignIn(site, mia.email, newPassword)).toBe(true)
})

/** As it would have been written by a session that began a minute before. */
function aMinuteEarlier(payload: AdapterPayload): AdapterPayload {
  const { loginTs, authTime } = payload
  return { ...payload, ...(loginTs && { loginTs: loginTs - 60 }), ...(authTime && { authTime: authTime - 60 }) }
}

async function resetByLetter(site: TestIdentity, email: string): Promise<void> {
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email })
  const done = await browser.submit(await browser.open(linkIn((await site.lettersTo(email)).at(-1))), { password: newPassword })
  expect(done.url.pathname).toBe('/auth/signin')
}

async function canSignIn(site: TestIdentity, email: string, password: string): Promise<boolean> {
  const browser = site.browser()
  const done = await browser.submit(await browser.open('/auth/signin'), { ...aSignUp(), email, password })
  return done.url.pathname === '/'
}
