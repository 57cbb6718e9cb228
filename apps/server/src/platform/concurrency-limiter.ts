export interface ConcurrencyLimiterOptions {
  /** How many tasks run at once. */
  width: number
  /** How many tasks may wait; the next one is rejected. */
  queueLength: number
  /** The share of one key, which is the id of an organization or user. */
  perKey?: {
    /** How many tasks of one key run at once; fewer than all, so that a slot stays free for others. */
    width: number
    /** How many tasks of one key may wait. */
    queueLength: number
  }
}

/** A task that was never started: the queue is full, the task was aborted while it waited, or the limiter is closed. */
export class ConcurrencyLimitError extends Error {
  readonly reason: 'full' | 'aborted' | 'closed'

  constructor(reason: ConcurrencyLimitError['reason']) {
    super(`Task not started: ${reason}`)
    this.reason = reason
  }
}

export interface TaskOptions {
  /** The key whose share the task uses. Tasks without a key have one together. */
  key?: string
  /** A task that is aborted while it waits leaves the queue at once. */
  signal?: AbortSignal | undefined
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
  start: () => void
  fail: (error: Error) => void
}

/** The tasks of one key. */
interface KeyTasks {
  running: number
  waiting: WaitingTask[]
}

/**
 * A bounded queue with `width` tasks running at once. The next task is of the key with the fewest running ones, and of
 * several such keys, of the one that was served longest ago. The tasks of one key run in the order they were added.
 */
export function createConcurrencyLimiter({ width, queueLength, perKey }: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const share = perKey ?? { width, queueLength }
  // A key that is served moves to the end, so the first one was served longest ago.
  const tasksByKey = new Map<string, KeyTasks>()
  const whenIdle: (() => void)[] = []
  let running = 0
  let waiting = 0
  let isClosed = false

  function findNext(): [string, KeyTasks] | undefined {
    let next: [string, KeyTasks] | undefined
    for (const entry of tasksByKey) {
      const [, tasks] = entry
      if (tasks.waiting.length > 0 && tasks.running < (next?.[1].running ?? share.width)) next = entry
    }
    return next
  }

  function startNext(): void {
    while (running < width) {
      const next = findNext()
      if (next === undefined) break
      const [key, tasks] = next
      tasksByKey.delete(key)
      tasksByKey.set(key, tasks)
      running++
      waiting--
      tasks.running++
      tasks.waiting.shift()?.start()
    }
    if (running === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  function finish(key: string, tasks: KeyTasks): void {
    running--
    tasks.running--
    forgetIdle(key, tasks)
    startNext()
  }

  function forgetIdle(key: string, tasks: KeyTasks): void {
    if (tasks.running === 0 && tasks.waiting.length === 0) tasksByKey.delete(key)
  }

  return {
    run(task, { key = '', signal } = {}) {
      const tasks = tasksByKey.get(key) ?? { running: 0, waiting: [] }
      if (isClosed) return Promise.reject(new ConcurrencyLimitError('closed'))
      if (signal?.aborted) return Promise.reject(new ConcurrencyLimitError('aborted'))
      const mustWait = running >= width || tasks.running >= share.width
      if (mustWait && (waiting >= queueLength || tasks.waiting.length >= share.queueLength))
        return Promise.reject(new ConcurrencyLimitError('full'))
      tasksByKey.set(key, tasks)

      return new Promise((resolve, reject) => {
        const abort = () => {
          waiting--
          tasks.waiting.splice(tasks.waiting.indexOf(waitingTask), 1)
          forgetIdle(key, tasks)
          reject(new ConcurrencyLimitError('aborted'))
        }
        const waitingTask = {
          start: () => {
            signal?.removeEventListener('abort', abort)
            task()
              .finally(() => finish(key, tasks))
              .then(resolve, reject)
          },
          fail: (error: Error) => {
            signal?.removeEventListener('abort', abort)
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        waiting++
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
