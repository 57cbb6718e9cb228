import { cors } from 'hono/cors'
import { requestIdHeader } from '../platform/http/response-headers.ts'

/** Chromium caches a preflight response for at most two hours, Firefox for at most a day. */
const preflightSeconds = 7_200

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Request headers that calls read, in addition to the headers that browsers always allow. */
const requestHeaders = ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'if-range', 'range', requestIdHeader]

/** Response headers that scripts of other origins may read, in addition to the headers that browsers always expose. */
const responseHeaders = [
  requestIdHeader,
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-next-cursor',
  'x-total-count',
  'accept-ranges',
  'content-disposition',
  'content-range',
  'etag',
]

/**
 * Lets pages of any origin call the API, and answers their preflight requests. This is safe because a page can only use
 * a token that it has: without `Access-Control-Allow-Credentials` browsers send no cookies, and the API ignores the
 * cookies of a request without `dashboardHeader`, which no other origin may send.
 */
export const allowOtherOrigins = cors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: requestHeaders,
  exposeHeaders: responseHeaders,
  maxAge: preflightSeconds,
})
