import { fontsFileName, formatMediaFileName, copiedFontsLimits as limits, type OrganizationId } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { ForeignFileDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { hasStorageFor } from '../storage/index.ts'
import { enqueueAvif } from './add-avif.ts'
import { isWoff2 } from './fonts/fetch-fonts.ts'
import { writeFontFaces } from './fonts/font-faces.ts'
import { parseStyleSheet } from './fonts/parse-style-sheet.ts'
import { encodeImage } from './images/encode-image.ts'
import { sumBytes, toUploadFiles } from './upload-files.ts'
import { addFontsFile, insertUpload, lockUploadsForUpdate, touchUpload, type UploadFile } from './upload-table.ts'

/** Stores a picture under a digest. Returns false if the plan's storage has no space for it. */
type StoreArchivedPicture = (tx: Tx, ctx: OrganizationContext, digest: string) => Promise<boolean>

/**
 * Encodes a picture's largest file from an archive again, like an upload. Undefined if the bytes are not a picture, or
 * if the encoded picture has another size or format than `fileName` says, because the picture's address would then lead
 * to no file. Waits while other pictures are encoded.
 */
export async function prepareArchivedPicture(
  bytes: Buffer,
  fileName: string,
  owner: OrganizationId,
): Promise<StoreArchivedPicture | undefined> {
  const [purpose, format] = fileName.endsWith('.png') ? (['icon', 'png'] as const) : (['picture', 'webp'] as const)
  const images = await encodeImage(bytes, purpose, { owner, isJob: true })
  const largest = images?.at(-1)
  if (images === undefined || largest === undefined || formatMediaFileName(largest, format) !== fileName) return undefined
  const { width, height, look, master = null } = largest
  const files = toUploadFiles(images, format)

  return async (tx, ctx, digest) => {
    await lockUploadsForUpdate(tx, ctx)
    if ((await touchUpload(tx, ctx, digest)) !== undefined) return true
    if (!(await hasStorageFor(tx, ctx, 'pictures', sumBytes(files, master)))) return false
    await insertUpload(tx, ctx, { digest, purpose, width, height, source: master, files, look })
    if (master !== null) await enqueueAvif(tx, ctx, digest)
    return true
  }
}

/**
 * Returns a function that stores one file of copied fonts. A font is copied unchanged, and a style sheet is rewritten
 * from its known parts. Undefined if the file is neither.
 */
export async function prepareArchivedFont(
  deps: Pick<ForeignFileDeps, 'parseForeignFile'>,
  bytes: Buffer,
  { fileName, owner }: { fileName: string; owner: OrganizationId },
): Promise<StoreArchivedPicture | undefined> {
  const file = fileName === fontsFileName ? await toStyleSheet(deps, bytes, owner) : toFont(bytes, fileName)
  if (file === undefined) return undefined

  return async (tx, ctx, digest) => {
    await lockUploadsForUpdate(tx, ctx)
    const row = await touchUpload(tx, ctx, digest)
    const added = file.bytes.length
    if ((row?.stored_bytes ?? 0) + added > limits.bytes + limits.styleSheetBytes) return false
    if (!(await hasStorageFor(tx, ctx, 'pictures', added))) return false
    await addFontsFile(tx, ctx, digest, file)
    return true
  }
}

const fontFile = /^\d{1,3}\.woff2$/

function toFont(bytes: Buffer, name: string): UploadFile | undefined {
  return fontFile.test(name) && bytes.length <= limits.fileBytes && isWoff2(bytes) ? { name, bytes } : undefined
}

/** An arbitrary base address that resolves relative addresses in the style sheet. */
const folder = 'https://archive.invalid/'

async function toStyleSheet(
  deps: Pick<ForeignFileDeps, 'parseForeignFile'>,
  bytes: Buffer,
  organizationId: OrganizationId,
): Promise<UploadFile | undefined> {
  if (bytes.length > limits.styleSheetBytes) return undefined
  const toFileName = (url = '') => url.slice(folder.length)
  const parsed = await parseStyleSheet(deps, { organizationId, bytes, baseUrl: folder })
  const faces = parsed.filter(({ url = '' }) => url.startsWith(folder) && fontFile.test(toFileName(url)))
  return faces.length > 0 ? { name: fontsFileName, bytes: Buffer.from(writeFontFaces(faces, toFileName)) } : undefined
}
