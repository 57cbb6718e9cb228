import { fontsFileName, copiedFontsLimits as limits } from '@linkshelf/contract'
import type { StoreArchivedPicture } from '../store-archived-picture.ts'
import { addFontsFile, lockUploadsForUpdate, sumStoredBytes, touchUpload, type UploadFile } from '../upload-table.ts'
import { isWoff2 } from './fetch-fonts.ts'
import { parseFontFaces, writeFontFaces } from './font-faces.ts'

/**
 * Prepares one file of copied fonts: a font as it is, a style sheet rewritten from its known parts.
 * Undefined for anything else.
 */
export function prepareArchivedFont(bytes: Buffer, fileName: string): StoreArchivedPicture | undefined {
  const file = fileName === fontsFileName ? toStyleSheet(bytes) : toFont(bytes, fileName)
  if (file === undefined) return undefined

  return async (tx, ctx, digest) => {
    await lockUploadsForUpdate(tx, ctx)
    const row = await touchUpload(tx, ctx, digest)
    const added = file.bytes.length
    if ((row?.stored_bytes ?? 0) + added > limits.bytes + limits.styleSheetBytes) return false
    if ((await sumStoredBytes(tx, ctx)) + added > ctx.entitlements.uploadBytes) return false
    await addFontsFile(tx, ctx, digest, file)
    return true
  }
}

const fontFile = /^\d{1,3}\.woff2$/

function toFont(bytes: Buffer, name: string): UploadFile | undefined {
  return fontFile.test(name) && bytes.length <= limits.fileBytes && isWoff2(bytes) ? { name, bytes } : undefined
}

/** Any address that a browser would resolve beside the style sheet. */
const folder = 'https://archive.invalid/'

function toStyleSheet(bytes: Buffer): UploadFile | undefined {
  if (bytes.length > limits.styleSheetBytes) return undefined
  const nameOf = (url = '') => url.slice(folder.length)
  const faces = parseFontFaces(bytes.toString(), folder)?.filter(({ url = '' }) => url.startsWith(folder) && fontFile.test(nameOf(url)))
  return faces?.length ? { name: fontsFileName, bytes: Buffer.from(writeFontFaces(faces, nameOf)) } : undefined
}
