import { dirname } from 'node:path'
import { type Disk, hasCode, isDiskFull, segmentPath } from './journal-files.ts'
import type { SpaceReserve } from './space-reserve.ts'

export interface SegmentWriterOptions {
  folder: string
  files: Disk
  reserve: SpaceReserve
  segmentBytes: number
  segmentAgeMs: number
  /** Whether a segment lasts before anything is written to it; otherwise that comes about meanwhile. */
  isDiskWaitedFor: boolean
  /** The disk failed meanwhile. */
  onFailed(error: unknown): void
}

export interface SegmentWriter {
  /** Gives back how many bytes the disk took: fewer than it was given means that it is full, and nothing is left in reserve. */
  append(bytes: Buffer): number
  /** Gives back nothing when it is done already. */
  sync(): Promise<void> | undefined
  /** Whether this segment is large or old, or missing because the disk had no room for it. */
  isDue(): boolean
  /** Makes the next segment, whose existence closes this one. While the disk has no room for it, this one goes on. */
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

/** Segments are only ever appended to: what a half-finished write left behind stays, and the reader passes over it. */
export async function openSegmentWriter({
  folder,
  files,
  reserve,
  segmentBytes,
  segmentAgeMs,
  isDiskWaitedFor,
  onFailed,
}: SegmentWriterOptions): Promise<SegmentWriter> {
  let segment: Segment | undefined
  let meanwhile = Promise.resolve()
  await makeNext()

  async function makeNext(): Promise<void> {
    const number = (segment?.number ?? 0) + 1
    const file = createFile(segmentPath(folder, number))
    if (file === undefined) return
    const before = segment
    segment = { file, number, bytes: 0, unsyncedBytes: 0, openedAt: performance.now() }
    if (isDiskWaitedFor || before === undefined) await makeLast(file, before)
    else meanwhile = meanwhile.then(() => makeLast(file, before)).catch(onFailed)
  }

  async function makeLast(file: number, before: Segment | undefined): Promise<void> {
    if (before) {
      await files.sync(before.file, before.unsyncedBytes)
      files.close(before.file)
    }
    await files.sync(file)
    await files.syncFolder(folder)
    if (before === undefined) await files.syncFolder(dirname(folder))
  }

  function createFile(path: string): number | undefined {
    try {
      if (segment === undefined) files.makeFolder(folder)
      return files.create(path)
    } catch (error) {
      if (isDiskFull(error)) return reserve.giveBack() ? createFile(path) : undefined
      if (hasCode(error, 'EMFILE') || hasCode(error, 'ENFILE')) return undefined // visitors hold every file handle there is
      throw error
    }
  }

  return {
    rotate: makeNext,
    isDue() {
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
          if (!reserve.giveBack()) break
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
      await meanwhile
      if (segment === undefined) return
      await files.sync(segment.file, segment.unsyncedBytes)
      files.close(segment.file)
      segment = undefined
    },
  }
}
