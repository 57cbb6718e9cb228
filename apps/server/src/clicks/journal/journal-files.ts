// Files of a journal: <journals>/<edge>/<number>.clicks, and beside the folder <edge>.lock, which a
// running edge has locked.
import { closeSync, fsync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFileSync } from './sync-file.ts'

const suffix = '.clicks'

export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(10, '0')}${suffix}`)
}

/**
 * Returns the numbers of a journal's segments, oldest first. All but the last are closed, so nothing
 * more is written to them.
 */
export async function listSegments(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix))
  return names.map((name) => Number(name.slice(0, -suffix.length))).sort((a, b) => a - b)
}

/** Every edge, running or gone, that has a journal here; the oldest first, since their names are UUIDv7. */
export async function listEdges(journalsFolder: string): Promise<string[]> {
  const entries = await readdir(journalsFolder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f-]{36}$/.test(entry.name))
    .map((entry) => entry.name)
    .sort()
}

export function lockPath(journalsFolder: string, edge: string): string {
  return join(journalsFolder, `${edge}.lock`)
}

/** The file operations of a journal; a test replaces them by a disk that is full or broken. */
export interface Disk {
  /** Does nothing when the folder exists. */
  createFolder(path: string): void
  /** A new file, opened for appending. */
  create(path: string): number
  /** Returns how many bytes were written. Copies into the page cache, which is quick enough for a synchronous call. */
  append(file: number, bytes: Buffer): number
  /** Returns undefined when it synced on this thread. `byteCount`: about how much was written since the last sync. */
  sync(file: number, byteCount?: number): Promise<void> | undefined
  close(file: number): void
  syncFolder(path: string): Promise<void>
}

const fsyncOf = promisify(fsync)

export const disk: Disk = {
  createFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  create: (path) => openSync(path, 'ax', 0o600),
  append: (file, bytes) => writeSync(file, bytes),
  sync: createFileSync(),
  close: (file) => closeSync(file),
  async syncFolder(path) {
    const folder = openSync(path, 'r')
    try {
      await fsyncOf(folder)
    } finally {
      closeSync(folder)
    }
  },
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
