import { dashboardClientId, dashboardSessionPaths, signInReason } from '@linkshelf/contract'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { aSignUp, createTokenContext, fetchTokens, getCode, openTestIdentity, signInElsewhere } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import {
  completeSignIn,
  fetchSignInUrl,
  openSignIn,
  publicClientId,
  readTokens,
  redeemRefreshToken,
  signOut,
  type TestBrowser,
  type TestPage,
} from '../../../test/test-browser.ts'
import { listSessions } from '../sessions/sessions.ts'

it('signs up, renews the session and signs out, and tells the dashboard only the user and when to renew', async () => {
  await using site = await openTestIdentity()
  const browser = site.browser()
  await openSignIn(browser)
  const callback = await browser.submit(await browser.open('/auth/signup'), { ...aSignUp() })
  expect(callback.url.pathname).toBe('/callback')

  const completed = await completeSignIn(browser, callback)
  const first = readTokens(completed)
  const { user_id: userId, ...rest } = (await completed.json()) as { user_id: string }
  expect([userId, rest]).toEqual([decodeJwt(first.access_token).sub, { expires_in: 600 }])

  const renewed = await browser.fetch(dashboardSessionPaths.renew, { method: 'POST' })
  const second = readTokens(renewed)
  expect(await renewed.json()).toEqual({ user_id: userId, expires_in: 600 })
  expect(new Set([first.access_token, first.refresh_token, second.access_token, second.refresh_token, '']).size).toBe(5)

  expect((await signOut(browser)).status).toBe(204)
  expect([...browser.cookies.keys()].filter((name) => /access|refresh|session$/.test(name))).toEqual([])
  expect((await redeemRefreshToken(site.app, second.refresh_token)).status).toBe(401)
  expect((await openSignIn(browser)).url.pathname).toBe('/auth/signin')
})

it('sets cookies that scripts can not read and other hosts of the domain can not set', async () => {
  await using site = await openTestIdentity({ https: true })
  const browser = site.browser()
  const headers = { origin: 'https://app.test' }
  await browser.submit(await browser.open('/auth/signup'), { ...aSignUp() }, headers)
  const start = await browser.fetch(dashboardSessionPaths.start)
  const { location } = (await start.json()) as { location: string }
  const { pathname, search } = new URL(location)
  const callback = new URL((await browser.fetch(pathname + search)).headers.get('location') ?? '')
  const completed = await completeSignIn(browser, { url: callback } as TestPage, headers)
  const renewed = await browser.fetch(dashboardSessionPaths.renew, { method: 'POST', headers })
  const left = await signOut(browser, headers)

  expect(location).toMatch(/^https:\/\/app\.test\/oidc\/auth\?/)
  expect([start, completed, renewed].map((response) => response.headers.getSetCookie().map((line) => line.split('=')[0]))).toEqual([
    ['__Host-linkshelf-sign-in'],
    ['__Host-linkshelf-access', '__Host-linkshelf-refresh'],
    ['__Host-linkshelf-access', '__Host-linkshelf-refresh'],
  ])
  for (const line of [start, completed, renewed].flatMap((response) => response.headers.getSetCookie()))
    expect(line).toMatch(/^(?=.*; HttpOnly)(?=.*; Secure)(?=.*; SameSite=Strict)(?=.*; Path=\/;)(?=.*; Max-Age=)(?!.*; Domain)/)
  // A browser ignores a deletion that lacks the attributes of the prefix.
  for (const name of ['access', 'refresh'])
    expect(left.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(new RegExp(`^__Host-linkshelf-${name}=;.*Max-Age=0;.*Path=/;.*Secure`)),
    )
})

it('completes the sign-ins of two tabs, and uses the response of each once', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const [first, second] = [await openSignIn(browser), await openSignIn(browser)]

  const statuses: number[] = []
  for (const callback of [second, first, first]) statuses.push((await completeSignIn(browser, callback)).status)
  expect(statuses).toEqual([200, 200, 401])
})

const changes: Record<string, (callback: TestPage, own: TestPage) => Record<string, string>> = {
  'the code of another user’s sign-in': (callback) => ({ code: getCode(callback) }),
  'the state of another browser': (callback) => ({ state: callback.url.searchParams.get('state') ?? '' }),
  'no state': () => ({ state: '' }),
  'a state of its own making': (_callback, own) => ({ state: `x${own.url.searchParams.get('state')}` }),
  'the issuer of another provider': () => ({ iss: 'https://elsewhere.test/oidc' }),
  'no code': () => ({ code: '' }),
  'a code with NUL': () => ({ code: 'a\0b' }),
  'a code of 10,000 characters': () => ({ code: 'x'.repeat(10_000) }),
}

it.each(Object.entries(changes))('rejects a callback with %s, and sets no cookie', async (_what, change) => {
  await using site = await openTestIdentity()
  const [mia, attacker] = [await site.signUp(), await site.signUp()]
  const [own, theirs] = [await openSignIn(mia.browser), await openSignIn(attacker.browser)]
  const changed = new URL(own.url)
  for (const [name, value] of Object.entries(change(theirs, own))) changed.searchParams.set(name, value)

  const response = await completeSignIn(mia.browser, { ...own, url: changed })

  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
  expect(await response.json()).toMatchObject({ code: 'SIGN_IN_REQUIRED', correlation_id: expect.stringMatching(/./) })
})

it('rejects the whole callback of an attacker in the browser of a victim, with no or another secret', async () => {
  await using site = await openTestIdentity()
  const attacker = await site.signUp()
  const callback = await openSignIn(attacker.browser)
  const started = site.browser()
  await openSignIn(started)

  for (const victim of [site.browser(), started]) {
    const response = await completeSignIn(victim, callback)
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
  }
  started.cookies.set('linkshelf-sign-in', { value: 'short', path: '/' })
  expect((await completeSignIn(started, callback)).status).toBe(401)
  expect((await completeSignIn(attacker.browser, callback)).status).toBe(200)
})

it.each([
  ['without a secret', {}],
  ['with a wrong secret', { authorization: `Basic ${Buffer.from(`${dashboardClientId}:guess`).toString('base64')}` }],
])('redeems neither a code nor a refresh token of the dashboard at the token endpoint %s', async (_how, headers) => {
  await using site = await openTestIdentity()
  const { browser, tokens } = await site.signUp()
  const code = getCode(await openSignIn(browser))
  const grants: Record<string, string>[] = [
    { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    { grant_type: 'authorization_code', code, code_verifier: 'x'.repeat(43), redirect_uri: `${site.app}/callback` },
  ]

  for (const grant of grants) {
    const body = new URLSearchParams({ client_id: dashboardClientId, ...grant })
    const response = await fetch(`${site.app}/oidc/token`, { method: 'POST', headers: { origin: site.app, ...headers }, body })
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })])
    const asPublic = new URLSearchParams({ client_id: publicClientId, ...grant })
    expect((await fetch(`${site.app}/oidc/token`, { method: 'POST', body: asPublic })).status).toBe(400)
  }
})

it.each(['complete', 'renew', 'signOut'] as const)('rejects %s from another site', async (name) => {
  await using site = await openTestIdentity()
  const { browser, tokens } = await site.signUp()
  const callback = await openSignIn(browser)
  const send = (headers: Record<string, string>) =>
    browser.fetch(dashboardSessionPaths[name], { method: 'POST', headers, body: callback.url.searchParams })

  const foreign: Record<string, string>[] = [{ origin: 'https://elsewhere.test' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]
  for (const headers of foreign) {
    const response = await send(headers)
    expect([headers, response.status, response.headers.getSetCookie()]).toEqual([headers, 403, []])
  }
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(200)
})

it.each(['', 'x', '%00', '%ED%A0%80', '%', 'x'.repeat(6_000)])('rejects a renewal with the refresh token %j', async (token) => {
  await using site = await openTestIdentity()
  expect((await redeemRefreshToken(site.app, token)).status).toBe(401)
})

it('deletes the cookies of a session that can not be renewed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  await signOut(elsewhere.browser)
  // The cookies of the browser are restored, as if the sign-out had happened in another browser.
  elsewhere.browser.cookies.set('linkshelf-refresh', { value: elsewhere.tokens.refresh_token, path: '/' })

  const response = await elsewhere.browser.fetch(dashboardSessionPaths.renew, { method: 'POST' })

  expect(response.status).toBe(401)
  expect(elsewhere.browser.cookies.has('linkshelf-refresh')).toBe(false)
})

it('stays signed in when the provider fails, and keeps the cookies', async () => {
  const { log } = recordLog()
  await using site = await openTestIdentity({ log })
  const { browser, tokens } = await site.signUp()
  await site.asOwner(async (owner) => void (await owner.query('alter table identity_state rename to hidden_state')))

  const response = await browser.fetch(dashboardSessionPaths.renew, { method: 'POST' })
  expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])

  await site.asOwner(async (owner) => void (await owner.query('alter table hidden_state rename to identity_state')))
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(200)
})

it('asks a user whose tokens an earlier release stored to sign in once more, and says why', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { parameter, tokensMoved } = signInReason

  const page = await openSignIn(mia.browser, `?${parameter}=${tokensMoved}`)
  expect(page.html).toContain('We made signing in safer. Please sign in once more.')
  const callback = await mia.browser.submit(page, { email: mia.email, password: mia.password })

  const { access_token, refresh_token } = readTokens(await completeSignIn(mia.browser, callback))
  expect(await listSessions(await createTokenContext(site, { access_token, refresh_token }))).toMatchObject([{ current: true }])
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')
})

it('loads the dashboard again for a tab of an earlier release', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const query = new URLSearchParams({ client_id: 'linkshelf-dashboard', redirect_uri: 'https://elsewhere.test/', response_type: 'code' })
  expect((await browser.open(`/oidc/auth?${query}`)).url.href).toBe(`${site.app}/`)
})

it.each(['https://elsewhere.test', '//elsewhere.test', '<b>x</b>', `${signInReason.sessionExpired}&redirect_uri=https://elsewhere.test`])(
  'starts every sign-in at the provider, and ignores the parameters %s',
  async (text) => {
    await using site = await openTestIdentity()
    const browser: TestBrowser = site.browser()
    const url = new URL(await fetchSignInUrl(browser, `?reason=${text}&return_to=${text}&redirect_uri=${text}`))
    expect([url.origin, url.pathname, url.searchParams.get('redirect_uri')]).toEqual([site.app, '/oidc/auth', `${site.app}/callback`])
    expect(url.href).not.toContain('elsewhere')
  },
)

it('returns to the dashboard as another user after another user signed in with the same browser', async () => {
  await using site = await openTestIdentity()
  const { browser, tokens } = await site.signUp()
  await browser.submit(await browser.open('/auth/signup'), { ...aSignUp() })

  const { access_token } = await fetchTokens(browser)

  expect(decodeJwt(access_token).sub).not.toBe(decodeJwt(tokens.access_token).sub)
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(401)
})
