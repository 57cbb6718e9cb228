import { dirname } from 'node:path'
import { type Disk, hasCode, isDiskFull, toSegmentPath } from './journal-files.ts'
import { findRecordEnd, maxRecordBytes } from './records/record-frame.ts'
import { type JournalRecord, writeRecord } from './records/visit-records.ts'
import type { SpaceReserve } from './space-reserve.ts'

interface SegmentWriterOptions {
  folder: string
  files: Disk
  reserve: SpaceReserve
  segmentBytes: number
  segmentAgeMs: number
  /** Whether a new segment is synced before its first write; otherwise it is synced in the background. */
  isSyncedBeforeUse: boolean
  /** Called if a sync in the background fails. */
  onFailed(error: unknown): void
}

export interface SegmentWriter {
  /** Returns how many bytes were written. If the disk is full and the reserve is used up, not all bytes are written. */
  append(bytes: Buffer): number
  /** Syncs the current segment. Returns undefined if it synced on this thread. */
  sync(): Promise<void> | undefined
  /** Returns whether the segment is too large or too old, or is missing because the disk had no room for it. */
  needsRotation(): boolean
  /**
   * Creates the next segment and closes the current segment. If the disk has no room for the next segment, the current
   * segment stays in use.
   */
  rotate(): Promise<void>
  close(): Promise<void>
}

interface Segment {
  file: number
  number: number
  bytes: number
  unsyncedBytes: number
  openedAt: number
}

/**
 * Opens the writer of a journal's segments. Segments are append-only. If a write fails, an incomplete record stays in
 * the segment, and the reader skips it.
 */
export async function openSegmentWriter({
  folder,
  files,
  reserve,
  segmentBytes,
  segmentAgeMs,
  isSyncedBeforeUse,
  onFailed,
}: SegmentWriterOptions): Promise<SegmentWriter> {
  let segment: Segment | undefined
  let backgroundSync = Promise.resolve()
  await rotate()

  async function rotate(): Promise<void> {
    const number = (segment?.number ?? 0) + 1
    const file = createFile(toSegmentPath(folder, number))
    if (file === undefined) return
    const previous = segment
    segment = { file, number, bytes: 0, unsyncedBytes: 0, openedAt: performance.now() }
    if (isSyncedBeforeUse || previous === undefined) await persist(file, previous)
    else backgroundSync = backgroundSync.then(() => persist(file, previous)).catch(onFailed)
  }

  /** Makes the new segment's name and the previous segment's data durable. */
  async function persist(file: number, previous: Segment | undefined): Promise<void> {
    if (previous) {
      await files.sync(previous.file, previous.unsyncedBytes)
      files.close(previous.file)
    }
    await files.sync(file)
    await files.syncFolder(folder)
    if (previous === undefined) await files.syncFolder(dirname(folder))
  }

  function createFile(path: string): number | undefined {
    try {
      if (segment === undefined) files.createFolder(folder)
      return files.create(path)
    } catch (error) {
      if (isDiskFull(error)) return reserve.release() ? createFile(path) : undefined
      if (hasCode(error, 'EMFILE') || hasCode(error, 'ENFILE')) return undefined // visitors use all file descriptors
      throw error
    }
  }

  return {
    rotate,
    needsRotation() {
      if (segment === undefined || segment.bytes >= segmentBytes) return true
      return segment.bytes > 0 && performance.now() - segment.openedAt > segmentAgeMs
    },
    append(bytes) {
      if (segment === undefined) return 0
      let written = 0
      while (written < bytes.length) {
        try {
          written += files.append(segment.file, written === 0 ? bytes : bytes.subarray(written))
        } catch (error) {
          if (!isDiskFull(error)) throw error
          if (!reserve.release()) break
        }
      }
      segment.bytes += written
      segment.unsyncedBytes += written
      return written
    },
    sync() {
      if (segment === undefined) return undefined
      const { unsyncedBytes } = segment
      segment.unsyncedBytes = 0
      return files.sync(segment.file, unsyncedBytes)
    },
    async close() {
      await backgroundSync
      if (segment === undefined) return
      await files.sync(segment.file, segment.unsyncedBytes)
      files.close(segment.file)
      segment = undefined
    },
  }
}

/** Records that are written together, and the callbacks to run when they are on disk. */
export interface WriteBatch {
  bytes: Buffer
  length: number
  callbacks: (() => void)[]
}

const initialBytes = 262_144
const maxReusedBytes = 4 * 1_048_576

export function createWriteBatch(): WriteBatch {
  return { bytes: Buffer.allocUnsafe(initialBytes), length: 0, callbacks: [] }
}

export function addRecord(batch: WriteBatch, record: JournalRecord, callback: () => void): void {
  if (batch.bytes.length - batch.length < maxRecordBytes) {
    const larger = Buffer.allocUnsafe(batch.bytes.length * 2)
    batch.bytes.copy(larger, 0, 0, batch.length)
    batch.bytes = larger
  }
  batch.length = writeRecord(batch.bytes, batch.length, record)
  batch.callbacks.push(callback)
}

/**
 * Runs the callbacks and empties the batch for reuse. If a burst has enlarged the buffer, replaces it with a small
 * buffer.
 */
export function completeBatch(batch: WriteBatch): void {
  for (const callback of batch.callbacks) callback()
  batch.callbacks.length = 0
  batch.length = 0
  if (batch.bytes.length > maxReusedBytes) batch.bytes = Buffer.allocUnsafe(initialBytes)
}

/** Returns how many records are complete within the first `byteCount` bytes of the batch. */
export function countCompleteRecords(batch: WriteBatch, byteCount: number): number {
  if (byteCount === batch.length) return batch.callbacks.length
  const bytes = batch.bytes.subarray(0, byteCount)
  let count = 0
  for (let end = findRecordEnd(bytes, 0); end !== undefined; end = findRecordEnd(bytes, end)) count += 1
  return count
}
