import { type QrImageQuery, scanMark } from '@linkshelf/contract'
import { type ProjectContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isKnownEtag } from '../platform/http/etag.ts'
import { type QrStyle, selectStyle, selectStyleWithLogo } from './qr-code-table.ts'
import { etagOf, type QrRenderer } from './qr-renderer.ts'
import { getSubjectAddress, type QrSubject } from './qr-subject.ts'

interface QrImageInput {
  subject: QrSubject
  query: QrImageQuery
  /** The If-None-Match header. */
  knownEtags?: string | undefined
}

export interface QrImage {
  etag: string
  /** Missing when the client has the current image. */
  bytes?: Buffer
}

/**
 * The image of a QR code, from the cache where it can be. Throws LINK_NOT_FOUND, PRODUCT_NOT_FOUND or STORE_NOT_FOUND,
 * or TOO_MANY_REQUESTS for a large one in a full queue.
 */
export async function getQrImage(
  deps: Pick<Deps, 'origins'> & { renderer: QrRenderer },
  ctx: ProjectContext,
  { subject, query, knownEtags = '' }: QrImageInput,
): Promise<QrImage> {
  const [address, style] = await Promise.all([getSubjectAddress(deps, ctx, subject), read(ctx, (tx) => selectStyle(tx, ctx, subject))])
  const text = `${address}?${scanMark}`
  const etag = etagOf({ ...specOf(text, query, style), logo: style.logo_digest === null ? undefined : { digest: style.logo_digest } })
  if (isKnownEtag(etag, knownEtags)) return { etag }
  const cached = deps.renderer.find(etag)
  if (cached !== undefined) return { etag, bytes: cached }

  // Selected again together with its logo: the style may have changed since.
  const current = await read(ctx, (tx) => selectStyleWithLogo(tx, ctx, subject))
  const logo = current.logo && current.logo_digest ? { digest: current.logo_digest, png: current.logo } : undefined
  const spec = { ...specOf(text, query, current), logo }
  return { etag: etagOf(spec), bytes: await deps.renderer.render(spec) }
}

function specOf(text: string, { format, size }: QrImageQuery, style: QrStyle) {
  const { color, background_color: backgroundColor, background_transparent: isTransparent } = style
  return { text, format, size, color, backgroundColor, isTransparent }
}
