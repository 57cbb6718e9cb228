import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ConformanceSite,
  conformanceClientId,
  differs,
  doesNotApply,
  listTests,
  openConformanceSite,
  passes,
  readDocumentedResults,
  toResults,
} from '../../../../test/open-conformance-site.ts'
import { signInElsewhere } from '../../../../test/open-test-identity.ts'
import type { TestBrowser, TestPage } from '../../../../test/test-browser.ts'

let conformance: ConformanceSite
beforeAll(async () => {
  conformance = await openConformanceSite()
})
afterAll(() => conformance[Symbol.asyncDispose]())

interface SignOut {
  browser: TestBrowser
  /** The parameters of a usual request to sign out. */
  usual: { id_token_hint: string; post_logout_redirect_uri: string; state: string }
  send(parameters: Record<string, string>): Promise<TestPage>
}

/** Signs the user in on a new browser, and fetches tokens for the client. */
async function prepareSignOut(): Promise<SignOut> {
  const { app } = conformance.site
  const { browser } = await signInElsewhere(conformance.site, conformance.user)
  const { id_token } = await conformance.fetchTokens(await conformance.authorize({}, browser))
  return {
    browser,
    usual: { id_token_hint: id_token, post_logout_redirect_uri: `${app}/sign-in`, state: 'the state' },
    send: (parameters) => browser.open(`${app}/oidc/session/end?${new URLSearchParams(parameters)}`, { headers: { accept: 'text/html' } }),
  }
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  const { searchParams } = (await conformance.authorize({ prompt: 'none' }, browser)).page.url
  if (searchParams.has('code')) return true
  expect(searchParams.get('error')).toBe('login_required')
  return false
}

/** Signs out with changed parameters. Checks that the browser continues at `path` and is signed out. */
function signsOut(change: (usual: SignOut['usual']) => Record<string, string>, path: string): () => Promise<void> {
  return async () => {
    const { browser, usual, send } = await prepareSignOut()
    expect((await send(change(usual))).url.href).toBe(`${conformance.site.app}${path}`)
    expect(await isSignedIn(browser)).toBe(false)
  }
}

/** Sends changed parameters. Checks that an error page is shown, and that the user stays signed in. */
function showsError(change: (usual: SignOut['usual']) => Record<string, string>): () => Promise<void> {
  return async () => {
    const { browser, usual, send } = await prepareSignOut()
    const page = await send(change(usual))
    expect([page.status, page.url.pathname]).toEqual([400, '/oidc/session/end'])
    expect(page.html).toContain('This sign-in can’t continue')
    expect(await isSignedIn(browser)).toBe(true)
  }
}

/** Sends changed parameters. Checks that the user is asked, and that the browser continues at our own page. */
function asksUser(change: (usual: SignOut['usual']) => Record<string, string>): () => Promise<void> {
  return async () => {
    const { browser, usual, send } = await prepareSignOut()
    const page = await send(change(usual))
    expect(page.html).toContain('Sign out of Linkshelf?')
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.submit(page, { logout: 'yes' })).url.href).toBe(`${conformance.site.app}/sign-in`)
    expect(await isSignedIn(browser)).toBe(false)
  }
}

const withoutHint = ({ post_logout_redirect_uri, state }: SignOut['usual']) => ({ post_logout_redirect_uri, state })

/** Replaces the signature by one of the same length. */
function changeSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + [...token.slice(at)].toReversed().join('')
}

const config = {
  'oidcc-discovery-endpoint-verification': differs(
    'id tokens are signed with ES256 and never with RS256, and there is no userinfo endpoint',
    async () => {
      const { app } = conformance.site
      const metadata = await conformance.fetchMetadata()
      expect(metadata).toMatchObject({
        issuer: `${app}/oidc`,
        response_types_supported: ['code'],
        response_modes_supported: expect.not.arrayContaining(['fragment.jwt']),
        grant_types_supported: ['authorization_code', 'refresh_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
        scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
        claims_supported: expect.arrayContaining(['sub', 'name', 'email', 'iss']),
        claims_parameter_supported: false,
        request_uri_parameter_supported: false,
        authorization_response_iss_parameter_supported: true,
      })
      const addresses = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name))
      const names = addresses.map(([name]) => name).toSorted()
      expect(names).toEqual(['authorization_endpoint', 'end_session_endpoint', 'jwks_uri', 'revocation_endpoint', 'token_endpoint'])
      for (const [, address] of addresses) expect(address).toMatch(`${app}/oidc/`)
      const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, string>[] }
      expect(keys.map(({ kty, use, alg, d }) => [kty, use, alg, d])).toEqual(keys.map(() => ['EC', 'sig', 'ES256', undefined]))
      expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
    },
  ),
}

const rpInitiatedLogout = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': passes(async () => {
    expect(await conformance.fetchMetadata()).toMatchObject({ end_session_endpoint: `${conformance.site.app}/oidc/session/end` })
  }),
  'oidcc-rp-initiated-logout': passes(signsOut((usual) => usual, '/sign-in?state=the+state')),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': passes(
    showsError((usual) => ({ ...usual, post_logout_redirect_uri: `${conformance.site.app}/elsewhere` })),
  ),
  'oidcc-rp-initiated-logout-modified-id-token-hint': passes(
    showsError((usual) => ({ ...usual, id_token_hint: changeSignature(usual.id_token_hint) })),
  ),
  'oidcc-rp-initiated-logout-no-id-token-hint': passes(asksUser(withoutHint)),
  'oidcc-rp-initiated-logout-no-params': passes(asksUser(() => ({}))),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': passes(signsOut(({ id_token_hint }) => ({ id_token_hint }), '/sign-in')),
  'oidcc-rp-initiated-logout-no-state': passes(
    signsOut(({ id_token_hint, post_logout_redirect_uri }) => ({ id_token_hint, post_logout_redirect_uri }), '/sign-in'),
  ),
  'oidcc-rp-initiated-logout-only-state': passes(asksUser(({ state }) => ({ state }))),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': passes(
    showsError((usual) => ({ ...usual, post_logout_redirect_uri: `${usual.post_logout_redirect_uri}?foo=bar` })),
  ),
  'oidcc-rp-initiated-logout-bad-id-token-hint': passes(showsError((usual) => ({ ...usual, id_token_hint: 'not an id token' }))),
}

const noClients = 'no client is outside the process'
const backChannelLogout = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': doesNotApply(noClients, async () => {
    expect(await conformance.fetchMetadata()).not.toHaveProperty('backchannel_logout_supported')
  }),
  'oidcc-backchannel-rp-initiated-logout': doesNotApply(noClients),
}

const plans = {
  'oidcc-config-certification-test-plan': config,
  'oidcc-rp-initiated-logout-certification-test-plan': rpInitiatedLogout,
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': backChannelLogout,
}

it.each(listTests({ ...config, ...rpInitiatedLogout, ...backChannelLogout }))('%s', (_module, run) => run())

it.each(Object.entries(plans))('documents the results of %s', (plan, modules) => {
  expect(readDocumentedResults(plan)).toEqual(toResults(modules))
})

it('rejects the id token of another client as a hint', async () => {
  const { usual, send } = await prepareSignOut()
  const page = await send({ ...usual, client_id: `${conformanceClientId}-2` })
  expect(page.status).toBe(400)
})
