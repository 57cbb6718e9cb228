// Addresses of uploads. This file contains no schemas, because store pages import it and must not load
// schemas.
import { uncopiedPictureHosts } from '@linkshelf/retailers'

/** The use of a picture: an icon is stored as square PNG files, any other picture in several widths. */
export type UploadPurpose = 'picture' | 'icon'

/**
 * Widths of a picture's files in pixels. A picture has a file of each width that is smaller than its own width, and a
 * file of its own width.
 */
export const pictureWidths = [160, 320, 640, 960, 1_280] as const
/** Maximum height of a picture's files in pixels. */
export const pictureMaxHeight = 2_560

/** Side lengths of an icon's files in pixels: for a browser tab, and for a phone's home screen. */
export const iconSides = { tab: 32, homeScreen: 180 } as const

/** Size in pixels of the picture that other sites show next to a link to a store or a product. */
export const socialPictureSize = { width: 1_200, height: 630 } as const
export const storePictureFormat = 'png' as const
/** JPEG, because the picture can contain a photograph. */
export const productPictureFormat = 'jpg' as const

/** The files of all uploads are below this path on the public origin. No short link has a path below it. */
export const mediaPath = '/media/'

const mediaFile = /^\/media\/([A-Za-z0-9_-]{27})\/(\d{1,4})x(\d{1,4})\.(webp|png)$/

/** The parts of an upload's address on the public origin. */
interface UploadAddress {
  digest: string
  width: number
  height: number
  purpose: UploadPurpose
}

/** Parses the address of an upload. Undefined for any other URL. */
export function parseUploadAddress(url: string): UploadAddress | undefined {
  const [, digest, width, height, format] = mediaFile.exec(URL.canParse(url) ? new URL(url).pathname : '') ?? []
  if (digest === undefined) return undefined
  return { digest, width: Number(width), height: Number(height), purpose: format === 'png' ? 'icon' : 'picture' }
}

/** Returns the digests of all uploads that a text names. The text is an address, or HTML that contains addresses. */
export function listUploadAddresses(text: string): string[] {
  return Array.from(text.matchAll(/\/media\/([A-Za-z0-9_-]{27})\//g), ([, digest = '']) => digest)
}

export interface PictureSize {
  width: number
  height: number
}

/** Returns the sizes of a picture's files, smallest first. The argument is the size of the largest file. */
export function listPictureSizes({ width, height }: PictureSize): PictureSize[] {
  const widths = [...pictureWidths.filter((each) => each < width), width]
  return widths.map((each) => ({ width: each, height: Math.max(1, Math.round((each * height) / width)) }))
}

export type MediaFormat = 'webp' | 'avif' | 'png' | 'jpg'

export function formatMediaFileName({ width, height }: PictureSize, format: MediaFormat): string {
  return `${width}x${height}.${format}`
}

/** Returns the path of an upload's file on the public origin. */
export function formatMediaFilePath(digest: string, size: PictureSize, format: MediaFormat): string {
  return `${mediaPath}${digest}/${formatMediaFileName(size, format)}`
}

/** Whether a retailer forbids copies of the picture at this address. */
export function isCopyForbidden(url: string): boolean {
  return URL.canParse(url) && Object.values(uncopiedPictureHosts).some((hosts) => hosts?.test(new URL(url).hostname))
}

/** Limits for fonts that are copied from another site. */
export const copiedFontsLimits = { families: 4, files: 150, fileBytes: 2_000_000, bytes: 10_000_000, styleSheetBytes: 500_000 } as const

/** Name of the style sheet of copied fonts. It is in the same folder as the font files. */
export const fontsFileName = 'fonts.css'

/** Pattern for the name of a font family in a style sheet. It allows no character that can end a quoted text. */
export const fontFamilyName = /^[\p{L}\p{N} -]{1,60}$/u

const fontsFile = /^\/media\/([A-Za-z0-9_-]{27})\/fonts\.css$/

/**
 * Returns the digest of copied fonts if the URL is the address of their style sheet on the public origin. Undefined for
 * any other URL.
 */
export function parseFontsAddress(url: string): string | undefined {
  return fontsFile.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]
}

/**
 * Returns the path of the style sheet of copied fonts. Its query names the font family that pages use, like in
 * addresses of Google Fonts.
 */
export function formatFontsPath(digest: string, family: string): string {
  return `${mediaPath}${digest}/${fontsFileName}?${new URLSearchParams({ family })}`
}
