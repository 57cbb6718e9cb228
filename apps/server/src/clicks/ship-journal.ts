// Ships one edge's journal, oldest click first.
//
// A batch is a range of bytes in one segment. The range is on disk before the batch is tried for the first time, and names the batch for the store: a
// try after a crash sends the same range under the same name, and counts once. When the range is noted as shipped, the next one may begin.
// A segment is deleted when it is closed and all of it is noted as shipped; a journal, when in addition its edge is dead.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { takeFileLock } from '../platform/file-lock.ts'
import { disk, listSegments, lockPath, segmentPath } from './journal-files.ts'
import { type KeptClick, readRecord } from './kept-click.ts'
import { type Batch, readBatch } from './next-batch.ts'
import { type DeadLetter, quarantine } from './set-aside.ts'
import { readPosition, type ShippingPosition, writePosition } from './shipping-position.ts'
import { reservePath } from './space-reserve.ts'

export interface Shipment {
  /** Names the batch, for ever. */
  token: string
  clicks: KeptClick[]
  /** Records that can't be read. */
  unreadable: DeadLetter[]
}

export interface ShippingNews {
  onDamage(bytes: number, where: string): void
  onTorn(bytes: number, where: string): void
}

/** `deliver` resolves when the store has the shipment; it may be called again with the same one after a crash. True when anything was shipped. */
export async function shipJournal(
  journalsFolder: string,
  edge: string,
  deliver: (shipment: Shipment) => Promise<void>,
  news: ShippingNews,
): Promise<boolean> {
  const folder = join(journalsFolder, edge)
  // Looked at before the segments are: what the dead wrote is all there is.
  const inheritance = takeFileLock(lockPath(journalsFolder, edge))
  try {
    if (inheritance) await rm(reservePath(folder), { force: true })
    const hasShipped = await shipSegments()
    if (inheritance) await bury()
    return hasShipped
  } finally {
    inheritance?.release()
  }

  async function shipSegments(): Promise<boolean> {
    const segments = await listSegments(folder)
    const [first] = segments
    if (first === undefined) return false
    let position: ShippingPosition = (await readPosition(folder)) ?? { segment: first, shippedTo: 0 }
    let hasShipped = false
    for (const segment of segments) {
      if (segment > position.segment) position = { segment, shippedTo: 0 }
      const isClosed = inheritance !== undefined || segment !== segments.at(-1)
      while (segment === position.segment) {
        const batch = await readBatch(segmentPath(folder, segment), position.shippedTo, position.tryingTo, isClosed)
        if (batch.end === 0 && position.tryingTo === undefined) break
        position = await shipBatch(position, batch)
        hasShipped = true
        // Of a segment that still grows, what came meanwhile waits for the next round: few large inserts are better than many small ones.
        if (!isClosed && !batch.isFull) break
      }
      if (isClosed) await rm(segmentPath(folder, segment))
    }
    return hasShipped
  }

  async function shipBatch({ segment, shippedTo, tryingTo }: ShippingPosition, batch: Batch): Promise<ShippingPosition> {
    const to = tryingTo ?? shippedTo + batch.end
    const where = `${edge}:${segment}:${shippedTo}-${to}`
    for (const { from, to: end } of batch.damage) {
      await quarantine(journalsFolder, `${edge}-${segment}-${shippedTo + from}.bin`, batch.bytes.subarray(from, end))
      news.onDamage(end - from, where)
    }
    if (batch.tornBytes > 0) news.onTorn(batch.tornBytes, where)
    if (batch.records.length > 0) {
      if (tryingTo === undefined) await writePosition(folder, { segment, shippedTo, tryingTo: to })
      await deliver({ token: where, ...readRecords(batch.records, where) })
    }
    const position = { segment, shippedTo: to }
    await writePosition(folder, position)
    return position
  }

  async function bury(): Promise<void> {
    // A segment must not come back after a power cut when the note that it was shipped is gone.
    await disk.syncFolder(folder)
    await rm(folder, { recursive: true })
    await disk.syncFolder(journalsFolder)
    await rm(lockPath(journalsFolder, edge), { force: true })
  }
}

function readRecords(records: readonly Buffer[], batch: string): Pick<Shipment, 'clicks' | 'unreadable'> {
  const clicks: KeptClick[] = []
  const unreadable: DeadLetter[] = []
  for (const record of records) {
    try {
      clicks.push(readRecord(record))
    } catch (error) {
      unreadable.push({ reason: error instanceof Error ? error.message : String(error), batch })
    }
  }
  return { clicks, unreadable }
}
