import { EventEmitter } from 'node:events'
import { issuerPath } from '@linkshelf/contract'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { apiPaths } from '../../../web/api-paths.ts'
import { toBlockList } from '../platform/http/client-address.ts'
import { type ApiAppOptions, createApiApp } from './api-app.ts'
import { addDashboardFiles } from './dashboard-files.ts'

const origins = { app: 'http://app.test', public: 'http://go.test' }
const respond = () => new Response()

async function anApp(changed: Partial<ApiAppOptions> = {}): Promise<ReturnType<typeof createApiApp>> {
  const authPages: ApiAppOptions['authPages'] = new Hono()
  authPages.get('/signin', respond)
  const unsubscribePages: ApiAppOptions['unsubscribePages'] = new Hono()
  unsubscribePages.get('/:token', respond)
  return createApiApp({
    origins,
    instance: {},
    hasPlans: true,
    dashboardFolder: '',
    authPages,
    avatarRoute: respond,
    siteIconRoute: respond,
    unsubscribePages,
    findCookieAuthorization: () => undefined,
    verifyToken: async () => undefined,
    handleCall: async () => undefined,
    stripeWebhook: respond,
    trustedProxies: toBlockList([]),
    ...changed,
  })
}

it("serves only the paths that a development server forwards to it, apart from the dashboard's files", async () => {
  const app = await anApp()
  const dashboard = new Hono()
  addDashboardFiles(dashboard, '', origins.public)
  const ofDashboard = new Set(['/*', ...dashboard.routes.map(({ path }) => path)])

  const served = app.routes.map(({ path }) => path).filter((path) => !ofDashboard.has(path))

  expect(served.filter((path) => !apiPaths.some((prefix) => path.startsWith(prefix)))).toEqual([])
  // The identity provider handles its requests before they reach the app.
  expect(apiPaths.filter((prefix) => !served.some((path) => path.startsWith(prefix)))).toEqual([issuerPath])
})

it.each([
  [429, async () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } })],
  [500, () => Promise.reject(new Error('A call that throws'))],
] satisfies [number, ApiAppOptions['handleCall']][])('lets other origins read the response %i of a call', async (status, handleCall) => {
  const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } }, outgoing: new EventEmitter() }

  const response = await (await anApp({ handleCall })).request('/v1/organizations', {}, bindings)

  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  expect(response.headers.get('access-control-expose-headers')).toContain('retry-after')
})

it.each([
  ['https://app.test', 'max-age=63072000; includeSubDomains'],
  ['http://app.test', null],
])('lets no cache store the responses of calls, and sends for %s as Strict-Transport-Security %s', async (origin, security) => {
  const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } }, outgoing: new EventEmitter() }
  const app = await anApp({ origins: { ...origins, app: origin }, handleCall: async () => new Response('{}') })

  const call = await app.request('/v1/organizations', {}, bindings)
  const missing = await app.request('/none.txt', {}, bindings)

  expect(call.headers.get('cache-control')).toBe('no-store')
  for (const { headers } of [call, missing]) expect(headers.get('strict-transport-security')).toBe(security)
})
