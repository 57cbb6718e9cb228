import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './harness.ts'
import type { SmallDisk } from './small-disk.ts'

/**
 * Fills disks, one of which is the disk of the journals. When clicks are shipped or the journal's reserve is freed,
 * fills them again, until the edges have been losing clicks for `losingMs`. Then frees the disks, waits until the edges
 * append again, and records how many clicks they counted as lost.
 */
export async function fillDisks(harness: Harness, disks: readonly SmallDisk[], losingMs: number): Promise<void> {
  const lostBefore = await harness.clicksLost()
  const { next: fromMark } = await harness.load.progress()
  try {
    for (let losingUntil = Number.POSITIVE_INFINITY; performance.now() < losingUntil; await sleep(20)) {
      for (const disk of disks) disk.fill()
      if ((await harness.clicksLost()) > lostBefore) losingUntil = Math.min(losingUntil, performance.now() + losingMs)
    }
  } finally {
    for (const disk of disks) disk.free()
  }
  while (await harness.isDiskFull()) await sleep(20)
  // After this time, every request that was sent while the disk was full has its response.
  await sleep(100)
  const { next: toMark } = await harness.load.progress()
  harness.fullDisks.push({ fromMark, toMark, lost: (await harness.clicksLost()) - lostBefore })
}
