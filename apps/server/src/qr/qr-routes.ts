import { inProjectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { editLinkQrCode } from './edit-qr-code.ts'
import { findLinkQrConfig } from './find-qr-config.ts'
import { findLinkQrImage, type QrImage } from './find-qr-image.ts'
import { openQrPictures } from './qr-pictures.ts'

const calls = inProjectCall.qrCodes

export function qrRoutes(deps: Deps) {
  const pictures = openQrPictures()
  return {
    linkImage: calls.linkImage.handler(async ({ context, input }) => {
      const known = input.headers['if-none-match']
      const image = await findLinkQrImage(deps, pictures, context.project, input.params.urlId, input.query, known)
      return answerOf(image, input.query.format)
    }),
    linkConfig: calls.linkConfig.handler(({ context, input }) => findLinkQrConfig(deps, context.project, input.params.urlId)),
    updateLink: calls.updateLink.handler(({ context, input }) => editLinkQrCode(deps, context.project, input.params.urlId, input.body)),
  }
}

function answerOf({ etag, bytes }: QrImage, format: 'png' | 'svg') {
  // Kept by whoever asked, and asked about each time.
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (bytes === undefined) return { status: 304 as const, headers }
  const type = format === 'svg' ? 'image/svg+xml' : 'image/png'
  return { status: 200 as const, headers, body: new File([new Uint8Array(bytes)], `qr-code.${format}`, { type }) }
}
