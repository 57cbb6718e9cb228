// Client libraries with strict checks sign in at our provider.
import { dashboardScope, issuerPath } from '@linkshelf/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import * as openid from 'openid-client'
import { expect, it } from 'vitest'
import { openTestIdentity } from '../../../../test/open-test-identity.ts'
import { publicClientId, redeemPublicRefreshToken } from '../../../../test/test-browser.ts'

/** What a client library learned. */
interface Outcome {
  subject: string | undefined
  firstRefreshToken: string | undefined
  refreshedSubject: string | undefined
  secondRefreshToken: string | undefined
  /** The address to which the browser is redirected to sign out. */
  signOutUrl: string
}

interface TestProvider {
  issuer: URL
  redirectUri: string
  afterSignOut: string
  /** Opens an authorization request. Returns the address to which the provider redirects the browser. */
  authorize(url: string): Promise<URL>
}

type SignIn = (provider: TestProvider) => Promise<Outcome>

async function signInWithOpenidClient({ issuer, redirectUri, afterSignOut, authorize }: TestProvider): Promise<Outcome> {
  const metadata = { id_token_signed_response_alg: 'ES256' }
  const execute = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks]
  const config = await openid.discovery(issuer, publicClientId, metadata, openid.None(), { execute })
  const [pkceCodeVerifier, expectedState, expectedNonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: dashboardScope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
  const tokens = await openid.authorizationCodeGrant(config, await authorize(url.href), checks)
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const signOut = { id_token_hint: refreshed.id_token ?? '', post_logout_redirect_uri: afterSignOut, state: 'bye' }
  return {
    subject: tokens.claims()?.sub,
    firstRefreshToken: tokens.refresh_token,
    refreshedSubject: refreshed.claims()?.sub,
    secondRefreshToken: refreshed.refresh_token,
    signOutUrl: openid.buildEndSessionUrl(config, signOut).href,
  }
}

async function signInWithOauth4webapi({ issuer, redirectUri, afterSignOut, authorize }: TestProvider): Promise<Outcome> {
  const options = { [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  const client: oauth.Client = { client_id: publicClientId, id_token_signed_response_alg: 'ES256' }
  const [verifier, state, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState(), oauth.generateRandomNonce()]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = String(
    new URLSearchParams({
      client_id: publicClientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: dashboardScope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  const parameters = oauth.validateAuthResponse(server, client, await authorize(url.href), state)
  const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirectUri, verifier, options)
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(server, response, options)
  const refreshing = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', options)
  const refreshed = await oauth.processRefreshTokenResponse(server, client, refreshing)
  await oauth.validateApplicationLevelSignature(server, refreshing, options)
  const signOut = { id_token_hint: refreshed.id_token ?? '', post_logout_redirect_uri: afterSignOut, state: 'bye' }
  return {
    subject: oauth.getValidatedIdTokenClaims(tokens)?.sub,
    firstRefreshToken: tokens.refresh_token,
    refreshedSubject: oauth.getValidatedIdTokenClaims(refreshed)?.sub,
    secondRefreshToken: refreshed.refresh_token,
    signOutUrl: `${server.end_session_endpoint}?${new URLSearchParams(signOut)}`,
  }
}

/** This library checks state, nonce and subject, and no signature, which is therefore checked here. */
async function signInWithOidcClientTs({ issuer, redirectUri, afterSignOut, authorize }: TestProvider): Promise<Outcome> {
  const client = new OidcClient({
    authority: issuer.href,
    client_id: publicClientId,
    redirect_uri: redirectUri,
    post_logout_redirect_uri: afterSignOut,
    scope: dashboardScope,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  })
  const { url } = await client.createSigninRequest({ nonce: crypto.randomUUID() })
  const tokens = await client.processSigninResponse((await authorize(url)).href)
  const keys = createRemoteJWKSet(new URL((await client.metadataService.getKeysEndpoint(false)) ?? ''))
  const verify = async (token = '') => (await jwtVerify(token, keys, { issuer: issuer.href, audience: publicClientId })).payload.sub
  const subject = await verify(tokens.id_token)
  const { refresh_token, id_token, session_state, profile, scope } = tokens
  const state = { refresh_token: refresh_token ?? '', id_token, session_state, scope, profile, data: undefined }
  // biome-ignore lint/correctness/useHookAtTopLevel: this is no React hook
  const refreshed = await client.useRefreshToken({ state })
  const signOut = await client.createSignoutRequest({ id_token_hint: refreshed.id_token, state: 'bye' })
  const answer = new URL(afterSignOut)
  answer.searchParams.set('state', new URL(signOut.url).searchParams.get('state') ?? '')
  expect((await client.processSignoutResponse(answer.href)).userState).toBe('bye')
  return {
    subject,
    firstRefreshToken: refresh_token,
    refreshedSubject: await verify(refreshed.id_token),
    secondRefreshToken: refreshed.refresh_token,
    signOutUrl: signOut.url,
  }
}

it.each<[string, SignIn]>([
  ['openid-client', signInWithOpenidClient],
  ['oauth4webapi', signInWithOauth4webapi],
  ['oidc-client-ts', signInWithOidcClientTs],
])('%s signs in, refreshes the tokens and signs out', async (_library, signIn) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { subject, refreshedSubject, firstRefreshToken, secondRefreshToken, signOutUrl } = await signIn({
    issuer: new URL(`${site.app}${issuerPath}`),
    redirectUri: `${site.app}/callback`,
    afterSignOut: `${site.app}/sign-in`,
    authorize: async (url) => (await mia.browser.open(url)).url,
  })

  const user = await site.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  expect([subject, refreshedSubject]).toEqual([user.id, user.id])
  expect(secondRefreshToken).not.toBe(firstRefreshToken)
  const end = await mia.browser.open(signOutUrl)
  expect([end.url.pathname, end.url.searchParams.has('state')]).toEqual(['/sign-in', true])
  expect((await redeemPublicRefreshToken(site.app, secondRefreshToken ?? '')).status).toBe(400)
})
