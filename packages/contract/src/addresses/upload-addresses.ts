// Limits and addresses of uploads, apart from their schemas: store pages contain these, and no schema.
import { uncopiedPictureHosts } from '@linkshelf/retailers'

/** The limits of an uploaded picture: bytes, pixels and media types. */
export const uploadMaxBytes = 10_000_000
export const uploadMaxPixels = 16_000_000
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The use of a picture: an icon is stored as square PNG files, any other picture in several widths. */
export type UploadPurpose = 'picture' | 'icon'

/** The widths of the files of a picture, as far as the picture is wide enough; its own width is one too. */
export const pictureWidths = [160, 320, 640, 960, 1_280] as const
/** No file is larger. */
export const pictureMaxHeight = 2_560

/** The sides of the files of an icon: in a tab, and on a home screen. */
export const iconSides = { tab: 32, homeScreen: 180 } as const

/** The size of the picture that other sites show beside a link to a store, or to one of its products. */
export const socialPictureSize = { width: 1_200, height: 630 } as const
export const storePictureFormat = 'png' as const
/** A photograph may be in it. */
export const productPictureFormat = 'jpg' as const

/** The files of uploads are below this path, on the public origin. No link is. */
export const mediaPath = '/media/'

const mediaFile = /^\/media\/([A-Za-z0-9_-]{27})\/(\d{1,4})x(\d{1,4})\.(webp|png)$/

/** The address of an upload on the public origin, taken apart. */
interface UploadAddress {
  digest: string
  width: number
  height: number
  purpose: UploadPurpose
}

/** Undefined for the address of anything else. */
export function parseUploadAddress(url: string): UploadAddress | undefined {
  const [, digest, width, height, format] = mediaFile.exec(URL.canParse(url) ? new URL(url).pathname : '') ?? []
  if (digest === undefined) return undefined
  return { digest, width: Number(width), height: Number(height), purpose: format === 'png' ? 'icon' : 'picture' }
}

/** The uploads whose files a text names: an address, or HTML with addresses in it. */
export function listUploadAddresses(text: string): string[] {
  return Array.from(text.matchAll(/\/media\/([A-Za-z0-9_-]{27})\//g), ([, digest = '']) => digest)
}

export interface PictureSize {
  width: number
  height: number
}

/** The sizes of the files of a picture whose largest has this size, smallest first. */
export function listPictureSizes({ width, height }: PictureSize): PictureSize[] {
  const widths = [...pictureWidths.filter((each) => each < width), width]
  return widths.map((each) => ({ width: each, height: Math.max(1, Math.round((each * height) / width)) }))
}

export type MediaFormat = 'webp' | 'avif' | 'png' | 'jpg'

export function formatMediaFileName({ width, height }: PictureSize, format: MediaFormat): string {
  return `${width}x${height}.${format}`
}

/** The path of a file of an upload, on the public origin. */
export function formatMediaFilePath(digest: string, size: PictureSize, format: MediaFormat): string {
  return `${mediaPath}${digest}/${formatMediaFileName(size, format)}`
}

/** Whether a retailer forbids copies of the picture at this address. */
export function isCopyForbidden(url: string): boolean {
  return URL.canParse(url) && Object.values(uncopiedPictureHosts).some((hosts) => hosts?.test(new URL(url).hostname))
}

/** The limits of fonts that are copied from another site. */
export const copiedFontsLimits = { families: 4, files: 150, fileBytes: 2_000_000, bytes: 10_000_000, styleSheetBytes: 500_000 } as const

/** The name of the style sheet of copied fonts, beside whose files it is. */
export const fontsFileName = 'fonts.css'

/** The name of a family as a style sheet may declare it: nothing that would end a quoted text. */
export const fontFamilyName = /^[\p{L}\p{N} -]{1,60}$/u

const fontsFile = /^\/media\/([A-Za-z0-9_-]{27})\/fonts\.css$/

/**
 * The digest of copied fonts by the address of their style sheet on the public origin; undefined for the
 * address of anything else.
 */
export function parseFontsAddress(url: string): string | undefined {
  return fontsFile.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]
}

/**
 * The path of the style sheet of copied fonts. Its query names the family that pages use, as
 * addresses of Google Fonts do.
 */
export function formatFontsPath(digest: string, family: string): string {
  return `${mediaPath}${digest}/${fontsFileName}?${new URLSearchParams({ family })}`
}
