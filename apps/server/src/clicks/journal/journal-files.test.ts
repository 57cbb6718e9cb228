import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFileSync, type FileSyncOptions } from './journal-files.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/**
 * A disk that records for each sync whether it ran on this thread (`here`) or on a pool thread (`thread`). Each sync
 * takes `tookMs` milliseconds.
 */
function aDisk(given: FileSyncOptions = {}) {
  const disk = { tookMs: 0, threads: [] as string[] }
  const advanceClock = () => void vi.advanceTimersByTime(disk.tookMs)
  const sync = createFileSync({
    quickMs: 20,
    retryMs: 0,
    syncHere() {
      disk.threads.push('here')
      advanceClock()
    },
    async syncOnThread() {
      disk.threads.push('thread')
      advanceClock()
    },
    ...given,
  })
  return { disk, sync }
}

it('syncs on this thread after a fast sync', async () => {
  const { disk, sync } = aDisk()
  for (let nth = 0; nth < 4; nth += 1) await sync(1)
  expect(disk.threads).toEqual(['thread', 'here', 'here', 'here'])
  expect(sync(1)).toBeUndefined()
})

it('syncs on a pool thread after the disk became slow', async () => {
  const { disk, sync } = aDisk({ retryMs: 1_000_000 })
  await sync(1)
  await sync(1)
  disk.tookMs = 200
  await sync(1)
  await sync(1)
  expect(disk.threads).toEqual(['thread', 'here', 'here', 'thread'])
})

it('never syncs on this thread if the disk hangs or many bytes are to be synced', async () => {
  const { disk, sync } = aDisk()
  await sync(1, 50_000_000)
  await sync(1, 50_000_000)
  disk.tookMs = 250
  const hanging = aDisk()
  hanging.disk.tookMs = 250
  await hanging.sync(1)
  await hanging.sync(1)
  expect([disk.threads, hanging.disk.threads]).toEqual([
    ['thread', 'thread'],
    ['thread', 'thread'],
  ])
})

it('throws or rejects if the disk failed', async () => {
  const failed = new Error('EIO')
  const onThread = aDisk({ syncOnThread: () => Promise.reject(failed) })
  await expect(onThread.sync(1)).rejects.toBe(failed)
  const { sync } = aDisk({
    syncHere() {
      throw failed
    },
  })
  await sync(1)
  expect(() => sync(1)).toThrow(failed)
})
