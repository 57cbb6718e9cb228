// Files of a journal: <journals>/<edge>/<number>.clicks, and beside the folder <edge>.lock, which a
// running edge has locked.
import { closeSync, fdatasync, fdatasyncSync, fsync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const suffix = '.clicks'

export function toSegmentPath(folder: string, segment: number): string {
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

export function toLockPath(journalsFolder: string, edge: string): string {
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

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const fdatasyncAsync = promisify(fdatasync)

export interface FileSyncOptions {
  /** The file is synced synchronously only while the disk usually takes less than this. */
  quickMs?: number
  /** How often a slow disk is tried synchronously, to learn whether it is quick again. */
  retryMs?: number
  syncHere?: (file: number) => void
  syncOnThread?: (file: number) => Promise<void>
}

/** Syncing more bytes than this is slow on any disk, so it runs on a thread of the pool. */
const maxBytesHere = 1_048_576

/** Weight of the newest duration in the moving average. */
const newestWeight = 1 / 8

/**
 * Syncs a file's data: on this thread while the disk is quick, which costs less than two thread switches; on a thread
 * of the pool while it is slow, so that the event loop is not blocked. Returns undefined when it synced on this thread.
 * Throws, or rejects, when the disk failed.
 */
export function createFileSync({
  quickMs = 1,
  retryMs = 250,
  syncHere = fdatasyncSync,
  syncOnThread = fdatasyncAsync,
}: FileSyncOptions = {}): (file: number, byteCount?: number) => Promise<void> | undefined {
  let averageMs = Number.POSITIVE_INFINITY
  let retryAt = 0
  let isQuick = false
  /** How long the last sync on a thread took, thread switches included. */
  let onThreadMs = Number.POSITIVE_INFINITY

  function syncOnThisThread(file: number): undefined {
    const startedAt = performance.now()
    syncHere(file)
    const tookMs = performance.now() - startedAt
    averageMs = isQuick ? averageMs + (tookMs - averageMs) * newestWeight : tookMs
    isQuick = averageMs < quickMs
    retryAt = startedAt + tookMs + retryMs
  }

  async function syncOnPoolThread(file: number, startedAt: number): Promise<void> {
    await syncOnThread(file)
    onThreadMs = performance.now() - startedAt
  }

  return (file, byteCount = 0) => {
    const now = performance.now()
    // A disk that hangs is never tried here: that would block the event loop.
    const mayBeQuick = isQuick || (now >= retryAt && onThreadMs < 10 * quickMs)
    return mayBeQuick && byteCount <= maxBytesHere ? syncOnThisThread(file) : syncOnPoolThread(file, now)
  }
}

const fsyncAsync = promisify(fsync)

export const disk: Disk = {
  createFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  create: (path) => openSync(path, 'ax', 0o600),
  append: (file, bytes) => writeSync(file, bytes),
  sync: createFileSync(),
  close: (file) => closeSync(file),
  async syncFolder(path) {
    const folder = openSync(path, 'r')
    try {
      await fsyncAsync(folder)
    } finally {
      closeSync(folder)
    }
  },
}
