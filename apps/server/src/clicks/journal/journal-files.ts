// Files of a journal. Its segments are <journals>/<edge>/<number>.clicks. A running edge locks <journals>/<edge>.lock.
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

/**
 * Returns every edge that has a journal in this folder, including edges that are gone. The oldest edge comes first,
 * because the names of edges are UUIDv7.
 */
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

/** File operations of a journal. A test replaces them with a disk that is full or broken. */
export interface Disk {
  /** Does nothing if the folder exists. */
  createFolder(path: string): void
  /** Creates a file and opens it for appending. Returns the file descriptor. */
  create(path: string): number
  /**
   * Appends the bytes and returns how many were written. They are copied to the page cache, which is fast enough for a
   * synchronous call.
   */
  append(file: number, bytes: Buffer): number
  /**
   * Syncs the file's data. Returns undefined if it synced on this thread. `byteCount` is the approximate number of
   * bytes that were written since the last sync.
   */
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
  /** Files are synced on this thread only while the average sync takes less than this time. */
  quickMs?: number
  /**
   * If the disk is slow, a sync is tried on this thread at this interval, to find out whether the disk is fast again.
   */
  retryMs?: number
  syncHere?: (file: number) => void
  syncOnThread?: (file: number) => Promise<void>
}

/** Maximum number of bytes to sync on this thread. More bytes take long on any disk, so a pool thread syncs them. */
const maxBytesHere = 1_048_576

/** Weight of the newest duration in the moving average. */
const newestWeight = 1 / 8

/**
 * Creates a function that syncs a file's data. While the disk is fast, it syncs on this thread, which costs less than
 * two thread switches. While the disk is slow, it syncs on a pool thread, so that the event loop is not blocked. The
 * function returns undefined if it synced on this thread. It throws or rejects if the disk failed.
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
  /** Duration of the last sync on a pool thread, including thread switches. */
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
    // If the disk hangs, no sync is tried on this thread, because it would block the event loop.
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
