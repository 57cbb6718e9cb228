import type { HttpBindings } from '@hono/node-server'
import { apiPath, type ErrorCode, earningsFileMaxBytes, linkFileMaxBytes, productFileMaxBytes, uploadMaxBytes } from '@linkshelf/contract'
import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import { type ApiKeyActor, AppError, countReachedLimit, getCallerKey, type UserActor, type VerifyToken } from '../access/index.ts'
import { ConcurrencyLimitError, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { limitBody } from '../platform/http/limit-body.ts'
import { exceedsMultipartLimits } from '../platform/http/multipart-limits.ts'
import { type BodyRateOptions, watchBodyRate } from '../platform/http/slow-body.ts'
import { toErrorResponse } from './api-calls.ts'

/** The boundaries of a form. */
const formBytes = 10_000
/**
 * Bodies that arrive at once, and those of one user: a slow connection must not block the uploads of others. A body is
 * in memory as far as it has arrived. Uploads that wait cost a connection each, so the queue is long enough for many
 * users at their limit.
 */
const uploadSlots = { width: 24, queueLength: 1_000, perKey: { width: 3, queueLength: 16 }, reserved: { width: 8, busyMs: 20_000 } }
/** Complete bodies that are parsed and stored at once, which takes several times their size. */
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

/** Reports of retailers are larger than other files. */
const reportPath = /\/earnings\/imports\/?$/

/** The environment that middlewares and routes of the app's origin share. */
export interface ApiEnv {
  Bindings: HttpBindings
  /** `address`: of the client, on calls of the API. */
  Variables: { requestId: string; address: string }
}

/** Whether the request is an upload as multipart/form-data, the only body that is larger than others and not JSON. */
export function isUpload(request: HonoRequest): boolean {
  const isForm = /^multipart\/form-data\s*;/i.test(request.header('content-type') ?? '')
  return isForm && request.method === 'POST' && uploadPath.test(request.path)
}

/** The expected error of a token that was not verified because there were too many; any other is thrown. */
function toRejection(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

export interface UploadLimitOptions {
  verifyToken: (...given: Parameters<VerifyToken>) => Promise<UserActor | ApiKeyActor | undefined>
  bodyRate?: BodyRateOptions | undefined
}

/**
 * Reads the body of an upload only for a signed-in user, and only so many at once: those of one user never take all
 * slots, and neither do those of users who uploaded for long lately. Others wait, and their bodies are not read
 * meanwhile. A body that arrives too slowly is ended. Only a complete one is worked on, so a slow connection delays no
 * other file.
 */
export function limitUploads({ verifyToken, bodyRate }: UploadLimitOptions): MiddlewareHandler<ApiEnv> {
  const limiter = createConcurrencyLimiter(uploadSlots)
  const workLimiter = createConcurrencyLimiter(processingSlots)
  const limitFile = limitCallBody(Math.max(uploadMaxBytes, productFileMaxBytes, linkFileMaxBytes) + formBytes)
  const limitReport = limitCallBody(earningsFileMaxBytes + formBytes)
  return async (context, next) => {
    const { requestId, address } = context.var
    const token = /^Bearer ([^\s]+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const actor = token === undefined ? undefined : await verifyToken(token, { requestId, address }).catch(toRejection)
    if (actor === undefined) return context.json(...toErrorResponse('SIGN_IN_REQUIRED', requestId))
    const reject = (code: ErrorCode) => {
      context.header('retry-after', retryAfterSeconds)
      return context.json(...toErrorResponse(code, requestId))
    }
    if (actor instanceof AppError) return reject(actor.code)

    const limitSize = reportPath.test(context.req.path) ? limitReport : limitFile
    const { signal } = context.req.raw
    const options = { key: getCallerKey(actor), signal }
    const work = async () => {
      const { raw } = context.req
      // A body that breaks off is empty, which the call rejects: its client has left.
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

/** Returns what `answer` does, or an error as soon as the body of the request arrives too slowly. */
export async function endSlowBody(context: Context<ApiEnv>, answer: () => MiddlewareResult, rate?: BodyRateOptions): MiddlewareResult {
  const { incoming, outgoing } = context.env
  const watch = watchBodyRate(incoming, rate)
  const answered = answer()
  const outcome = await Promise.race([answered.then((response) => ({ response })), watch.tooSlow]).finally(watch.stop)
  if (outcome !== undefined) return outcome.response
  // Nothing waits for what reading the ended body leads to.
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
