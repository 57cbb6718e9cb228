import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { ConnectionTimeoutError } from './connection-slots.ts'
import { createCallerDatabase, type Db } from './postgres.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Opens transactions of a caller. They hold their connections until `end` is called. */
function holdConnections(db: Db, caller: string, count: number, opened: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const ofCaller = createCallerDatabase(db, caller)
  const done = Array.from({ length: count }, () =>
    ofCaller.transaction().execute(async (tx) => {
      await sql`select`.execute(tx)
      opened.push(caller)
      await promise
    }),
  )
  return { end, done: Promise.all(done) }
}

it('leaves connections to others while three callers have four slow transactions each', async () => {
  await using deps = await openTestDeps()
  const opened: string[] = []
  const slow = ['a', 'b', 'c'].map((caller) => holdConnections(deps.db, caller, 4, opened))
  await expect.poll(() => opened.toSorted()).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'])

  const other = createCallerDatabase(deps.db, 'other')
  expect((await sql<{ one: number }>`select 1 as one`.execute(other)).rows).toEqual([{ one: 1 }])
  expect((await sql<{ one: number }>`select 1 as one`.execute(deps.db)).rows).toEqual([{ one: 1 }])
  expect(opened).toHaveLength(8)

  for (const { end } of slow) end()
  await Promise.all(slow.map(({ done }) => done))
  expect(opened).toHaveLength(12)
})

it('serves a caller with short transactions before busy callers that wait', async () => {
  await using deps = await openTestDeps()
  // The fake clock begins at zero. But the tests share the pool, and it has recorded the usage of earlier tests at
  // times that are in the future of this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  const opened: string[] = []
  const first = ['a', 'b'].map((caller) => holdConnections(deps.db, caller, 4, opened))
  await expect.poll(() => opened).toHaveLength(8 - 1)
  vi.advanceTimersByTime(60_000)
  const own = holdConnections(deps.db, 'own', 3, opened)
  const waiting = ['a', 'b'].map((caller) => holdConnections(deps.db, caller, 1, opened))
  const light = holdConnections(deps.db, 'light', 1, opened)
  await expect.poll(() => opened.slice(7).toSorted()).toEqual(['light', 'own'])

  for (const { end } of [...first, own, light, ...waiting]) end()
  await Promise.all([...first, own, light, ...waiting].map(({ done }) => done))
})

it('rejects after a wait of ten seconds, and still gives statements without a caller a connection', async () => {
  await using deps = await openTestDeps()
  const opened: string[] = []
  const held = [...'abcdefghi'].map((caller) => holdConnections(deps.db, caller, 1, opened))
  await expect.poll(() => opened).toHaveLength(9)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = expect(sql`select 1`.execute(createCallerDatabase(deps.db, 'late'))).rejects.toThrow(ConnectionTimeoutError)
  expect((await sql<{ one: number }>`select 1 as one`.execute(deps.db)).rows).toEqual([{ one: 1 }])
  await vi.advanceTimersByTimeAsync(10_000)
  await late
  vi.useRealTimers()

  for (const { end } of held) end()
  await Promise.all(held.map(({ done }) => done))
  expect((await sql<{ one: number }>`select 1 as one`.execute(createCallerDatabase(deps.db, 'late'))).rows).toEqual([{ one: 1 }])
})

it('gives the connection of a failed transaction to the next caller', async () => {
  await using deps = await openTestDeps()
  const db = createCallerDatabase(deps.db, 'a')
  const failed = await Promise.allSettled(Array.from({ length: 12 }, () => sql`select 1 / 0`.execute(db)))
  expect(failed.filter(({ status }) => status === 'rejected')).toHaveLength(12)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
