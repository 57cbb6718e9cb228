import type { BlockList } from 'node:net'
import { apiPath, fontPath, privacyPath, storeFontsPath, termsPath, unsubscribePath } from '@linkshelf/contract'
import { type Handler, Hono, type HonoRequest } from 'hono'
import { compress } from 'hono/compress'
import { avatarFilePath, type Identity } from '../identity/index.ts'
import { createPrivacyRoute, createTermsRoute, type InstanceSettings } from '../instance/index.ts'
import { siteIconFilePath } from '../links/index.ts'
import type { createUnsubscribePages } from '../notifications/index.ts'
import { buildInfo } from '../platform/build-info.ts'
import type { Origins } from '../platform/deps.ts'
import { findClientAddress } from '../platform/http/client-address.ts'
import { hasDotSegment } from '../platform/http/dot-segments.ts'
import { pageFont, pageFontHeaders } from '../platform/http/page-font.ts'
import { requestIdHeader, setSecurityHeaders, toRequestId } from '../platform/http/response-headers.ts'
import type { BodyRateOptions } from '../platform/http/slow-body.ts'
import { readStoreFont } from '../platform/http/store-font-files.ts'
import { stripeWebhookPath } from '../subscriptions/index.ts'
import { type ApiRequestContext, type HandleCall, toErrorResponse } from './api-calls.ts'
import { allowOtherOrigins } from './cors.ts'
import { addDashboardFiles } from './dashboard-files.ts'
import { type ApiEnv, endSlowBody, isUpload, limitCallBody, limitUploads } from './upload-bodies.ts'

export interface ApiAppOptions {
  origins: Origins
  hasPlans: boolean
  instance: InstanceSettings
  dashboardFolder: string
  authPages: Identity['pages']
  /** Serves the picture files of users. */
  avatarRoute: Handler
  /** Serves the icons of the sites that links lead to. */
  siteIconRoute: Handler
  /** Returns the Authorization of a request that has the dashboard's cookie instead of the header. See `Identity`. */
  findCookieAuthorization: Identity['findCookieAuthorization']
  unsubscribePages: ReturnType<typeof createUnsubscribePages>
  verifyToken: ApiRequestContext['verifyToken']
  handleCall: HandleCall
  stripeWebhook: Handler
  /** The proxies whose X-Forwarded-For is trusted. */
  trustedProxies: BlockList
  bodyRate?: BodyRateOptions | undefined
}

type App = Hono<ApiEnv>

/** Password managers open this path (W3C, A Well-Known URL for Changing Passwords). */
const changePasswordPath = '/.well-known/change-password'
const passwordScreenPath = '/settings/profile'

const maxBodyBytes = 1_000_000
/**
 * Maximum size of a postback that is sent as a form. Affiliate networks send only a few fields. Parsing 1 MB of `&` or
 * `%` would block the thread for two seconds.
 */
const maxPostbackFormBytes = 16_384
/**
 * Compresses responses from this size on. A smaller response fits into a connection's initial window (ten segments, RFC
 * 6928), so compression would not make it arrive sooner.
 */
const compressFromBytes = 14_000

/** Creates every route of the app's origin except the routes of the identity provider. */
export function createApiApp(options: ApiAppOptions): App {
  const { origins, instance, authPages, avatarRoute, siteIconRoute, unsubscribePages, dashboardFolder } = options
  const app: App = new Hono()
  app.use(compress({ threshold: compressFromBytes }))
  app.use(async (context, next) => {
    context.set('requestId', toRequestId(context.req.header(requestIdHeader)))
    await next()
    context.res.headers.set(requestIdHeader, context.var.requestId)
    // The header tells the client that the server closes the connection, because the body was not read to its end.
    if (!context.env.incoming.complete) context.header('connection', 'close')
    setSecurityHeaders(context.res.headers, origins.app)
  })
  // The routes below match the resolved path. Without this check, DELETE …/labels/.. would delete the project.
  app.use(async (context, next) => {
    if (hasDotSegment(context.env.incoming.url ?? '')) return context.json(...toErrorResponse('NOT_FOUND', context.var.requestId))
    await next()
  })
  app.use(`${apiPath}/*`, allowOtherOrigins)
  app.get('/healthz', (context) => context.json({ status: 'ok', ...buildInfo }))
  addReference(app, options)
  addCalls(app, options)
  app.route('/auth', authPages)
  app.route(unsubscribePath, unsubscribePages)
  app.get(termsPath, createTermsRoute(origins, instance))
  app.get(privacyPath, createPrivacyRoute(options, instance))
  app.get(avatarFilePath, avatarRoute)
  app.get(siteIconFilePath, siteIconRoute)
  app.get(changePasswordPath, (context) => context.redirect(passwordScreenPath))
  app.get(fontPath, (context) => context.body(new Uint8Array(pageFont), 200, pageFontHeaders))
  // Fonts for previews of store pages.
  app.get(`${storeFontsPath}*`, async (context) => {
    const bytes = await readStoreFont(context.req.path)
    return bytes === undefined ? context.notFound() : context.body(new Uint8Array(bytes), 200, pageFontHeaders)
  })
  addDashboardFiles(app, dashboardFolder, origins.public)
  return app
}

/**
 * Adds the OpenAPI document and its page. Both are created on the first request, because they take 100 ms of processor
 * time or more.
 */
function addReference(app: App, { origins, hasPlans }: ApiAppOptions): void {
  const documentPath = `${apiPath}/openapi.json`
  let made: ReturnType<typeof makeReference> | undefined
  const getReference = () => (made ??= makeReference())
  async function makeReference() {
    const { createApiReferenceRoute, createOpenApiDocument } = await import('../api-reference/index.ts')
    const document = await createOpenApiDocument(origins.app)
    return { document, respond: createApiReferenceRoute(document, { appOrigin: origins.app, documentPath, hasPlans }) }
  }
  app.get(documentPath, async (context) => context.json((await getReference()).document))
  app.get(`${apiPath}/docs`, async () => (await getReference()).respond())
}

function addCalls(app: App, options: ApiAppOptions): void {
  const { handleCall, stripeWebhook, verifyToken, findCookieAuthorization, trustedProxies, bodyRate } = options
  app.use(`${apiPath}/*`, async (context, next) => {
    const { remoteAddress } = context.env.incoming.socket
    context.set('address', findClientAddress(remoteAddress, context.req.header('x-forwarded-for'), trustedProxies))
    context.set('authorization', context.req.header('authorization') ?? findCookieAuthorization(context.req.raw.headers))
    await next()
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
    // Proxies must not buffer a stream.
    if (context.res.headers.get('content-type') === 'text/event-stream') context.header('x-accel-buffering', 'no')
  })
  const limitUpload = limitUploads({ verifyToken, bodyRate })
  const limitBody = limitCallBody(maxBodyBytes)
  const limitForm = limitCallBody(maxPostbackFormBytes)
  app.use(`${apiPath}/*`, (context, next) => {
    if (isUpload(context.req)) return limitUpload(context, next)
    const limit = formType.test(context.req.header('content-type') ?? '') ? limitForm : limitBody
    return hasBody(context.req) ? endSlowBody(context, () => limit(context, next), bodyRate) : next()
  })
  app.use(`${apiPath}/*`, async (context, next) => {
    if (hasUnsupportedBody(context.req)) return context.json(...toErrorResponse('BODY_NOT_JSON', context.var.requestId))
    await next()
  })
  app.post(stripeWebhookPath, stripeWebhook)
  app.all(`${apiPath}/*`, async (context) => {
    const { requestId, address, authorization } = context.var
    // HEAD is handled as GET; the server drops the body.
    const { raw } = context.req
    const request = raw.method === 'HEAD' ? new Request(raw.url, { headers: raw.headers, signal: raw.signal }) : raw
    const response = await handleCall(request, {
      authorization,
      verifyToken,
      requestId,
      address,
      isUpload: isUpload(context.req),
      responseEnds: new Promise((resolve) => context.env.outgoing.once('close', resolve)),
    })
    return response ? setContentLength(response) : context.json(...toErrorResponse('NOT_FOUND', requestId))
  })
}

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

function hasBody(request: HonoRequest): boolean {
  return request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
}

/**
 * Returns whether the request has a body of an unsupported type: neither JSON nor an upload. Affiliate networks may
 * also send postbacks as forms.
 */
function hasUnsupportedBody(request: HonoRequest): boolean {
  const types = request.path.startsWith(`${apiPath}/public/postbacks/`)
    ? /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i
    : /^application\/json\s*(;|$)/i
  return hasBody(request) && !isUpload(request) && !types.test(request.header('content-type') ?? '')
}

/** Adds Content-Length to JSON, which is complete before it is sent. Streams have no length. */
async function setContentLength(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const body = await response.arrayBuffer()
  const measured = new Response(body, response)
  measured.headers.set('content-length', String(body.byteLength))
  return measured
}
