import { type CopiedFonts, fontsFileName, formatFontsPath } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, rateLimitWrite, runLimited } from '../../access/index.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import { requireStorage } from '../../storage/index.ts'
import { digestUpload, sumBytes } from '../upload-files.ts'
import { insertUpload, lockUploadsForUpdate, touchUpload, type UploadFile } from '../upload-table.ts'
import { type FetchedFonts, type FontDeps, fetchFonts } from './fetch-fonts.ts'
import { writeFontFaces } from './font-faces.ts'

/** The whole process shares this limiter, because fetched fonts are in memory until they are stored. */
const limiter = createConcurrencyLimiter({
  width: 4,
  queueLength: 16,
  perKey: { width: 1, queueLength: 4 },
  reserved: { width: 2, busyMs: 5_000 },
})
const retryAfterSeconds = 10

/**
 * Copies a style sheet of fonts and its files, stores them in one transaction, and returns the address of the copy.
 * Fonts that the organization already has are not stored again. Throws FONTS_UNREACHABLE, FONTS_INVALID,
 * FONTS_NOT_WOFF2, FONTS_TOO_LARGE, UPLOAD_SPACE_EXHAUSTED or TOO_MANY_REQUESTS.
 */
export async function copyFonts(deps: FontDeps, ctx: ProjectContext, url: string): Promise<CopiedFonts> {
  // Counts the copy even if nothing is stored, because fetching costs more than a write.
  await rateLimitWrite(ctx)
  const { id } = ctx.organization
  const fonts = await runLimited(limiter, () => fetchFonts(deps, id, url), { key: id, retryAfterSeconds })
  const files = toFontFiles(fonts)
  const digest = digestUpload(ctx, 'fonts', Buffer.concat(files.map(({ bytes }) => bytes)))
  const families = [...new Set(fonts.faces.map(({ family }) => family))]
  await mutate(ctx, { action: 'upload.create', entity: 'upload', entityId: digest }, async (tx, change) => {
    await lockUploadsForUpdate(tx, ctx)
    let row = await touchUpload(tx, ctx, digest)
    if (row === undefined) {
      await requireStorage(tx, ctx, 'pictures', sumBytes(files, null))
      row = await insertUpload(tx, ctx, { digest, purpose: 'fonts', width: 0, height: 0, source: null, files })
    }
    change.after = { purpose: row.purpose, families, stored_bytes: row.stored_bytes }
  })
  return { upload_id: digest, url: `${deps.origins.public}${formatFontsPath(digest, families[0] ?? fail('FONTS_INVALID'))}`, families }
}

/** Returns the files to store: first the style sheet, then the fonts, named by their order in the style sheet. */
function toFontFiles({ faces, files }: FetchedFonts): UploadFile[] {
  const urls = [...new Set(faces.map(({ url }) => url))]
  const fileName = (url: string | undefined) => `${urls.indexOf(url)}.woff2`
  const styleSheet = { name: fontsFileName, bytes: Buffer.from(writeFontFaces(faces, fileName)) }
  return [styleSheet, ...urls.map((url) => ({ name: fileName(url), bytes: files.get(url ?? '') ?? fail('FONTS_UNREACHABLE') }))]
}
