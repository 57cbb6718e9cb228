import { readFileSync } from 'node:fs'
import { issuerPath } from '@linkshelf/contract'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { vi } from 'vitest'
import { getCode, openTestIdentity, type SignedUp, type TestIdentity } from './open-test-identity.ts'
import { type Authorization, anAuthorization, aPublicClient, type PublicTokens, type TestBrowser, type TestPage } from './test-browser.ts'

// The modules of the OpenID Foundation's test plans (https://gitlab.com/openid/conformance-suite), as tests of our
// provider. docs/conformance.md lists the result of each module.

/** A module of a test plan. Undefined if it does not apply and there is nothing to test. */
interface Module {
  /** What docs/conformance.md says. */
  result: string
  run: (() => Promise<void>) | undefined
}

export const passes = (run: () => Promise<void>): Module => ({ result: 'passes', run })
export const differs = (why: string, run: () => Promise<void>): Module => ({ result: `differs: ${why}`, run })
export const doesNotApply = (why: string, run?: () => Promise<void>): Module => ({ result: `does not apply: ${why}`, run })

/** Returns the tests of the modules by their names. */
export function listTests(modules: Record<string, Module>): [string, () => Promise<void>][] {
  return Object.entries(modules).flatMap(([name, { run }]) => (run === undefined ? [] : [[name, run]]))
}

export function toResults(modules: Record<string, Module>): Record<string, string> {
  return Object.fromEntries(Object.entries(modules).map(([name, { result }]) => [name, result]))
}

/** Returns the results that docs/conformance.md lists for a test plan, by module. */
export function readDocumentedResults(plan: string): Record<string, string> {
  const text = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8')
  const section = text.split('\n## ').find((part) => part.includes(`\`${plan}\``)) ?? ''
  const rows = section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)
  return Object.fromEntries([...rows].map(([, module = '', result = '']) => [module, result]))
}

export const conformanceClientId = 'a-confidential-client'
const clientSecret = 'the secret of the client'

export interface Authorized {
  request: Authorization
  page: TestPage
}

export interface ConformanceSite extends AsyncDisposable {
  site: TestIdentity
  user: SignedUp
  /** Sends an authorization request with the browser, by default the browser in which the user is signed in. */
  authorize(changed?: Record<string, string | undefined>, browser?: TestBrowser): Promise<Authorized>
  /** Enters the user's password on the sign-in page. */
  signIn(authorized: Authorized, browser: TestBrowser): Promise<Authorized>
  redeem(authorized: Authorized): Promise<Response>
  /** Redeems the code. Returns the tokens and the verified claims of the id token. */
  fetchTokens(authorized: Authorized): Promise<PublicTokens & { claims: JWTPayload }>
  /** Sends a request of the client to the token endpoint. */
  requestTokens(fields: Record<string, string>, authorization?: string): Promise<Response>
  fetchMetadata(): Promise<Record<string, unknown>>
  verifyIdToken(idToken: string): Promise<JWTPayload>
}

/** Opens our provider with a client that authenticates with HTTP Basic, and a user. */
export async function openConformanceSite(): Promise<ConformanceSite> {
  const site = await openTestIdentity()
  const { app } = site
  const client = {
    ...aPublicClient(app),
    client_id: conformanceClientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_basic',
  } as const
  await site.restart({ clients: [client, aPublicClient(app)] })
  const user = await site.signUp()
  const issuer = `${app}${issuerPath}`
  const findKey = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const basic = `Basic ${Buffer.from(`${conformanceClientId}:${encodeURIComponent(clientSecret)}`).toString('base64')}`

  const conformance: ConformanceSite = {
    site,
    user,
    async authorize(changed = {}, browser = user.browser) {
      const request = anAuthorization(app, { client_id: conformanceClientId, ...changed })
      return { request, page: await browser.open(request.url) }
    },
    signIn: async ({ request, page }, browser) => ({
      request,
      page: await browser.submit(page, { email: user.email, password: user.password }),
    }),
    redeem: ({ request, page }) =>
      conformance.requestTokens({
        grant_type: 'authorization_code',
        code: getCode(page),
        code_verifier: request.verifier,
        redirect_uri: `${app}/callback`,
      }),
    async fetchTokens(authorized) {
      const tokens = (await (await conformance.redeem(authorized)).json()) as PublicTokens
      return { ...tokens, claims: await conformance.verifyIdToken(tokens.id_token) }
    },
    requestTokens: (fields, authorization = basic) =>
      fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) }),
    async fetchMetadata() {
      return (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
    },
    async verifyIdToken(idToken) {
      const rules = { issuer, audience: conformanceClientId, algorithms: ['ES256'], requiredClaims: ['sub', 'iat', 'exp'] }
      return (await jwtVerify(idToken, findKey, rules)).payload
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
  return conformance
}

/** Runs `work` as if this number of seconds had passed. */
export async function afterSeconds<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'] }) // the provider reads the time from `Date`, not from the clock of the test
  try {
    vi.setSystemTime(Date.now() + seconds * 1_000)
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
