import { mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/process/log.ts'

const chunk = Buffer.alloc(1_048_576)

const retryMs = 30_000

export interface SpaceReserve {
  /** Frees the reserved space. Returns false if no space is reserved. */
  release(): boolean
  /** Reserves the space again if the disk has room. Tries this at most every 30 seconds. */
  refill(): Promise<void>
}

/**
 * Reserves disk space for clicks by writing a file. If something else fills the disk, the reserved space is released
 * for clicks, so that the operator has time to react.
 */
export async function openSpaceReserve(folder: string, bytes: number, log: Log): Promise<SpaceReserve> {
  const path = toReservePath(folder)
  let isReserved = false
  let retryAt = 0

  async function refill(): Promise<void> {
    if (isReserved || bytes === 0 || performance.now() < retryAt) return
    retryAt = performance.now() + retryMs
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = await open(path, 'w', 0o600)
      try {
        for (let written = 0; written < bytes; )
          written += (await file.write(chunk, 0, Math.min(chunk.length, bytes - written))).bytesWritten
        await file.sync()
      } finally {
        await file.close()
      }
      isReserved = true
    } catch (error) {
      rmSync(path, { force: true })
      log.error({ err: error, bytes }, 'No space could be reserved for clicks')
    }
  }

  await refill()
  return {
    refill,
    release() {
      if (!isReserved) return false
      isReserved = false
      rmSync(path, { force: true })
      log.error({ bytes }, 'The disk is full: the space reserved for clicks is used now')
      return true
    },
  }
}

export function toReservePath(folder: string): string {
  return join(folder, 'reserve')
}
