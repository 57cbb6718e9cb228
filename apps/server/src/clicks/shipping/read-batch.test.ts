import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { maxRecordBytes } from '../journal/records/record-frame.ts'
import { writeRecord } from '../journal/records/visit-records.ts'
import { readBatch, truncateBatch } from './read-batch.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batch-'))
  path = join(folder, 'segment')
})
afterEach(() => rm(folder, { recursive: true }))

async function aSegment(count: number): Promise<number> {
  const bytes = Buffer.alloc(count * maxRecordBytes)
  let end = 0
  for (let nth = 0; nth < count; nth += 1) end = writeRecord(bytes, end, aClick({ userAgent: '' }))
  await writeFile(path, bytes.subarray(0, end))
  return end
}

it('reads a long segment in batches that end at the end of a record', async () => {
  const end = await aSegment(25_000)
  let read = 0
  let from = 0
  while (from < end) {
    const batch = await readBatch(path, from, undefined, true)
    expect(batch.records.length).toBeLessThanOrEqual(10_000)
    expect([batch.damage, batch.tornBytes]).toEqual([[], 0])
    read += batch.records.length
    from += batch.end
  }
  expect([read, from]).toEqual([25_000, end])
})

it('reads a begun range as a whole, even if it has more records than a batch may have', async () => {
  const end = await aSegment(25_000)
  const batch = await readBatch(path, 0, end, false)
  expect([batch.records.length, batch.end, batch.tornBytes]).toEqual([25_000, end, 0])
})

it('truncates a batch at the end of a record, and drops the damage after it', async () => {
  await aSegment(5)
  const complete = await readBatch(path, 0, undefined, true)
  const first = complete.records[0]?.length ?? 0
  const short = truncateBatch({ ...complete, damage: [{ from: first, to: first + 5 }] }, 1)
  expect(short).toMatchObject({ records: complete.records.slice(0, 1), end: first, damage: [] })
  expect((await readBatch(path, first, undefined, true)).records).toEqual(complete.records.slice(1))
})
