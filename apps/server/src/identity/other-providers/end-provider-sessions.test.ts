import { decodeJwt, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { type BothProviders, openWithOtherProvider, signInAtOther, startAtOther } from '../../../test/open-other-provider.ts'
import { fetchTokens } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { setUpSecondFactor } from '../../../test/second-factor.ts'
import { anAuthorization, redeemRefreshToken } from '../../../test/test-browser.ts'
import { openSessionVerifier } from '../index.ts'

/** Signs in with the provider on another browser. Returns the browser, its tokens, and the session at the provider. */
async function signInSomewhere({ site, other }: BothProviders) {
  const browser = site.browser()
  await signInAtOther(browser, other)
  const tokens = await fetchTokens(browser)
  const [newest] = await queryAsOwner<{ sid: string }>(site.deps, 'select sid from provider_sign_ins order by created_at desc limit 1')
  return { browser, tokens, sid: newest?.sid ?? '' }
}

/** Sends a logout token. Returns the status of the response. */
async function sendToken({ site }: BothProviders, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${site.app}/auth/provider/1/backchannel-logout`, { method: 'POST', body })).status
}

const isSignedIn = async ({ site }: BothProviders, { tokens }: { tokens: { refresh_token: string } }) =>
  (await redeemRefreshToken(site.app, tokens.refresh_token)).status === 200

it('ends the sessions that began with the session at the provider, within a second, and no others', async () => {
  const { log, events } = recordLog()
  await using both = await openWithOtherProvider({ log })
  const { site, other } = both
  const [here, elsewhere] = [await signInSomewhere(both), await signInSomewhere(both)]
  const { identity } = site
  const verifier = openSessionVerifier(site.deps, { issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const actor = await verifier.verify(here.tokens.access_token)

  await other.logOut('acme-1', here.sid)

  await expect.poll(() => actor?.ended.aborted).toBe(true)
  expect(await verifier.verify(here.tokens.access_token)).toBeUndefined()
  expect((await here.browser.open(anAuthorization(site.app).url)).url.pathname).toBe('/auth/signin')
  expect(await isSignedIn(both, here)).toBe(false)
  expect(await isSignedIn(both, elsewhere)).toBe(true)
  expect(await queryAsOwner(site.deps, "select user_id, actor_id, after from audit_log where action = 'session.end_by_provider'")).toEqual([
    { user_id: decodeJwt(here.tokens.access_token).sub, actor_id: 'back-channel logout', after: { issuer: other.issuer, sessions: 1 } },
  ])
  expect(events()).toContain('session.ended_by_provider')
  verifier.close()
})

it('ends all sessions of the subject if the token names no session, but none that began with a password', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = await site.signUp({ email: 'mia@acme.test' })
  const browser = site.browser()
  await browser.submit(await signInAtOther(browser, other), { password: owner.password })
  const joined = { tokens: await fetchTokens(browser) }
  const second = await signInSomewhere(both)

  expect(await sendToken(both, await other.signLogoutToken({ sub: 'acme-1' }))).toBe(200)

  expect([await isSignedIn(both, joined), await isSignedIn(both, second), await isSignedIn(both, owner)]).toEqual([false, false, true])
})

it('asks a user with two-step sign-in for a code, and ends the session that follows', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const first = site.browser()
  await signInAtOther(first, other)
  const factor = await setUpSecondFactor(site, { browser: first })
  const browser = site.browser()
  const asked = await signInAtOther(browser, other)
  expect(asked.url.pathname).toBe('/auth/code')
  await browser.submit(asked, { code: await factor.nextCode() })
  const tokens = await fetchTokens(browser)

  expect(await sendToken(both, await other.signLogoutToken({ sub: 'acme-1' }))).toBe(200)

  expect(await isSignedIn(both, { tokens })).toBe(false)
})

it('ends a sign-in that has not led to a session yet', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const browser = site.browser()
  await browser.open(anAuthorization(site.app).url)
  const response = await browser.fetch((await other.authorize(await startAtOther(browser))).href)

  expect(await sendToken(both, await other.signLogoutToken({ sub: 'acme-1' }))).toBe(200)

  expect((await browser.open(response.headers.get('location') ?? '')).url.pathname).not.toBe('/callback')
  expect((await browser.open(anAuthorization(site.app).url)).url.pathname).toBe('/auth/signin')
})

it.each(['', 'JWT', 'logout+jwt', 'application/logout+JWT'])('accepts a logout token with the type %j', async (typ) => {
  await using both = await openWithOtherProvider()
  const { other } = both
  const session = await signInSomewhere(both)
  expect(await sendToken(both, await other.signLogoutToken({ sub: 'acme-1' }, typ))).toBe(200)
  expect(await isSignedIn(both, session)).toBe(false)
})

it('rejects forged, foreign, expired, incomplete and used tokens, and ends no session', async () => {
  await using both = await openWithOtherProvider()
  const { other, site } = both
  const session = await signInSomewhere(both)
  const now = Math.floor(Date.now() / 1_000)
  const valid = { sub: 'acme-1', sid: session.sid }
  const forged = new SignJWT({ ...decodeJwt(await other.signLogoutToken(valid)) })
  const secret = new TextEncoder().encode(other.settings.clientSecret.padEnd(32))
  const used = await other.signLogoutToken({ sub: 'nobody' })
  expect(await sendToken(both, used)).toBe(200)
  const tokens = {
    'no token': '',
    'another key': await forged.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret),
    'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await other.signLogoutToken(valid)).split('.')[1]}.`,
    'another client': await other.signLogoutToken({ ...valid, aud: 'another-client' }),
    'another issuer': await other.signLogoutToken({ ...valid, iss: 'https://elsewhere.test' }),
    expired: await other.signLogoutToken({ ...valid, exp: now - 1 }),
    old: await other.signLogoutToken({ ...valid, iat: now - 600 }),
    'no event': await other.signLogoutToken({ ...valid, events: {} }),
    'an id token': await other.signLogoutToken({ ...valid, nonce: 'n' }),
    'an access token': await other.signLogoutToken(valid, 'at+jwt'),
    'a token of a security event': await other.signLogoutToken(valid, 'secevent+jwt'),
    'a type that only begins like a logout token': await other.signLogoutToken(valid, 'logout+jwt2'),
    'no user': await other.signLogoutToken({}),
    'no id': await other.signLogoutToken({ ...valid, jti: undefined }),
    used,
  }
  for (const [name, token] of Object.entries(tokens)) expect(await sendToken(both, token), name).toBe(400)
  expect(await isSignedIn(both, session)).toBe(true)
  expect((await fetch(`${site.app}/auth/provider/2/backchannel-logout`, { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
})
