import { z } from 'zod'
import { call, projectParams } from './call.ts'
import { errors } from './errors.ts'
import { linkId } from './ids.ts'

export const qrMessages = {
  updateFailed: 'Failed to update QR code',
  downloadFailed: 'Failed to download QR code',
  noneToDownload: 'No QR code available to download',
  fetchFailed: 'Failed to fetch QR code',
} as const

export const defaultQrColor = '#000000'
export const defaultQrBackgroundColor = '#ffffff'

/** Width and height of the PNG, in pixels. */
export const qrSizes = { min: 64, default: 512, max: 2_048 } as const

/** The limits of a logo: bytes, pixels and media types. */
export const qrLogoMaxBytes = 500_000
export const qrLogoMaxPixels = 4_000_000
export const qrLogoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The query parameter of a QR code's short URL: a click with it is a scan. It is never sent to the destination. */
export const scanMark = 'qr=1'

const hexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'Enter a color such as #1a2b3c' })
  .toLowerCase()

const pictureAddress = z
  .string()
  .regex(/^https?:\/\//i, { abort: true })
  .max(2_048, { error: 'An address may have 2,048 characters at most' })

const pictureData = z
  .string()
  .regex(/^data:image\/(png|jpeg|webp|gif);base64,/i, { abort: true })
  .max(Math.ceil((qrLogoMaxBytes * 4) / 3) + 100, { error: `A logo may have ${qrLogoMaxBytes / 1_000} KB at most` })

/** An uploaded picture as a data URL, or the http(s) address of one; the server fetches and stores it. */
const qrLogo = z.union([pictureAddress, pictureData], { error: 'Choose a PNG, JPEG, WebP or GIF picture, or enter its address' })

export const qrConfig = z.object({
  /** A small picture as a data URL, also when it was fetched from an address. */
  logo: z.string().nullable(),
  color: z.string(),
  background_color: z.string(),
  background_transparent: z.boolean(),
})

/** Omitted options do not change. */
export const qrConfigUpdate = z.strictObject({
  logo: qrLogo.nullable().optional(),
  color: hexColor.optional(),
  background_color: hexColor.optional(),
  background_transparent: z.boolean().optional(),
})

export const qrImageQuery = z.strictObject({
  format: z.enum(['png', 'svg']).default('png'),
  size: z.coerce.number().int().min(qrSizes.min).max(qrSizes.max).default(qrSizes.default),
})

const imageHeaders = z.object({ etag: z.string(), 'cache-control': z.string() })

/** The picture. Its ETag is derived from its content; If-None-Match with the same ETag returns 304 without a body. */
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

const oneLink = projectParams.extend({ urlId: linkId })

export const qrCodes = {
  linkImage: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code',
    outputStructure: 'detailed',
    summary: 'The QR code of a link as PNG or SVG',
  })
    .input(z.object({ params: oneLink, query: qrImageQuery, headers: z.object({ 'if-none-match': z.string().optional() }) }))
    .output(qrImage)
    .errors(errors('LINK_NOT_FOUND', 'TOO_MANY_REQUESTS')),
  linkConfig: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code/config',
    summary: 'The options of the QR code of a link',
  })
    .input(z.object({ params: oneLink }))
    .output(qrConfig)
    .errors(errors('LINK_NOT_FOUND')),
  updateLink: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/urls/{urlId}/qr_code',
    summary: 'Change the options of the QR code of a link',
  })
    .input(z.object({ params: oneLink, body: qrConfigUpdate }))
    .output(qrConfig)
    .errors(errors('LINK_NOT_FOUND', 'QR_LOGO_INVALID', 'QR_LOGO_UNREACHABLE', 'TOO_MANY_REQUESTS')),
}

export type QrConfig = z.infer<typeof qrConfig>
export type QrConfigUpdate = z.output<typeof qrConfigUpdate>
export type QrImageQuery = z.output<typeof qrImageQuery>
