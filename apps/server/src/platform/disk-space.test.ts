import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readMetric } from '../../test/read-metric.ts'
import { createDiskSpace, type FolderSpace, measureDiskSpace } from './disk-space.ts'
import { openMetrics } from './http/metrics.ts'

/** Returns a `readSpace` that knows these folders. It rejects for any other folder, as if that folder did not exist. */
function createSpaceReader(spaces: Record<string, FolderSpace>) {
  return async (folder: string) => spaces[folder] ?? Promise.reject(new Error('ENOENT'))
}

it.each([
  ['2 GB', 100e9, 1.999e9, true],
  ['2 GB', 100e9, 2e9, false],
  ['10 %', 10e9, 0.999e9, true],
  ['10 %', 10e9, 1e9, false],
])('requires %s of free space on a disk of %d bytes: with %d bytes free, isLow() is %s', async (_limit, totalBytes, freeBytes, isLow) => {
  const disk = createDiskSpace({ folders: ['/data'], readSpace: createSpaceReader({ '/data': { totalBytes, freeBytes } }) })

  expect(await disk.isLow()).toBe(isLow)
})

it('checks every disk, skips folders that do not exist, and applies the limit of the operator', async () => {
  const readSpace = createSpaceReader({
    '/data': { totalBytes: 100e9, freeBytes: 50e9 },
    '/data/postgres': { totalBytes: 100e9, freeBytes: 1e9 },
  })
  const folders = ['/data', '/data/postgres', '/data/none']

  expect(await createDiskSpace({ folders, readSpace }).isLow()).toBe(true)
  expect(await createDiskSpace({ folders: ['/data', '/data/none'], readSpace }).isLow()).toBe(false)
  expect(await createDiskSpace({ folders, readSpace, minFreeBytes: 500_000_000 }).isLow()).toBe(false)
  expect(await createDiskSpace({ folders: ['/data'], readSpace, minFreeBytes: 60e9 }).isLow()).toBe(true)
  expect(Object.keys(await createDiskSpace({ folders, readSpace }).read())).toEqual(['/data', '/data/postgres'])
})

it('reads the space of a folder that exists', async () => {
  const { [tmpdir()]: space, ...others } = await createDiskSpace({ folders: [tmpdir(), join(tmpdir(), 'none', 'at all')] }).read()

  expect(space?.totalBytes).toBeGreaterThan(0)
  expect(space?.freeBytes).toBeLessThanOrEqual(space?.totalBytes ?? 0)
  expect(others).toEqual({})
})

it('shows the free and the required space of each folder in the metrics', async () => {
  const diskSpace = createDiskSpace({ folders: ['/data'], readSpace: createSpaceReader({ '/data': { totalBytes: 10e9, freeBytes: 3e9 } }) })
  const metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
  try {
    measureDiskSpace(metrics, diskSpace)
    expect(await readMetric(metrics.port, 'linkshelf_disk_free_bytes{folder="/data"}')).toBe(3e9)
    expect(await readMetric(metrics.port, 'linkshelf_disk_min_free_bytes{folder="/data"}')).toBe(1e9)
  } finally {
    await metrics.close()
  }
})
