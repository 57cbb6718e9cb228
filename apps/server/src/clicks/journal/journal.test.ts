import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/a-click.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import { readRecord } from './click-record.ts'
import { cutRecords } from './cut-records.ts'
import { type Journal, type JournalOptions, openJournal } from './journal.ts'
import { type Disk, disk, listEdges, listSegments, segmentPath } from './journal-files.ts'

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

function keep(journal: Journal, id: string): Promise<void> {
  return new Promise((resolve) => journal.append(aClick({ id }), resolve))
}

async function idsOnDisk(): Promise<string[]> {
  const ids: string[] = []
  for (const edge of await listEdges(folder)) {
    for (const segment of await listSegments(join(folder, edge))) {
      const bytes = await readFile(segmentPath(join(folder, edge), segment))
      ids.push(...cutRecords(bytes, true).records.map((record) => readRecord(record).id))
    }
  }
  return ids
}

function anErrorWith(code: string): Error {
  return Object.assign(new Error(code), { code })
}

const someIds = (count: number) => Array.from({ length: count }, () => systemIds.next())

it.each(['disk', 'process'] as const)('keeps every click, in order, before it answers (%s)', async (durability) => {
  const journal = await aJournal({ durability })
  const ids = someIds(500)
  await Promise.all(ids.map((id) => keep(journal, id)))
  expect(await idsOnDisk()).toEqual(ids)
  expect(journal.state()).toEqual({ appended: 500, lost: 0, isDiskFull: false, isLosing: false })
})

it('answers no click before the disk has it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHolding = false
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      if (isHolding) await held
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files })
  isHolding = true
  let isAnswered = false
  const answered = keep(journal, someIds(1)[0] ?? '').then(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isAnswered).toBe(false)
  release()
  await answered
})

it('writes what arrives during a write as one batch', async () => {
  let syncs = 0
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      syncs += 1
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files })
  const first = keep(journal, someIds(1)[0] ?? '')
  await new Promise((resolve) => setImmediate(resolve))
  syncs = 0
  await Promise.all([first, ...someIds(300).map((id) => keep(journal, id))])
  expect(syncs).toBeLessThanOrEqual(2)
})

it.each([
  ['process', [16, 24]],
  ['disk', [40]],
] as const)('begins to write in the middle of a rush where the write is enough (%s)', async (durability, writes) => {
  const written: number[] = []
  const files: Disk = {
    ...disk,
    append: (file, bytes) => {
      written.push(cutRecords(bytes, true).records.length)
      return disk.append(file, bytes)
    },
  }
  const journal = await aJournal({ files, durability })
  const ids = someIds(40)
  await Promise.all(ids.map((id) => keep(journal, id)))
  expect(written).toEqual(writes)
  expect(await idsOnDisk()).toEqual(ids)
})

it('begins a new segment when one is large, and loses none', async () => {
  const journal = await aJournal({ segmentBytes: 2_000 })
  const ids = someIds(40)
  for (const id of ids) await keep(journal, id)
  const [edge = ''] = await listEdges(folder)
  expect((await listSegments(join(folder, edge))).length).toBeGreaterThan(3)
  expect(await idsOnDisk()).toEqual(ids)
})

it('keeps nobody waiting for the disk to have a full segment, where the write is enough', async () => {
  let hold: Promise<void> | undefined
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const files: Disk = {
    ...disk,
    sync: async (file) => {
      await hold
      await disk.sync(file)
    },
  }
  const journal = await aJournal({ files, durability: 'process', segmentBytes: 2_000 })
  hold = held
  const ids = someIds(40)
  for (const id of ids) await keep(journal, id)
  release()
  await journal.close()
  journals = []
  expect(await idsOnDisk()).toEqual(ids)
})

it('ends the process when the disk did not take a full segment, also where the write is enough', async () => {
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

it('begins a new segment when one is old, also when nobody clicks any more', async () => {
  const journal = await aJournal({ segmentAgeMs: 20 })
  await keep(journal, someIds(1)[0] ?? '')
  const [edge = ''] = await listEdges(folder)
  await expect.poll(() => listSegments(join(folder, edge))).toEqual([1, 2])
})

it('gives each edge a folder of its own', async () => {
  await Promise.all([aJournal(), aJournal()])
  expect(await listEdges(folder)).toHaveLength(2)
})

it('keeps and answers what was accepted when it is closed', async () => {
  const journal = await aJournal()
  const ids = someIds(50)
  const answers = Promise.all(ids.map((id) => keep(journal, id)))
  await journal.close()
  journals = []
  await answers
  expect(await idsOnDisk()).toEqual(ids)
})

it('sends visitors on when the disk is full, counts their clicks, and keeps again when there is room', async () => {
  let room = 1_000
  const files: Disk = {
    ...disk,
    append(file, bytes) {
      if (room === 0) throw anErrorWith('ENOSPC')
      const taken = disk.append(file, bytes.subarray(0, room))
      room -= taken
      return taken
    },
  }
  const journal = await aJournal({ files, retryMs: 0 })
  const [early, late] = [someIds(10), someIds(5)]
  await Promise.all(early.map((id) => keep(journal, id)))
  const { appended, lost } = journal.state()
  expect(appended + lost).toBe(10)
  expect(appended).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  expect(journal.state().isDiskFull).toBe(true)

  room = 1_000_000
  await Promise.all(late.map((id) => keep(journal, id)))
  expect(journal.state()).toEqual({ appended: appended + 5, lost, isDiskFull: false, isLosing: true })
  expect(await idsOnDisk()).toEqual([...early.slice(0, appended), ...late])
})

it('uses the space it reserved before it loses a click', async () => {
  const reserved = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('reserve'))
  let isFull = true
  const files: Disk = {
    ...disk,
    append(file, bytes) {
      if (isFull) {
        isFull = false // the disk has room again once the reserve is given back
        throw anErrorWith('ENOSPC')
      }
      return disk.append(file, bytes)
    },
  }
  const journal = await aJournal({ files, reserveBytes: 5_000_000 })
  expect(await reserved()).toHaveLength(1)
  const ids = someIds(3)
  await Promise.all(ids.map((id) => keep(journal, id)))
  expect(await reserved()).toHaveLength(0)
  expect(await idsOnDisk()).toEqual(ids)
  expect(journal.state().lost).toBe(0)
})

it('starts and sends visitors on when the disk has no room for a segment', async () => {
  const files: Disk = {
    ...disk,
    create: () => {
      throw anErrorWith('ENOSPC')
    },
  }
  const journal = await aJournal({ files })
  await keep(journal, someIds(1)[0] ?? '')
  expect(journal.state()).toEqual({ appended: 0, lost: 1, isDiskFull: true, isLosing: true })
})

it('goes on in the old segment while too many files are open', async () => {
  let isScarce = false
  const files: Disk = {
    ...disk,
    create: (path) => {
      if (isScarce) throw anErrorWith('EMFILE')
      return disk.create(path)
    },
  }
  const journal = await aJournal({ files, segmentBytes: 1 })
  isScarce = true
  const ids = someIds(5)
  for (const id of ids) await keep(journal, id)
  expect(await idsOnDisk()).toEqual(ids)
})

it.each(['EIO', 'EROFS'])('ends the process when the disk answers a sync with %s, and never answers the click', async (code) => {
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
  let answers = 0
  journal.append(aClick(), () => {
    answers += 1
  })
  await expect.poll(() => fatal).toEqual([anErrorWith(code)])
  journal.append(aClick(), () => {
    answers += 1
  })
  await journal.close()
  journals = []
  expect(answers).toBe(0)
})

it('sends visitors on, and counts their clicks as lost, when more than it may hold wait for the disk', async () => {
  const journal = await aJournal({ waitingMax: 10 })
  await Promise.all(someIds(25).map((id) => keep(journal, id)))
  expect(journal.state()).toMatchObject({ appended: 10, lost: 15 })
})

it('keeps clicks of any length', async () => {
  const journal = await aJournal()
  const long = 'ÿ'.repeat(5_000)
  const clicks = someIds(400).map((id) => aClick({ id, userAgent: long, referrer: long, query: long, acceptLanguage: long, address: long }))
  await Promise.all(clicks.map((click) => new Promise<void>((resolve) => journal.append(click, resolve))))
  expect(await idsOnDisk()).toEqual(clicks.map((click) => click.id))
})
