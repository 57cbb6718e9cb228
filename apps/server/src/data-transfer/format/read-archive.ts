import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { dataImportMessages } from '@linkshelf/contract'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { isStorable } from '../../access/index.ts'
import { archiveFormat, archiveVersion, headFileName, manifestFileName } from './archive-format.ts'
import { archiveTables } from './archive-tables.ts'

/** The archive can't be imported; the message says why, to its owner. */
export class UnreadableArchiveError extends Error {}

export interface ReadFile {
  name: string
  bytes: Buffer
}

/** An export writes far smaller files; a file is read into memory. */
const maxFileBytes = 64_000_000
/** An archive of clicks is compressed to a tenth. */
const maxExpansion = 200

const tables = archiveTables.map(({ name }) => name.replaceAll('_', '-')).join('|')
const knownName = new RegExp(
  String.raw`^(linkshelf-archive\.json|manifest\.json|organization\.json|(members|audit-log|pictures)-\d{4,8}\.jsonl|pictures/[\w-]{27}/[\w.-]{1,40}` +
    String.raw`|projects/\d{4,8}/(project\.json|(${tables})-\d{4,8}\.(jsonl|csv)|(clicks|page-views)/\d{4}-\d\d-\d{4,8}\.jsonl))$`,
)

const head = z.looseObject({ format: z.literal(archiveFormat), version: z.int().min(1), links_url: z.url() })
const manifest = z.looseObject({ files: z.array(z.looseObject({ name: z.string(), sha256: z.string() })) })

export type ArchiveHead = z.infer<typeof head>

/**
 * The files of an archive in their order, one in memory at a time. Nothing is written under their names. The archive is
 * input of a stranger: names, sizes, the version and, at the end, the manifest are checked. Throws
 * UnreadableArchiveError.
 */
export async function* readArchive(parts: AsyncIterable<Buffer>): AsyncGenerator<ReadFile> {
  const hashes: { name: string; sha256: string }[] = []
  let isComplete = false
  for await (const file of unpack(parts)) {
    if (isComplete || !knownName.test(file.name)) throw new UnreadableArchiveError(dataImportMessages.notArchive)
    if (hashes.length === 0) parseHead(file)
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
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      packedBytes += part.length
      yield part
    }
  }
  const entries = extract()
  // An error of any of them ends all; it is thrown by the loop.
  pipeline(Readable.from(counted()), createGunzip(), entries, () => undefined)
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header
      unpackedBytes += size
      if (type !== 'file' || size > maxFileBytes || unpackedBytes > packedBytes * maxExpansion + maxFileBytes)
        throw new UnreadableArchiveError(dataImportMessages.notArchive)
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

/** Returns whether zlib or tar-stream throws this error for bytes that are no gzip or no tar file, or end too early. */
function isFormatError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof UnreadableArchiveError) return false
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || /tar header|Unexpected end/i.test(error.message)
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

/** JSON escapes NUL, and a lone surrogate can't be written in another way. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i

/** Undefined for bytes that are no JSON, or contain text that PostgreSQL can't store. */
export function parseJson(bytes: Buffer | string): unknown {
  const text = String(bytes)
  try {
    const value: unknown = JSON.parse(text)
    return mayBeUnstorable.test(text) && !isStorable(value) ? undefined : value
  } catch {
    return undefined
  }
}
