import { apiPath, dashboardClientId, errorCatalog, signInReason } from '@linkshelf/contract'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, it } from 'vitest'
import { aSignUp, createTokenContext, fetchPublicTokens, getCode, openTestIdentity } from '../../../test/open-test-identity.ts'
import {
  anAuthorization,
  openSignIn,
  type PublicTokens,
  publicClientId,
  redeemCode,
  redeemPublicRefreshToken,
  redeemRefreshToken,
} from '../../../test/test-browser.ts'
import { createTokenVerifier } from '../../access/index.ts'
import { listOrganizations } from '../../organizations/organizations.ts'

it('goes from a public client through sign-up to tokens, refreshes the tokens, and signs out', async () => {
  await using site = await openTestIdentity()
  const { app, identity } = site
  const browser = site.browser()
  const account = aSignUp({ full_name: 'Mia Baker' })
  const authorization = anAuthorization(app)

  const signIn = await browser.open(authorization.url)
  expect(signIn.url.pathname).toBe('/auth/signin')
  const done = await browser.submit(await browser.open('/auth/signup'), { ...account })
  expect(done.url.href).toMatch(`${app}/callback`)
  expect(done.url.searchParams.get('state')).toBe(authorization.state)
  expect(done.url.searchParams.get('iss')).toBe(`${app}/oidc`)

  const response = await redeemCode(app, getCode(done), authorization.verifier)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe(app)
  const tokens = (await response.json()) as PublicTokens
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'openid profile email' })
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
  expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${app}/oidc`, aud: `${app}${apiPath}`, client_id: publicClientId })
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    aud: publicClientId,
    nonce: authorization.nonce,
    name: 'Mia Baker',
    email: account.email,
  })

  const verify = createTokenVerifier({ issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const user = await verify(tokens.access_token)
  expect(user).toMatchObject({ userId: decodeJwt(tokens.id_token).sub })
  expect(await verify(tokens.id_token)).toBeUndefined()
  const organizations = await listOrganizations(await createTokenContext(site, tokens))
  expect(organizations).toMatchObject([{ package: 'Free', projects: [{ status: 'active' }] }])

  const refreshed = (await (await redeemPublicRefreshToken(app, tokens.refresh_token)).json()) as PublicTokens
  expect(await verify(refreshed.access_token)).toMatchObject({ userId: user?.userId })
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)

  const out = new URLSearchParams({ id_token_hint: refreshed.id_token, post_logout_redirect_uri: `${app}/sign-in`, state: 's1' })
  const bye = await browser.open(`${app}/oidc/session/end?${out}`)
  expect(bye.url.href).toBe(`${app}/sign-in?state=s1`)
  expect((await redeemPublicRefreshToken(app, refreshed.refresh_token)).status).toBe(400)
  expect((await openSignIn(browser)).url.pathname).toBe('/auth/signin')
})

it('signs in with the chosen password, whatever the case of the address', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ email: 'Mia@Example.com' })
  const browser = site.browser()
  const page = await openSignIn(browser)
  const done = await browser.submit(page, { email: ' mia@example.COM ', password: mia.password })
  expect(getCode(done)).not.toBe('')
})

it('returns a code to a signed-in browser without a page', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  expect(getCode(await openSignIn(browser))).not.toBe('')
  expect(getCode(await browser.open(anAuthorization(site.app, { prompt: 'consent' }).url))).not.toBe('')
})

it('signs in and up without a request of the dashboard, and redirects to the dashboard', async () => {
  await using site = await openTestIdentity()
  const account = aSignUp()
  const newcomer = site.browser()
  expect((await newcomer.submit(await newcomer.open('/auth/signup'), { ...account })).url.href).toBe(`${site.app}/`)
  expect(decodeJwt((await fetchPublicTokens(newcomer, site.app)).id_token).email).toBe(account.email)

  const returning = site.browser()
  expect((await returning.submit(await returning.open('/auth/signin'), { ...account })).url.href).toBe(`${site.app}/`)
  expect(decodeJwt((await fetchPublicTokens(returning, site.app)).id_token).email).toBe(account.email)
  expect((await returning.open('/auth/signin')).url.href).toBe(`${site.app}/`)
})

it('ends the previous session when another user signs in with the same browser', async () => {
  await using site = await openTestIdentity()
  const { browser, tokens } = await site.signUp()
  const noah = aSignUp()
  await browser.submit(await browser.open('/auth/signup'), { ...noah })
  expect(decodeJwt((await fetchPublicTokens(browser, site.app)).id_token).email).toBe(noah.email)
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(401)
})

it('gives the browser another session at each sign-in, so that neither a planted nor an earlier cookie is signed in', async () => {
  await using site = await openTestIdentity()
  const attacker = await site.signUp()
  const victim = site.browser()
  for (const [name, cookie] of attacker.browser.cookies) victim.cookies.set(name, cookie)
  const mia = aSignUp()
  await victim.submit(await victim.open('/auth/signup'), { ...mia })
  expect((await openSignIn(attacker.browser)).url.pathname).toBe('/auth/signin')

  const earlier = site.browser()
  for (const [name, cookie] of victim.cookies) earlier.cookies.set(name, cookie)
  const page = await victim.open(anAuthorization(site.app, { prompt: 'login' }).url)
  expect(getCode(await victim.submit(page, { ...mia }))).not.toBe('')
  expect((await openSignIn(earlier)).url.pathname).toBe('/auth/signin')
})

it('asks for confirmation when a sign-out request does not carry the id token of the signed-in user', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const stranger = await site.signUp()

  const authorization = await browser.open(`${site.app}/oidc/session/end`)
  expect(authorization.html).toContain('Sign out of Linkshelf?')
  const { id_token } = await fetchPublicTokens(stranger.browser, site.app)
  const hinted = await browser.open(`${site.app}/oidc/session/end?id_token_hint=${id_token}`)
  expect(hinted.html).toContain('Sign out of Linkshelf?')
  expect(getCode(await openSignIn(browser))).not.toBe('')

  const bye = await browser.submit(await browser.open(`${site.app}/oidc/session/end`), { logout: 'yes' })
  expect(bye.url.href).toBe(`${site.app}/sign-in`)
  expect((await openSignIn(browser)).url.pathname).toBe('/auth/signin')
})

it.each([
  ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
  ['with plain PKCE', { code_challenge_method: 'plain' }],
  ['for tokens in the address', { response_type: 'id_token' }],
  ['for another audience', { resource: 'https://elsewhere.test/v1' }],
])('redirects a request %s back with an error', async (_case, changed) => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const back = await browser.open(anAuthorization(site.app, changed).url)
  expect(back.url.href).toMatch(`${site.app}/callback`)
  expect(back.url.href).toMatch(/error=/)
  expect(back.url.href).not.toMatch(/code=/)
})

it.each([
  ['another address to return to', { redirect_uri: 'https://elsewhere.test/callback' }],
  ['an address that only begins right', { redirect_uri: 'http://127.0.0.1/callback' }],
  ['an unknown client', { client_id: 'someone' }],
])('shows an error page and does not redirect for a request with %s', async (_case, changed) => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const page = await browser.open(anAuthorization(site.app, changed).url)
  expect(page.status).toBe(400)
  expect(page.html).toContain('This sign-in can’t continue')
})

it('rejects a code with another verifier, and sends no CORS header to another origin', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const authorization = anAuthorization(site.app)
  const code = getCode(await browser.open(authorization.url))
  expect((await redeemCode(site.app, code, anAuthorization(site.app).verifier)).status).toBe(400)
  const body = new URLSearchParams({ client_id: dashboardClientId, grant_type: 'refresh_token', refresh_token: 'x' })
  const elsewhere = await fetch(`${site.app}/oidc/token`, { method: 'POST', headers: { origin: 'https://elsewhere.test' }, body })
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
})

it('shows on the sign-in page that the session has expired only if the dashboard says so', async () => {
  await using site = await openTestIdentity()
  const { message } = errorCatalog.SIGN_IN_REQUIRED

  const expired = await site.browser().open(anAuthorization(site.app, { [signInReason.parameter]: signInReason.sessionExpired }).url)
  const forged = await site.browser().open(anAuthorization(site.app, { [signInReason.parameter]: '<b>pay here</b>' }).url)
  const first = await site.browser().open(anAuthorization(site.app).url)

  expect([expired, forged, first].map(({ html }) => html.includes(message))).toEqual([true, false, false])
  expect(forged.html).not.toContain('pay here')
})
