import type { LinkId, ProductId, QrImageQuery, StoreId } from '@linkshelf/contract'
import { type ProjectContext, projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { getQrConfig } from './get-qr-config.ts'
import { getQrImage, type QrImage } from './get-qr-image.ts'
import { createQrRenderer } from './qr-renderer.ts'
import type { QrSubject } from './qr-subject.ts'
import { updateQrCode } from './update-qr-code.ts'

const calls = projectCall.qrCodes

export function qrCodeRoutes(platformDeps: Deps) {
  const deps = { ...platformDeps, renderer: createQrRenderer() }

  async function image(ctx: ProjectContext, subject: QrSubject, { query, headers }: ImageRequest) {
    return toResponse(await getQrImage(deps, ctx, { subject, query, knownEtags: headers['if-none-match'] }), query.format)
  }
  const link = (id: LinkId) => ({ kind: 'link', id }) as const
  const product = (id: ProductId) => ({ kind: 'product', id }) as const
  const store = (id: StoreId) => ({ kind: 'store', id }) as const

  return {
    linkImage: calls.linkImage.handler(({ context, input }) => image(context.ctx, link(input.params.urlId), input)),
    linkConfig: calls.linkConfig.handler(({ context, input }) => getQrConfig(deps, context.ctx, link(input.params.urlId))),
    updateLink: calls.updateLink.handler(({ context, input }) =>
      updateQrCode(deps, context.ctx, { subject: link(input.params.urlId), update: input.body }),
    ),
    productImage: calls.productImage.handler(({ context, input }) => image(context.ctx, product(input.params.productId), input)),
    productConfig: calls.productConfig.handler(({ context, input }) => getQrConfig(deps, context.ctx, product(input.params.productId))),
    updateProduct: calls.updateProduct.handler(({ context, input }) =>
      updateQrCode(deps, context.ctx, { subject: product(input.params.productId), update: input.body }),
    ),
    storeImage: calls.storeImage.handler(({ context, input }) => image(context.ctx, store(input.params.storeId), input)),
    storeConfig: calls.storeConfig.handler(({ context, input }) => getQrConfig(deps, context.ctx, store(input.params.storeId))),
    updateStore: calls.updateStore.handler(({ context, input }) =>
      updateQrCode(deps, context.ctx, { subject: store(input.params.storeId), update: input.body }),
    ),
  }
}

interface ImageRequest {
  query: QrImageQuery
  headers: { 'if-none-match'?: string | undefined }
}

function toResponse({ etag, bytes }: QrImage, format: 'png' | 'svg') {
  // Clients store the image and revalidate it on every use.
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (bytes === undefined) return { status: 304 as const, headers }
  const type = format === 'svg' ? 'image/svg+xml' : 'image/png'
  return { status: 200 as const, headers, body: new File([new Uint8Array(bytes)], `qr-code.${format}`, { type }) }
}
