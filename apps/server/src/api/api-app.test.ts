import { issuerPath } from '@linkshelf/contract'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { apiPaths } from '../../../web/api-paths.ts'
import { createOpenApiDocument } from '../api-reference/index.ts'
import { toBlockList } from '../platform/http/client-address.ts'
import { type ApiAppOptions, createApiApp } from './api-app.ts'
import { addDashboardFiles } from './dashboard-files.ts'

const origins = { app: 'http://app.test', public: 'http://go.test' }
const respond = () => new Response()

it('serves the paths that a development server sends to it, and no other beside the files of the dashboard', async () => {
  const authPages: ApiAppOptions['authPages'] = new Hono()
  authPages.get('/signin', respond)
  const unsubscribePages: ApiAppOptions['unsubscribePages'] = new Hono()
  unsubscribePages.get('/:token', respond)
  const app = createApiApp({
    origins,
    instance: {},
    dashboardFolder: '',
    authPages,
    avatarRoute: respond,
    siteIconRoute: respond,
    unsubscribePages,
    verifyToken: async () => undefined,
    handleCall: async () => undefined,
    stripeWebhook: respond,
    trustedProxies: toBlockList([]),
    openApiDocument: await createOpenApiDocument(origins.app),
  })
  const dashboard = new Hono()
  addDashboardFiles(dashboard, '', origins.public)
  const ofDashboard = new Set(['/*', ...dashboard.routes.map(({ path }) => path)])

  const served = app.routes.map(({ path }) => path).filter((path) => !ofDashboard.has(path))

  expect(served.filter((path) => !apiPaths.some((prefix) => path.startsWith(prefix)))).toEqual([])
  // The identity provider handles its requests before the app.
  expect(apiPaths.filter((prefix) => !served.some((path) => path.startsWith(prefix)))).toEqual([issuerPath])
})
