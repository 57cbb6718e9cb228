// The journal: a click is on disk before its visitor is sent on.
//
// What arrives while a write is under way waits, and is written together: one write and one sync for all of it. Answers of a batch are given while
// the next one is on its way to the disk.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ids } from '../../platform/ids.ts'
import { takeFileLock } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import { addToBatch, answerBatch, type ClickBatch, countWithin, emptyBatch } from '../shipping/click-batch.ts'
import type { ClickRecord } from './click-record.ts'
import { type Disk, disk, isDiskFull, lockPath } from './journal-files.ts'
import { openSegmentWriter } from './segment-writer.ts'
import { openSpaceReserve } from './space-reserve.ts'

export interface JournalOptions {
  /** Holds the journals of all edges of this machine; this one makes a folder of its own within. */
  journalsFolder: string
  /** `disk`: survives power loss. `process`: survives the end of the process, not of the machine. */
  durability: 'disk' | 'process'
  ids: Ids
  log: Log
  segmentBytes?: number
  /** Also how long a click's IP address may stay on disk after the click was shipped. */
  segmentAgeMs?: number
  reserveBytes?: number
  /** When more clicks than this wait, the disk hangs: further visitors are sent on at once, and their clicks counted as lost. */
  waitingMax?: number
  /** How long a full disk is left alone before the next try. */
  retryMs?: number
  files?: Disk
  /** Ends the process: what the disk could not keep must not be called kept. Clicks that wait are never answered. */
  onFatal(error: unknown): void
}

export interface Journal {
  /** Calls `answer` once the click is as durable as `durability` says, or is counted as lost. */
  append(click: ClickRecord, answer: () => void): void
  state(): JournalState
  /** Keeps and answers what has been accepted, then lets go of the folder. */
  close(): Promise<void>
}

export interface JournalState {
  appended: number
  lost: number
  isDiskFull: boolean
  /** Some click was lost within the last minute, for whatever reason. */
  isLosing: boolean
}

const lostIsRecentMs = 60_000

/** A write alone is quick: the first visitors of a rush need not wait until all of it is read. A sync is not, and takes whatever comes. */
const enoughToWrite = 16

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { journalsFolder, durability, log, files = disk, onFatal } = options
  const {
    segmentBytes = 64 * 1_048_576,
    segmentAgeMs = 60_000,
    reserveBytes = 32 * 1_048_576,
    waitingMax = 50_000,
    retryMs = 500,
  } = options

  const enough = durability === 'disk' ? Number.POSITIVE_INFINITY : enoughToWrite

  const edge = options.ids.next()
  const folder = join(journalsFolder, edge)
  mkdirSync(journalsFolder, { recursive: true, mode: 0o700 })
  // The lock comes before the folder: a folder whose lock is free belongs to the dead.
  const lock = takeFileLock(lockPath(journalsFolder, edge))
  if (lock === undefined) throw new Error(`The journal ${edge} belongs to another process`)
  const reserve = await openSpaceReserve(folder, reserveBytes, log)
  const segments = await openSegmentWriter({
    folder,
    files,
    reserve,
    segmentBytes,
    segmentAgeMs,
    isDiskWaitedFor: durability === 'disk',
    onFailed: fail,
  })

  const state = { appended: 0, lost: 0, isDiskFull: false }
  let lostAt = Number.NEGATIVE_INFINITY
  const free: ClickBatch[] = []
  let collecting = emptyBatch()
  let isWorking = false
  let isAboutToWork = false
  let isDead = false
  let whenIdle: (() => void) | undefined
  let retryAt = 0
  let lostSinceSaid = 0

  function startWork(): void {
    isWorking = true
    isAboutToWork = true
    // What the loop is reading from its sockets right now joins the batch.
    setImmediate(() => {
      if (isAboutToWork) void work()
    })
  }

  async function work(): Promise<void> {
    isAboutToWork = false
    let answerable: ClickBatch | undefined
    try {
      while (collecting.answers.length > 0) {
        const batch = collecting
        collecting = free.pop() ?? emptyBatch()
        const underWay = keepBatch(batch)
        if (answerable) answerAll(answerable)
        answerable = undefined
        await underWay
        answerable = batch
      }
      if (answerable) answerAll(answerable)
      if (segments.isDue()) await segments.rotate()
    } catch (error) {
      fail(error)
    }
    isWorking = false
    if (collecting.answers.length > 0 && !isDead) startWork()
    else whenIdle?.()
  }

  function fail(error: unknown): void {
    if (isDiskFull(error) || isDead) return
    isDead = true
    log.fatal({ err: error }, 'The disk did not keep what it was given')
    onFatal(error)
  }

  /** Rejects when the disk failed: then nobody knows what it holds, and the batch is not answered. */
  async function keepBatch(batch: ClickBatch): Promise<void> {
    const count = batch.answers.length
    if (state.isDiskFull && performance.now() < retryAt) return lose(count)
    try {
      if (segments.isDue()) await segments.rotate()
      const fitted = countWithin(batch, segments.append(batch.bytes.subarray(0, batch.length)))
      if (durability === 'disk' && fitted > 0) await segments.sync()
      state.appended += fitted
      if (fitted < count) runOut(count - fitted)
      else state.isDiskFull = false
    } catch (error) {
      if (!isDiskFull(error)) throw error
      runOut(count)
    }
  }

  function runOut(count: number): void {
    state.isDiskFull = true
    retryAt = performance.now() + retryMs
    lose(count)
  }

  function lose(count: number): void {
    state.lost += count
    lostSinceSaid += count
    lostAt = performance.now()
  }

  function answerAll(batch: ClickBatch): void {
    answerBatch(batch)
    free.push(batch)
  }

  function sayWhatWasLost(): void {
    if (lostSinceSaid > 0)
      log.error({ lost: lostSinceSaid, lostInAll: state.lost }, 'Clicks could not be kept; their visitors were sent on')
    lostSinceSaid = 0
  }

  const upkeep = setInterval(
    () => {
      sayWhatWasLost()
      if (!state.isDiskFull) void reserve.refill()
      if (!isWorking && !isDead && segments.isDue()) startWork()
    },
    Math.min(1_000, segmentAgeMs),
  )
  upkeep.unref()

  return {
    append(click, answer) {
      if (isDead) return
      if (collecting.answers.length >= waitingMax) {
        lose(1)
        return answer()
      }
      addToBatch(collecting, click, answer)
      if (!isWorking) startWork()
      else if (isAboutToWork && collecting.answers.length >= enough) void work()
    },
    state: () => ({ ...state, isLosing: state.isDiskFull || performance.now() - lostAt < lostIsRecentMs }),
    async close() {
      clearInterval(upkeep)
      if (isWorking)
        await new Promise<void>((resolve) => {
          whenIdle = resolve
        })
      sayWhatWasLost()
      if (!isDead) await segments.close()
      lock.release()
    },
  }
}
