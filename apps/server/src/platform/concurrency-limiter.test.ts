import { expect, it } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

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

it('rejects a task when the queue is full', async () => {
  const limiter = createConcurrencyLimiter({ width: 1, queueLength: 1 })
  const first = Promise.withResolvers<void>()
  const done = [limiter.run(() => first.promise), limiter.run(async () => undefined)]
  await expect(limiter.run(async () => undefined)).rejects.toMatchObject({ reason: 'full' })
  first.resolve()
  await Promise.all(done)
})

it('rejects a task at once that is aborted while it waits, and never starts it', async () => {
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

it('closes when the running task is done, and rejects the waiting one', async () => {
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

it('starts the task of the key with the fewest running ones, and leaves slots to others', async () => {
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
