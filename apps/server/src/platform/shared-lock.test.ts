import { expect, it } from 'vitest'
import { createSharedLock, type HeldLock } from './shared-lock.ts'

type Mode = 'shared' | 'exclusive'

/**
 * Requests the lock in the order of `modes`. `locked` has the indexes of the requests that got the lock, even if they
 * released it.
 */
function lockAll(modes: readonly Mode[], signals: readonly (AbortSignal | undefined)[] = []) {
  const lock = createSharedLock()
  const locked: number[] = []
  const held: HeldLock[] = []
  const locks = modes.map(async (mode, nth) => {
    held[nth] = await lock.lock(mode, signals[nth])
    locked.push(nth)
  })
  return { locked, locks, held, unlock: (nth: number) => held[nth]?.unlock() }
}

const waitUntilSettled = () => new Promise((resolve) => setImmediate(resolve))

it('has any number of shared holders or one exclusive holder, in the order of the calls', async () => {
  const { locked, unlock } = lockAll(['shared', 'shared', 'exclusive', 'shared', 'exclusive'])
  await waitUntilSettled()
  expect(locked).toEqual([0, 1])

  unlock(0)
  unlock(0)
  await waitUntilSettled()
  expect(locked).toEqual([0, 1])

  unlock(1)
  await waitUntilSettled()
  expect(locked).toEqual([0, 1, 2])

  unlock(2)
  await waitUntilSettled()
  expect(locked).toEqual([0, 1, 2, 3])

  unlock(3)
  await waitUntilSettled()
  expect(locked).toEqual([0, 1, 2, 3, 4])
})

it('serves the requests after an aborted request, and rejects an aborted signal', async () => {
  const waiting = new AbortController()
  const { locked, locks } = lockAll(
    ['shared', 'exclusive', 'shared', 'shared'],
    [undefined, waiting.signal, undefined, AbortSignal.abort()],
  )
  await expect(locks[3]).rejects.toThrow('aborted')
  expect(locked).toEqual([0])

  waiting.abort(new Error('The process stops'))
  await expect(locks[1]).rejects.toThrow('The process stops')
  await waitUntilSettled()
  expect(locked).toEqual([0, 2])
})

it('serves shared requests when the exclusive holder shares the lock, and still holds back an exclusive request', async () => {
  const { locked, held, unlock } = lockAll(['exclusive', 'shared', 'exclusive'])
  await waitUntilSettled()
  expect(locked).toEqual([0])

  held[0]?.share()
  await waitUntilSettled()
  expect(locked).toEqual([0, 1])

  unlock(0)
  unlock(1)
  await waitUntilSettled()
  expect(locked).toEqual([0, 1, 2])
})
