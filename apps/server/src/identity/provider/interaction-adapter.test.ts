import { passwordMinLength } from '@linkshelf/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { createCodeDeps } from '../../../test/code-deps.ts'
import {
  createTokenContext,
  findLinkInEmail,
  getCode,
  openTestIdentity,
  type SignedUp,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { anAuthorization, openSignIn, signOut, type TestBrowser } from '../../../test/test-browser.ts'
import { changePassword } from '../passwords/change-password.ts'

afterEach(() => void vi.useRealTimers())

it('stores nothing for a browser without a signed-in user', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const session = browser.cookies.get('linkshelf-session')
  const signature = browser.cookies.get('linkshelf-session.sig')
  await signOut(browser)
  const before = await stateRows(site)

  // The first browser has no cookie. The second browser has the cookie of a session that has ended.
  const ended = site.browser()
  if (session && signature) ended.cookies.set('linkshelf-session', session).set('linkshelf-session.sig', signature)
  for (const from of [site.browser(), ended]) {
    for (const changed of [
      {},
      { prompt: 'login' },
      { prompt: 'none' },
      { login_hint: 'mia@example.com' },
      { scope: 'none' },
      { client_id: 'x' },
    ])
      await from.fetch(anAuthorization(site.app, changed).url)
    const { search } = new URL(anAuthorization(site.app).url)
    await from.fetch('/oidc/auth', { method: 'POST', body: new URLSearchParams(search) })
    await from.fetch('/oidc/session/end')
    await from.fetch('/oidc/session/end', { method: 'POST', body: new URLSearchParams({ state: 'x' }) })
    await from.fetch('/oidc/session/end/confirm', { method: 'POST', body: new URLSearchParams({ xsrf: 'x', logout: 'yes' }) })
    await from.fetch('/oidc/token', { method: 'POST', body: new URLSearchParams({ client_id: 'x', code: 'y' }) })
    await from.open('/auth/signin')
  }
  expect(await stateRows(site)).toEqual(before)
})

it('redirects a sign-out without a signed-in user to the common sign-out page', async () => {
  await using site = await openTestIdentity()
  const page = await site.browser().open('/oidc/session/end?state=a%26b&post_logout_redirect_uri=https://elsewhere.test')
  expect(page.url.href).toBe(`${site.app}/sign-in?state=a%26b`)
})

it('uses a completed sign-in once, even if its cookies are sent twice', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  const location = await signInUntilReturn(site, browser, mia)
  const copy = site.browser()
  for (const [name, cookie] of browser.cookies) copy.cookies.set(name, cookie)

  expect(getCode(await browser.open(location))).not.toBe('')
  expect((await copy.open(location)).url.pathname).toBe('/auth/signin')
})

it('voids a sign-in that the provider continues after the password was reset', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  vi.useFakeTimers({ toFake: ['Date'] }) // the provider reads the time from `Date`, not from the clock of the test
  const location = await signInUntilReturn(site, browser, mia)
  vi.setSystemTime(Date.now() + 5_000)
  await resetPassword(site, mia.email)
  vi.setSystemTime(Date.now() + 5_000)
  expect((await browser.open(location)).url.pathname).toBe('/auth/signin')
})

it.each([
  ['reset', (site: TestIdentity, mia: SignedUp) => resetPassword(site, mia.email)],
  ['changed', changeUserPassword],
])('voids a sign-in that the provider continues in the same second after the password was %s', async (_name, replacePassword) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  vi.useFakeTimers({ toFake: ['Date'] }) // stops the clock, so that everything is in the same second
  const location = await signInUntilReturn(site, browser, mia)
  await replacePassword(site, mia)
  expect((await browser.open(location)).url.pathname).toBe('/auth/signin')
})

it('ignores an authorization request whose cookie was changed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const browser = site.browser()
  const page = await openSignIn(browser)
  const stored = JSON.parse(Buffer.from(browser.cookies.get('linkshelf-request')?.value ?? '', 'base64url').toString())
  const forged = { ...stored, result: { login: { accountId: mia.email } }, returnTo: 'https://elsewhere.test' }
  browser.cookies.set('linkshelf-request', { path: '/', value: Buffer.from(JSON.stringify(forged)).toString('base64url') })

  expect((await browser.open(stored.returnTo)).html).toContain('This sign-in can’t continue')
  expect((await browser.submit(page, { email: mia.email, password: mia.password })).url.href).toBe(`${site.app}/`)
})

it('redirects back with an error when a request is too long for a cookie', async () => {
  await using site = await openTestIdentity()
  const page = await site.browser().open(anAuthorization(site.app, { state: 'x'.repeat(4_000) }).url)
  expect(page.url.searchParams.get('error')).toBe('invalid_request')
})

async function stateRows(site: TestIdentity): Promise<unknown[]> {
  return site.deps.db.selectFrom('identity_state').select(['kind', 'key']).orderBy('kind').orderBy('key').execute()
}

/** Signs in, and stops at the redirect to the provider. */
async function signInUntilReturn(site: TestIdentity, browser: TestBrowser, user: { email: string; password: string }): Promise<string> {
  await openSignIn(browser)
  const body = new URLSearchParams({ email: user.email, password: user.password })
  const response = await browser.fetch('/auth/signin', { method: 'POST', headers: { origin: site.app }, body })
  return response.headers.get('location') ?? ''
}

async function resetPassword(site: TestIdentity, email: string): Promise<void> {
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email })
  const form = await browser.open(findLinkInEmail((await site.emailsTo(email)).at(-1)))
  expect((await browser.submit(form, { password: 'badgers dig at dusk' })).url.pathname).toBe('/auth/signin')
}

async function changeUserPassword(site: TestIdentity, { tokens, password }: SignedUp): Promise<void> {
  const deps = { ...createCodeDeps(site.deps), passwordMinLength }
  await changePassword(deps, await createTokenContext(site, tokens), { current_password: password, new_password: 'badgers dig at dusk' })
}
