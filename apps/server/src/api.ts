import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { apiPath, issuerPath, termsPath } from '@linkshelf/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { createTokenVerifier } from './access/index.ts'
import { openLiveClicks } from './analytics/index.ts'
import { createCallHandler, errorResponse } from './api-calls.ts'
import { createApiReferenceRoute, createOpenApiDocument } from './api-reference/index.ts'
import { createIdentity } from './identity/index.ts'
import { createTermsRoute, type InstanceSettings } from './instance/index.ts'
import type { Deps } from './platform/deps.ts'
import { closeServer, listen } from './platform/http/http.ts'
import { toRequestId } from './platform/http/request-id.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'

export interface ApiOptions {
  deps: Deps
  /** Where news of clicks is listened for. */
  databaseUrl: string
  host: string
  port: number
  trustedProxies: string[]
  /** See `IdentityOptions`. */
  instantSignUpsPerHour?: number
  instance?: InstanceSettings
  /** The built dashboard. */
  dashboardFolder: string
}

const largestBodyBytes = 1_000_000
/** A connection's first flight (ten segments, RFC 6928): what fits into it arrives no sooner when it is smaller. */
const worthCompressingBytes = 14_000

/** The owners' side over HTTP: `/v1`, the identity provider, `/auth` pages, the terms and the dashboard's files. */
export async function openApi({
  deps,
  databaseUrl,
  host,
  port,
  trustedProxies,
  instantSignUpsPerHour,
  instance = {},
  dashboardFolder,
}: ApiOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { origins } = deps
  const identity = await createIdentity({ deps, trustedProxies, instantSignUpsPerHour })
  const verifyToken = createTokenVerifier({ issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const live = openLiveClicks({ ...deps, databaseUrl })
  const handleCall = createCallHandler(deps, instance, live.streams)
  const openApiDocument = await createOpenApiDocument(origins.app)

  const app = new Hono<{ Variables: { correlationId: string } }>()
  app.use(compress({ threshold: worthCompressingBytes }))
  app.use(async (context, next) => {
    context.set('correlationId', toRequestId(context.req.header('x-correlation-id')))
    await next()
    context.res.headers.set('x-correlation-id', context.var.correlationId)
    setSecurityHeaders(context.res.headers, origins.app)
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  const descriptionPath = `${apiPath}/openapi.json`
  app.get(descriptionPath, (context) => context.json(openApiDocument))
  app.get(`${apiPath}/docs`, createApiReferenceRoute(openApiDocument, descriptionPath, origins.app))
  app.use(`${apiPath}/*`, async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
    // A proxy that gathers an answer before it passes it on would make a stream useless.
    if (context.res.headers.get('content-type') === 'text/event-stream') context.header('x-accel-buffering', 'no')
  })
  app.use(
    `${apiPath}/*`,
    bodyLimit({
      maxSize: largestBodyBytes,
      onError: (context) => context.json(...errorResponse('REQUEST_TOO_LARGE', context.var.correlationId)),
    }),
  )
  app.all(`${apiPath}/*`, async (context) => {
    const { correlationId } = context.var
    // HEAD is GET whose body is left out on the way.
    const { raw } = context.req
    const request = raw.method === 'HEAD' ? new Request(raw.url, { headers: raw.headers }) : raw
    const answer = await handleCall(request, { authorization: context.req.header('authorization'), verifyToken, requestId: correlationId })
    return answer ? withLength(answer) : context.json(...errorResponse('NOT_FOUND', correlationId))
  })
  app.route('/auth', identity.pages)
  app.get(termsPath, createTermsRoute(origins, instance))
  app.get(
    '/assets/*',
    serveStatic({
      root: dashboardFolder,
      onFound: (_path, context) => context.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.get('/assets/*', (context) => context.notFound())
  app.get('*', serveStatic({ root: dashboardFolder, onFound: askAgain }))
  app.get('*', serveStatic({ root: dashboardFolder, path: 'index.html', onFound: askAgain }))

  const listener = getRequestListener(app.fetch)
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000 }, (request, response) => {
    if (request.url?.startsWith(`${issuerPath}/`)) identity.handle(request, response)
    else void listener(request, response)
  })
  const listening = await listen(server, host, port, 'PORT')
  return {
    port: listening,
    async close() {
      await live.close()
      await closeServer(server)
    },
  }
}

/** JSON is whole before it is sent; what streams has no length. */
async function withLength(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer
  const body = await answer.arrayBuffer()
  const measured = new Response(body, answer)
  measured.headers.set('content-length', String(body.byteLength))
  return measured
}

/** These names stay when the dashboard is built anew: a browser asks before it uses what it kept. */
function askAgain(_path: string, context: Context): void {
  context.header('cache-control', 'no-cache')
}
