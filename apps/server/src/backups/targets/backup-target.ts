import { createHash, type Hash } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import { Readable, pipeline as startPipeline } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '../../platform/process/start-error.ts'
import { anyManifestSchema, backupFormat, type Manifest, manifestName, manifestSchema, type StoredFile } from '../backup-format.ts'
import type { FileStorage } from './file-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { isAddress, openS3Storage, parseS3Address } from './s3-storage.ts'

/** Small files next to the back-ups. */
export interface SmallFiles {
  /** Returns the names of the files that begin with the prefix. */
  listTexts(prefix: string): Promise<string[]>
  /** Returns undefined if the file is missing. */
  readText(name: string): Promise<string | undefined>
}

/** A place that stores back-ups. Each instance needs a place of its own. */
export interface BackupTarget extends SmallFiles {
  /** Returns the names of the complete back-ups, oldest first, for example `linkshelf-2026-11-29T03-00-00Z`. */
  listBackups(): Promise<string[]>
  /**
   * Begins a back-up, and deletes what killed back-ups wrote. Throws a StartError if another back-up began in the same
   * second.
   */
  createBackup(takenAt: Date): Promise<BackupWriter>
  openBackup(name: string): BackupReader
  deleteBackup(name: string): Promise<void>
  /** Reads a small file in pieces. The stream fails if the file is missing. */
  streamText(name: string): Readable
  /** Replaces a small file. A reader finds the old file or the whole new file. */
  writeText(name: string, content: string | AsyncIterable<string>): Promise<void>
  /** Does nothing if the file is missing. */
  deleteText(name: string): Promise<void>
}

/** Until it is finished, disposing of it deletes what was written. */
export interface BackupWriter extends AsyncDisposable {
  /** The name that the back-up will have in `listBackups`. */
  name: string
  /** Stores the content under the path within the back-up. If the path ends in `.zst`, the content is compressed. */
  writeFile(path: string, content: Readable): Promise<StoredFile>
  /** Writes the manifest, which completes the back-up. Returns where the back-up is: a path or an address. */
  finish(manifest: Manifest): Promise<string>
}

export interface BackupReader {
  /** Where the back-up is: a path or an address. */
  location: string
  /** Throws a StartError if the back-up is not complete or damaged, or if this release can't restore it. */
  readManifest(): Promise<Manifest>
  /**
   * Returns the content of a file, decompressed. The stream fails with a StartError if the file is missing or differs
   * from the manifest.
   */
  readFile(file: StoredFile): Readable
  /** The small files next to the back-up. */
  beside: SmallFiles
}

/**
 * Returns the place that is named by the path of a folder, or by an address as in `s3://bucket/prefix`. Nothing is read
 * or written yet. Throws a StartError if the address is invalid.
 */
export function openBackupTarget(target: string): BackupTarget {
  const storage = openStorage(target)
  return {
    listBackups: async () => listComplete(await storage.listFiles('linkshelf-'), ''),
    createBackup: (takenAt) => createBackup(storage, takenAt),
    openBackup: (name) => openReader(storage, name),
    async deleteBackup(name) {
      // The manifest is deleted first, so that a half deleted back-up is never taken for a complete back-up.
      await storage.deleteFile(`${name}/${manifestName}`)
      await storage.deleteFolder(name)
    },
    ...openSmallFiles(storage),
    streamText: (name) => storage.readFile(name),
    async writeText(name, content) {
      await storage.writeFile(name, Readable.from(content, { objectMode: false }))
    },
    deleteText: (name) => storage.deleteFile(name),
  }
}

/** Returns the absolute path of a target's folder. Undefined if the target is a bucket, whose space has no limit. */
export function toTargetFolder(target: string): string | undefined {
  return isAddress(target) ? undefined : resolve(target)
}

/**
 * Returns the back-up that is named by the path of its own folder, or by an address as in
 * `s3://bucket/prefix/linkshelf-2026-11-29T03-00-00Z`. Nothing is read yet. Throws a StartError if the address is
 * invalid.
 */
export function openBackup(location: string): BackupReader {
  if (!isAddress(location)) return openReader(openFolderStorage(dirname(resolve(location))), basename(resolve(location)))
  const { bucket, prefix } = parseS3Address(location)
  const parts = prefix.split('/')
  return openReader(openS3Storage(bucket, parts.slice(0, -1).join('/')), parts.at(-1) ?? '')
}

function openStorage(target: string): FileStorage {
  if (!isAddress(target)) return openFolderStorage(resolve(target))
  const { bucket, prefix } = parseS3Address(target)
  return openS3Storage(bucket, prefix)
}

function openSmallFiles(storage: FileStorage): SmallFiles {
  return {
    listTexts: async (prefix) => (await storage.listFiles(prefix)).map(({ path }) => path),
    readText: (name) => storage.findText(name),
  }
}

const namePattern = /^linkshelf-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Returns the names of the complete back-ups in the folder, oldest first. */
function listComplete(entries: readonly { path: string }[], folder: string): string[] {
  return entries
    .map(({ path }) => path.slice(folder.length).split('/'))
    .flatMap(([name = '', file, ...others]) => (namePattern.test(name) && file === manifestName && others.length === 0 ? [name] : []))
    .sort()
}

async function createBackup(storage: FileStorage, takenAt: Date): Promise<BackupWriter> {
  const name = `linkshelf-${toFileName(takenAt)}`
  await deleteKilledBackups(storage, takenAt)
  if ((await storage.listFiles(`${name}/`)).length > 0)
    throw new StartError(`Another back-up to ${storage.toLocation(name)} began in the same second: try again.`)
  let isFinished = false
  return {
    name,
    async writeFile(path, content) {
      const hash = createHash('sha256')
      const hashed = Readable.from(updateHash(hash, content), { objectMode: false })
      // The callback is empty, because the storage rejects with every error of the pipeline.
      const stored = path.endsWith('.zst') ? startPipeline(hashed, createZstdCompress(), () => undefined) : hashed
      const bytes = await storage.writeFile(`${name}/${path}`, stored)
      return { path, bytes, sha256: hash.digest('hex') }
    },
    async finish(manifest) {
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      await storage.writeFile(`${name}/${manifestName}`, Readable.from(text, { objectMode: false }))
      isFinished = true
      return storage.toLocation(name)
    },
    async [Symbol.asyncDispose]() {
      // An error would hide the error that ended the back-up. A later back-up deletes what remains.
      if (!isFinished) await storage.deleteFolder(name).catch(() => undefined)
    },
  }
}

/** Returns the time in UTC without characters that file systems reject, for example `2026-11-29T03-00-00Z`. */
function toFileName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** A back-up without a manifest is running or was killed. If it wrote no file for this long, it was killed. */
const killedAfterMs = 12 * 3_600_000

async function deleteKilledBackups(storage: FileStorage, now: Date): Promise<void> {
  const entries = await storage.listFiles('linkshelf-')
  const complete = new Set(listComplete(entries, ''))
  const lastWriteByName = new Map<string, number>()
  for (const { path, writtenAt } of entries) {
    const [name = ''] = path.split('/')
    if (namePattern.test(name) && !complete.has(name))
      lastWriteByName.set(name, Math.max(lastWriteByName.get(name) ?? 0, writtenAt.getTime()))
  }
  for (const [name, lastWrite] of lastWriteByName) {
    if (now.getTime() - lastWrite > killedAfterMs) await storage.deleteFolder(name)
  }
}

function openReader(storage: FileStorage, name: string): BackupReader {
  const toPath = (path: string) => (name === '' ? path : `${name}/${path}`)
  const location = storage.toLocation(name)
  return {
    location,
    async readManifest() {
      const text = await storage.findText(toPath(manifestName))
      if (text === undefined) {
        const newest = listComplete(await storage.listFiles(toPath('linkshelf-')), toPath('')).at(-1)
        const advice =
          newest === undefined
            ? 'Name the back-up that `linkshelf backup` printed.'
            : `Name one of its back-ups, for example ${storage.toLocation(toPath(newest))}.`
        throw new StartError(`${location} has no ${manifestName}, so it is not a complete back-up. ${advice}`)
      }
      return parseManifest(text, storage.toLocation(toPath(manifestName)))
    },
    readFile(file) {
      const content = readVerified(storage.readFile(toPath(file.path)), file, storage.toLocation(toPath(file.path)))
      return Readable.from(content, { objectMode: false })
    },
    beside: openSmallFiles(storage),
  }
}

function parseManifest(text: string, location: string): Manifest {
  try {
    const content: unknown = JSON.parse(text)
    if (anyManifestSchema.parse(content).format > backupFormat)
      throw new StartError(`A newer release wrote ${location}: restore the back-up with that release.`)
    return manifestSchema.parse(content)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${location} can't be read: the back-up is damaged.`, { cause })
  }
}

async function* readVerified(stored: Readable, { path, sha256 }: StoredFile, location: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  try {
    // The callback is empty, because the loop below rejects with every error of the pipeline.
    const content = path.endsWith('.zst') ? startPipeline(stored, createZstdDecompress(), () => undefined) : stored
    yield* updateHash(hash, content)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${location} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  if (hash.digest('hex') !== sha256) throw new StartError(`${location} differs from the manifest: the back-up is damaged.`)
}

async function* updateHash(hash: Hash, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
