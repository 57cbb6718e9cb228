import { expect, it } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

it('runs as many at once as it is wide, in the order they came', async () => {
  const lane = createConcurrencyLimiter({ width: 2, queueLength: 10 })
  const started: number[] = []
  const works = [0, 1, 2, 3].map((number) => {
    const work = Promise.withResolvers<number>()
    const done = lane.run(() => {
      started.push(number)
      return work.promise
    })
    return { ...work, done }
  })
  expect(started).toEqual([0, 1])
  works[1]?.resolve(1)
  await works[1]?.done
  expect(started).toEqual([0, 1, 2])
  for (const [number, work] of works.entries()) work.resolve(number)
  expect(await Promise.all(works.map((work) => work.done))).toEqual([0, 1, 2, 3])
})

it('goes on after a work that failed', async () => {
  const lane = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  await expect(lane.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await lane.run(async () => 'fine')).toBe('fine')
})

it('refuses what comes when the queue is full', async () => {
  const lane = createConcurrencyLimiter({ width: 1, queueLength: 1 })
  const first = Promise.withResolvers<void>()
  const done = [lane.run(() => first.promise), lane.run(async () => undefined)]
  await expect(lane.run(async () => undefined)).rejects.toMatchObject({ why: 'full' })
  first.resolve()
  await Promise.all(done)
})

it('never starts what nobody waits for any more', async () => {
  const lane = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  const first = Promise.withResolvers<void>()
  const left = new AbortController()
  const done = lane.run(() => first.promise)
  let isStarted = false
  const abandoned = lane.run(async () => {
    isStarted = true
  }, left.signal)
  left.abort()
  first.resolve()
  await done
  await expect(abandoned).rejects.toMatchObject({ why: 'left' })
  expect(isStarted).toBe(false)
  expect(await lane.run(async () => 'next')).toBe('next')
})

it('closes when what runs is done, refusing what waits', async () => {
  const lane = createConcurrencyLimiter({ width: 1, queueLength: 10 })
  const first = Promise.withResolvers<string>()
  const running = lane.run(() => first.promise)
  const waiting = lane.run(async () => 'late')
  let isClosed = false
  const closed = lane.close().then(() => {
    isClosed = true
  })
  await expect(waiting).rejects.toMatchObject({ why: 'closed' })
  expect(isClosed).toBe(false)
  first.resolve('done')
  expect(await running).toBe('done')
  await closed
})
