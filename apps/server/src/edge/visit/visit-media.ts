import { sandboxedFilePolicy } from '../../platform/http/content-security-policy.ts'
import { type MediaFile, type MediaFiles, provisionalSeconds } from '../../uploads/index.ts'
import { BUSY, NOT_FOUND, type Outcome, type PageResponse } from '../outcome.ts'
import { transportHeaders } from '../response-headers.ts'

/** Answers a request for a file of an upload. Never rejects. */
export type VisitMedia = (path: string) => Promise<Outcome>

export function createMediaVisits({ mediaFiles, publicOrigin }: { mediaFiles: MediaFiles; publicOrigin: string }): VisitMedia {
  return async (path) => {
    const visit = await mediaFiles.visit(path)
    if (visit.kind === 'file') return { kind: 'media', response: toResponse(visit.file, publicOrigin) }
    return visit.kind === 'busy' ? BUSY : NOT_FOUND
  }
}

/** Any site may show a picture, and search engines may find it. Opened by itself, it can do nothing. */
function toResponse({ contentType, bytes, isFinal }: MediaFile, publicOrigin: string): PageResponse {
  const cache = isFinal ? 'public, max-age=31536000, immutable' : `public, max-age=${provisionalSeconds}`
  const headers = [
    ...['Content-Type', contentType, 'Content-Length', String(bytes.length), 'Cache-Control', cache],
    ...['Content-Security-Policy', sandboxedFilePolicy, 'X-Content-Type-Options', 'nosniff'],
    ...['Access-Control-Allow-Origin', '*', 'Cross-Origin-Resource-Policy', 'cross-origin', 'Referrer-Policy', 'no-referrer'],
    ...transportHeaders(publicOrigin),
  ]
  return { status: 200, headers, body: bytes }
}
