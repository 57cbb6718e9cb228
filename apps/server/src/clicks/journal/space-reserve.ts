import { mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/process/log.ts'

const chunk = Buffer.alloc(1_048_576)

const retryMs = 30_000

export interface SpaceReserve {
  /** Gives the space back to the disk; false when there is none left to give. */
  giveBack(): boolean
  /** Takes the space again, if the disk has it to spare. */
  refill(): Promise<void>
}

/** A file that holds space for clicks, so that a disk filled by something else leaves time to notice. */
export async function openSpaceReserve(folder: string, bytes: number, log: Log): Promise<SpaceReserve> {
  const path = reservePath(folder)
  let isHeld = false
  let tryAt = 0

  async function refill(): Promise<void> {
    if (isHeld || bytes === 0 || performance.now() < tryAt) return
    tryAt = performance.now() + retryMs
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
      isHeld = true
    } catch (error) {
      rmSync(path, { force: true })
      log.error({ err: error, bytes }, 'No space could be reserved for clicks')
    }
  }

  await refill()
  return {
    refill,
    giveBack() {
      if (!isHeld) return false
      isHeld = false
      rmSync(path, { force: true })
      log.error({ bytes }, 'The disk is full: the space reserved for clicks is used now')
      return true
    },
  }
}

export function reservePath(folder: string): string {
  return join(folder, 'reserve')
}
