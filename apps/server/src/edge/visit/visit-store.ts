import { type StorePlace, storePaths } from '@linkshelf/storefront'
import { sandboxedFilePolicy } from '../../platform/http/content-security-policy.ts'
import { isKnownEtag } from '../../platform/http/etag.ts'
import { parseRootProject, parseStoreAddress, type RenderedPage, type StoreAddress, type StorePages } from '../../storefront/index.ts'
import { type MediaFile, type MediaFiles, provisionalSeconds } from '../../uploads/visitors.ts'
import { BUSY, NOT_FOUND, type Outcome, type PageResponse, RATE_LIMITED, STORE_NOT_FOUND } from '../outcome.ts'
import { createPolicyHeaders, createTransportHeaders, redirectStatus } from '../responses.ts'

/** The request headers that a store page depends on. */
interface StoreVisitHeaders {
  ifNoneMatch: string
  acceptEncoding: string
  /** The `Sec-Fetch-Dest` and `Sec-Fetch-Site` headers. They are empty over plain http and in browsers before 2023. */
  fetchDest: string
  fetchSite: string
}

/**
 * Answers a request for a store page. `address` is undefined if the target can't be the address of a store page.
 * `mayLoad` returns whether the visitor may trigger a load.
 */
export type StoreRequestHandler = (
  request: { target: string; address: StoreAddress | undefined },
  headers: StoreVisitHeaders,
  mayLoad: () => boolean,
) => Promise<Outcome>

/** Returns whether a path leads to a cached store page that visitors can see. Does not wait for a load. */
export type IsPageShown = (path: string) => boolean

export function createPageChecks(storePages: StorePages): IsPageShown {
  return (path) => {
    const address = parseStoreAddress(path)
    return address !== undefined && storePages.isShown(address)
  }
}

export function createStoreVisits({ storePages, publicOrigin }: { storePages: StorePages; publicOrigin: string }): StoreRequestHandler {
  return async ({ target, address }, headers, mayLoad) => {
    if (address === undefined) return STORE_NOT_FOUND
    const visit = await storePages.visit(address, mayLoad)
    if (visit.kind === 'moved') return { kind: 'store', response: toRedirectResponse(replaceHandle(target, visit.handle), publicOrigin) }
    if (visit.kind === 'page') {
      const { page } = visit
      if (page.location !== undefined)
        return { kind: 'store', response: toRedirectResponse(page.location + sliceQuery(target), publicOrigin, { status: 301 }) }
      if (page.address.kind === 'snippet' && !isFrameOfOrigin(headers))
        return {
          kind: 'store',
          response: toRedirectResponse(storePaths.store(toStorePlace(page.address)), publicOrigin, { vary: snippetVary }),
        }
      return { kind: 'store', response: await toPageResponse(page, headers, { storePages, publicOrigin }), view: page.view }
    }
    if (visit.kind === 'load-limited') return RATE_LIMITED
    return visit.kind === 'busy' ? BUSY : STORE_NOT_FOUND
  }
}

const snippetVary = 'Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Site'

/**
 * Returns whether the browser requests the document for a frame on a page of this origin. Also returns true if the
 * browser does not send this information. The owner's HTML is shown only in such a frame, because in a tab of its own
 * it would look like a page of the operator: it has the operator's host name.
 */
function isFrameOfOrigin({ fetchDest, fetchSite }: StoreVisitHeaders): boolean {
  if (fetchDest === '' && fetchSite === '') return true
  return fetchDest === 'iframe' && fetchSite === 'same-origin'
}

/** Creates the response with a store page. Browsers store the page but revalidate it on each visit. */
async function toPageResponse(
  page: RenderedPage,
  { ifNoneMatch, acceptEncoding }: StoreVisitHeaders,
  { storePages, publicOrigin }: { storePages: StorePages; publicOrigin: string },
): Promise<PageResponse> {
  const { status, contentType, body, etag, policy, address } = page
  const isCompressed = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding)
  // A strong ETag identifies bytes, so each encoding has its own.
  const ownTag = isCompressed ? etag : etag.replace(/"$/, '-plain"')
  const headers = [
    ...['Cache-Control', 'no-cache', 'Vary', address.kind === 'snippet' ? snippetVary : 'Accept-Encoding', 'ETag', ownTag],
    ...['Content-Security-Policy', policy, 'X-Content-Type-Options', 'nosniff'],
    ...['X-Frame-Options', 'SAMEORIGIN', 'Referrer-Policy', 'strict-origin-when-cross-origin', ...createTransportHeaders(publicOrigin)],
  ]
  if (status === 200 && isKnownEtag(ownTag, ifNoneMatch)) return { status: 304, headers, body: Buffer.alloc(0) }
  const sent = isCompressed ? Buffer.from(body.buffer) : await storePages.decompressed(page)
  const encoding = isCompressed ? ['Content-Encoding', 'gzip'] : []
  return { status, headers: ['Content-Type', contentType, ...encoding, 'Content-Length', String(sent.length), ...headers], body: sent }
}

function toStorePlace(address: StoreAddress): StorePlace {
  return { handle: address.handle, isAtRoot: parseRootProject(address) !== undefined }
}

/** Replaces an old handle in the path by the store's current handle. */
function replaceHandle(target: string, handle: string): string {
  return target.replace(/^\/[^/?]*/, storePaths.store({ handle }))
}

function sliceQuery(target: string): string {
  const start = target.indexOf('?')
  return start === -1 ? '' : target.slice(start)
}

/**
 * Creates a redirect to a store page. Browsers revalidate it each time, even a 301, because the owner may give the old
 * address to another page.
 */
function toRedirectResponse(
  location: string,
  publicOrigin: string,
  { status = redirectStatus, vary }: { status?: 301 | typeof redirectStatus; vary?: string } = {},
): PageResponse {
  const caching = ['Cache-Control', 'no-cache', ...(vary === undefined ? [] : ['Vary', vary])]
  const headers = ['Location', location, 'Content-Length', '0', ...caching, ...createPolicyHeaders(publicOrigin)]
  return { status, headers, body: Buffer.alloc(0) }
}

/** Answers a request for an uploaded file. `mayLoad` returns whether the visitor may trigger a load. Never rejects. */
export type VisitMedia = (path: string, mayLoad: () => boolean) => Promise<Outcome>

export function createMediaVisits({ mediaFiles, publicOrigin }: { mediaFiles: MediaFiles; publicOrigin: string }): VisitMedia {
  return async (path, mayLoad) => {
    const visit = await mediaFiles.visit(path, mayLoad)
    if (visit.kind === 'load-limited') return RATE_LIMITED
    if (visit.kind === 'file') return { kind: 'media', response: toMediaResponse(visit.file, publicOrigin) }
    return visit.kind === 'busy' ? BUSY : NOT_FOUND
  }
}

/**
 * Creates the response with a picture. Any site may embed a picture, and search engines may find it. If a picture is
 * opened directly, its Content-Security-Policy lets it load and run nothing.
 */
function toMediaResponse({ contentType, bytes, isFinal }: MediaFile, publicOrigin: string): PageResponse {
  const cache = isFinal ? 'public, max-age=31536000, immutable' : `public, max-age=${provisionalSeconds}`
  const headers = [
    ...['Content-Type', contentType, 'Content-Length', String(bytes.length), 'Cache-Control', cache],
    ...['Content-Security-Policy', sandboxedFilePolicy, 'X-Content-Type-Options', 'nosniff'],
    ...['Access-Control-Allow-Origin', '*', 'Cross-Origin-Resource-Policy', 'cross-origin', 'Referrer-Policy', 'no-referrer'],
    ...createTransportHeaders(publicOrigin),
  ]
  return { status: 200, headers, body: bytes }
}
