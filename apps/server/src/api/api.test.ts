import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiKeyInvalidMessage, apiKeyPrefix, dashboardClientId, type Organization } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aSignUp, fetchTokens } from '../../test/open-test-identity.ts'
import { recordLog } from '../../test/record-log.ts'
import { aRunningApi, inlineScript } from '../../test/running-api.ts'
import { openStripeServer, testWebhookSecret } from '../../test/stripe/open-stripe-server.ts'
import { fetchSignInUrl, openTestBrowser, signOut } from '../../test/test-browser.ts'
import { fetchAccessToken } from '../demo/account.ts'
import { createApiClient } from '../demo/api-client.ts'
import { buildInfo } from '../platform/build-info.ts'

it('accepts webhook deliveries only if every byte is as Stripe signed it', async () => {
  await using stripe = await openStripeServer()
  await using api = await aRunningApi({}, { billing: stripe.billing })
  const payload = '{ "id": "evt_1",\n "object": "event", "type": "invoice.paid", "data": {"object": {"customer": "cus_1", "name": "Zoë"}} }'
  const signature = stripe.billing.stripe.webhooks.generateTestHeaderString({ payload, secret: testWebhookSecret })
  const deliver = (body: string) =>
    fetch(`${api.url}/v1/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    })

  expect((await deliver(payload)).status).toBe(200)
  expect((await deliver(JSON.stringify(JSON.parse(payload)))).status).toBe(400)
  expect((await fetch(`${api.url}/v1/webhooks/stripe`)).status).toBe(404)
})

it('names its version and commit', async () => {
  await using api = await aRunningApi()
  expect(await (await fetch(`${api.url}/healthz`)).json()).toEqual({ status: 'ok', ...buildInfo })
})

it('sends security headers and a correlation id with every kind of response', async () => {
  await using api = await aRunningApi()
  const paths = [
    '/',
    '/links/some-id',
    '/assets/app-1.js',
    '/assets/none.js',
    '/healthz',
    '/v1/organizations',
    '/v1/none',
    '/v1/openapi.json',
    '/v1/docs',
    '/v1/public/status',
    '/terms',
    '/privacy',
    '/auth/signin',
  ]

  for (const path of [...paths, '/oidc/.well-known/openid-configuration', '/oidc/auth', '/oidc/none']) {
    const { headers } = await fetch(`${api.url}${path}`, { redirect: 'manual' })
    const policy = headers.get('content-security-policy')
    expect({
      path,
      framed: /frame-ancestors 'none'/.test(policy ?? ''),
      scripts: /'unsafe-inline'/.test(policy?.replace(/style-src[^;]*/, '') ?? ''),
    }).toEqual({
      path,
      framed: true,
      scripts: false,
    })
    expect({ path, sniffing: headers.get('x-content-type-options') }).toEqual({ path, sniffing: 'nosniff' })
    expect({ path, id: headers.get('x-correlation-id') }).toEqual({ path, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  }
  const named = await fetch(`${api.url}/v1/none`, { headers: { 'x-correlation-id': 'from-the-caller' } })
  expect(named.headers.get('x-correlation-id')).toBe('from-the-caller')
  expect(await named.json()).toMatchObject({ code: 'NOT_FOUND', status: 404, correlation_id: 'from-the-caller' })
})

it.each(['/healthz', '/v1/none', '/auth/signin', '/oidc/.well-known/openid-configuration', '/oidc/none'])(
  'returns the correlation id of a request to %s when it is printable and has at most 128 characters, otherwise a new one',
  async (path) => {
    await using api = await aRunningApi()
    const fetchCorrelationId = async (id: string) =>
      (await fetch(`${api.url}${path}`, { headers: { 'x-correlation-id': id } })).headers.get('x-correlation-id')
    for (const id of ['7', 'a b "<c>";~', 'x'.repeat(128)]) expect(await fetchCorrelationId(id)).toBe(id)
    for (const id of ['', 'x'.repeat(129), 'caf\u00e9', 'a\tb']) expect(await fetchCorrelationId(id)).toMatch(/^[0-9a-f-]{36}$/)
  },
)

it.each([
  ['malformed', 400, 'GET / HTTP/9.9\r\n\r\n'],
  ['of two lengths', 400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['without a host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['with a head of more than 32 KB', 431, `GET /${'a'.repeat(33_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
])('sends security headers and a correlation id with the response to a request that is %s', async (_case, status, request) => {
  await using api = await aRunningApi()
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.end(request)
  const response = await text(socket)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of [
    'content-security-policy: default',
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'x-correlation-id: ',
  ])
    expect(response).toContain(`\r\n${header}`)
})

it('answers TRACE with 404, and never sends the request back', async () => {
  await using api = await aRunningApi()
  for (const path of ['/', '/v1/organizations', '/auth/signin', '/oidc/auth', '/healthz']) {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.end(`TRACE ${path} HTTP/1.1\r\nHost: a\r\nCookie: own=1\r\nConnection: close\r\n\r\n`)
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1.1 404 /)
    expect(response).not.toContain('own=1')
  }
})

it('answers 415 to a body whose content type is not JSON', async () => {
  await using api = await aRunningApi()
  const send = (type: string, body: string | undefined) =>
    fetch(`${api.url}/v1/organizations`, { method: 'POST', headers: { 'content-type': type, 'x-correlation-id': '415' }, body })

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'application/jsonp', 'x']) {
    const response = await send(type, 'name=Lamps')
    expect([type, response.status]).toEqual([type, 415])
    expect(await response.json()).toMatchObject({ code: 'BODY_NOT_JSON', status: 415, correlation_id: '415' })
  }
  for (const type of ['application/json', 'Application/JSON; charset=utf-8']) expect((await send(type, '{}')).status).toBe(401)
  expect((await send('text/plain', undefined)).status).toBe(401)
})

it('serves the dashboard for its routes, and 404 for a missing file', async () => {
  await using api = await aRunningApi()

  expect(await (await fetch(`${api.url}/links/some-id?tab=1`)).text()).toContain('<title>Linkshelf</title>')
  expect((await fetch(`${api.url}/assets/none.js`)).status).toBe(404)
  expect((await fetch(`${api.url}/assets/app-1.js`)).headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${api.url}/`)).headers.get('cache-control')).toBe('no-cache')
})

it('sends the service worker and the manifest with their types, and without caching them', async () => {
  await using api = await aRunningApi()

  for (const [path, type] of [
    ['/service-worker.js', /^text\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ] as const) {
    const { headers } = await fetch(`${api.url}${path}`)
    expect([path, headers.get('content-type'), headers.get('cache-control')]).toEqual([path, expect.stringMatching(type), 'no-cache'])
  }
})

it("sends the dashboard's files as the build compressed them, even small ones", async () => {
  await using api = await aRunningApi()

  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const { headers, ...response } = await fetch(`${api.url}/assets/app-1.js`, { headers: { 'accept-encoding': accepted } }).then(
      async (answer) => ({ headers: answer.headers, text: await answer.text() }),
    )
    expect([headers.get('content-encoding'), headers.get('content-type'), response.text]).toEqual([
      encoding,
      expect.stringMatching(/javascript/),
      'export {}',
    ])
    expect(headers.get('cache-control')).toContain('immutable')
  }
})

it("allows the dashboard's inline script by its hash, and no other", async () => {
  await using api = await aRunningApi()
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  const fetchScripts = async (path: string) =>
    /script-src [^;]*/.exec((await fetch(`${api.url}${path}`)).headers.get('content-security-policy') ?? '')?.[0]

  for (const path of ['/', '/links?tab=1', '/index.html'])
    expect([path, await fetchScripts(path)]).toEqual([path, `script-src 'self' 'sha256-${hash}'`])
  expect(await fetchScripts('/assets/app-1.js')).toBe("script-src 'self'")
})

it.each(['%00', '%ED%A0%80'])('answers %s in paths, parameters and forms outside the API without an internal error', async (text) => {
  await using api = await aRunningApi()
  const authorization = new URL(await fetchSignInUrl(openTestBrowser(api.url)))
  const parameters = [...authorization.searchParams.keys(), 'prompt', 'login_hint', 'reason', 'resource', 'claims']
  const forms: Record<string, string[]> = {
    signin: ['email', 'password'],
    signup: ['full_name', 'email', 'password'],
    join: ['token', 'full_name', 'password'],
    forgot: ['email'],
    reset: ['token', 'password'],
    confirm: ['token', 'password'],
    complete: ['code', 'state', 'iss'],
  }
  const valid = { full_name: 'Mia Reed', email: 'mia@people.test', password: 'otters like cold water', token: 'x' }
  const urls = [
    ...['', 'assets/', 'auth/', 'unsubscribe/', 'avatars/', 'site-icons/', 'oidc/', 'terms/', 'v1/', 'v1/public/'].map(
      (path) => `/${path}${text}`,
    ),
    ...['reset', 'confirm', 'join', 'signin'].map((page) => `/auth/${page}?token=${text}&notice=${text}`),
    ...parameters.map((name) => `/oidc/auth?${authorization.searchParams}&${name}=${text}`),
    `/auth/start?reason=${text}`,
    `/oidc/session/end?id_token_hint=${text}&post_logout_redirect_uri=${text}`,
  ]
  const posts = [
    ...Object.entries(forms).flatMap(([page, fields]) => fields.map((field) => [`/auth/${page}`, { ...valid, [field]: text }] as const)),
    ...['code', 'code_verifier', 'redirect_uri', 'refresh_token', 'client_id'].map(
      (field) =>
        [
          '/oidc/token',
          { grant_type: field === 'refresh_token' ? field : 'authorization_code', client_id: dashboardClientId, code: 'x', [field]: text },
        ] as const,
    ),
    ['/oidc/token/revocation', { client_id: dashboardClientId, token: text }] as const,
    [`/unsubscribe/${text}`, {}] as const,
  ]

  const answers = await Promise.all([
    ...urls.map(async (url) => [url, (await fetch(`${api.url}${url}`, { redirect: 'manual' })).status]),
    ...posts.map(async ([path, fields]) => {
      const body = Object.entries({ ...fields })
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      const headers = { origin: api.url, 'content-type': 'application/x-www-form-urlencoded' }
      return [`${path} ${body}`, (await fetch(`${api.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' })).status]
    }),
  ])

  expect(answers.filter(([, status]) => Number(status) >= 500)).toEqual([])
})

it("returns the instance's settings and status without sign-in, and the status with no-store", async () => {
  await using api = await aRunningApi({ socialLinks: ['https://github.com/linkshelf'], passwordMinLength: 12, signUps: 'invite' })

  const [about, status, terms] = await Promise.all(
    ['/v1/public/instance', '/v1/public/status', '/terms'].map((path) => fetch(`${api.url}${path}`)),
  )

  expect(await about?.json()).toEqual({
    terms_url: `${api.url}/terms`,
    privacy_url: `${api.url}/privacy`,
    social_links: [{ name: 'GitHub', url: 'https://github.com/linkshelf' }],
    password_min_length: 12,
    sign_ups: 'invite',
  })
  expect((await fetch(`${api.url}/auth/signup`)).status).toBe(403)
  expect(status?.headers.get('cache-control')).toBe('no-store')
  // No edge runs in this test.
  expect(await status?.json()).toMatchObject({ status: 'degraded', parts: [{ status: 'down' }, { status: 'up' }, { status: 'up' }] })
  expect(await terms?.text()).toContain('<h1>Terms of Service</h1>')
})

it('answers HEAD like GET, without a body', async () => {
  await using api = await aRunningApi()
  for (const path of ['/v1/public/instance', '/v1/openapi.json', '/v1/organizations', '/v1/none']) {
    const [whole, head] = await Promise.all([fetch(`${api.url}${path}`), fetch(`${api.url}${path}`, { method: 'HEAD' })])
    expect([path, head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      path,
      whole.status,
      whole.headers.get('content-type'),
      '',
    ])
    await whole.body?.cancel()
  }
})

it('signs a user up through the pages and answers their calls', async () => {
  await using api = await aRunningApi()
  const token = await fetchAccessToken(api.url, { email: 'mia@people.test', password: 'otters like cold water', fullName: 'Mia Reed' })

  const client = createApiClient(api.url, token)

  expect(await client.me.get()).toMatchObject({ full_name: 'Mia Reed', email: 'mia@people.test', theme: 'system' })
  expect(await client.me.update({ body: { theme: 'dark' } })).toMatchObject({ theme: 'dark' })
  expect(await client.organizations.list()).toMatchObject([{ package: 'Free', projects: [{ status: 'active' }] }])
})

it('accepts a link search of 2,048 characters of any script, and rejects a longer one', async () => {
  await using api = await aRunningApi()
  const token = await fetchAccessToken(api.url, { email: 'mia@people.test', password: 'otters like cold water', fullName: 'Mia Reed' })
  const [organization] = await createApiClient(api.url, token).organizations.list()
  const address = `${api.url}/v1/${organization?.id}/projects/${organization?.projects[0]?.id}/urls`
  const fetchStatus = async (search: string) =>
    (await fetch(`${address}?${new URLSearchParams({ search })}`, { headers: { authorization: `Bearer ${token}` } })).status

  expect([await fetchStatus('灯'.repeat(2_048)), await fetchStatus('灯'.repeat(2_049))]).toEqual([200, 400])
})

it('rejects a body of more than a megabyte, with and without Content-Length', async () => {
  await using api = await aRunningApi()
  const tooLarge = 'x'.repeat(1_200_000)
  const address = `${api.url}/v1/organizations`

  const announced = await fetch(address, { method: 'POST', body: tooLarge, headers: { 'content-type': 'application/json' } })
  const body = new Blob([tooLarge]).stream()
  const unannounced = await fetch(address, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)

  expect([announced.status, unannounced.status]).toEqual([413, 413])
  expect(await announced.json()).toMatchObject({ code: 'REQUEST_TOO_LARGE' })
})

it.each(['..', '%2e%2E', '.', '%2E'])('answers 404 to a path with the segment %s instead of resolving it', async (segment) => {
  await using api = await aRunningApi()
  const { port } = new URL(api.url)
  const request = httpRequest({ port, path: `/${segment}/healthz` })
  const [response] = await once(request.end(), 'response')

  expect(response.statusCode).toBe(404)
  expect(await text(response)).toContain('"NOT_FOUND"')
})

it('shows no notice for the name of a property that every JavaScript object has', async () => {
  await using api = await aRunningApi()

  expect(await (await fetch(`${api.url}/auth/signin?notice=constructor`)).text()).not.toContain('native code')
})

it('sends "connection: close" if it does not read a body', async () => {
  await using api = await aRunningApi()
  const headers = { 'content-type': 'application/json', 'content-length': 50_000_000 }
  const request = httpRequest(`${api.url}/v1/organizations`, { method: 'POST', headers, agent: false })
  request.on('error', () => undefined)
  request.write('{')
  const [response] = await once(request, 'response')
  request.destroy()

  expect([response.statusCode, response.headers.connection]).toEqual([413, 'close'])
})

it('streams events at once, uncompressed and with buffering disabled in proxies, and ends the stream when it closes', async () => {
  const api = await aRunningApi()
  const token = await fetchAccessToken(api.url, { email: 'mia@people.test', password: 'otters like cold water', fullName: 'Mia Reed' })
  const [organization] = await createApiClient(api.url, token).organizations.list()
  const address = `${api.url}/v1/${organization?.id}/projects/${organization?.projects[0]?.id}/analytics/live`

  const { headers, body } = await fetch(address, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' } })
  const events = body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('event: message')) received += (await events?.read())?.value ?? ''

  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(headers.has('content-encoding')).toBe(false)
  await api[Symbol.asyncDispose]()
  for (let isDone = false; !isDone; ) isDone = (await events?.read())?.done ?? true
})

it("logs the client's address behind a trusted proxy, and the correlation id of the response", async () => {
  const { log, lines } = recordLog()
  await using api = await aRunningApi({}, { log, trustedProxies: ['127.0.0.1'] })
  const token = await fetchAccessToken(api.url, { email: 'mia@people.test', password: 'otters like cold water', fullName: 'Mia Reed' })
  const [signUp] = lines.splice(0)
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }

  const denied = await fetch(`${api.url}/v1/${crypto.randomUUID()}/members`, { headers: { ...headers, authorization: `Bearer ${token}` } })
  const body = new URLSearchParams({ email: 'mia@people.test', password: 'not it at all' })
  const failed = await fetch(`${api.url}/auth/signin`, { method: 'POST', headers, body })

  expect(lines).toMatchObject([
    { event: 'access.denied', actor: `user ${signUp?.userId}`, address: '203.0.113.7', requestId: denied.headers.get('x-correlation-id') },
    { event: 'sign_in.failed', address: '203.0.113.7', requestId: failed.headers.get('x-correlation-id') },
  ])
})

it('says that an API key is not valid, also to an upload', async () => {
  await using api = await aRunningApi()
  const headers = { authorization: `Bearer ${apiKeyPrefix}${'x'.repeat(40)}` }
  for (const [method, path] of [
    ['GET', '/v1/organizations'],
    ['POST', '/v1/me/avatar'],
  ] as const) {
    const response = await fetch(`${api.url}${path}`, { method, headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'SIGN_IN_REQUIRED', message: apiKeyInvalidMessage })
  }
})

it('answers 401 after a sign-out, and ends the open stream', async () => {
  await using api = await aRunningApi()
  const browser = openTestBrowser(api.url)
  await browser.submit(await browser.open('/auth/signup'), { ...aSignUp() })
  const { access_token } = await fetchTokens(browser)
  const call = (path: string) => fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${access_token}` } })
  const [organization] = (await (await call('/v1/organizations')).json()) as Organization[]
  const stream = await call(`/v1/${organization?.id}/projects/${organization?.projects[0]?.id}/analytics/live`)
  expect(stream.status).toBe(200)

  await signOut(browser)

  expect(await stream.text()).toContain('data: ')
  expect((await call('/v1/me')).status).toBe(401)
})
