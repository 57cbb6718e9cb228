import { stat } from 'node:fs/promises'
import type { Log } from '../../platform/process/log.ts'
import { type GeoipFile, readGeoipFile } from './geoip-file.ts'

export interface WatchedGeoipFile {
  /** The newest table that could be read. */
  current(): GeoipFile
  close(): void
}

/**
 * Looks every `everyMs` milliseconds whether the file was replaced. A new one is taken when it has stood still from one look to the next, so that none is
 * read while it is being written; one that can't be read is told once, and the old one stays. Rejects when the first can't be read.
 */
export async function watchGeoipFile(file: string, log: Log, everyMs: number): Promise<WatchedGeoipFile> {
  let tried = await stampOf(file)
  let seen = tried
  let current = await readGeoipFile(file)
  let isClosed = false
  let timer = lookLater()

  function lookLater(): NodeJS.Timeout {
    return setTimeout(() => void look(), everyMs).unref()
  }

  async function look(): Promise<void> {
    const stamp = await stampOf(file)
    const isSettled = stamp === seen
    seen = stamp
    if (isSettled && stamp !== tried) {
      tried = stamp
      await take()
    }
    if (!isClosed) timer = lookLater()
  }

  async function take(): Promise<void> {
    try {
      current = await readGeoipFile(file)
      log.info({ file, ...current.source }, 'A new table of places is in use')
    } catch (error) {
      log.warn({ file, err: error }, "The new table of places can't be read; the old one stays in use")
    }
  }

  return {
    current: () => current,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Differs once the file is another, or written to. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'not there'
  }
}
