import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import { type Journal, type JournalOptions, openJournal } from './journal.ts'
import { type Disk, disk, listEdges, listSegments, toSegmentPath } from './journal-files.ts'
import { splitRecords } from './records/record-frame.ts'
import { readRecord } from './records/visit-records.ts'

let folder: string
let journals: Journal[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  journals = []
})
afterEach(async () => {
  await Promise.all(journals.map((journal) => journal.close()))
  await rm(folder, { recursive: true })
})

async function aJournal(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const fatal = (error: unknown) => {
    throw error
  }
  const journal = await openJournal({
    journalsFolder: folder,
    durability: 'disk',
    ids: systemIds,
    log: silentLog,
    reserveBytes: 0,
    onFatal: fatal,
    ...options,
  })
  journals.push(journal)
  return journal
}

function append(journal: Journal, id: string): Promise<void> {
  return new Promise((resolve) => journal.append(aClick({ id }), resolve))
}

async function readIdsOnDisk(): Promise<string[]> {
  const ids: string[] = []
  for (const edge of await listEdges(folder)) {
    for (const segment of await listSegments(join(folder, edge))) {
      const bytes = await readFile(toSegmentPath(join(folder, edge), segment))
      ids.push(...splitRecords(bytes, true).records.map((record) => readRecord(record).id))
    }
  }
  return ids
}

function anErrorWith(code: string): Error {
  return Object.assign(new Error(code), { code })
}

const someIds = (count: number) => Array.from({ length: count }, () => systemIds.next())

it.each(['disk', 'process'] as const)('writes every click, in order, before its callback (%s)', async (durability) => {
  const journal = await aJournal({ durability })
  const ids = someIds(500)
  await Promise.all(ids.map((id) => append(journal, id)))
  expect(await readIdsOnDisk()).toEqual(ids)
  expect(journal.state()).toEqual({ appended: 500, lost: 0, isDiskFull: false, isLosing: false })
})

it('runs no callback before the disk has the click', async () => {
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  let isBlocking = false
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      if (isBlocking) await blocked
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files })
  isBlocking = true
  let isAcknowledged = false
  const acknowledged = append(journal, someIds(1)[0] ?? '').then(() => {
    isAcknowledged = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isAcknowledged).toBe(false)
  release()
  await acknowledged
})

it('writes the clicks that arrive during a write as one batch', async () => {
  let syncs = 0
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      syncs += 1
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files })
  const first = append(journal, someIds(1)[0] ?? '')
  await new Promise((resolve) => setImmediate(resolve))
  syncs = 0
  await Promise.all([first, ...someIds(300).map((id) => append(journal, id))])
  expect(syncs).toBeLessThanOrEqual(2)
})

it.each([
  ['process', [16, 24]],
  ['disk', [40]],
] as const)('writes the first 16 clicks of a burst early when no sync is needed (%s)', async (durability, writes) => {
  const written: number[] = []
  const files: Disk = {
    ...disk,
    append: (file, bytes) => {
      written.push(splitRecords(bytes, true).records.length)
      return disk.append(file, bytes)
    },
  }
  const journal = await aJournal({ files, durability })
  const ids = someIds(40)
  await Promise.all(ids.map((id) => append(journal, id)))
  expect(written).toEqual(writes)
  expect(await readIdsOnDisk()).toEqual(ids)
})

it('rotates a large segment, and loses no click', async () => {
  const journal = await aJournal({ segmentBytes: 2_000 })
  const ids = someIds(40)
  for (const id of ids) await append(journal, id)
  const [edge = ''] = await listEdges(folder)
  expect((await listSegments(join(folder, edge))).length).toBeGreaterThan(3)
  expect(await readIdsOnDisk()).toEqual(ids)
})

it('does not wait for the sync of a full segment when no sync is needed', async () => {
  let block: Promise<void> | undefined
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      await block
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files, durability: 'process', segmentBytes: 2_000 })
  block = blocked
  const ids = someIds(40)
  for (const id of ids) await append(journal, id)
  release()
  await journal.close()
  journals = []
  expect(await readIdsOnDisk()).toEqual(ids)
})

it('ends the process if the sync of a full segment fails, even if clicks need no sync', async () => {
  const fatal: unknown[] = []
  let isBroken = false
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      if (isBroken) throw anErrorWith('EIO')
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files, durability: 'process', segmentBytes: 1, onFatal: (error) => fatal.push(error) })
  isBroken = true
  for (const id of someIds(2)) journal.append(aClick({ id }), () => {})
  await expect.poll(() => fatal).toEqual([anErrorWith('EIO')])
})

it('rotates an old segment even if no more clicks arrive', async () => {
  const journal = await aJournal({ segmentAgeMs: 20 })
  await append(journal, someIds(1)[0] ?? '')
  const [edge = ''] = await listEdges(folder)
  await expect.poll(() => listSegments(join(folder, edge))).toEqual([1, 2])
})

it('creates a folder for each edge', async () => {
  await Promise.all([aJournal(), aJournal()])
  expect(await listEdges(folder)).toHaveLength(2)
})

it('writes pending clicks and runs their callbacks on close', async () => {
  const journal = await aJournal()
  const ids = someIds(50)
  const callbacks = Promise.all(ids.map((id) => append(journal, id)))
  await journal.close()
  journals = []
  await callbacks
  expect(await readIdsOnDisk()).toEqual(ids)
})

it('counts clicks as lost while the disk is full, and appends again when there is room', async () => {
  let room = 1_000
  const files: Disk = {
    ...disk,
    append(file, bytes) {
      if (room === 0) throw anErrorWith('ENOSPC')
      const written = disk.append(file, bytes.subarray(0, room))
      room -= written
      return written
    },
  }
  const journal = await aJournal({ files, retryMs: 0 })
  const [early, late] = [someIds(10), someIds(5)]
  await Promise.all(early.map((id) => append(journal, id)))
  const { appended, lost } = journal.state()
  expect(appended + lost).toBe(10)
  expect(appended).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  expect(journal.state().isDiskFull).toBe(true)

  room = 1_000_000
  await Promise.all(late.map((id) => append(journal, id)))
  expect(journal.state()).toEqual({ appended: appended + 5, lost, isDiskFull: false, isLosing: true })
  expect(await readIdsOnDisk()).toEqual([...early.slice(0, appended), ...late])
})

it('uses the reserved space before it loses a click', async () => {
  const listReserves = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('reserve'))
  let isFull = true
  const files: Disk = {
    ...disk,
    append(file, bytes) {
      if (isFull) {
        isFull = false // the disk has room again once the reserve is released
        throw anErrorWith('ENOSPC')
      }
      return disk.append(file, bytes)
    },
  }
  const journal = await aJournal({ files, reserveBytes: 5_000_000 })
  expect(await listReserves()).toHaveLength(1)
  const ids = someIds(3)
  await Promise.all(ids.map((id) => append(journal, id)))
  expect(await listReserves()).toHaveLength(0)
  expect(await readIdsOnDisk()).toEqual(ids)
  expect(journal.state().lost).toBe(0)
})

it('opens although the disk has no room for a segment, and counts clicks as lost', async () => {
  const files: Disk = {
    ...disk,
    create: () => {
      throw anErrorWith('ENOSPC')
    },
  }
  const journal = await aJournal({ files })
  await append(journal, someIds(1)[0] ?? '')
  expect(journal.state()).toEqual({ appended: 0, lost: 1, isDiskFull: true, isLosing: true })
})

it('continues in the old segment while too many files are open', async () => {
  let hasNoDescriptor = false
  const files: Disk = {
    ...disk,
    create: (path) => {
      if (hasNoDescriptor) throw anErrorWith('EMFILE')
      return disk.create(path)
    },
  }
  const journal = await aJournal({ files, segmentBytes: 1 })
  hasNoDescriptor = true
  const ids = someIds(5)
  for (const id of ids) await append(journal, id)
  expect(await readIdsOnDisk()).toEqual(ids)
})

it.each(['EIO', 'EROFS'])('ends the process when a sync fails with %s, and never runs the callback', async (code) => {
  const fatal: unknown[] = []
  let isBroken = false
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      if (isBroken) throw anErrorWith(code)
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files, onFatal: (error) => fatal.push(error) })
  isBroken = true
  let callbackCount = 0
  journal.append(aClick(), () => {
    callbackCount += 1
  })
  await expect.poll(() => fatal).toEqual([anErrorWith(code)])
  journal.append(aClick(), () => {
    callbackCount += 1
  })
  await journal.close()
  journals = []
  expect(callbackCount).toBe(0)
})

it('counts clicks as lost if too many clicks are pending', async () => {
  const journal = await aJournal({ maxPending: 10 })
  await Promise.all(someIds(25).map((id) => append(journal, id)))
  expect(journal.state()).toMatchObject({ appended: 10, lost: 15 })
})

it('appends clicks of any length', async () => {
  const journal = await aJournal()
  const long = 'ÿ'.repeat(5_000)
  const clicks = someIds(400).map((id) => aClick({ id, userAgent: long, referrer: long, query: long, acceptLanguage: long, address: long }))
  await Promise.all(clicks.map((click) => new Promise<void>((resolve) => journal.append(click, resolve))))
  expect(await readIdsOnDisk()).toEqual(clicks.map((click) => click.id))
})
