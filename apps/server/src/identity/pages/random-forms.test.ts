// These tests are generated from the routes, so new pages and forms get random requests too.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anyCharacter, computeRandomRuns, randomSeed } from '../../../../../harness/vitest/random-cases.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openWithOtherProvider } from '../../../test/open-other-provider.ts'
import { type SignedUp, signInElsewhere, type TestIdentity } from '../../../test/open-test-identity.ts'
import type { TestBrowser } from '../../../test/test-browser.ts'

type Values = Record<string, string>

interface RandomRequest {
  query: Values
  fields: Values | string
  cookies: Values
  /** The last two bytes of the client's address. */
  client: number
}

let world: Awaited<ReturnType<typeof openWithOtherProvider>>
let site: TestIdentity
let mia: SignedUp

beforeAll(async () => {
  // Passkeys need the host `localhost`. Each request comes from another network, so that no limit hides a page.
  world = await openWithOtherProvider({ host: 'localhost', trustedProxies: ['127.0.0.1'] })
  site = world.site
  mia = await site.signUp()
})
afterAll(() => world[Symbol.asyncDispose]())

const fieldNames = [
  ...['answer', 'code', 'email', 'full_name', 'id', 'invitation', 'key', 'logout_token', 'name', 'next', 'notice', 'password', 'provider'],
  ...['remember', 'rollback', 'to', 'token', 'with', 'client_id', 'grant_type', 'iss', 'logout', 'redirect_uri', 'refresh_token', 'state'],
  ...['post_logout_redirect_uri', 'response_type', 'scope', 'xsrf', 'id_token_hint', 'resource', 'prompt', 'max_age', 'claims', 'nonce'],
]
const cookieNames = [
  ...['access', 'code', 'device', 'interaction', 'interaction.sig', 'passkey', 'provider', 'refresh', 'remembered', 'request'],
  ...['request.sig', 'resume', 'resume.sig', 'session', 'session.sig', 'sign-in'],
].map((name) => `linkshelf-${name}`)

const words = ['constructor', '__proto__', '%', "'", '..', '\0', '\ud800', 'x'.repeat(400), '123456', 'account', 'https://evil.test']
const protocolWords = ['authorization_code', 'refresh_token', 'linkshelf', 'code', 'openid', 'none', 'login', 'yes', '0', '-1']
const text = fc.oneof(fc.constantFrom(...words, ...protocolWords), fc.string({ unit: anyCharacter, maxLength: 40 }), fc.uuid())
const toPart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = fc.oneof(
  fc.jsonValue().map(toPart),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.tuple(fc.jsonValue(), fc.jsonValue()).map((parts) => `${parts.map(toPart).join('.')}.x`),
)

/** Another address would create an account with the form for signing up. */
const generateEmail = () => fc.constantFrom(mia.email, mia.email.toUpperCase(), 'mia@', '@', '')

/** Generates the value of a cookie. It can be the value of another cookie of a signed-in browser. */
function generateCookie(name: string): fc.Arbitrary<string> {
  const others = [...mia.browser.cookies].flatMap(([other, { value }]) => (other === name ? [] : [value]))
  return fc.oneof(
    fc.constantFrom(...others),
    token,
    text.map((value) => encodeURIComponent(value.toWellFormed())),
  )
}

/** Generates a value for some of the names. */
function generateValues(names: string[], generate: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(names.map((name) => [name, generate(name)])), { requiredKeys: [] }) as fc.Arbitrary<Values>
}

/** Generates fields with different values, or all fields with the same value. */
function generateFields(): fc.Arbitrary<Values> {
  const generateEach = generateValues(fieldNames, (name) => (name === 'email' ? generateEmail() : fc.oneof(text, token)))
  const repeat = (value: string, email: string) => ({ ...Object.fromEntries(fieldNames.map((name) => [name, value])), email })
  const generateSame = fc.tuple(fc.constantFrom(...words), generateEmail()).map(([value, email]) => repeat(value, email))
  return fc.oneof(generateEach, generateSame)
}

function generateRequest(): fc.Arbitrary<RandomRequest> {
  return fc.record({
    query: generateFields(),
    fields: fc.oneof({ weight: 9, arbitrary: generateFields() }, { weight: 1, arbitrary: text }),
    cookies: generateValues(cookieNames, generateCookie),
    client: fc.nat({ max: 0xffff }),
  })
}

/** Returns the pages and forms under `/auth`, and the addresses of our OpenID provider. */
function listRoutes(): { method: string; path: string }[] {
  const pages = site.identity.pages.routes.filter(({ method }) => method !== 'ALL')
  const paths = ['/oidc/auth', '/oidc/session/end', '/oidc/session/end/confirm', '/oidc/token', '/oidc/token/revocation']
  return [
    ...pages.map(({ method, path }) => ({ method, path: `/auth${path.replace(/:key\{.*?\}/, '1')}` })),
    ...paths.flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path }))),
  ]
}

/** Sends a request with the cookies of this browser and the random cookies. */
function send(method: string, path: string, { query, fields, cookies, client }: RandomRequest, browser?: TestBrowser): Promise<Response> {
  const all = { ...cookies, ...Object.fromEntries([...(browser?.cookies ?? [])].map(([name, { value }]) => [name, value])) }
  const cookie = Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .filter((pair) => /^[\x21-\x7e]*$/.test(pair))
    .join('; ')
  return fetch(`${site.app}${path}?${new URLSearchParams(query)}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie: cookie.slice(0, 8_000),
      origin: site.app,
      'x-forwarded-for': `203.0.${client >> 8}.${client & 0xff}`,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { body: typeof fields === 'string' ? fields.toWellFormed() : new URLSearchParams(fields) }),
  })
}

/** Requests that are rejected leave rows only in these tables. */
const tablesOfRejections = ['throttles', 'sign_ins']

/** Returns a digest of every row of the database, by table. */
async function readDatabase(): Promise<Record<string, string>> {
  const tables = await queryAsOwner<{ name: string }>(
    site.deps,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by tablename`,
    [tablesOfRejections],
  )
  const queries = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`,
  )
  const rows = await queryAsOwner<{ name: string; digest: string }>(site.deps, queries.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

it('answers random requests of strangers without an error of the server, signs nobody in, and changes nothing', async () => {
  const before = await readDatabase()
  const statuses = new Set<number>()
  for (const [index, { method, path }] of listRoutes().entries()) {
    await fc.assert(
      fc.asyncProperty(generateRequest(), async (request) => {
        const response = await send(method, path, request)
        const tokens = response.headers.getSetCookie().filter((line) => /^linkshelf-(access|refresh)=[^;]/.test(line))
        statuses.add(response.status)
        expect({ method, path, request, isError: response.status >= 500, tokens }).toEqual({
          method,
          path,
          request,
          isError: false,
          tokens: [],
        })
        await response.body?.cancel()
      }),
      { numRuns: computeRandomRuns(6), seed: randomSeed + index },
    )
  }
  expect(await readDatabase()).toEqual(before)
  expect([200, 303, 400, 410, 422].filter((status) => !statuses.has(status))).toEqual([])
})

it('answers random requests of a signed-in user without an error of the server', async () => {
  let { browser } = await signInElsewhere(site, mia)
  for (const [index, { method, path }] of listRoutes().entries()) {
    if ((await browser.fetch('/auth/account')).status !== 200) browser = (await signInElsewhere(site, mia)).browser
    await fc.assert(
      fc.asyncProperty(generateRequest(), async (request) => {
        const response = await send(method, path, { ...request, cookies: {} }, browser)
        expect({ method, path, request, isError: response.status >= 500 }).toEqual({ method, path, request, isError: false })
        await response.body?.cancel()
      }),
      { numRuns: computeRandomRuns(3), seed: randomSeed + index },
    )
  }
})
