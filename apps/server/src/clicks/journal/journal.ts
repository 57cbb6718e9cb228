// The journal: a click is on disk before its visitor is redirected, and a page view before its page is sent.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ids } from '../../platform/ids.ts'
import { tryLockFile } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import { createGroupCommit } from './group-commit.ts'
import { type Disk, disk, isDiskFull, toLockPath } from './journal-files.ts'
import { createLossCounter, type JournalState } from './lost-clicks.ts'
import type { JournalRecord } from './records/visit-records.ts'
import { countCompleteRecords, openSegmentWriter, type SegmentWriter, type WriteBatch } from './segment-writer.ts'
import { openSpaceReserve } from './space-reserve.ts'

export interface JournalOptions {
  /** Folder with the journals of all edges of this machine. The journal creates its own folder in it. */
  journalsFolder: string
  /**
   * `disk`: records survive a power loss. `process`: records survive the end of the process, but not of the machine.
   */
  durability: 'disk' | 'process'
  ids: Ids
  log: Log
  segmentBytes?: number
  /**
   * A segment is closed after this time. A shipped segment is deleted once it is closed, so this also limits how long
   * an IP address stays on disk.
   */
  segmentAgeMs?: number
  reserveBytes?: number
  /**
   * If more records than this are pending, the disk hangs. Then visitors are answered immediately, and their records
   * are counted as lost.
   */
  maxPending?: number
  /** Delay between two attempts to write to a full disk. */
  retryMs?: number
  files?: Disk | undefined
  /**
   * Must end the process: after a failed write or sync it is unknown which records are on disk.
   * Pending callbacks never run.
   */
  onFatal(error: unknown): void
}

export interface Journal {
  /** Calls `callback` once the record is as durable as `durability` says, or is counted as lost. */
  append(record: JournalRecord, callback: () => void): void
  state(): JournalState
  /** Writes the pending records, runs their callbacks, then releases the folder. */
  close(): Promise<void>
}

/**
 * If no sync is needed, a batch is written as soon as it has this many records. A write is fast, so the first visitors
 * of a burst do not wait until the whole burst is read.
 */
const eagerWriteCount = 16
/**
 * A sync is slow, so a small batch waits until the burst ends. With 64 connections, this allows a tenth more redirects.
 * A single visitor does not wait.
 */
const burst = { ms: 2, count: 64 }

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { journalsFolder, durability, log, files = disk, onFatal } = options
  const { segmentBytes = 64 * 1_048_576, segmentAgeMs = 60_000, reserveBytes = 32 * 1_048_576 } = options
  const { maxPending = 50_000, retryMs = 500 } = options
  const mustSync = durability === 'disk'
  let hasFailed = false

  const { folder, lock } = lockNewFolder(journalsFolder, options.ids.next())
  const reserve = await openSpaceReserve(folder, reserveBytes, log)
  const segments = await openSegmentWriter({
    folder,
    files,
    reserve,
    segmentBytes,
    segmentAgeMs,
    isSyncedBeforeUse: mustSync,
    onFailed: fail,
  })
  const counter = createLossCounter(log, retryMs)
  const commits = createGroupCommit({
    eagerCount: mustSync ? Number.POSITIVE_INFINITY : eagerWriteCount,
    gather: mustSync ? burst : undefined,
    async commit(batch) {
      const count = batch.callbacks.length
      if (!counter.mayTryDisk()) return counter.addLost(count)
      const writtenCount = await writeToDisk(batch, segments, mustSync)
      counter.addAppended(writtenCount)
      if (writtenCount < count) counter.markDiskFull(count - writtenCount)
      else counter.clearDiskFull()
    },
    async afterCommits() {
      if (segments.needsRotation()) await segments.rotate()
    },
    onFailed: fail,
  })
  function fail(error: unknown): void {
    if (isDiskFull(error) || hasFailed) return
    hasFailed = true
    commits.stop()
    log.fatal({ err: error }, 'Writing to the journal failed')
    onFatal(error)
  }

  const maintenance = setInterval(
    () => {
      counter.logLosses()
      if (!counter.state().isDiskFull) void reserve.refill()
      if (segments.needsRotation()) commits.poke()
    },
    Math.min(1_000, segmentAgeMs),
  )
  maintenance.unref()

  return {
    append(record, callback) {
      if (hasFailed) return
      if (commits.pendingCount() >= maxPending) {
        counter.addLost(1)
        return callback()
      }
      commits.add(record, callback)
    },
    state: counter.state,
    async close() {
      clearInterval(maintenance)
      await commits.idle()
      counter.logLosses()
      if (!hasFailed) await segments.close()
      lock.release()
    },
  }
}

/**
 * Locks the journal's folder before the folder exists. So if the lock of an existing folder is free, the edge of the
 * folder is gone.
 */
function lockNewFolder(journalsFolder: string, edge: string): { folder: string; lock: { release(): void } } {
  mkdirSync(journalsFolder, { recursive: true, mode: 0o700 })
  const lock = tryLockFile(toLockPath(journalsFolder, edge))
  if (lock === undefined) throw new Error(`The journal ${edge} is locked by another process`)
  return { folder: join(journalsFolder, edge), lock }
}

/**
 * Writes the batch and returns how many of its records are on disk. If the disk is full, only the first records of the
 * batch are on disk. Rejects if the disk failed for another reason.
 */
async function writeToDisk(batch: WriteBatch, segments: SegmentWriter, mustSync: boolean): Promise<number> {
  try {
    if (segments.needsRotation()) await segments.rotate()
    const count = countCompleteRecords(batch, segments.append(batch.bytes.subarray(0, batch.length)))
    if (mustSync && count > 0) await segments.sync()
    return count
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return 0
  }
}
