// Ships one edge's journal, oldest click first.
//
// A batch is a range of bytes in one segment. The range is on disk before the batch is tried for the first time, and names the batch for the store: a
// try after a crash sends the same range under the same name, and counts once. When the range is noted as shipped, the next one may begin.
// A segment is deleted when it is closed and all of it is noted as shipped; a journal, when in addition its edge is dead.
//
// Where no note can be read, what is in the journal at that moment is doubtful: before the bounds of a batch are noted, the store is asked which of its
// clicks it has, and the batch ends where the answer changes. So a batch is shipped whole, or passed over whole.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { takeFileLock } from '../../platform/process/file-lock.ts'
import { type ClickRecord, readRecord } from '../journal/click-record.ts'
import { disk, listSegments, lockPath, segmentPath } from '../journal/journal-files.ts'
import { type DeadLetter, quarantine } from '../journal/set-aside.ts'
import { reservePath } from '../journal/space-reserve.ts'
import { type Batch, cutShort, readBatch } from './next-batch.ts'
import { readPosition, type ShippingPosition, writePosition } from './shipping-position.ts'

export interface Shipment {
  edge: string
  /** Names the batch, for ever. */
  token: string
  clicks: ClickRecord[]
  /** Records that can't be read. */
  unreadable: DeadLetter[]
}

export interface ShippingNews {
  onDamage(bytes: number, where: string): void
  onTorn(bytes: number, where: string): void
}

export interface Store {
  /** Resolves when the store has the shipment; may be called again with the same one after a crash. */
  deliver(shipment: Shipment): Promise<void>
  /** The ids of those that the store has. */
  findStored(clicks: readonly ClickRecord[]): Promise<ReadonlySet<string>>
}

/** True when anything was shipped. */
export async function shipJournal(journalsFolder: string, edge: string, store: Store, news: ShippingNews): Promise<boolean> {
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
    let position = (await readPosition(folder)) ?? (await doubtAll(first, segments.at(-1) ?? first))
    let hasShipped = false
    for (const segment of segments) {
      if (segment > position.segment) position = { segment, shippedTo: 0, doubt: position.doubt }
      const isClosed = inheritance !== undefined || segment !== segments.at(-1)
      while (segment === position.segment) {
        const batch = await readBatch(segmentPath(folder, segment), position.shippedTo, position.tryingTo, isClosed)
        if (batch.end === 0 && position.tryingTo === undefined) break
        position = isDoubtful(position) ? await shipDoubtful(position, batch) : await shipBatch(position, batch)
        hasShipped = true
        // Of a segment that still grows, what came meanwhile waits for the next round: few large inserts are better than many small ones.
        if (!isClosed && !batch.isFull) break
      }
      if (isClosed) await rm(segmentPath(folder, segment))
    }
    return hasShipped
  }

  async function doubtAll(segment: number, last: number): Promise<ShippingPosition> {
    return { segment, shippedTo: 0, doubt: { segment: last, to: (await stat(segmentPath(folder, last))).size } }
  }

  async function shipDoubtful(position: ShippingPosition, batch: Batch): Promise<ShippingPosition> {
    const clicks = batch.records.map(readOrNothing)
    const stored = await store.findStored(clicks.filter((click) => click !== undefined))
    const isStored = clicks.map((click) => click !== undefined && stored.has(click.id))
    const change = isStored.findIndex((is) => is !== isStored[0])
    return shipBatch(position, change === -1 ? batch : cutShort(batch, change), isStored[0])
  }

  async function shipBatch(position: ShippingPosition, batch: Batch, isStored = false): Promise<ShippingPosition> {
    const { segment, shippedTo, tryingTo, doubt } = position
    const to = tryingTo ?? shippedTo + batch.end
    const where = `${edge}:${segment}:${shippedTo}-${to}`
    if (batch.records.length > 0 && !isStored) {
      if (tryingTo === undefined) await writePosition(folder, { ...position, tryingTo: to })
      await store.deliver({ edge, token: where, ...readRecords(batch.records, where) })
    }
    // Now that the batch will not be tried again, what is set aside is counted once.
    for (const { from, to: end } of batch.damage) {
      await quarantine(journalsFolder, `${edge}-${segment}-${shippedTo + from}.bin`, batch.bytes.subarray(from, end))
      news.onDamage(end - from, where)
    }
    if (batch.tornBytes > 0) news.onTorn(batch.tornBytes, where)
    const shipped = { segment, shippedTo: to, doubt }
    await writePosition(folder, shipped)
    return shipped
  }

  async function bury(): Promise<void> {
    // A segment must not come back after a power cut when the note that it was shipped is gone.
    await disk.syncFolder(folder)
    await rm(folder, { recursive: true })
    await disk.syncFolder(journalsFolder)
    await rm(lockPath(journalsFolder, edge), { force: true })
  }
}

function isDoubtful({ segment, shippedTo, tryingTo, doubt }: ShippingPosition): boolean {
  // A batch that was begun has been cleared up before.
  return doubt !== undefined && tryingTo === undefined && (segment < doubt.segment || (segment === doubt.segment && shippedTo < doubt.to))
}

function readOrNothing(record: Buffer): ClickRecord | undefined {
  try {
    return readRecord(record)
  } catch {
    return undefined
  }
}

function readRecords(records: readonly Buffer[], batch: string): Pick<Shipment, 'clicks' | 'unreadable'> {
  const clicks: ClickRecord[] = []
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
