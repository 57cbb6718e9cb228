import { fdatasync, fdatasyncSync } from 'node:fs'
import { promisify } from 'node:util'

const fdatasyncOf = promisify(fdatasync)

export interface FileSyncing {
  /** Only a disk that mostly answers sooner is waited for in place. */
  quickMs?: number
  /** How often a slow disk is tried in place, to learn whether it is quick again. */
  tryAgainMs?: number
  syncInPlace?: (file: number) => void
  syncApart?: (file: number) => Promise<void>
}

/** More takes any disk its time. */
const smallBytes = 1_048_576

/** Of the moving average. */
const newestShare = 1 / 8

/**
 * Syncs a file's data: in place while the disk is quick, which costs less than handing it to another thread and back; on another thread while it is
 * slow, so that the loop goes on meanwhile. Gives back nothing when it is done already. Throws, or rejects, when the disk failed.
 */
export function makeFileSync({
  quickMs = 1,
  tryAgainMs = 250,
  syncInPlace = fdatasyncSync,
  syncApart = fdatasyncOf,
}: FileSyncing = {}): (file: number, byteCount?: number) => Promise<void> | undefined {
  let usualMs = Number.POSITIVE_INFINITY
  let tryAt = 0
  let isDirect = false
  /** How long the last one took on the other thread, the way there and back included. */
  let apartMs = Number.POSITIVE_INFINITY

  function inPlace(file: number): undefined {
    const startedAt = performance.now()
    syncInPlace(file)
    const tookMs = performance.now() - startedAt
    usualMs = isDirect ? usualMs + (tookMs - usualMs) * newestShare : tookMs
    isDirect = usualMs < quickMs
    tryAt = startedAt + tookMs + tryAgainMs
  }

  async function apart(file: number, startedAt: number): Promise<void> {
    await syncApart(file)
    apartMs = performance.now() - startedAt
  }

  return (file, byteCount = 0) => {
    const now = performance.now()
    // A disk that hangs is never tried: whoever waits in place for it answers nobody.
    const mayBeQuick = isDirect || (now >= tryAt && apartMs < 10 * quickMs)
    return mayBeQuick && byteCount <= smallBytes ? inPlace(file) : apart(file, now)
  }
}
