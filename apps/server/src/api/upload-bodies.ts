import type { HttpBindings } from '@hono/node-server'
import { apiPath, type ErrorCode, earningsFileMaxBytes, linkFileMaxBytes, productFileMaxBytes, uploadMaxBytes } from '@linkshelf/contract'
import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import { type ApiKeyActor, AppError, countReachedLimit, getCallerKey, type UserActor, type VerifyToken } from '../access/index.ts'
import { ConcurrencyLimitError, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { limitBody } from '../platform/http/limit-body.ts'
import { exceedsMultipartLimits } from '../platform/http/multipart-limits.ts'
import { type BodyRateOptions, watchBodyRate } from '../platform/http/slow-body.ts'
import { toErrorResponse } from './api-calls.ts'

/** Maximum size of a form's boundaries and headers in bytes. */
const formBytes = 10_000
/**
 * Limits how many bodies arrive at once, in total and per user, so that slow connections do not block the uploads of
 * other users. The received part of a body is in memory. A waiting upload costs only a connection, so the queue is long
 * enough for many users who have reached their limit.
 */
const uploadSlots = { width: 24, queueLength: 1_000, perKey: { width: 3, queueLength: 16 }, reserved: { width: 8, busyMs: 20_000 } }
/**
 * Limits how many complete bodies are parsed and stored at once. Processing a body takes several times its size in
 * memory.
 */
const processingSlots = {
  width: 4,
  queueLength: uploadSlots.width,
  perKey: { width: 2, queueLength: uploadSlots.width },
  reserved: { width: 1, busyMs: 10_000 },
}
const retryAfterSeconds = '5'

const uploadPath = new RegExp(
  `^${apiPath}/(me/avatar|[^/]+/projects/[^/]+/(uploads|(products|earnings|urls)/imports)|[^/]+/imports/[^/]+/parts/[^/]+)/?$`,
)

/** The path of an upload with an earnings report, which may be larger than other files. */
const reportPath = /\/earnings\/imports\/?$/

/** The environment that middlewares and routes of the app's origin share. */
export interface ApiEnv {
  Bindings: HttpBindings
  /**
   * `address` is the client's IP address. `authorization` is the Authorization header, or its equivalent for the
   * dashboard's cookie. Both are set only for calls of the API.
   */
  Variables: { requestId: string; address: string; authorization: string | undefined }
}

/**
 * Returns whether the request is an upload as multipart/form-data. Only uploads may have a body that is not JSON and is
 * larger than the body limit of the other calls.
 */
export function isUpload(request: HonoRequest): boolean {
  const isForm = /^multipart\/form-data\s*;/i.test(request.header('content-type') ?? '')
  return isForm && request.method === 'POST' && uploadPath.test(request.path)
}

/** Returns the expected error if the token was not verified because of a rate limit. Throws any other error. */
function toRejection(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

export interface UploadLimitOptions {
  verifyToken: (...given: Parameters<VerifyToken>) => Promise<UserActor | ApiKeyActor | undefined>
  bodyRate?: BodyRateOptions | undefined
}

/**
 * Reads the body of an upload only if the user is signed in and an upload slot is free. One user never gets all slots.
 * Users whose recent uploads occupied slots for long don't get all slots either. While an upload waits for a slot, its
 * body is not read. If a body arrives too slowly, the request is ended. A body is processed only after it has arrived
 * completely, so a slow connection does not delay other files.
 */
export function limitUploads({ verifyToken, bodyRate }: UploadLimitOptions): MiddlewareHandler<ApiEnv> {
  const limiter = createConcurrencyLimiter(uploadSlots)
  const workLimiter = createConcurrencyLimiter(processingSlots)
  const limitFile = limitCallBody(Math.max(uploadMaxBytes, productFileMaxBytes, linkFileMaxBytes) + formBytes)
  const limitReport = limitCallBody(earningsFileMaxBytes + formBytes)
  return async (context, next) => {
    const { requestId, address, authorization } = context.var
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    const actor = token === undefined ? undefined : await verifyToken(token, { requestId, address }).catch(toRejection)
    if (actor === undefined) return context.json(...toErrorResponse('SIGN_IN_REQUIRED', requestId))
    const reject = (code: ErrorCode) => {
      context.header('retry-after', retryAfterSeconds)
      return context.json(...toErrorResponse(code, requestId))
    }
    if (actor instanceof AppError) {
      if (actor.code === 'SIGN_IN_REQUIRED') return context.json(...toErrorResponse(actor.code, requestId, actor.message))
      return reject(actor.code)
    }

    const limitSize = reportPath.test(context.req.path) ? limitReport : limitFile
    const { signal } = context.req.raw
    const options = { key: getCallerKey(actor), signal }
    const work = async () => {
      const { raw } = context.req
      // If the connection breaks, the body is empty. The call rejects it, but its client has already left.
      const body = await raw.arrayBuffer().catch(() => new ArrayBuffer())
      if (exceedsMultipartLimits(raw.headers.get('content-type') ?? '', new Uint8Array(body))) {
        context.res = context.json(...toErrorResponse('REQUEST_TOO_LARGE', requestId))
        return
      }
      await workLimiter.run(() => {
        context.req.raw = new Request(raw, { body })
        return next()
      }, options)
    }
    try {
      return await limiter.run(() => endSlowBody(context, () => limitSize(context, work), bodyRate), options)
    } catch (error) {
      if (!(error instanceof ConcurrencyLimitError)) throw error
      const code = 'TOO_MANY_REQUESTS'
      if (actor.kind === 'apiKey') countReachedLimit({ organization: actor.organizationId, code }, Date.now())
      return reject(code)
    }
  }
}

type MiddlewareResult = ReturnType<MiddlewareHandler>

/** Returns the response of `answer`, or an error as soon as the request's body arrives too slowly. */
export async function endSlowBody(context: Context<ApiEnv>, answer: () => MiddlewareResult, rate?: BodyRateOptions): MiddlewareResult {
  const { incoming, outgoing } = context.env
  const watch = watchBodyRate(incoming, rate)
  const answered = answer()
  const outcome = await Promise.race([answered.then((response) => ({ response })), watch.tooSlow]).finally(watch.stop)
  if (outcome !== undefined) return outcome.response
  // Reading the ended body fails. This error is ignored, because nothing awaits it.
  answered.catch(() => undefined)
  outgoing.once('finish', () => incoming.destroy())
  context.header('connection', 'close')
  return context.json(...toErrorResponse('BODY_TOO_SLOW', context.var.requestId))
}

export function limitCallBody(maxBytes: number): MiddlewareHandler<ApiEnv> {
  return limitBody(maxBytes, {
    tooLarge: async (context) => context.json(...toErrorResponse('REQUEST_TOO_LARGE', context.var.requestId)),
    broken: async (context) => context.json(...toErrorResponse('REQUEST_INVALID', context.var.requestId)),
  })
}
