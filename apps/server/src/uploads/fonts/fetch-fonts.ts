import { copiedFontsLimits as limits, type OrganizationId } from '@linkshelf/contract'
import { fail } from '../../access/index.ts'
import type { FetchDeps, ForeignFileDeps } from '../../platform/deps.ts'
import {
  createGuardedFetch,
  type FetchedPage,
  type FetchGuard,
  type GuardedFetch,
  isFetchError,
} from '../../platform/http/guarded-fetch.ts'
import type { FontFace } from './font-faces.ts'
import { parseStyleSheet } from './parse-style-sheet.ts'

/** Google Fonts lists WOFF2 files only for a user agent that looks like a browser. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** No further font file is fetched after this time. The copy then fails with FONTS_UNREACHABLE. */
const totalMs = 20_000
const fetchedAtOnce = 6

/**
 * Creates a function that fetches a style sheet or a font by its URL. It accepts one byte more than allowed, so that a
 * larger file is detected.
 */
export function createFontFetch({ userAgent, ...guard }: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  const accept = 'text/css,font/woff2,*/*;q=0.1'
  return createGuardedFetch({ ...guard, accept, userAgent: `${browser} ${userAgent}`, maxBytes: limits.fileBytes + 1 })
}

export interface FontDeps extends FetchDeps, Pick<ForeignFileDeps, 'parseForeignFile'> {}

export interface FetchedFonts {
  faces: FontFace[]
  /** The bytes of each file, by its address. */
  files: Map<string, Buffer>
}

/**
 * Fetches a style sheet of fonts and all its files. Throws FONTS_UNREACHABLE, FONTS_INVALID, FONTS_NOT_WOFF2 or
 * FONTS_TOO_LARGE.
 */
export async function fetchFonts(deps: FontDeps, organizationId: OrganizationId, address: string): Promise<FetchedFonts> {
  const { fetchFont } = deps
  const styleSheet = await fetchFontFile(fetchFont, address)
  if (styleSheet.body.length > limits.styleSheetBytes) fail('FONTS_TOO_LARGE')
  const faces = await parseStyleSheet(deps, { organizationId, bytes: styleSheet.body, baseUrl: styleSheet.url })
  if (faces.length === 0) fail('FONTS_INVALID')
  const families = new Set(faces.map(({ family }) => family))
  const urls = new Set(faces.map(({ url }) => url ?? fail('FONTS_NOT_WOFF2')))
  if (families.size > limits.families || urls.size > limits.files) fail('FONTS_TOO_LARGE')
  return { faces, files: await fetchFiles(fetchFont, [...urls]) }
}

/** Fetches the files. Stops at the first file that can't be copied. */
async function fetchFiles(fetchFont: GuardedFetch, urls: readonly string[]): Promise<FetchedFonts['files']> {
  const timeout = AbortSignal.timeout(totalMs)
  const files = new Map<string, Buffer>()
  const queue = urls.values()
  let bytes = 0
  let isStopped = false

  async function fetchNext(): Promise<void> {
    for (const url of queue) {
      if (isStopped) return
      if (timeout.aborted) fail('FONTS_UNREACHABLE')
      const { body } = await fetchFontFile(fetchFont, url)
      bytes += body.length
      if (body.length > limits.fileBytes || bytes > limits.bytes) fail('FONTS_TOO_LARGE')
      if (!isWoff2(body)) fail('FONTS_NOT_WOFF2')
      files.set(url, body)
    }
  }

  try {
    await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext))
  } finally {
    isStopped = true
  }
  return files
}

async function fetchFontFile(fetchFont: GuardedFetch, url: string): Promise<FetchedPage> {
  try {
    const page = await fetchFont(url)
    return page.status === 200 ? page : fail('FONTS_UNREACHABLE')
  } catch (error) {
    if (isFetchError(error)) fail('FONTS_UNREACHABLE')
    throw error
  }
}

/**
 * Returns whether the bytes are a whole WOFF2 file: checks the signature, and the file's length, which is at byte 8
 * (W3C, WOFF File Format 2.0, section 4.1).
 */
export function isWoff2(bytes: Buffer): boolean {
  return bytes.length >= 48 && bytes.toString('latin1', 0, 4) === 'wOF2' && bytes.readUInt32BE(8) === bytes.length
}
