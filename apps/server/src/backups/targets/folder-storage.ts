import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStorage, StorageEntry } from './file-storage.ts'

/** Stores files in a folder, which is created with the first file. Only this user can read the files. */
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
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }))
        const { size } = await stat(draft)
        await rename(draft, file)
        return size
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    readFile: (path): Readable => createReadStream(toLocation(path)),
    findText: (path) => readFile(toLocation(path), 'utf8').catch(ignoreMissing),
    deleteFile: (path) => rm(toLocation(path), { force: true }),
    deleteFolder: (path) => rm(toLocation(path), { recursive: true, force: true }),
  }
}

/** Returns the path of the file, or the paths of all files in the folder. */
async function listFilesIn(entry: Dirent): Promise<string[]> {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return (entries ?? []).filter((inside) => !inside.isDirectory()).map((inside) => join(inside.parentPath, inside.name))
}

/** Returns undefined if the file was deleted after it was listed. */
async function findEntry(folder: string, file: string): Promise<StorageEntry | undefined> {
  const stats = await stat(file).catch(ignoreMissing)
  return stats && { path: relative(folder, file).replaceAll(sep, '/'), writtenAt: stats.mtime }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
