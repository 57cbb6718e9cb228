// A folder that contains one back-up.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, pipeline as startPipeline } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '../platform/process/start-error.ts'
import { anyManifestSchema, backupFormat, type Manifest, manifestName, manifestSchema, type StoredFile } from './backup-format.ts'

/** Until it is finished, disposing of it deletes what was written. */
export interface BackupWriter extends AsyncDisposable {
  /** Compresses the content and stores it under the path within the back-up. */
  writeFile(path: string, content: Readable): Promise<StoredFile>
  /** Writes the manifest and gives the folder its final name. Returns the path of the folder. */
  finish(manifest: Manifest): Promise<string>
}

/**
 * Begins a back-up in a new folder within `target`. The folder's name ends in `.partial` until the back-up is complete,
 * so a killed back-up is never mistaken for a complete one.
 */
export async function createBackupFolder(target: string, takenAt: Date): Promise<BackupWriter> {
  const folder = join(target, `linkshelf-${toFileName(takenAt)}`)
  const partial = `${folder}.partial`
  await mkdir(target, { recursive: true })
  // Only this user can read the back-up, because it contains email addresses and hashes of passwords.
  await mkdir(partial, { mode: 0o700 })
  return {
    async writeFile(path, content) {
      const file = join(partial, path)
      await mkdir(dirname(file), { recursive: true })
      const hash = createHash('sha256')
      const hashed = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      }
      await pipeline(content, hashed, createZstdCompress(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
      return { path, bytes: (await stat(file)).size, sha256: hash.digest('hex') }
    },
    async finish(manifest) {
      const file = await open(join(partial, manifestName), 'wx', 0o600)
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.sync()
      await file.close()
      await rename(partial, folder)
      return folder
    },
    [Symbol.asyncDispose]: () => rm(partial, { recursive: true, force: true }),
  }
}

/** Returns the time in UTC without characters that file systems reject, for example `2026-11-29T03-00-00Z`. */
function toFileName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/**
 * Reads the manifest of a back-up. Throws a StartError if the folder is no complete back-up, or if this release can't
 * restore it.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(async (cause: NodeJS.ErrnoException) => {
    const backups = (await readdir(folder).catch(() => [])).filter((name) => /^linkshelf-[^.]+$/.test(name)).sort()
    const newest = backups.at(-1)
    const advice =
      newest === undefined
        ? 'Name the folder that `linkshelf backup` printed.'
        : `Name one of its back-ups, for example ${join(folder, newest)}.`
    throw new StartError(`${folder} has no ${manifestName}, so it is not a complete back-up. ${advice}`, { cause })
  })
  try {
    const content: unknown = JSON.parse(text)
    if (anyManifestSchema.parse(content).format > backupFormat)
      throw new StartError(`A newer release made the back-up in ${folder}: restore it with that release.`)
    return manifestSchema.parse(content)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${join(folder, manifestName)} can't be read: the back-up is damaged.`, { cause })
  }
}

/**
 * Returns the content of a file. The stream fails with a StartError if the file is missing or differs from the
 * manifest.
 */
export function readStoredFile(folder: string, file: StoredFile): Readable {
  return Readable.from(readVerified(join(folder, file.path), file.sha256), { objectMode: false })
}

async function* readVerified(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  try {
    // The callback is empty, because the loop below rejects with every error of the pipeline.
    for await (const chunk of startPipeline(createReadStream(path), createZstdDecompress(), () => undefined)) {
      hash.update(chunk)
      yield chunk
    }
  } catch (cause) {
    throw new StartError(`${path} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  if (hash.digest('hex') !== sha256) throw new StartError(`${path} differs from the manifest: the back-up is damaged.`)
}
