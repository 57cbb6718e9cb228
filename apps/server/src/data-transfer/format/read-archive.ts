import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { archiveLimits, dataImportMessages } from '@linkshelf/contract'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { isStorable } from '../../access/index.ts'
import { archiveFormat, archiveVersion, headFileName, manifestFileName } from './archive-format.ts'
import { archiveTables } from './archive-tables.ts'

/** Thrown if an archive can't be imported. The message tells the owner why. */
export class UnreadableArchiveError extends Error {}

export interface ReadFile {
  name: string
  bytes: Buffer
}

/** Maximum ratio of unpacked to packed bytes. An archive of clicks has a ratio of 10. */
const maxExpansion = 200

const tables = archiveTables.map(({ name }) => name.replaceAll('_', '-')).join('|')
const knownName = new RegExp(
  String.raw`^(linkshelf-archive\.json|manifest\.json|organization\.json|(members|audit-log|pictures)-\d{4,8}\.jsonl|pictures/[\w-]{27}/[\w.-]{1,40}` +
    String.raw`|projects/\d{4,8}/(project\.json|(${tables})-\d{4,8}\.(jsonl|csv)|(clicks|page-views)/\d{4}-\d\d-\d{4,8}\.jsonl))$`,
)

const head = z.looseObject({
  format: z.literal(archiveFormat),
  version: z.int().min(1),
  links_url: z.string().max(2_048).refine(isWebAddress),
})
const manifest = z.looseObject({ files: z.array(z.looseObject({ name: z.string(), sha256: z.string() })) })

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

export type ArchiveHead = z.infer<typeof head>

/**
 * Yields the files of an archive in their order, one at a time. No file is written to disk under its name. The archive
 * comes from a stranger, so names, sizes, the version and finally the manifest are checked. Throws
 * UnreadableArchiveError.
 */
export async function* readArchive(parts: AsyncIterable<Buffer>, maxFiles: number = archiveLimits.files): AsyncGenerator<ReadFile> {
  const hashes: { name: string; sha256: string }[] = []
  let isComplete = false
  for await (const file of unpack(parts)) {
    if (isComplete || !knownName.test(file.name)) throw new UnreadableArchiveError(dataImportMessages.notArchive)
    if (hashes.length === 0) parseHead(file)
    if (hashes.length >= maxFiles) throw new UnreadableArchiveError(dataImportMessages.tooManyFiles)
    if (file.name === manifestFileName) {
      checkManifest(file, hashes)
      isComplete = true
    } else hashes.push({ name: file.name, sha256: createHash('sha256').update(file.bytes).digest('hex') })
    yield file
  }
  if (!isComplete) throw new UnreadableArchiveError(dataImportMessages.incomplete)
}

async function* unpack(parts: AsyncIterable<Buffer>): AsyncGenerator<ReadFile> {
  let [packedBytes, unpackedBytes] = [0, 0]
  async function* countPackedBytes(): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      packedBytes += part.length
      yield part
    }
  }
  const entries = extract()
  // All unpacked bytes are counted, also bytes outside entries, such as blocks of zeros.
  const limited = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      unpackedBytes += bytes.length
      const isTooLarge = unpackedBytes > packedBytes * maxExpansion + archiveLimits.fileBytes
      done(isTooLarge ? new UnreadableArchiveError(dataImportMessages.notArchive) : null, bytes)
    },
  })
  // An error in one stream ends all streams, and the loop below throws it.
  pipeline(Readable.from(countPackedBytes()), createGunzip(), limited, entries, () => undefined)
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header
      if (type !== 'file') throw new UnreadableArchiveError(dataImportMessages.notArchive)
      if (size > archiveLimits.fileBytes) throw new UnreadableArchiveError(dataImportMessages.tooLarge)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk as Buffer)
      yield { name, bytes: Buffer.concat(chunks) }
    }
  } catch (error) {
    throw isFormatError(error) ? new UnreadableArchiveError(dataImportMessages.incomplete) : error
  } finally {
    entries.destroy()
  }
}

/**
 * Returns whether this is an error that zlib or tar-stream throws if the bytes are not a gzip or tar file or end too
 * early.
 */
function isFormatError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof UnreadableArchiveError) return false
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || /tar header|Header exceeds|Unexpected end/i.test(error.message)
}

/** Throws UnreadableArchiveError. */
export function parseHead({ name, bytes }: ReadFile): ArchiveHead {
  const parsed = name === headFileName ? head.safeParse(parseJson(bytes)) : undefined
  if (!parsed?.success) throw new UnreadableArchiveError(dataImportMessages.notArchive)
  if (parsed.data.version > archiveVersion) throw new UnreadableArchiveError(dataImportMessages.otherVersion)
  return parsed.data
}

function checkManifest({ bytes }: ReadFile, hashes: readonly { name: string; sha256: string }[]): void {
  const parsed = manifest.safeParse(parseJson(bytes))
  if (!parsed.success) throw new UnreadableArchiveError(dataImportMessages.notArchive)
  const { files } = parsed.data
  const isSame =
    files.length === hashes.length &&
    files.every(({ name, sha256 }, index) => name === hashes[index]?.name && sha256 === hashes[index]?.sha256)
  if (!isSame) throw new UnreadableArchiveError(dataImportMessages.changed)
}

/**
 * Matches the escapes of NUL and of surrogates. JSON text that PostgreSQL can't store contains such an escape, because
 * NUL and a lone surrogate can only be written as escapes.
 */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i

/** Maximum depth of nested objects and lists. No valid row is nested this deeply. */
const maxDepth = 32

/**
 * Parses JSON. Undefined if the bytes are not JSON, are nested too deeply, or contain text that PostgreSQL can't store.
 */
export function parseJson(bytes: Buffer | string): unknown {
  const text = String(bytes)
  if (countBrackets(text) > maxDepth && computeDepth(text) > maxDepth) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return mayBeUnstorable.test(text) && !isStorable(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** Counts the opening brackets. Stops when their number exceeds `maxDepth`. */
function countBrackets(text: string): number {
  let count = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1 && count <= maxDepth; at = text.indexOf(bracket, at + 1)) count += 1
  return count
}

/** Returns the depth of nested objects and lists. Brackets in strings are ignored. */
function computeDepth(text: string): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '"') isText = !isText
    else if (isText) at += character === '\\' ? 1 : 0
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
