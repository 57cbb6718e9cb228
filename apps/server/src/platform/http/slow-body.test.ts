import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchBodyRate } from './slow-body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Watches a body that grows by `bytesPerSecond` each second. Returns the second in which it was too slow, or undefined
 * if it never was.
 */
async function countSecondsUntilTooSlow(bytesPerSecond: (second: number) => number, seconds = 60): Promise<number | undefined> {
  const request = { complete: false, socket: { bytesRead: 5_000_000, destroyed: false } }
  let endedAfter: number | undefined
  const watch = watchBodyRate(request as never)
  for (let second = 1; second <= seconds && endedAfter === undefined; second += 1) {
    request.socket.bytesRead += bytesPerSecond(second)
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise(setImmediate)
    void watch.tooSlow.then(() => {
      endedAfter = second
    })
    await new Promise(setImmediate)
  }
  watch.stop()
  return endedAfter
}

it.each([
  ['nothing arrives', () => 0, 10],
  ['10,000 bytes a second arrive', () => 10_000, undefined],
  ['9,000 bytes a second arrive', () => 9_000, 10],
  ['it begins late and is fast then', (second: number) => (second < 9 ? 0 : 60_000), undefined],
  ['it is fast at first and stops then', (second: number) => (second <= 3 ? 50_000 : 0), 16],
])('ends a body only if it is too slow after ten seconds: %s', async (_case, bytesPerSecond, after) => {
  expect(await countSecondsUntilTooSlow(bytesPerSecond)).toBe(after)
})

it('does not end a complete body', async () => {
  const request = { complete: true, socket: { bytesRead: 10, destroyed: false } }
  let isEnded = false
  void watchBodyRate(request as never).tooSlow.then(() => {
    isEnded = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await new Promise(setImmediate)
  expect(isEnded).toBe(false)
})
