import { withTimeout } from '../../platform/with-timeout.ts'

interface BatchedLookup<Value> {
  /**
   * Looks up a key, together with other queued keys. Rejects if the query fails or times out. All queued keys are then
   * rejected too, because the next query would probably fail as well.
   */
  find(key: string): Promise<LookupResult<Value>>
  /** Marks the result of a running query for this key as outdated. Must be called when the key's value has changed. */
  markOutdated(key: string): void
  /** Makes later lookups start a new query, even if a query for the same key is running. */
  startOver(): void
}

interface LookupResult<Value> {
  /** Undefined if the key does not exist. */
  value: Value | undefined
  /** When the query started, in `performance.now()`. The result may lack later changes. */
  startedAt: number
  /**
   * Whether the key changed during the query. If so, the result may be returned to waiting callers, but must not be
   * cached.
   */
  isOutdated: boolean
}

interface Lookup<Value> {
  key: string
  result: Promise<LookupResult<Value>>
  resolve(result: LookupResult<Value>): void
  reject(error: unknown): void
  startedAt: number
  isOutdated: boolean
}

/** Limits the keys per query, so that parsing the result does not delay visitors noticeably. */
const batchMax = 200
const concurrentBatches = 2

/** Combines lookups: concurrent lookups of one key share a query, and lookups of several keys are queried together. */
export function createBatchedLookup<Value>(
  findMany: (keys: string[]) => Promise<Map<string, Value>>,
  timeoutMs: number,
): BatchedLookup<Value> {
  const pending = new Map<string, Lookup<Value>>()
  const queue: Lookup<Value>[] = []
  let running = 0
  let isScheduled = false

  function enqueue(key: string): Lookup<Value> {
    const { promise: result, resolve, reject } = Promise.withResolvers<LookupResult<Value>>()
    const lookup = { key, result, resolve, reject, startedAt: performance.now(), isOutdated: false }
    pending.set(key, lookup)
    queue.push(lookup)
    schedule()
    return lookup
  }

  function schedule(): void {
    if (isScheduled || running >= concurrentBatches || queue.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void run(queue.splice(0, batchMax))
      schedule()
    })
  }

  async function run(batch: Lookup<Value>[]): Promise<void> {
    running += 1
    try {
      const found = await withTimeout(timeoutMs, findMany(batch.map(({ key }) => key)))
      for (const { key, resolve, startedAt, isOutdated } of batch) resolve({ value: found.get(key), startedAt, isOutdated })
    } catch (error) {
      for (const lookup of queue.splice(0)) fail(lookup, error)
      for (const lookup of batch) fail(lookup, error)
    } finally {
      for (const lookup of batch) remove(lookup)
      running -= 1
      schedule()
    }
  }

  function fail(lookup: Lookup<Value>, error: unknown): void {
    remove(lookup)
    lookup.reject(error)
  }

  function remove(lookup: Lookup<Value>): void {
    if (pending.get(lookup.key) === lookup) pending.delete(lookup.key)
  }

  return {
    find: (key) => (pending.get(key) ?? enqueue(key)).result,
    markOutdated(key) {
      const lookup = pending.get(key)
      if (lookup) lookup.isOutdated = true
      pending.delete(key)
    },
    startOver: () => pending.clear(),
  }
}

interface CircuitBreaker {
  /** Whether the circuit is open. It opens when a call fails and closes when a call succeeds. */
  isOpen(): boolean
  /** Runs the work. Returns undefined if the work failed, or was not tried because the circuit is open. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>
  reset(): void
}

/**
 * Creates a circuit breaker. While the circuit is open, one call is tried every `retryMs`, and all other calls fail at
 * once.
 */
export function createCircuitBreaker(retryMs: number): CircuitBreaker {
  let isOpen = false
  let isTrying = false
  let retryAt = 0

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work()
      isOpen = false
      return result
    } catch {
      isOpen = true
      retryAt = performance.now() + retryMs
      return undefined
    }
  }

  return {
    isOpen: () => isOpen,
    async run(work) {
      if (!isOpen) return attempt(work)
      if (isTrying || performance.now() < retryAt) return undefined
      isTrying = true
      const result = await attempt(work)
      isTrying = false
      return result
    },
    reset() {
      isOpen = false
    },
  }
}
