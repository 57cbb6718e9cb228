import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { getLinkQrConfig } from './get-qr-config.ts'
import { getLinkQrImage, type QrImage } from './get-qr-image.ts'
import { createQrRenderer } from './qr-renderer.ts'
import { updateLinkQrCode } from './update-qr-code.ts'

const calls = projectCall.qrCodes

export function qrRoutes(platformDeps: Deps) {
  const deps = { ...platformDeps, renderer: createQrRenderer() }
  return {
    linkImage: calls.linkImage.handler(async ({ context, input: { params, query, headers } }) => {
      const image = await getLinkQrImage(deps, context.ctx, { linkId: params.urlId, query, knownEtags: headers['if-none-match'] })
      return toResponse(image, query.format)
    }),
    linkConfig: calls.linkConfig.handler(({ context, input }) => getLinkQrConfig(deps, context.ctx, input.params.urlId)),
    updateLink: calls.updateLink.handler(({ context, input }) =>
      updateLinkQrCode(deps, context.ctx, { linkId: input.params.urlId, update: input.body }),
    ),
  }
}

function toResponse({ etag, bytes }: QrImage, format: 'png' | 'svg') {
  // Clients store the image and revalidate it on every use.
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (bytes === undefined) return { status: 304 as const, headers }
  const type = format === 'svg' ? 'image/svg+xml' : 'image/png'
  return { status: 200 as const, headers, body: new File([new Uint8Array(bytes)], `qr-code.${format}`, { type }) }
}
