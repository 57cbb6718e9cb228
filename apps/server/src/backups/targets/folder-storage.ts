import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../platform/process/start-error.ts'
import type { FileStorage, StorageEntry } from './file-storage.ts'

/** Codes of errors that the operator can solve: no access, no space, or a file in place of the folder. */
const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])

/**
 * Stores files in a folder, which is created with the first file. Only this user can read the files. If this process is
 * root, what it creates belongs to the owner of the nearest folder that existed. Writing throws a StartError if the
 * folder can't be written or its disk is full.
 */
export function openFolderStorage(folder: string): FileStorage {
  const toLocation = (path: string) => join(folder, path)
  return {
    toLocation,

    async listFiles(prefix) {
      const parent = toLocation(dirname(`${prefix}.`))
      const start = prefix.slice(prefix.lastIndexOf('/') + 1)
      const entries = await readdir(parent, { withFileTypes: true }).catch(ignoreMissing)
      const found = (entries ?? []).filter(({ name }) => name.startsWith(start))
      const files = await Promise.all(found.map((entry) => listFilesIn(entry)))
      return (await Promise.all(files.flat().map((file) => findEntry(folder, file)))).filter((entry) => entry !== undefined)
    },

    async writeFile(path, content) {
      const file = toLocation(path)
      const draft = `${file}.partial`
      try {
        const firstCreated = await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }))
        if (process.getuid?.() === 0) await inheritOwner(draft, firstCreated ?? draft)
        const { size } = await stat(draft)
        await rename(draft, file)
        return size
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw unwritable.has((error as NodeJS.ErrnoException).code ?? '')
          ? new StartError(`${file} can't be written: ${(error as Error).message}`, { cause: error })
          : error
      }
    },

    readFile: (path): Readable => createReadStream(toLocation(path)),
    findText: (path) => readFile(toLocation(path), 'utf8').catch(ignoreMissing),
    deleteFile: (path) => rm(toLocation(path), { force: true }),
    deleteFolder: (path) => rm(toLocation(path), { recursive: true, force: true }),
  }
}

/** Gives the path, and its parents up to `firstCreated`, to the owner of the folder above. */
async function inheritOwner(path: string, firstCreated: string): Promise<void> {
  if (path !== firstCreated) await inheritOwner(dirname(path), firstCreated)
  const { uid, gid } = await stat(dirname(path))
  // Some file systems have no owners, or reject root.
  await lchown(path, uid, gid).catch(() => undefined)
}

/**
 * Returns the path of the file, or the paths of all files in the folder. Returns no paths if the folder was deleted, or
 * if this user can't read it.
 */
async function listFilesIn(entry: Dirent): Promise<string[]> {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreUnreadable)
  return (entries ?? []).filter((inside) => !inside.isDirectory()).map((inside) => join(inside.parentPath, inside.name))
}

/** Returns undefined if the file was deleted after it was listed. */
async function findEntry(folder: string, file: string): Promise<StorageEntry | undefined> {
  const stats = await stat(file).catch(ignoreMissing)
  return stats && { path: relative(folder, file).replaceAll(sep, '/'), writtenAt: stats.mtime }
}

function ignoreUnreadable(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EACCES') ignoreMissing(error)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
