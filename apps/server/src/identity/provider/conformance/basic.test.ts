import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Authorized,
  afterSeconds,
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
import { createTokenContext, signInElsewhere } from '../../../../test/open-test-identity.ts'
import { anAuthorization, type PublicTokens, publicClientId } from '../../../../test/test-browser.ts'

let conformance: ConformanceSite
beforeAll(async () => {
  conformance = await openConformanceSite()
})
afterAll(() => conformance[Symbol.asyncDispose]())

const noUserInfo = 'claims are in the id token, and there is no userinfo endpoint'
const unknownScope = 'the provider stores no such data'

/** Checks that a request with these parameters leads to tokens. */
function succeedsWith(changed: Record<string, string | undefined>): () => Promise<void> {
  return async () => {
    const { claims } = await conformance.fetchTokens(await conformance.authorize(changed))
    expect(claims.sub).toBeTypeOf('string')
  }
}

/** Checks that a request is answered with one of these errors at the client's address. */
function failsWith(changed: Record<string, string | undefined>, codes: string[]): () => Promise<void> {
  return async () => {
    const { page, request } = await conformance.authorize(changed)
    const answer = new URLSearchParams(page.url.search || page.url.hash.slice(1))
    expect(page.url.pathname).toBe('/callback')
    expect(codes).toContain(answer.get('error'))
    expect([answer.get('state'), answer.get('code')]).toEqual([request.state, null])
  }
}

/** Checks that the scopes control which claims the id token contains. */
function returnsClaims(scope: string, expected: object): () => Promise<void> {
  return async () => {
    const { claims } = await conformance.fetchTokens(await conformance.authorize({ scope }))
    const { name, email } = claims
    expect({ name, email }).toEqual({ name: undefined, email: undefined, ...expected })
  }
}

/** Checks that the user has to enter the password, and that the new id token has the time of this sign-in. */
function asksForPassword(changed: Record<string, string>): () => Promise<void> {
  return async () => {
    const { browser } = await signInElsewhere(conformance.site, conformance.user)
    const first = await conformance.fetchTokens(await conformance.authorize({ max_age: '10000' }, browser))
    await afterSeconds(5, async () => {
      const asked = await conformance.authorize(changed, browser)
      expect(asked.page.url.pathname).toBe('/auth/signin')
      const { claims } = await conformance.fetchTokens(await conformance.signIn(asked, browser))
      expect(claims.sub).toBe(first.claims.sub)
      expect(Number(claims.auth_time)).toBeGreaterThan(Number(first.claims.auth_time))
    })
  }
}

/** Checks that a signed-in user gets an id token of the same sign-in, without a page. */
async function returnsSameSignIn(changed: Record<string, string>, { usesHint = false } = {}): Promise<void> {
  const first = await conformance.fetchTokens(await conformance.authorize({ max_age: '10000' }))
  const { claims } = await afterSeconds(5, async () =>
    conformance.fetchTokens(
      await conformance.authorize({ max_age: '10000', ...changed, ...(usesHint && { id_token_hint: first.id_token }) }),
    ),
  )
  expect([claims.sub, claims.auth_time]).toEqual([first.claims.sub, expect.any(Number)])
  expect(claims.auth_time).toBe(first.claims.auth_time)
}

async function rejectsCode(authorized: Authorized): Promise<void> {
  const response = await conformance.redeem(authorized)
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }])
}

const modules = {
  'oidcc-server': passes(async () => {
    const { page } = await conformance.authorize({}, conformance.site.browser())
    expect(page.url.pathname).toBe('/auth/signin')
    const authorized = await conformance.authorize()
    const { searchParams } = authorized.page.url
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual([authorized.request.state, `${conformance.site.app}/oidc`])
    const response = await conformance.redeem(authorized)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = (await response.json()) as PublicTokens
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
    const { aud, nonce, sub = '', iat = 0, exp = 0 } = await conformance.verifyIdToken(tokens.id_token)
    expect([aud, nonce]).toEqual([conformanceClientId, authorized.request.nonce])
    expect(sub.length).toBeLessThanOrEqual(255)
    expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(300)
    expect(exp).toBeGreaterThan(iat)
  }),
  'oidcc-response-type-missing': passes(failsWith({ response_type: undefined }, ['invalid_request', 'unsupported_response_type'])),
  'oidcc-userinfo-get': doesNotApply(noUserInfo, async () => {
    expect((await fetch(`${conformance.site.app}/oidc/me`)).status).toBe(404)
  }),
  'oidcc-userinfo-post-header': doesNotApply(noUserInfo),
  'oidcc-userinfo-post-body': doesNotApply(noUserInfo),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': passes(async () => {
    const { claims } = await conformance.fetchTokens(await conformance.authorize({ nonce: undefined }))
    expect(claims).not.toHaveProperty('nonce')
  }),
  'oidcc-scope-profile': passes(() => returnsClaims('openid profile', { name: conformance.user.full_name })()),
  'oidcc-scope-email': passes(() => returnsClaims('openid email', { email: conformance.user.email })()),
  'oidcc-scope-address': doesNotApply(unknownScope),
  'oidcc-scope-phone': doesNotApply(unknownScope),
  'oidcc-scope-all': doesNotApply(unknownScope),
  'oidcc-alternate-happy-flow': passes(async () => {
    const request = anAuthorization(conformance.site.app, { client_id: conformanceClientId, scope: 'email profile openid' })
    const url = new URL(request.url)
    url.search = String(new URLSearchParams([...url.searchParams].toReversed()))
    const page = await conformance.user.browser.open(url.href)
    const { claims } = await conformance.fetchTokens({ request, page })
    expect(claims).toMatchObject({ email: conformance.user.email, nonce: request.nonce })
  }),
  'oidcc-display-page': passes(succeedsWith({ display: 'page' })),
  'oidcc-display-popup': passes(succeedsWith({ display: 'popup' })),
  'oidcc-prompt-login': passes(asksForPassword({ prompt: 'login', max_age: '10000' })),
  'oidcc-prompt-none-not-logged-in': passes(async () => {
    const { page, request } = await conformance.authorize({ prompt: 'none' }, conformance.site.browser())
    const { searchParams } = page.url
    expect([page.url.pathname, searchParams.get('error'), searchParams.get('state')]).toEqual([
      '/callback',
      'login_required',
      request.state,
    ])
  }),
  'oidcc-prompt-none-logged-in': passes(() => returnsSameSignIn({ prompt: 'none' })),
  'oidcc-max-age-1': passes(asksForPassword({ max_age: '1' })),
  'oidcc-max-age-10000': passes(() => returnsSameSignIn({})),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': passes(succeedsWith({ extra: 'foobar' })),
  'oidcc-id-token-hint': passes(() => returnsSameSignIn({ prompt: 'none' }, { usesHint: true })),
  'oidcc-login-hint': passes(succeedsWith({ login_hint: 'mia@example.com' })),
  'oidcc-ui-locales': passes(succeedsWith({ ui_locales: 'se' })),
  'oidcc-claims-locales': passes(succeedsWith({ claims_locales: 'se' })),
  'oidcc-ensure-request-with-acr-values-succeeds': passes(async () => {
    const { claims } = await conformance.fetchTokens(await conformance.authorize({ acr_values: '1 2' }))
    expect([undefined, '1', '2']).toContain(claims.acr)
  }),
  'oidcc-codereuse': passes(async () => {
    const authorized = await conformance.authorize()
    await conformance.fetchTokens(authorized)
    await rejectsCode(authorized)
  }),
  'oidcc-codereuse-30seconds': passes(async () => {
    const authorized = await conformance.authorize()
    const tokens = await conformance.fetchTokens(authorized)
    await expect(createTokenContext(conformance.site, tokens)).resolves.toBeDefined()
    await afterSeconds(30, () => rejectsCode(authorized))
    await expect(createTokenContext(conformance.site, tokens)).rejects.toThrow('The access token is invalid')
    const refreshed = await conformance.requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(refreshed.status).toBe(400)
  }),
  'oidcc-ensure-registered-redirect-uri': passes(async () => {
    const { page } = await conformance.authorize({ redirect_uri: `${conformance.site.app}/callback/unregistered` })
    expect([page.status, page.url.pathname]).toEqual([400, '/oidc/auth'])
    expect(page.html).toContain('This sign-in can’t continue')
  }),
  'oidcc-ensure-post-request-succeeds': differs(
    'requests are sent by GET, because the cookies of a signed-in user are not sent with a form of another site',
    async () => {
      const url = new URL(anAuthorization(conformance.site.app, { client_id: conformanceClientId }).url)
      const page = await conformance.user.browser.open(url.pathname, { method: 'POST', body: url.searchParams })
      expect(page.status).toBe(404)
    },
  ),
  'oidcc-server-client-secret-post': doesNotApply('clients authenticate with HTTP Basic, or are public', async () => {
    const { request, page } = await conformance.authorize()
    const response = await fetch(`${conformance.site.app}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: page.url.searchParams.get('code') ?? '', code_verifier: request.verifier },
        ...{ redirect_uri: `${conformance.site.app}/callback`, client_id: conformanceClientId, client_secret: 'the secret of the client' },
      }),
    })
    expect([response.status, await response.json()]).toMatchObject([401, { error: 'invalid_client' }])
  }),
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': passes(
    failsWith({ request: 'eyJhbGciOiJub25lIn0.e30.' }, ['request_not_supported']),
  ),
  'oidcc-claims-essential': passes(succeedsWith({ scope: 'openid', claims: '{"userinfo":{"name":{"essential":true}}}' })),
  'oidcc-ensure-request-object-with-redirect-uri': doesNotApply('request objects are not supported'),
  'oidcc-refresh-token': passes(async () => {
    const tokens = await conformance.fetchTokens(await conformance.authorize())
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const other = await fetch(`${conformance.site.app}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, client_id: publicClientId }),
    })
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    const refreshed = (await (await conformance.requestTokens(fields)).json()) as PublicTokens
    const { iss, sub, aud, auth_time } = await conformance.verifyIdToken(refreshed.id_token)
    expect({ iss, sub, aud, auth_time }).toEqual({
      ...{ iss: tokens.claims.iss, sub: tokens.claims.sub, aud: tokens.claims.aud, auth_time: tokens.claims.auth_time },
    })
  }),
  'oidcc-ensure-request-with-valid-pkce-succeeds': passes(succeedsWith({})),
}

it.each(listTests(modules))('%s', (_module, run) => run())

it('redeems a code within a minute only', async () => {
  const authorized = await conformance.authorize()
  await afterSeconds(61, () => rejectsCode(authorized))
})

it('revokes a token only for its client, which has to authenticate', async () => {
  const { refresh_token } = await conformance.fetchTokens(await conformance.authorize())
  const revoke = async (client_id: string) => {
    const body = new URLSearchParams({ token: refresh_token, client_id })
    return (await fetch(`${conformance.site.app}/oidc/token/revocation`, { method: 'POST', body })).status
  }
  expect(await revoke(conformanceClientId)).toBe(401)
  await revoke(publicClientId)
  expect((await conformance.requestTokens({ grant_type: 'refresh_token', refresh_token })).status).toBe(200)
})

it('documents the results of the basic modules', () => {
  expect(readDocumentedResults('oidcc-basic-certification-test-plan')).toEqual(toResults(modules))
})
