import type { MiddlewareHandler } from 'hono'

/**
 * True when a form may be taken: every browser that sends one from elsewhere says so in at least one of these three headers. A request without any of
 * them is no browser's, so there is nobody's cookie it could misuse.
 */
function isFromOwnPages(headers: Headers, appOrigin: string): boolean {
  const [origin, site, referrer] = [headers.get('origin'), headers.get('sec-fetch-site'), headers.get('referer')]
  if (origin !== null && origin !== appOrigin) return false
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return referrer === null || (URL.parse(referrer)?.origin ?? null) === appOrigin
}

/** Answers forms from elsewhere with `fail`, whatever is in them. */
export function onlyFromOwnPages(appOrigin: string, fail: MiddlewareHandler): MiddlewareHandler {
  return (context, next) => {
    const isReading = context.req.method === 'GET' || context.req.method === 'HEAD'
    return isReading || isFromOwnPages(context.req.raw.headers, appOrigin) ? next() : fail(context, next)
  }
}
