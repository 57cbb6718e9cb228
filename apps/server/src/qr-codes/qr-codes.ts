import {
  type LinkId,
  type ProductId,
  type QrConfig,
  type QrConfigUpdate,
  type QrImageQuery,
  type StoreId,
  scanMark,
} from '@linkshelf/contract'
import { mutate, type ProjectContext, projectCall, rateLimitWrite, read } from '../access/index.ts'
import type { Deps, FetchDeps, OriginDeps } from '../platform/deps.ts'
import { isKnownEtag } from '../platform/http/etag.ts'
import { requireStorage } from '../storage/index.ts'
import { type QrStyle, type QrStyleChange, selectStyle, selectStyleWithLogo, toQrConfig, upsertStyle } from './qr-code-table.ts'
import { importLogo } from './qr-logo.ts'
import { createQrRenderer, type QrRenderer, toEtag } from './qr-renderer.ts'
import { getSubjectAddress, lockSubject, type QrSubject } from './qr-subject.ts'

const calls = projectCall.qrCodes

export function qrCodeRoutes(platformDeps: Deps) {
  const deps = { ...platformDeps, renderer: createQrRenderer() }

  async function image(ctx: ProjectContext, subject: QrSubject, { query, headers }: ImageRequest) {
    return toImageResponse(await getQrImage(deps, ctx, { subject, query, knownEtags: headers['if-none-match'] }), query.format)
  }
  const link = (id: LinkId) => ({ kind: 'link', id }) as const
  const product = (id: ProductId) => ({ kind: 'product', id }) as const
  const store = (id: StoreId) => ({ kind: 'store', id }) as const

  return {
    linkImage: calls.linkImage.handler(({ context, input }) =>
      image(context.ctx, { ...link(input.params.urlId), aliasId: input.query.alias_id }, input),
    ),
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

function toImageResponse({ etag, bytes }: QrImage, format: 'png' | 'svg') {
  // Clients store the image and revalidate it on every use.
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (bytes === undefined) return { status: 304 as const, headers }
  const type = format === 'svg' ? 'image/svg+xml' : 'image/png'
  return { status: 200 as const, headers, body: new File([new Uint8Array(bytes)], `qr-code.${format}`, { type }) }
}

/** Throws LINK_NOT_FOUND, PRODUCT_NOT_FOUND or STORE_NOT_FOUND. */
export async function getQrConfig(deps: OriginDeps, ctx: ProjectContext, subject: QrSubject): Promise<QrConfig> {
  await getSubjectAddress(deps, ctx, subject)
  return toQrConfig(await read(ctx, (tx) => selectStyleWithLogo(tx, ctx, subject)))
}

interface QrImageInput {
  subject: QrSubject
  query: QrImageQuery
  /** The If-None-Match header. */
  knownEtags?: string | undefined
}

interface QrImage {
  etag: string
  /** Missing if the client has the current image. */
  bytes?: Buffer
}

/**
 * Returns a QR code's image, from the cache if possible. Throws LINK_NOT_FOUND, LINK_ALIAS_NOT_FOUND, PRODUCT_NOT_FOUND
 * or STORE_NOT_FOUND. Throws TOO_MANY_REQUESTS if the image is large and the queue is full.
 */
async function getQrImage(
  deps: OriginDeps & { renderer: QrRenderer },
  ctx: ProjectContext,
  { subject, query, knownEtags = '' }: QrImageInput,
): Promise<QrImage> {
  const [address, style] = await Promise.all([getSubjectAddress(deps, ctx, subject), read(ctx, (tx) => selectStyle(tx, ctx, subject))])
  const text = `${address}?${scanMark}`
  const etag = toEtag({ ...toSpec(text, query, style), logo: style.logo_digest === null ? undefined : { digest: style.logo_digest } })
  if (isKnownEtag(etag, knownEtags)) return { etag }
  const cached = deps.renderer.find(etag)
  if (cached !== undefined) return { etag, bytes: cached }

  // The style is selected again together with its logo, because it may have changed since the first query.
  const current = await read(ctx, (tx) => selectStyleWithLogo(tx, ctx, subject))
  const logo = current.logo && current.logo_digest ? { digest: current.logo_digest, png: current.logo } : undefined
  const spec = { ...toSpec(text, query, current), logo }
  return { etag: toEtag(spec), bytes: await deps.renderer.render(spec, ctx.organization.id) }
}

function toSpec(text: string, { format, size }: QrImageQuery, style: QrStyle) {
  const { color, background_color: backgroundColor, background_transparent: isTransparent } = style
  return { text, format, size, color, backgroundColor, isTransparent }
}

interface QrCodeUpdateInput {
  subject: QrSubject
  update: QrConfigUpdate
}

/**
 * Changes the given options. If `logo` is null, removes the logo. If an error is thrown, nothing changes. Throws
 * LINK_NOT_FOUND, PRODUCT_NOT_FOUND, STORE_NOT_FOUND, QR_LOGO_INVALID, QR_LOGO_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN,
 * UPLOAD_SPACE_EXHAUSTED or TOO_MANY_REQUESTS.
 */
export async function updateQrCode(
  deps: FetchDeps,
  ctx: ProjectContext,
  { subject, update: { logo, ...colors } }: QrCodeUpdateInput,
): Promise<QrConfig> {
  await getSubjectAddress(deps, ctx, subject) // throws before a logo is fetched
  const values: QrStyleChange = colors
  if (logo === null) values.logo = null
  else if (logo !== undefined) {
    // Fetching and decoding a logo cost more than a write, so they count towards the rate limit of writes, even if
    // nothing is stored.
    await rateLimitWrite(ctx)
    values.logo = await importLogo(deps.fetchImage, logo, ctx.organization.id)
  }

  return mutate(ctx, { action: 'qr_code.update', entity: 'qr_code', entityId: subject.id }, async (tx, change) => {
    await lockSubject(tx, ctx, subject)
    const before = await selectStyleWithLogo(tx, ctx, subject)
    if (values.logo) await requireStorage(tx, ctx, 'pictures', values.logo.length - (before.logo?.length ?? 0))
    const hasValues = Object.values(values).some((value) => value !== undefined)
    const after = hasValues ? await upsertStyle(tx, ctx, subject, values) : before
    change.before = toAuditedStyle(before)
    change.after = toAuditedStyle(after)
    return toQrConfig(after)
  })
}

/** Returns the style as the audit log stores it, with the logo's digest instead of the logo. */
function toAuditedStyle({ color, background_color, background_transparent, logo_digest }: QrStyle): object {
  return { color, background_color, background_transparent, logo_digest }
}
