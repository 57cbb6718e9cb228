import { dashboardHeader, type Organization } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSignUp, fetchTokens } from '../../test/open-test-identity.ts'
import { aRunningApi, type RunningApi } from '../../test/running-api.ts'
import { openTestBrowser } from '../../test/test-browser.ts'
import { createOpenApiDocument } from '../api-reference/index.ts'

const origin = 'https://widget.example'

let api: RunningApi
let token: string
/** The cookies of a signed-in browser. */
let cookie: string
let projectPath: string

beforeAll(async () => {
  api = await aRunningApi()
  const browser = openTestBrowser(api.url)
  await browser.submit(await browser.open('/auth/signup'), { ...aSignUp() })
  token = (await fetchTokens(browser)).access_token
  cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const organizations = await fetch(`${api.url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })
  const [organization] = (await organizations.json()) as Organization[]
  projectPath = `/v1/${organization?.id}/projects/${organization?.projects[0]?.id}`
})
afterAll(() => api[Symbol.asyncDispose]())

function call(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  return fetch(`${api.url}${path}`, { ...init, headers: { origin, ...headers } })
}

function preflight(path: string, method: string, headers: string): Promise<Response> {
  return call(path, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': method, 'access-control-request-headers': headers },
  })
}

function listIn(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? '').toLowerCase().split(/, ?/)
}

it('lets pages of other origins read every kind of response, without credentials', async () => {
  const bearer = { authorization: `Bearer ${token}` }
  const responses = {
    200: await call('/v1/organizations', { headers: bearer }),
    204: await preflight('/v1/organizations', 'GET', 'authorization'),
    400: await call(`${projectPath}/urls?limit=x`, { headers: bearer }),
    401: await call('/v1/organizations'),
    404: await call('/v1/none'),
    415: await call('/v1/organizations', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
  }
  for (const [status, response] of Object.entries(responses)) expect(String(response.status)).toBe(status)

  const stream = await call(`${projectPath}/analytics/live`, { headers: bearer })
  const unread = await Promise.all(['/v1/public/status', '/v1/openapi.json', '/v1/docs'].map((path) => call(path)))
  for (const response of [...Object.values(responses), stream, ...unread]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(listIn(response, 'access-control-expose-headers')).toContain('x-correlation-id')
    await response.body?.cancel()
  }
})

it('answers the preflight of every call, with its method and its headers', async () => {
  const { paths = {} } = await createOpenApiDocument(api.url)
  const response = await preflight(`${projectPath}/urls`, 'PATCH', 'authorization,content-type')
  const methods = listIn(response, 'access-control-allow-methods')
  const headers = listIn(response, 'access-control-allow-headers')

  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
  expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(600)
  expect(headers).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-correlation-id']))
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations ?? {})) {
      expect(methods).toContain(method)
      for (const { in: location, name } of (operation as { parameters?: { in: string; name: string }[] }).parameters ?? [])
        if (location === 'header') expect(headers).toContain(name)
    }
  }
})

it('exposes every documented response header to scripts of other origins', async () => {
  const names = new Set<string>()
  for (const operations of Object.values((await createOpenApiDocument(api.url)).paths ?? {}))
    for (const { responses = {} } of Object.values(operations ?? {}) as { responses?: Record<string, { headers?: object }> }[])
      for (const { headers = {} } of Object.values(responses)) for (const name of Object.keys(headers)) names.add(name)
  // Browsers expose these headers to scripts by default.
  const safelisted = ['cache-control', 'content-length', 'content-type', 'last-modified']
  const exposed = listIn(await call('/v1/public/status'), 'access-control-expose-headers')

  expect(names).toContain('x-next-cursor')
  expect([...names].filter((name) => !safelisted.includes(name) && !exposed.includes(name))).toEqual([])
  for (const name of ['retry-after', 'x-ratelimit-remaining', 'content-disposition']) expect(exposed).toContain(name)
})

const fromDashboard = { [dashboardHeader]: '1', 'sec-fetch-site': 'same-origin' }

it('accepts the cookie of the dashboard from its own page', async () => {
  for (const headers of [fromDashboard, { [dashboardHeader]: '1' }, { ...fromDashboard, origin: api.url }])
    expect([headers, (await send('/v1/me', headers)).status]).toEqual([headers, 200])
  expect((await send('/v1/me', { ...fromDashboard, authorization: 'Bearer x' })).status).toBe(401)
})

it.each<[page: string, headers: Record<string, string>]>([
  ['a link, an image or a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a link, an image or a form of another host of the domain', { 'sec-fetch-site': 'same-site' }],
  ['an image of the dashboard', { 'sec-fetch-site': 'same-origin' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['an old browser without headers', {}],
  ['a script of another site', { ...fromDashboard, 'sec-fetch-site': 'cross-site', origin }],
  ['a script of another host of the domain', { ...fromDashboard, 'sec-fetch-site': 'same-site' }],
  ['a script of another site in an old browser', { [dashboardHeader]: '1', origin }],
  ['a frame without an origin', { ...fromDashboard, origin: 'null' }],
])('ignores the cookie in a request of %s', async (_page, headers) => {
  for (const path of ['/v1/me', '/v1/organizations', `${projectPath}/urls`])
    expect([path, (await send(path, headers)).status]).toEqual([path, 401])
  for (const path of [`${projectPath}/urls`, '/v1/organizations'])
    expect([path, (await send(path, headers, { method: 'POST' })).status]).toEqual([path, 401])
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.png')
  expect((await send('/v1/me/avatar', headers, { method: 'POST', body: form })).status).toBe(401)
})

it('does not allow other origins to send the header of the dashboard', async () => {
  const { headers } = await preflight('/v1/me', 'GET', dashboardHeader)
  expect(headers.get('access-control-allow-headers')).not.toContain(dashboardHeader)
})

/** Sends a request with the cookies of the signed-in browser. */
function send(path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return fetch(`${api.url}${path}`, { ...init, headers: { cookie, ...headers } })
}

it.each(['/auth/signin', '/oidc/auth', '/', '/settings/profile', '/healthz'])('does not let other origins read %s', async (path) => {
  const response = await call(path, { redirect: 'manual' })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

it("redirects password managers to the password form, and serves the identity provider's metadata to clients", async () => {
  const change = await call('/.well-known/change-password', { redirect: 'manual' })
  const inserted = await call('/.well-known/oauth-authorization-server/oidc')
  const appended = await call('/oidc/.well-known/openid-configuration')

  expect([change.status, change.headers.get('location')]).toEqual([302, '/settings/profile'])
  expect(inserted.headers.get('content-type')).toMatch(/^application\/json/)
  const metadata = await inserted.json()
  expect(metadata).toEqual(await appended.json())
  expect(metadata).toMatchObject({ issuer: `${api.url}/oidc`, token_endpoint: `${api.url}/oidc/token` })
  expect((await call('/.well-known/oauth-authorization-server')).status).toBe(404)
})
