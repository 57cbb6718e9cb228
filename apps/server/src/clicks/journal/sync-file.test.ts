import { expect, it } from 'vitest'
import { type FileSyncing, makeFileSync } from './sync-file.ts'

/** Says of each sync whether it was waited for in place. A disk takes as long as `tookMs` says, both ways. */
function aDisk(given: FileSyncing = {}) {
  const disk = { tookMs: 0, places: [] as string[] }
  const busy = () => {
    const endsAt = performance.now() + disk.tookMs
    while (performance.now() < endsAt);
  }
  const sync = makeFileSync({
    quickMs: 20,
    tryAgainMs: 0,
    syncInPlace() {
      disk.places.push('in place')
      busy()
    },
    async syncApart() {
      disk.places.push('apart')
      busy()
    },
    ...given,
  })
  return { disk, sync }
}

it('waits in place for a disk that is quick, once it knows', async () => {
  const { disk, sync } = aDisk()
  for (let nth = 0; nth < 4; nth += 1) await sync(1)
  expect(disk.places).toEqual(['apart', 'in place', 'in place', 'in place'])
  expect(sync(1)).toBeUndefined()
})

it('hands a disk that became slow to another thread', async () => {
  const { disk, sync } = aDisk({ tryAgainMs: 1_000_000 })
  await sync(1)
  await sync(1)
  disk.tookMs = 200
  await sync(1)
  await sync(1)
  expect(disk.places).toEqual(['apart', 'in place', 'in place', 'apart'])
})

it('never waits in place for a disk that hangs, nor for much at once', async () => {
  const { disk, sync } = aDisk()
  await sync(1, 50_000_000)
  await sync(1, 50_000_000)
  disk.tookMs = 250
  const hanging = aDisk()
  hanging.disk.tookMs = 250
  await hanging.sync(1)
  await hanging.sync(1)
  expect([disk.places, hanging.disk.places]).toEqual([
    ['apart', 'apart'],
    ['apart', 'apart'],
  ])
})

it('says it when the disk failed, either way', async () => {
  const failed = new Error('EIO')
  const apart = aDisk({ syncApart: () => Promise.reject(failed) })
  await expect(apart.sync(1)).rejects.toBe(failed)
  const { sync } = aDisk({
    syncInPlace() {
      throw failed
    },
  })
  await sync(1)
  expect(() => sync(1)).toThrow(failed)
})
