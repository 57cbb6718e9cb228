import { afterEach, expect, it, vi } from 'vitest'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Starts tasks that the test ends by name. The key of a task is its name without the number: `a` for `a1`. */
function startTasks(limiter: ConcurrencyLimiter) {
  const started: string[] = []
  const tasks = new Map<string, { end: () => void; done: Promise<void> }>()
  return {
    started,
    add(...names: string[]) {
      for (const name of names) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const run = () => {
          started.push(name)
          return promise
        }
        const done = limiter.run(run, { key: name.replace(/\d+$/, '') })
        done.catch(() => undefined)
        tasks.set(name, { end: resolve, done })
      }
    },
    doneOf: (name: string) => tasks.get(name)?.done,
    async end(...names: string[]) {
      for (const name of names) {
        tasks.get(name)?.end()
        await tasks.get(name)?.done
      }
    },
  }
}

it('runs `width` tasks at once, in the order they were added', async () => {
  const limiter = createConcurrencyLimiter({ width: 2, queueLength: 10 })
  const started: number[] = []
  const tasks = [0, 1, 2, 3].map((number) => {
    const task = Promise.withResolvers<number>()
    const done = limiter.run(() => {
      started.push(number)
      return task.promise
    })
    return { ...task, done }
  })
  expect(started).toEqual([0, 1])
  tasks[1]?.resolve(1)
  await tasks[1]?.done
  expect(started).toEqual([0, 1, 2])
  for (const [number, task] of tasks.entries()) task.resolve(number)
  expect(await Promise.all(tasks.map((task) => task.done))).toEqual([0, 1, 2, 3])
})

it('continues after a task that failed', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limiter.run(async () => 'fine')).toBe('fine')
})

it('continues after a task that throws before it returns a promise', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  const broken = () => {
    throw new Error('broken')
  }
  await expect(limiter.run(broken)).rejects.toThrow('broken')
  expect(limiter.usage()).toEqual({ running: 0, waiting: 0 })
  expect(await limiter.run(async () => 'fine')).toBe('fine')
})

it('never rejects tasks that ignore the queue length, and serves them in turns with other tasks', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 2, perKey: { width: 1, queueLength: 2 } })
  const first = Promise.withResolvers<void>()
  const started: string[] = []
  const run = (key: string, ignoresQueueLength: boolean) =>
    limiter.run(
      () => {
        started.push(key)
        return first.promise
      },
      { key, ignoresQueueLength },
    )
  const done = [run('a', false), ...Array.from({ length: 5 }, () => run('job', true)), run('a', false), run('a', false)]
  await expect(run('a', false)).rejects.toMatchObject({ reason: 'full' })
  const dropped = expect(done.pop()).rejects.toMatchObject({ reason: 'full' })
  done.push(run('b', false))
  await dropped
  expect(limiter.usage()).toEqual({ running: 1, waiting: 7 })
  first.resolve()
  await Promise.all(done)
  expect(started).toEqual(['a', 'a', 'job', 'b', 'job', 'job', 'job', 'job'])
})

it('rejects a task when the queue is full', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 1 })
  const first = Promise.withResolvers<void>()
  const done = [limiter.run(() => first.promise), limiter.run(async () => undefined)]
  await expect(limiter.run(async () => undefined)).rejects.toMatchObject({ reason: 'full' })
  first.resolve()
  await Promise.all(done)
})

it('rejects a waiting task as soon as it is aborted, and never starts it', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  const first = Promise.withResolvers<void>()
  const abort = new AbortController()
  const done = limiter.run(() => first.promise)
  let isStarted = false
  const abandoned = limiter.run(async () => {
    isStarted = true
  }, abort)
  abort.abort()
  await expect(abandoned).rejects.toMatchObject({ reason: 'aborted' })
  expect(limiter.usage()).toEqual({ running: 1, waiting: 0 })
  first.resolve()
  await done
  expect(isStarted).toBe(false)
  expect(await limiter.run(async () => 'next')).toBe('next')
})

it('closes when the running task is done, and rejects the waiting task', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  const first = Promise.withResolvers<string>()
  const running = limiter.run(() => first.promise)
  const waiting = limiter.run(async () => 'late')
  let isClosed = false
  const closed = limiter.close().then(() => {
    isClosed = true
  })
  await expect(waiting).rejects.toMatchObject({ reason: 'closed' })
  expect(isClosed).toBe(false)
  first.resolve('done')
  expect(await running).toBe('done')
  await closed
})

it('starts a task of the key with the fewest running tasks, and applies the limits per key', async () => {
  const limiter = createConcurrencyLimiter({ width: 3, queueLength: 10, perKey: { width: 2, queueLength: 3 } })
  const started: string[] = []
  const tasks = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => {
    const task = Promise.withResolvers<void>()
    const run = () => {
      started.push(name)
      return task.promise
    }
    return { ...task, done: limiter.run(run, { key: name.slice(0, 1) }) }
  })
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await expect(limiter.run(async () => undefined, { key: 'a' })).rejects.toMatchObject({ reason: 'full' })

  tasks[0]?.resolve()
  await tasks[0]?.done
  expect(started.slice(3)).toEqual(['c1'])
  for (const task of tasks) task.resolve()
  await Promise.all(tasks.map(({ done }) => done))
  expect(started.slice(4)).toEqual(['a3', 'b2', 'a4', 'a5'])
  expect(limiter.usage()).toEqual({ running: 0, waiting: 0 })
})

it('reserves its last slots for keys that run nothing and ran little recently, even if many keys are busy', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const limiter = createConcurrencyLimiter({ width: 8, queueLength: 1_000, reserved: { width: 3, busyMs: 1_000 } })
  const { started, add, end } = startTasks(limiter)
  add('a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'd1'])

  vi.advanceTimersByTime(2_000)
  const busy = Array.from({ length: 20 }, (_, nth) => `busy${'x'.repeat(nth)}`)
  for (const key of busy) {
    add(`${key}1`)
    if (started.at(-1) === `${key}1`) {
      vi.advanceTimersByTime(2_000)
      await end(`${key}1`)
    }
  }
  // Each key got a reserved slot once, because it was new. Now all keys are busy and wait for one of the five shared
  // slots.
  expect(started.slice(6)).toEqual(busy.map((key) => `${key}1`))
  for (const key of busy) add(`${key}2`, `${key}3`)
  expect(started).toHaveLength(26)
  add('new1', 'new2')
  expect(started.slice(26)).toEqual(['new1'])

  await end('a1')
  expect(started.slice(27)).toEqual([])
  await end('new1')
  expect(started.slice(27)).toEqual(['new2'])
  await end('new2', 'a2')
  expect(started.slice(28)).toEqual([`${busy[0]}2`])
})

it('lets a key use the reserved slots again when it has run little for some minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const limiter = createConcurrencyLimiter({ width: 2, queueLength: 10, reserved: { width: 1, busyMs: 1_000 } })
  const { started, add, end } = startTasks(limiter)
  add('a1')
  vi.advanceTimersByTime(10_000)
  await end('a1')
  add('b1', 'a2')
  expect(started).toEqual(['a1', 'b1'])
  vi.advanceTimersByTime(300_000)
  add('c1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
  expect(limiter.usage()).toEqual({ running: 2, waiting: 1 })
})

it('serves a busy key in turn once its task has waited for `busyWaitMs`', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const reserved = { width: 0, busyMs: 1_000, busyWaitMs: 500 }
  const { started, add, end } = startTasks(createConcurrencyLimiter({ width: 1, queueLength: 10, reserved }))
  add('busy1')
  vi.advanceTimersByTime(2_000)
  add('busy2', 'a1')
  await end('busy1')
  add('b1')
  vi.advanceTimersByTime(500)
  await end('a1')
  expect(started).toEqual(['busy1', 'a1', 'busy2'])
  await end('busy2', 'b1')
})

it('serves tasks without a key first, and reserves the last slots for them', async () => {
  const reserved = { width: 1, keylessWidth: 1, busyMs: 1_000 }
  const limiter = createConcurrencyLimiter({ width: 2, queueLength: 10, reserved })
  const { started, add, end } = startTasks(limiter)
  const own = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const runOwn = (index: number) =>
    limiter.run(() => {
      started.push(`own ${index}`)
      return own[index]?.promise ?? Promise.resolve()
    })
  add('a1', 'b1')
  const done = [0, 1, 2].map(runOwn)
  expect(started).toEqual(['a1', 'own 0'])
  await end('a1')
  expect(started).toEqual(['a1', 'own 0', 'own 1'])
  for (const { resolve } of own) resolve()
  await Promise.all(done)
  expect(started).toEqual(['a1', 'own 0', 'own 1', 'own 2', 'b1'])
  await end('b1')
})

it('replaces the last task of the key with the most waiting tasks when a key with fewer adds one to a full queue', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 4 })
  const { started, add, end, doneOf } = startTasks(limiter)
  add('a1', 'a2', 'a3', 'a4', 'a5', 'b1')

  await expect(doneOf('a5')).rejects.toMatchObject({ reason: 'full' })
  add('a6')
  await expect(doneOf('a6')).rejects.toMatchObject({ reason: 'full' })
  await end('a1', 'a2', 'b1', 'a3', 'a4')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

it('does not apply limits per key to tasks without a key, and never counts them as busy', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const limits = { width: 3, queueLength: 10, perKey: { width: 1, queueLength: 0 }, reserved: { width: 2, busyMs: 1 } }
  const limiter = createConcurrencyLimiter(limits)
  const { promise, resolve } = Promise.withResolvers<void>()
  const tasks = [1, 2, 3].map(() => limiter.run(() => promise))
  expect(limiter.usage()).toEqual({ running: 3, waiting: 0 })
  vi.advanceTimersByTime(60_000)
  tasks.push(limiter.run(async () => undefined))
  resolve()
  await Promise.all(tasks)
})
