import type { MiddlewareHandler } from 'hono'

/**
 * Every browser that sends a form from another origin names that origin in at least one of these three headers. A
 * request without any of them does not come from a browser, so it carries no other user's cookies.
 */
function isSameOrigin(headers: Headers, appOrigin: string): boolean {
  const [origin, site, referrer] = [headers.get('origin'), headers.get('sec-fetch-site'), headers.get('referer')]
  if (origin !== null && origin !== appOrigin) return false
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return referrer === null || (URL.parse(referrer)?.origin ?? null) === appOrigin
}

/** Responds with `reject` to every form from another origin, before its body is read. */
export function onlySameOriginForms(appOrigin: string, reject: MiddlewareHandler): MiddlewareHandler {
  return (context, next) => {
    const isSafe = context.req.method === 'GET' || context.req.method === 'HEAD'
    return isSafe || isSameOrigin(context.req.raw.headers, appOrigin) ? next() : reject(context, next)
  }
}
