export interface ConcurrencyLimiterOptions {
  /** How many tasks run at once. */
  width: number
  /** How many tasks may wait; the next one is rejected. */
  queueLength: number
}

/** A task that was never started: the queue is full, the task was aborted while it waited, or the limiter is closed. */
export class ConcurrencyLimitError extends Error {
  readonly reason: 'full' | 'aborted' | 'closed'

  constructor(reason: ConcurrencyLimitError['reason']) {
    super(`Task not started: ${reason}`)
    this.reason = reason
  }
}

export interface ConcurrencyLimiter {
  /**
   * Runs the task when a slot is free, or rejects with a ConcurrencyLimitError. A task whose signal is aborted while it
   * waits is never started.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Rejects every waiting and later task, and resolves when no task is running. */
  close(): Promise<void>
}

/** A bounded queue, first in, first out, with `width` tasks running at once. */
export function createConcurrencyLimiter({ width, queueLength }: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const waiting: { start: () => void; fail: (error: Error) => void }[] = []
  const whenIdle: (() => void)[] = []
  let running = 0
  let isClosed = false

  function next(): void {
    while (running < width) {
      const task = waiting.shift()
      if (task === undefined) break
      task.start()
    }
    if (running === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  return {
    run(task, signal) {
      if (isClosed) return Promise.reject(new ConcurrencyLimitError('closed'))
      if (running >= width && waiting.length >= queueLength) return Promise.reject(new ConcurrencyLimitError('full'))
      return new Promise((resolve, reject) => {
        const start = () => {
          if (signal?.aborted) return reject(new ConcurrencyLimitError('aborted'))
          running++
          task()
            .finally(() => {
              running--
              next()
            })
            .then(resolve, reject)
        }
        waiting.push({ start, fail: reject })
        next()
      })
    },
    close() {
      isClosed = true
      for (const { fail } of waiting.splice(0)) fail(new ConcurrencyLimitError('closed'))
      return new Promise((resolve) => {
        whenIdle.push(resolve)
        next()
      })
    },
  }
}
