import { fdatasync, fdatasyncSync } from 'node:fs'
import { promisify } from 'node:util'

const fdatasyncOf = promisify(fdatasync)

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
  syncOnThread = fdatasyncOf,
}: FileSyncOptions = {}): (file: number, byteCount?: number) => Promise<void> | undefined {
  let averageMs = Number.POSITIVE_INFINITY
  let retryAt = 0
  let isQuick = false
  /** How long the last sync on a thread took, thread switches included. */
  let onThreadMs = Number.POSITIVE_INFINITY

  function here(file: number): undefined {
    const startedAt = performance.now()
    syncHere(file)
    const tookMs = performance.now() - startedAt
    averageMs = isQuick ? averageMs + (tookMs - averageMs) * newestWeight : tookMs
    isQuick = averageMs < quickMs
    retryAt = startedAt + tookMs + retryMs
  }

  async function onThread(file: number, startedAt: number): Promise<void> {
    await syncOnThread(file)
    onThreadMs = performance.now() - startedAt
  }

  return (file, byteCount = 0) => {
    const now = performance.now()
    // A disk that hangs is never tried here: that would block the event loop.
    const mayBeQuick = isQuick || (now >= retryAt && onThreadMs < 10 * quickMs)
    return mayBeQuick && byteCount <= maxBytesHere ? here(file) : onThread(file, now)
  }
}
