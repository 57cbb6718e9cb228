// Ships the journal of one edge, oldest record first. Clicks and page views are inserted into separate tables.
//
// A batch is a byte range of one segment. Before a batch is inserted for the first time, its range is written to the
// position file. The range is the deduplication token: after a crash, the same range is inserted again under the same
// token, and ClickHouse counts it once. When the position file says that the range is shipped, the next batch begins. A
// segment is deleted when it is closed and shipped. A journal is deleted when its segments are shipped and its edge is
// gone (an orphaned journal).
//
// If ClickHouse rejects a batch because of one record, the batch is shipped in halves. They are halved again until the
// record is alone and becomes a dead letter. The ends of the halves are written to the position file before the first
// half is inserted, so the whole batch is never tried again. Otherwise, a later release could accept the whole batch
// after one half was stored.
//
// While a replica of ClickHouse is missing, shipped segments are retained, because the disk of the other replica may
// have the only copy of their records. When all replicas are complete, ClickHouse is queried for the records of the
// retained segments and for the shipped records of an open segment. Missing records are inserted again.
//
// A record is unconfirmed if ClickHouse may or may not have it. Every record is unconfirmed if the journal has no
// readable position file. The records of a batch are unconfirmed if the batch was begun before clicks moved to another
// ClickHouse. Before the range of an unconfirmed batch is written, ClickHouse is queried for its records. Then the
// batch is truncated, so that either all or none of its records are stored, and the batch is either skipped or inserted
// as a whole. A rejected batch is unconfirmed too: its clicks may be stored and its page views not, and the previous
// release stored its halves under other tokens.
import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLockFile } from '../../platform/process/file-lock.ts'
import { type DeadLetter, quarantine } from '../journal/dead-letters.ts'
import { disk, listSegments, toLockPath, toSegmentPath } from '../journal/journal-files.ts'
import { type JournalRecord, readRecord } from '../journal/records/visit-records.ts'
import { toReservePath } from '../journal/space-reserve.ts'
import { RejectedRowsError } from './insert-rows.ts'
import { type RecordBatch, readBatch, truncateBatch } from './read-batch.ts'
import { readPosition, type ShippingPosition, writePosition } from './shipping-position.ts'

/** Clicks and page views to insert under one token. */
export interface Shipment {
  edge: string
  /** Identifies the batch. A retry has the same token. */
  token: string
  records: JournalRecord[]
  unreadable: DeadLetter[]
}

export interface RecordStore {
  /**
   * Resolves when each record is stored or has become a dead letter. After a crash, it may be called again with the
   * same batch. Throws `RejectedRowsError` if one of several records can never be stored. Then no record of the same
   * kind (click or page view) is stored.
   */
  insert(batch: Shipment): Promise<void>
  findStoredIds(records: readonly JournalRecord[]): Promise<ReadonlySet<string>>
  /** Returns whether every replica has all rows that were inserted. */
  hasEveryReplica(): Promise<boolean>
  /** Returns how often clicks have moved to another ClickHouse. */
  countMoves(): Promise<number>
}

export interface ShippingObserver {
  onDamage(bytes: number, batch: string): void
  onTornRecord(bytes: number, batch: string): void
}

interface JournalShipping {
  journalsFolder: string
  folder: string
  edge: string
  isOrphaned: boolean
  store: RecordStore
  observer: ShippingObserver
}

/** Ships the records of a journal that are not yet shipped. Returns whether anything was shipped. */
export async function shipJournal(journalsFolder: string, edge: string, store: RecordStore, observer: ShippingObserver): Promise<boolean> {
  const folder = join(journalsFolder, edge)
  // The lock is taken before the segments are listed. If the lock was free, the edge is gone and writes nothing more,
  // so the list is complete.
  const orphanLock = tryLockFile(toLockPath(journalsFolder, edge))
  const shipping = { journalsFolder, folder, edge, isOrphaned: orphanLock !== undefined, store, observer }
  try {
    if (shipping.isOrphaned) await rm(toReservePath(folder), { force: true })
    const hasShipped = await shipSegments(shipping)
    if (shipping.isOrphaned && (await listSegments(folder)).length === 0) await deleteOrphanedJournal(shipping)
    return hasShipped
  } finally {
    orphanLock?.release()
  }
}

async function shipSegments(shipping: JournalShipping): Promise<boolean> {
  const { folder, isOrphaned } = shipping
  const segments = await listSegments(folder)
  const [first] = segments
  if (first === undefined) return false
  const written = await readPosition(folder)
  let position = written ? await dropOldToken(shipping, written) : await createUnconfirmedPosition(folder, first, segments.at(-1) ?? first)
  const isBatchUnderWay = position.tryingTo !== undefined || position.partEnds !== undefined
  if (position.keptFrom !== undefined && !isBatchUnderWay && (await shipping.store.hasEveryReplica()))
    position = await savePosition(folder, reopenRetainedSegments(position, position.keptFrom))
  let hasShipped = false
  for (const segment of segments) {
    if (segment > position.segment) position = { ...position, segment, shippedTo: 0, tryingTo: undefined, partEnds: undefined }
    const isClosed = isOrphaned || segment !== segments.at(-1)
    while (segment === position.segment) {
      const batch = await readBatch(
        toSegmentPath(folder, segment),
        position.shippedTo,
        position.tryingTo ?? position.partEnds?.[0],
        isClosed,
      )
      if (batch.end === 0 && position.tryingTo === undefined) break
      position = isUnconfirmed(position) ? await shipUnconfirmed(shipping, position, batch) : await shipBatch(shipping, position, batch)
      hasShipped = true
      // Clicks that were appended to an open segment while its batch was shipped are shipped in the next round, because
      // few large inserts are better than many small inserts.
      if (!isClosed && !batch.isFull && position.partEnds === undefined) break
    }
    if (position.keptFrom !== undefined) continue
    if (!(await shipping.store.hasEveryReplica())) {
      if (isClosed || position.shippedTo > 0) position = await savePosition(folder, { ...position, keptFrom: segment })
    } else if (isClosed) await rm(toSegmentPath(folder, segment))
  }
  return hasShipped
}

async function createUnconfirmedPosition(folder: string, segment: number, last: number): Promise<ShippingPosition> {
  return { segment, shippedTo: 0, unconfirmed: { segment: last, to: (await stat(toSegmentPath(folder, last))).size } }
}

/** Returns the position at the first retained segment, with all shipped records unconfirmed. */
function reopenRetainedSegments(position: ShippingPosition, keptFrom: number): ShippingPosition {
  const { segment, shippedTo, unconfirmed = { segment, to: shippedTo } } = position
  const until = isUnconfirmed(position) ? unconfirmed : { segment, to: shippedTo }
  return { segment: keptFrom, shippedTo: 0, unconfirmed: { ...until, wasShipped: true } }
}

async function savePosition(folder: string, position: ShippingPosition): Promise<ShippingPosition> {
  await writePosition(folder, position)
  return position
}

/**
 * Makes a batch unconfirmed if it was begun before clicks moved to another ClickHouse. The batch may have been stored
 * and moved, and the new ClickHouse does not know its token.
 */
async function dropOldToken({ store }: JournalShipping, position: ShippingPosition): Promise<ShippingPosition> {
  const { segment, tryingTo, moves = 0 } = position
  if (tryingTo === undefined || moves === (await store.countMoves())) return position
  return { ...position, tryingTo: undefined, moves: undefined, unconfirmed: pickLater({ segment, to: tryingTo }, position.unconfirmed) }
}

function isUnconfirmed({ segment, shippedTo, tryingTo, unconfirmed }: ShippingPosition): boolean {
  // A batch whose range was written to the position file is not unconfirmed, because ClickHouse has already been
  // queried for its records.
  if (unconfirmed === undefined || tryingTo !== undefined) return false
  return segment < unconfirmed.segment || (segment === unconfirmed.segment && shippedTo < unconfirmed.to)
}

async function shipUnconfirmed(shipping: JournalShipping, position: ShippingPosition, batch: RecordBatch): Promise<ShippingPosition> {
  if (position.unconfirmed?.wasShipped) return shipMissing(shipping, position, truncateToShipped(position, batch))
  const isStored = await findStored(shipping.store, batch)
  const change = isStored.findIndex((is) => is !== isStored[0])
  return shipBatch(shipping, position, change === -1 ? batch : truncateBatch(batch, change), { isStored: isStored[0] })
}

/**
 * Inserts the records of a shipped batch that ClickHouse lacks. They are inserted as one batch, because a batch for
 * each gap would take hours. The store drops records of deleted clicks. The range is not written to the position file
 * first, because each try queries ClickHouse again.
 */
async function shipMissing(shipping: JournalShipping, position: ShippingPosition, batch: RecordBatch): Promise<ShippingPosition> {
  const isStored = await findStored(shipping.store, batch)
  const missing = batch.records.filter((_, nth) => !isStored[nth])
  const hash = createHash('sha256').update(Buffer.concat(missing)).digest('hex')
  return shipBatch(shipping, position, { ...batch, records: missing }, { tokenSuffix: `:again:${hash}` })
}

/**
 * Removes from the batch all records that were never shipped. If they stayed in the batch, more such records could
 * arrive before a retry, and the retry would get another token.
 */
function truncateToShipped({ segment, shippedTo, unconfirmed }: ShippingPosition, batch: RecordBatch): RecordBatch {
  if (unconfirmed === undefined || unconfirmed.segment > segment) return batch
  const end = batch.bytes.byteOffset + unconfirmed.to - shippedTo
  const first = batch.records.findIndex(({ byteOffset }) => byteOffset >= end)
  return first === -1 ? batch : truncateBatch(batch, first)
}

async function findStored(store: RecordStore, { records }: RecordBatch): Promise<boolean[]> {
  const readable = records.map(readRecordOrUndefined)
  const stored = await store.findStoredIds(readable.filter((record) => record !== undefined))
  return readable.map((record) => record !== undefined && stored.has(record.id))
}

async function shipBatch(
  shipping: JournalShipping,
  position: ShippingPosition,
  batch: RecordBatch,
  { isStored = false, tokenSuffix = '' }: { isStored?: boolean | undefined; tokenSuffix?: string } = {},
): Promise<ShippingPosition> {
  const { folder, edge, store, observer } = shipping
  const { segment, shippedTo, tryingTo, partEnds, unconfirmed, keptFrom } = position
  const to = tryingTo ?? shippedTo + batch.end
  // If a batch is shipped again, its token needs a suffix, because ClickHouse ignores rows under the token of the first
  // insert.
  const token = `${edge}:${segment}:${shippedTo}-${to}${tokenSuffix}`
  if (batch.records.length > 0 && !isStored) {
    if (tryingTo === undefined && tokenSuffix === '')
      await writePosition(folder, { ...position, tryingTo: to, moves: (await store.countMoves()) || undefined })
    try {
      await store.insert({ edge, token, ...readRecords(batch.records, token) })
    } catch (error) {
      if (error instanceof RejectedRowsError) return splitRejected(position, batch, to)
      throw error
    }
  }
  // The batch will not be retried, so damage is quarantined and reported once.
  for (const damage of batch.damage) {
    const name = `${edge}-${segment}-${shippedTo + damage.from}.bin`
    await quarantine(shipping.journalsFolder, name, batch.bytes.subarray(damage.from, damage.to))
    observer.onDamage(damage.to - damage.from, token)
  }
  if (batch.tornBytes > 0) observer.onTornRecord(batch.tornBytes, token)
  return savePosition(folder, { segment, shippedTo: to, partEnds: listPartEndsAfter(to, partEnds), unconfirmed, keptFrom })
}

/**
 * Returns a position at which the batch is shipped in halves. `to` is the end of the batch. The position is written
 * together with the range of the first half, before the first half is inserted.
 */
function splitRejected(position: ShippingPosition, batch: RecordBatch, to: number): ShippingPosition {
  const { segment, shippedTo, partEnds, unconfirmed, keptFrom } = position
  const half = shippedTo + truncateBatch(batch, batch.records.length >> 1).end
  return {
    segment,
    shippedTo,
    partEnds: [half, to, ...(listPartEndsAfter(to, partEnds) ?? [])],
    unconfirmed: pickLater({ segment, to }, unconfirmed),
    keptFrom,
  }
}

type RecordedPlace = NonNullable<ShippingPosition['unconfirmed']>

function pickLater(one: RecordedPlace, other: RecordedPlace | undefined): RecordedPlace {
  const isLater = other !== undefined && (other.segment > one.segment || (other.segment === one.segment && other.to > one.to))
  return isLater ? other : { ...other, ...one }
}

function listPartEndsAfter(position: number, partEnds: readonly number[] = []): number[] | undefined {
  const after = partEnds.filter((end) => end > position)
  return after.length === 0 ? undefined : after
}

async function deleteOrphanedJournal({ journalsFolder, folder, edge }: JournalShipping): Promise<void> {
  // The folder is synced first, so that a power cut can't restore a segment after its position was deleted. Only the
  // position says that the segment was shipped.
  await disk.syncFolder(folder)
  await rm(folder, { recursive: true })
  await disk.syncFolder(journalsFolder)
  await rm(toLockPath(journalsFolder, edge), { force: true })
}

function readRecordOrUndefined(record: Buffer): JournalRecord | undefined {
  try {
    return readRecord(record)
  } catch {
    return undefined
  }
}

function readRecords(bytes: readonly Buffer[], batch: string): Pick<Shipment, 'records' | 'unreadable'> {
  const records: JournalRecord[] = []
  const unreadable: DeadLetter[] = []
  for (const record of bytes) {
    try {
      records.push(readRecord(record))
    } catch (error) {
      unreadable.push({ reason: error instanceof Error ? error.message : String(error), batch })
    }
  }
  return { records, unreadable }
}
