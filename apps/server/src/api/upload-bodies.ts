import type { HttpBindings } from '@hono/node-server'
import { apiPath, earningsFileMaxBytes, linkFileMaxBytes, productFileMaxBytes, uploadMaxBytes } from '@linkshelf/contract'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError, type VerifyToken } from '../access/index.ts'
import { errorResponse } from './api-calls.ts'

/** The boundaries of a form. */
const formBytes = 10_000
/** Files in memory at once, and those of one user: a slow connection must not block the uploads of others. */
const maxConcurrent = 8
const maxPerUser = 4
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

/** Reads the body of an upload only for a signed-in user, and only so many at once. */
export function limitUploads(
  verifyToken: (...given: Parameters<VerifyToken>) => Promise<{ userId: string } | undefined>,
): MiddlewareHandler<ApiEnv> {
  /** The user of each upload that is being read. */
  const reading: string[] = []
  const limitBody = limitTo(Math.max(uploadMaxBytes, productFileMaxBytes, linkFileMaxBytes))
  const limitReport = limitTo(earningsFileMaxBytes)
  return async (context, next) => {
    const { requestId, address } = context.var
    const token = /^Bearer ([^\s]+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const actor = token === undefined ? undefined : await verifyToken(token, { requestId, address }).catch(toRejection)
    if (actor === undefined) return context.json(...errorResponse('SIGN_IN_REQUIRED', requestId))
    if (actor instanceof AppError) {
      context.header('retry-after', retryAfterSeconds)
      return context.json(...errorResponse(actor.code, requestId))
    }
    const { userId } = actor
    if (reading.length >= maxConcurrent || reading.filter((user) => user === userId).length >= maxPerUser) {
      context.header('retry-after', retryAfterSeconds)
      return context.json(...errorResponse('TOO_MANY_REQUESTS', requestId))
    }
    reading.push(userId)
    try {
      return await (reportPath.test(context.req.path) ? limitReport : limitBody)(context, next)
    } finally {
      reading.splice(reading.indexOf(userId), 1)
    }
  }
}

function limitTo(fileBytes: number): MiddlewareHandler<ApiEnv> {
  return bodyLimit({
    maxSize: fileBytes + formBytes,
    onError: (context) => context.json(...errorResponse('REQUEST_TOO_LARGE', context.var.requestId)),
  })
}
