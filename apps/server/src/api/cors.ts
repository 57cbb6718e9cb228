import { cors } from 'hono/cors'
import { requestIdHeader } from '../platform/http/response-headers.ts'

/** Chromium stores a preflight's response for two hours at most, Firefox for a day. */
const preflightSeconds = 7_200

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The headers of requests that calls read, beside those that browsers send without asking. */
const requestHeaders = ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'if-range', 'range', requestIdHeader]

/** The headers of responses that scripts of other origins read, beside those that each browser shows them. */
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
 * Lets pages of any origin call the API, and answers their preflights. A call is made with a token that the page has:
 * the API reads no cookie, and without `Access-Control-Allow-Credentials` no browser sends one.
 */
export const allowOtherOrigins = cors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: requestHeaders,
  exposeHeaders: responseHeaders,
  maxAge: preflightSeconds,
})
