import { stat } from 'node:fs/promises'
import type { Log } from '../../platform/process/log.ts'
import { type GeoipFile, openGeoipFile } from './geoip-file.ts'

export interface WatchedGeoipFile {
  /** The newest version that could be read. */
  current(): GeoipFile
  close(): void
}

/**
 * Polls the file every `pollMs` milliseconds. A replacement is opened once its stamp is the same in two polls, so
 * that no half-written file is read; one that can't be read is logged once, and the old one stays in use. Rejects
 * when the first can't be read.
 */
export async function watchGeoipFile(file: string, log: Log, pollMs: number): Promise<WatchedGeoipFile> {
  let triedStamp = await stampOf(file)
  let lastStamp = triedStamp
  let current = await openGeoipFile(file)
  let isClosed = false
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => void poll(), pollMs).unref()
  }

  async function poll(): Promise<void> {
    const stamp = await stampOf(file)
    const isSettled = stamp === lastStamp
    lastStamp = stamp
    if (isSettled && stamp !== triedStamp) {
      triedStamp = stamp
      await reload()
    }
    if (!isClosed) timer = schedule()
  }

  async function reload(): Promise<void> {
    try {
      current = await openGeoipFile(file)
      log.info({ file, ...current.source }, 'Reloaded the geoip file')
    } catch (error) {
      log.warn({ file, err: error }, "The new geoip file can't be read; the old one stays in use")
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

/** Changes when the file is replaced or written to. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'missing'
  }
}
