export interface ConcurrencyLimiterOptions {
  /** How many works run at once. */
  width: number
  /** How many may wait for their turn; the next one is refused. */
  queueLength: number
}

/** Why a work is never started: too many wait already, nobody waits for it any longer, or the lane is closed. */
export class ConcurrencyLimitError extends Error {
  readonly why: 'full' | 'left' | 'closed'

  constructor(why: ConcurrencyLimitError['why']) {
    super(`A lane starts no more: ${why}`)
    this.why = why
  }
}

export interface ConcurrencyLimiter {
  /** Runs `work` when its turn comes, or rejects with a ConcurrencyLimitError. A work whose signal is aborted while it waits is never started. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Refuses everything that waits or comes later, and resolves when nothing runs any more. */
  close(): Promise<void>
}

/** A bounded queue: first come, first served, `width` at a time. */
export function createConcurrencyLimiter({ width, queueLength }: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const waiting: { start: () => void; fail: (problem: Error) => void }[] = []
  const whenIdle: (() => void)[] = []
  let running = 0
  let isClosed = false

  function next(): void {
    while (running < width) {
      const turn = waiting.shift()
      if (turn === undefined) break
      turn.start()
    }
    if (running === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  return {
    run(work, signal) {
      if (isClosed) return Promise.reject(new ConcurrencyLimitError('closed'))
      if (running >= width && waiting.length >= queueLength) return Promise.reject(new ConcurrencyLimitError('full'))
      return new Promise((resolve, reject) => {
        const start = () => {
          if (signal?.aborted) return reject(new ConcurrencyLimitError('left'))
          running++
          work()
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
      for (const turn of waiting.splice(0)) turn.fail(new ConcurrencyLimitError('closed'))
      return new Promise((resolve) => {
        whenIdle.push(resolve)
        next()
      })
    },
  }
}
