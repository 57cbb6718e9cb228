import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { hexColor } from '../color.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { linkAliasId, linkId, productId, storeId } from '../ids.ts'

export const qrMessages = {
  updateFailed: 'Failed to update QR code',
  downloadFailed: 'Failed to download QR code',
  noneToDownload: 'No QR code available to download',
  fetchFailed: 'Failed to fetch QR code',
} as const

export const defaultQrColor = '#000000'
export const defaultQrBackgroundColor = '#ffffff'

/** Side lengths of the PNG, in pixels. */
export const qrSizes = { min: 64, default: 512, max: 2_048 } as const

/** The limits of a logo: bytes, pixels and media types. */
export const qrLogoMaxBytes = 500_000
export const qrLogoMaxPixels = 4_000_000
export const qrLogoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

const pictureAddress = z
  .string()
  .regex(/^https?:\/\//i, { abort: true })
  .max(2_048, { error: 'Addresses can be up to 2,048 characters' })

const pictureData = z
  .string()
  .regex(/^data:image\/(png|jpeg|webp|gif);base64,/i, { abort: true })
  .max(Math.ceil((qrLogoMaxBytes * 4) / 3) + 100, { error: `Logos can be up to ${qrLogoMaxBytes / 1_000} KB` })

/** A picture as a data URL, or its http(s) address. The server fetches the picture from the address and stores it. */
const qrLogo = z.union([pictureAddress, pictureData], { error: 'Choose a PNG, JPEG, WebP or GIF picture, or enter its address' })

export const qrConfig = z.object({
  /** A small picture as a data URL, even if it was fetched from an address. */
  logo: z.string().nullable(),
  color: z.string(),
  background_color: z.string(),
  background_transparent: z.boolean(),
})

/** Omitted options do not change. */
const qrConfigUpdate = z.strictObject({
  logo: qrLogo.nullable().optional(),
  color: z.optional(hexColor),
  background_color: z.optional(hexColor),
  background_transparent: z.boolean().optional(),
})

export const qrImageQuery = z.strictObject({
  format: z.enum(['png', 'svg']).default('png'),
  size: z.coerce.number().int().min(qrSizes.min).max(qrSizes.max).default(qrSizes.default),
})

const linkQrImageQuery = qrImageQuery.extend({
  alias_id: z.optional(linkAliasId).describe('An alias of the link, whose address the QR code has instead of the main one'),
})

const imageHeaders = z.object({ etag: z.string(), 'cache-control': z.string() })

/**
 * The picture. Its ETag is derived from its content. If If-None-Match has the same ETag, the response is 304 without a
 * body.
 */
const qrImage = z.union([
  z.object({
    status: z.literal(200).describe('The picture'),
    headers: imageHeaders,
    body: z.file().mime(['image/png', 'image/svg+xml']),
  }),
  z.object({
    status: z.literal(304).describe('The picture is the one that If-None-Match names'),
    headers: imageHeaders,
    body: z.undefined().optional(),
  }),
])

/**
 * Creates the three calls for the QR code of a subject, for example a link. Their path is below the path of the
 * subject.
 */
function makeQrCodeCalls<Params extends z.ZodType, Query extends z.ZodType, Missing extends ErrorCode>(subject: {
  noun: string
  path: `${string}/{${string}}`
  params: Params
  query: Query
  missing: Missing[]
}) {
  const path = `/v1/{orgId}/projects/{projectId}/${subject.path}/qr_code` as const
  return {
    image: call({ method: 'GET', path, outputStructure: 'detailed', summary: `The QR code of a ${subject.noun} as PNG or SVG` })
      .input(z.object({ params: subject.params, query: subject.query, headers: z.object({ 'if-none-match': z.string().optional() }) }))
      .output(qrImage)
      .errors(errors(...subject.missing)),
    config: call({ method: 'GET', path: `${path}/config`, summary: `The options of the QR code of a ${subject.noun}` })
      .input(z.object({ params: subject.params }))
      .output(qrConfig)
      .errors(errors(...subject.missing)),
    update: call({ method: 'POST', path, summary: `Change the options of the QR code of a ${subject.noun}`, storesFiles: true })
      .input(z.object({ params: subject.params, body: qrConfigUpdate }))
      .output(qrConfig)
      .errors(errors(...subject.missing))
      .errors(errors('QR_LOGO_INVALID', 'QR_LOGO_UNREACHABLE', 'UPLOAD_SOURCE_FORBIDDEN', 'UPLOAD_SPACE_EXHAUSTED')),
  }
}

const linkCalls = makeQrCodeCalls({
  noun: 'link',
  path: 'urls/{urlId}',
  params: projectParams.extend({ urlId: linkId }),
  query: linkQrImageQuery,
  missing: ['LINK_NOT_FOUND'],
})
const productCalls = makeQrCodeCalls({
  noun: 'product',
  path: 'products/{productId}',
  params: projectParams.extend({ productId }),
  query: qrImageQuery,
  missing: ['PRODUCT_NOT_FOUND', 'STORE_NOT_FOUND', 'STORE_NOT_ENABLED'],
})
const storeCalls = makeQrCodeCalls({
  noun: 'store',
  path: 'stores/{storeId}',
  params: projectParams.extend({ storeId }),
  query: qrImageQuery,
  missing: ['STORE_NOT_FOUND'],
})

export const qrCodes = {
  linkImage: linkCalls.image.errors(errors('LINK_ALIAS_NOT_FOUND')),
  linkConfig: linkCalls.config,
  updateLink: linkCalls.update,
  productImage: productCalls.image,
  productConfig: productCalls.config,
  updateProduct: productCalls.update,
  storeImage: storeCalls.image,
  storeConfig: storeCalls.config,
  updateStore: storeCalls.update,
}

export type QrConfig = z.infer<typeof qrConfig>
export type QrConfigUpdate = z.output<typeof qrConfigUpdate>
export type QrImageQuery = z.output<typeof qrImageQuery>
