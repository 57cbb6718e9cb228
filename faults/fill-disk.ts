import { setTimeout as sleep } from 'node:timers/promises'
import type { Rig } from './harness.ts'

/**
 * Fills the journals' disk, also where clicks or a reserve give room back, until the edge has been losing clicks for a while. Ends when the disk has
 * room again and the edge keeps clicks again, and notes what the edge counted as lost.
 */
export async function fillDisk(rig: Rig, losingMs: number): Promise<void> {
  if (typeof rig.disk === 'string') return
  const lostBefore = (await rig.edgeState()).journal.lost
  const { next: fromMark } = await rig.press.howFar()
  try {
    for (let losingUntil = Number.POSITIVE_INFINITY; performance.now() < losingUntil; await sleep(20)) {
      rig.disk.fill()
      const { lost } = (await rig.edgeState()).journal
      if (lost > lostBefore) losingUntil = Math.min(losingUntil, performance.now() + losingMs)
    }
  } finally {
    rig.disk.free()
  }
  while ((await rig.edgeState()).journal.isDiskFull) await sleep(20)
  // Whoever was answered while the disk was full has got the answer by then.
  await sleep(100)
  const { next: toMark } = await rig.press.howFar()
  rig.fullDisks.push({ fromMark, toMark, lost: (await rig.edgeState()).journal.lost - lostBefore })
}
