// Group commit: records that arrive during a write are collected. Then they are written together, with one write and
// one sync. The callbacks of a batch run while the next batch is being written. If no write is running, a batch
// collects the records of one turn of the event loop, or of several turns in quick succession.
import type { JournalRecord } from './records/visit-records.ts'
import { addRecord, completeBatch, createWriteBatch, type WriteBatch } from './segment-writer.ts'

export interface GroupCommitOptions {
  /** Number of collected records at which the write begins immediately, before the event loop's turn ends. */
  eagerCount: number
  /**
   * While each turn of the event loop adds records, they are collected for up to `ms` milliseconds or until there are
   * `count` records. If undefined, only the records of one turn are collected.
   */
  gather: { ms: number; count: number } | undefined
  /**
   * Writes the batch. Resolves when the batch's callbacks may run. Rejects if the state of the disk is unknown. Then
   * the callbacks never run.
   */
  commit(batch: WriteBatch): Promise<void>
  /** Runs when no collected batch is left. */
  afterCommits(): Promise<void>
  onFailed(error: unknown): void
}

export interface GroupCommit {
  pendingCount(): number
  add(record: JournalRecord, callback: () => void): void
  /** Runs `afterCommits` although no record was added. Does nothing if commits are under way. */
  poke(): void
  /** Prevents new commits. */
  stop(): void
  /** Resolves once no commit and no `afterCommits` is running. */
  idle(): Promise<void>
}

export function createGroupCommit({
  eagerCount,
  gather = { ms: 0, count: 0 },
  commit,
  afterCommits,
  onFailed,
}: GroupCommitOptions): GroupCommit {
  const spareBatches: WriteBatch[] = []
  let collecting = createWriteBatch()
  let isRunning = false
  let isScheduled = false
  let gatherUntil = 0
  let isStopped = false
  let onIdle: (() => void) | undefined

  function schedule(): void {
    isRunning = true
    isScheduled = true
    gatherUntil = performance.now() + gather.ms
    setImmediate(endTurn, collecting.callbacks.length)
  }

  /**
   * Begins the commit, or waits for another turn if this turn added records and the gathering limits allow it. A single
   * record does not wait for another turn. Because the function runs at the end of a turn, the batch includes all
   * records that the event loop read from its sockets in this turn.
   */
  function endTurn(countBefore: number): void {
    if (!isScheduled) return
    const count = collecting.callbacks.length
    const mayGather = count < gather.count && performance.now() < gatherUntil
    if (mayGather && count > countBefore) setImmediate(endTurn, count)
    else void run()
  }

  async function run(): Promise<void> {
    isScheduled = false
    try {
      await commitAll()
      await afterCommits()
    } catch (error) {
      onFailed(error)
    }
    isRunning = false
    if (collecting.callbacks.length > 0 && !isStopped) schedule()
    else onIdle?.()
  }

  async function commitAll(): Promise<void> {
    let committed: WriteBatch | undefined
    while (collecting.callbacks.length > 0) {
      const batch = collecting
      collecting = spareBatches.pop() ?? createWriteBatch()
      const committing = commit(batch)
      if (committed) complete(committed)
      committed = undefined
      await committing
      committed = batch
    }
    if (committed) complete(committed)
  }

  function complete(batch: WriteBatch): void {
    completeBatch(batch)
    spareBatches.push(batch)
  }

  return {
    pendingCount: () => collecting.callbacks.length,
    add(record, callback) {
      addRecord(collecting, record, callback)
      if (!isRunning) schedule()
      else if (isScheduled && collecting.callbacks.length >= eagerCount) void run()
    },
    poke() {
      if (!isRunning && !isStopped) schedule()
    },
    stop() {
      isStopped = true
    },
    async idle() {
      if (!isRunning) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}
