import { isKnownEtag } from '../platform/http/etag.ts'
import { parseStoreAddress, type StorePageResponse, type StorePages } from '../storefront/index.ts'
import { policyHeaders, transportHeaders } from './http/response-headers.ts'
import { BUSY, type Outcome, type PageResponse, STORE_NOT_FOUND } from './outcome.ts'

/** Answers a request for a store page. `knownEtags`: the If-None-Match header. Never rejects. */
export type VisitStore = (target: string, knownEtags: string) => Promise<Outcome>

export function createStoreVisits({ storePages, publicOrigin }: { storePages: StorePages; publicOrigin: string }): VisitStore {
  return async (target, knownEtags) => {
    const address = parseStoreAddress(target)
    if (address === undefined) return STORE_NOT_FOUND
    const visit = await storePages.visit(address)
    if (visit.kind === 'page') return { kind: 'store', response: toResponse(visit.page, knownEtags, publicOrigin), view: visit.view }
    if (visit.kind === 'moved') return { kind: 'store', response: toRedirect(target, visit.handle, publicOrigin) }
    return visit.kind === 'busy' ? BUSY : STORE_NOT_FOUND
  }
}

/** Browsers store a page and ask each time whether it changed. */
function toResponse(
  { status, contentType, body, etag, policy }: StorePageResponse,
  knownEtags: string,
  publicOrigin: string,
): PageResponse {
  const headers = [
    ...['Cache-Control', 'no-cache', 'ETag', etag, 'Content-Security-Policy', policy, 'X-Content-Type-Options', 'nosniff'],
    ...['X-Frame-Options', 'SAMEORIGIN', 'Referrer-Policy', 'strict-origin-when-cross-origin', ...transportHeaders(publicOrigin)],
  ]
  if (status === 200 && isKnownEtag(etag, knownEtags)) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status, headers: ['Content-Type', contentType, 'Content-Length', String(body.length), ...headers], body }
}

/** The same page below the store's present handle. */
function toRedirect(target: string, handle: string, publicOrigin: string): PageResponse {
  const location = target.replace(/^\/[^/?]*/, `/@${encodeURIComponent(handle)}`)
  const headers = ['Location', location, 'Content-Length', '0', 'Cache-Control', 'no-cache', ...policyHeaders(publicOrigin)]
  return { status: 302, headers, body: Buffer.alloc(0) }
}
