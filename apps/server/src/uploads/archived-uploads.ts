import { fontsFileName, copiedFontsLimits as limits, mediaFileName, type OrganizationId } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { ForeignFileDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { hasStorageFor } from '../storage/index.ts'
import { enqueueAvif } from './add-avif.ts'
import { isWoff2 } from './fonts/fetch-fonts.ts'
import { writeFontFaces } from './fonts/font-faces.ts'
import { parseStyleSheet } from './fonts/parse-style-sheet.ts'
import { encodeImage } from './images/encode-image.ts'
import { sumBytes, toFiles } from './upload-files.ts'
import { addFontsFile, insertUpload, lockUploadsForUpdate, touchUpload, type UploadFile } from './upload-table.ts'

/** Stores a picture under a digest; false when it does not fit into the space of the plan. */
type StoreArchivedPicture = (tx: Tx, ctx: OrganizationContext, digest: string) => Promise<boolean>

/**
 * Encodes the largest file of a picture anew, as if it was uploaded. Undefined for bytes that are no picture, or not
 * of the size that the name of the file says: its address would lead nowhere. The job waits while others' pictures are
 * encoded.
 */
export async function prepareArchivedPicture(
  bytes: Buffer,
  fileName: string,
  owner: OrganizationId,
): Promise<StoreArchivedPicture | undefined> {
  const [purpose, format] = fileName.endsWith('.png') ? (['icon', 'png'] as const) : (['picture', 'webp'] as const)
  const images = await encodeImage(bytes, purpose, { owner, isJob: true })
  const largest = images?.at(-1)
  if (images === undefined || largest === undefined || mediaFileName(largest, format) !== fileName) return undefined
  const { width, height, look, master = null } = largest
  const files = toFiles(images, format)

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
 * Prepares one file of copied fonts: a font as it is, a style sheet rewritten from its known parts. Returns undefined
 * for anything else.
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

/** Any address that a browser would resolve beside the style sheet. */
const folder = 'https://archive.invalid/'

async function toStyleSheet(
  deps: Pick<ForeignFileDeps, 'parseForeignFile'>,
  bytes: Buffer,
  organizationId: OrganizationId,
): Promise<UploadFile | undefined> {
  if (bytes.length > limits.styleSheetBytes) return undefined
  const nameOf = (url = '') => url.slice(folder.length)
  const parsed = await parseStyleSheet(deps, { organizationId, bytes, baseUrl: folder })
  const faces = parsed.filter(({ url = '' }) => url.startsWith(folder) && fontFile.test(nameOf(url)))
  return faces.length > 0 ? { name: fontsFileName, bytes: Buffer.from(writeFontFaces(faces, nameOf)) } : undefined
}
