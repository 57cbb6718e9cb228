import { mediaPath } from './upload-rules.ts'

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
export function fontsPath(digest: string, family: string): string {
  return `${mediaPath}${digest}/${fontsFileName}?${new URLSearchParams({ family })}`
}
