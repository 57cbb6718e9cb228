import { createRecentUsage, type RecentUsageOptions } from './recent-usage.ts'

export interface ConcurrencyLimiterOptions {
  /** How many tasks run at once. */
  width: number
  /**
   * How many tasks may wait. If the queue is full, a new task replaces a task of a key that has more waiting tasks, or
   * is rejected.
   */
  queueLength: number
  /** Limits per key. A key is the id of an organization or user. */
  perKey?: {
    /** How many tasks of one key run at once. */
    width: number
    /** How many tasks of one key may wait. */
    queueLength: number
  }
  /**
   * The last free slots are reserved for keys that have no running task and are not busy. So a key with little recent
   * usage finds a slot, even if many other keys always have tasks.
   */
  reserved?: RecentUsageOptions & {
    width: number
    /** How many of the reserved slots are only for tasks without a key. By default 0. */
    keylessWidth?: number
    /** If a task has waited this long, its key no longer counts as busy. By default, busy keys stay busy. */
    busyWaitMs?: number
  }
}

/** A task was not started because the queue is full, the task was aborted while it waited, or the limiter is closed. */
export class ConcurrencyLimitError extends Error {
  readonly reason: 'full' | 'aborted' | 'closed'

  constructor(reason: ConcurrencyLimitError['reason']) {
    super(`Task not started: ${reason}`)
    this.reason = reason
  }
}

export interface TaskOptions {
  /**
   * The key whose limits apply. A task without a key belongs to the process itself: no limit per key applies, and the
   * task never counts as busy.
   */
  key?: string | undefined
  /** A task that is aborted while it waits leaves the queue at once. */
  signal?: AbortSignal | undefined
  /** For background jobs: the task waits even if the queue is full, and no other task replaces it. */
  ignoresQueueLength?: boolean | undefined
}

export interface ConcurrencyLimiter {
  /** Runs the task when a slot is free, or rejects with a ConcurrencyLimitError. */
  run<T>(task: () => Promise<T>, options?: TaskOptions): Promise<T>
  /** Returns how many tasks run and how many wait. */
  usage(): { running: number; waiting: number }
  /** Rejects every waiting and later task, and resolves when no task is running. */
  close(): Promise<void>
}

interface WaitingTask {
  /** Milliseconds of `performance.now()`. */
  addedAt: number
  /** Whether the task counts towards the queue length. */
  isLimited: boolean
  start: () => void
  fail: (error: Error) => void
}

interface KeyTasks {
  key: string | undefined
  running: number
  waiting: WaitingTask[]
  /** How many of the waiting tasks count towards the queue length. */
  limitedCount: number
}

/**
 * Runs up to `width` tasks at once and queues the others.
 *
 * Tasks without a key are first. Then come keys that are not busy or whose task has waited for `busyWaitMs`, and then
 * busy keys. Among keys of equal rank, the key with the fewest running tasks is next. If several keys have equally few,
 * the key that was served longest ago is next. The tasks of one key run in the order they were added.
 */
export function createConcurrencyLimiter({ width, queueLength, perKey, reserved }: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const recent = reserved && createRecentUsage(reserved)
  const sharedWidth = width - (reserved?.width ?? 0)
  const keyedWidth = width - (reserved?.keylessWidth ?? 0)
  const busyWaitMs = reserved?.busyWaitMs ?? Number.POSITIVE_INFINITY
  // A key that is served moves to the end, so the first key was served longest ago.
  const tasksByKey = new Map<string | undefined, KeyTasks>()
  const whenIdle: (() => void)[] = []
  let running = 0
  let waiting = 0
  let limitedCount = 0
  let isClosed = false

  function isBusy({ key }: KeyTasks): boolean {
    return key !== undefined && recent?.isBusy(key) === true
  }

  function canStart(tasks: KeyTasks): boolean {
    if (tasks.key === undefined) return running < width
    if (tasks.running >= (perKey?.width ?? width)) return false
    return running < sharedWidth || (running < keyedWidth && tasks.running === 0 && !isBusy(tasks))
  }

  /** Returns the priority of the key's tasks. Tasks with the lowest rank start first. */
  function computeRank(tasks: KeyTasks): 0 | 1 | 2 {
    if (tasks.key === undefined) return 0
    const waitedMs = performance.now() - (tasks.waiting[0]?.addedAt ?? 0)
    return isBusy(tasks) && waitedMs < busyWaitMs ? 2 : 1
  }

  function findNext(): KeyTasks | undefined {
    let next: { tasks: KeyTasks; rank: number } | undefined
    for (const tasks of tasksByKey.values()) {
      if (tasks.waiting.length === 0 || !canStart(tasks)) continue
      const rank = computeRank(tasks)
      if (next === undefined || (rank === next.rank ? tasks.running < next.tasks.running : rank < next.rank)) next = { tasks, rank }
    }
    return next?.tasks
  }

  function startNext(): void {
    while (running < width) {
      const next = findNext()
      if (next === undefined) break
      tasksByKey.delete(next.key)
      tasksByKey.set(next.key, next)
      running++
      next.running++
      removeWaitingTask(next, 0)?.start()
    }
    if (running === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  function removeWaitingTask(tasks: KeyTasks, index: number): WaitingTask | undefined {
    const [task] = tasks.waiting.splice(index, 1)
    waiting--
    if (task?.isLimited) {
      limitedCount--
      tasks.limitedCount--
    }
    return task
  }

  function finish(tasks: KeyTasks): void {
    running--
    tasks.running--
    forgetIdle(tasks)
    startNext()
  }

  function forgetIdle({ key, running: atWork, waiting: queued }: KeyTasks): void {
    if (atWork === 0 && queued.length === 0) tasksByKey.delete(key)
  }

  /**
   * Returns whether a task of the key may wait. If the queue is full, makes room: rejects the newest waiting task of
   * the key with the most waiting tasks, if that key has at least two more than this key.
   */
  function tryMakeRoom(tasks: KeyTasks): boolean {
    if (tasks.key !== undefined && tasks.limitedCount >= (perKey?.queueLength ?? queueLength)) return false
    if (limitedCount < queueLength) return true
    const longest = [...tasksByKey.values()].reduce((most, each) => (each.limitedCount > most.limitedCount ? each : most), tasks)
    if (longest.limitedCount <= tasks.limitedCount + 1) return false
    const last = longest.waiting.findLastIndex(({ isLimited }) => isLimited)
    removeWaitingTask(longest, last)?.fail(new ConcurrencyLimitError('full'))
    return true
  }

  return {
    run(task, { key, signal, ignoresQueueLength = false } = {}) {
      const tasks = tasksByKey.get(key) ?? { key, running: 0, waiting: [], limitedCount: 0 }
      if (isClosed) return Promise.reject(new ConcurrencyLimitError('closed'))
      if (signal?.aborted) return Promise.reject(new ConcurrencyLimitError('aborted'))
      if (!ignoresQueueLength && !canStart(tasks) && !tryMakeRoom(tasks)) return Promise.reject(new ConcurrencyLimitError('full'))
      tasksByKey.set(key, tasks)

      return new Promise((resolve, reject) => {
        const abort = () => {
          removeWaitingTask(tasks, tasks.waiting.indexOf(waitingTask))
          forgetIdle(tasks)
          reject(new ConcurrencyLimitError('aborted'))
        }
        const waitingTask: WaitingTask = {
          addedAt: performance.now(),
          isLimited: !ignoresQueueLength,
          start: () => {
            signal?.removeEventListener('abort', abort)
            const end = key === undefined ? undefined : recent?.begin(key)
            Promise.try(task)
              .finally(() => {
                end?.()
                finish(tasks)
              })
              .then(resolve, reject)
          },
          fail: (error: Error) => {
            signal?.removeEventListener('abort', abort)
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        waiting++
        if (waitingTask.isLimited) {
          limitedCount++
          tasks.limitedCount++
        }
        tasks.waiting.push(waitingTask)
        startNext()
      })
    },
    usage: () => ({ running, waiting }),
    close() {
      isClosed = true
      waiting = 0
      for (const tasks of tasksByKey.values()) for (const { fail } of tasks.waiting.splice(0)) fail(new ConcurrencyLimitError('closed'))
      return new Promise((resolve) => {
        whenIdle.push(resolve)
        startNext()
      })
    },
  }
}
