import { withTimeout } from '../platform/with-timeout.ts'

export interface BatchedLookUp<Value> {
  /** Nothing when there is no such key. Rejects when nobody answers in time, and then for everybody who waits: none of them would fare better. */
  find(key: string): Promise<Answer<Value>>
  /** Whatever is being found for the key at this moment is out of date. */
  outdate(key: string): void
  /** Who asks from now on gets a look-up that begins from now on. */
  startAfresh(): void
}

export interface Answer<Value> {
  value: Value | undefined
  /** In `performance.now()`: nothing that happened later is in it. */
  askedAt: number
  /** It changed while it was looked up: good enough for who asked, not to be remembered. */
  isOutdated: boolean
}

interface Asked<Value> {
  key: string
  answer: Promise<Answer<Value>>
  resolve(answer: Answer<Value>): void
  reject(error: unknown): void
  askedAt: number
  isOutdated: boolean
}

/** Small enough that reading an answer holds up no visitor for long. */
const batchMax = 200
const batchesAtOnce = 2

/** However many ask, a key is looked up once at a time, and keys asked for at the same time are looked up together. */
export function makeBatchedLookUp<Value>(
  findMany: (keys: string[]) => Promise<Map<string, Value>>,
  patienceMs: number,
): BatchedLookUp<Value> {
  const open = new Map<string, Asked<Value>>()
  const waiting: Asked<Value>[] = []
  let running = 0
  let isScheduled = false

  function ask(key: string): Asked<Value> {
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer<Value>>()
    const asked = { key, answer, resolve, reject, askedAt: performance.now(), isOutdated: false }
    open.set(key, asked)
    waiting.push(asked)
    schedule()
    return asked
  }

  function schedule(): void {
    if (isScheduled || running >= batchesAtOnce || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void run(waiting.splice(0, batchMax))
      schedule()
    })
  }

  async function run(batch: Asked<Value>[]): Promise<void> {
    running += 1
    try {
      const found = await withTimeout(patienceMs, findMany(batch.map((asked) => asked.key)))
      for (const asked of batch) asked.resolve({ value: found.get(asked.key), askedAt: asked.askedAt, isOutdated: asked.isOutdated })
    } catch (error) {
      for (const asked of waiting.splice(0)) fail(asked, error)
      for (const asked of batch) fail(asked, error)
    } finally {
      for (const asked of batch) close(asked)
      running -= 1
      schedule()
    }
  }

  function fail(asked: Asked<Value>, error: unknown): void {
    close(asked)
    asked.reject(error)
  }

  function close(asked: Asked<Value>): void {
    if (open.get(asked.key) === asked) open.delete(asked.key)
  }

  return {
    find: (key) => (open.get(key) ?? ask(key)).answer,
    outdate(key) {
      const asked = open.get(key)
      if (asked) asked.isOutdated = true
      open.delete(key)
    },
    startAfresh: () => open.clear(),
  }
}
