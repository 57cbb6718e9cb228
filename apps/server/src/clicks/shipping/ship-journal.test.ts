import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openJournal } from '../journal/journal.ts'
import { listEdges, listSegments, toSegmentPath } from '../journal/journal-files.ts'
import { splitRecords } from '../journal/records/record-frame.ts'
import type { JournalRecord } from '../journal/records/visit-records.ts'
import { RejectedRowsError } from './insert-rows.ts'
import { type RecordStore, type Shipment, shipJournal } from './ship-journal.ts'

let root: string
let journals: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ship-'))
  journals = join(root, 'journals')
})
afterEach(() => rm(root, { recursive: true }))

async function aRunningJournal(segmentBytes?: number) {
  const onFatal = (error: unknown) => {
    throw error
  }
  return openJournal({
    journalsFolder: journals,
    durability: 'disk',
    ids: systemIds,
    log: silentLog,
    reserveBytes: 1_000,
    segmentBytes,
    onFatal,
  })
}

type RunningJournal = Awaited<ReturnType<typeof aRunningJournal>>

async function append(journal: RunningJournal, count: number): Promise<string[]> {
  const clicks = Array.from({ length: count }, () => aClick())
  for (const click of clicks) await new Promise<void>((resolve) => journal.append(click, resolve))
  return clicks.map((click) => click.id)
}

/** Creates an orphaned journal of several segments. Returns the ids of its clicks. */
async function anOrphanedJournal(count = 12): Promise<string[]> {
  const journal = await aRunningJournal(1_500)
  const ids = await append(journal, count)
  await journal.close()
  return ids
}

const anObserver = () => {
  const seen = { damaged: 0, torn: 0 }
  return {
    seen,
    onDamage(bytes: number) {
      seen.damaged += bytes
    },
    onTornRecord(bytes: number) {
      seen.torn += bytes
    },
  }
}

/** Creates a store that finds no stored click. */
function createEmptyStore(insert: RecordStore['insert']): RecordStore {
  return { insert, findStoredIds: async () => new Set(), hasEveryReplica: async () => true, countMoves: async () => 0 }
}

/**
 * A store that deduplicates by token as ClickHouse does: if a token is used again, the second insert stores nothing.
 */
function aStore() {
  const blocks = new Map<string, string[]>()
  const ids = () => [...blocks.values()].flat()
  return {
    findStoredIds: async () => new Set(ids()),
    hasEveryReplica: async () => true,
    countMoves: async () => 0,
    insert: async ({ token, records }: Shipment) =>
      void (
        blocks.has(token) ||
        blocks.set(
          token,
          records.map((record) => record.id),
        )
      ),
    ids,
  }
}

/**
 * Creates a store that rejects every batch with this click, as ClickHouse does. If a batch has only this click, the
 * click becomes a dead letter.
 */
function createRejectingStore(id: string, store: ReturnType<typeof aStore>) {
  const deadLetters = new Set<string>()
  const insert: RecordStore['insert'] = async (batch) => {
    if (!batch.records.some((record) => record.id === id)) return store.insert(batch)
    if (batch.records.length > 1) throw new RejectedRowsError('not a UUID')
    deadLetters.add(id)
  }
  return { deadLetters, store: { ...store, insert } }
}

async function shipAll(store: RecordStore): Promise<void> {
  for (const edge of await listEdges(journals)) await shipJournal(journals, edge, store, anObserver())
}

async function findEdge(): Promise<string> {
  const [edge = ''] = await listEdges(journals)
  return edge
}

it('ships an orphaned journal, and then deletes it', async () => {
  const ids = await anOrphanedJournal()
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it('ships from a running edge repeatedly, and leaves its folder', async () => {
  const journal = await aRunningJournal()
  const store = aStore()
  const ids = await append(journal, 3)
  await shipAll(store)
  await shipAll(store)
  ids.push(...(await append(journal, 2)))
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await listSegments(join(journals, await findEdge()))).toEqual([1])
  await journal.close()
})

it('deletes a segment of a running edge once it is closed and shipped', async () => {
  const journal = await aRunningJournal(1_500)
  const ids = await append(journal, 12)
  const segments = await listSegments(join(journals, await findEdge()))
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await listSegments(join(journals, await findEdge()))).toEqual(segments.slice(-1))
  await journal.close()
})

it.each(['before', 'after'] as const)('stores each click once if the process is killed %s any insert', async (moment) => {
  const ids = await anOrphanedJournal()
  await cp(journals, join(root, 'untouched'), { recursive: true })
  for (let fatal = 1; fatal <= 3; fatal += 1) {
    await rm(journals, { recursive: true, force: true })
    await cp(join(root, 'untouched'), journals, { recursive: true })
    const store = aStore()
    let inserts = 0
    const killed = shipJournal(
      journals,
      await findEdge(),
      createEmptyStore(async (batch) => {
        inserts += 1
        if (inserts === fatal && moment === 'before') throw new Error('killed')
        await store.insert(batch)
        if (inserts === fatal) throw new Error('killed')
      }),
      anObserver(),
    )
    await expect(killed).rejects.toThrow('killed')
    await shipAll(store)
    expect(store.ids()).toEqual(ids)
  }
})

it.each(['before', 'after'] as const)(
  'stores each click once if the process is killed %s any insert of a rejected batch and the next release accepts the batch',
  async (moment) => {
    const journal = await aRunningJournal()
    const ids = await append(journal, 7)
    await journal.close()
    await cp(journals, join(root, 'untouched'), { recursive: true })
    let wasKilled = true
    for (let fatal = 1; wasKilled; fatal += 1) {
      await rm(journals, { recursive: true, force: true })
      await cp(join(root, 'untouched'), journals, { recursive: true })
      const accepted = aStore()
      const { store, deadLetters } = createRejectingStore(ids[4] ?? '', accepted)
      let inserts = 0
      const insert: RecordStore['insert'] = async (batch) => {
        inserts += 1
        if (inserts === fatal && moment === 'before') throw new Error('killed')
        await store.insert(batch)
        if (inserts === fatal) throw new Error('killed')
      }
      wasKilled = await shipJournal(journals, await findEdge(), { ...store, insert }, anObserver()).then(
        () => false,
        (error) => error.message === 'killed',
      )
      await shipAll(accepted)
      expect([...accepted.ids(), ...deadLetters].sort(), `killed at insert ${fatal}`).toEqual(ids.toSorted())
    }
    expect(await readdir(journals)).toEqual([])
  },
)

it('skips the half of a rejected batch that the previous release stored under a separate token', async () => {
  const ids = await anOrphanedJournal(6)
  const edge = await findEdge()
  const accepted = aStore()
  const { store, deadLetters } = createRejectingStore(ids[1] ?? '', accepted)
  const [first = 0] = await listSegments(join(journals, edge))
  const { size } = await stat(toSegmentPath(join(journals, edge), first))
  await writeFile(join(journals, edge, 'position.json'), JSON.stringify({ segment: first, shippedTo: 0, tryingTo: size }))
  await accepted.insert({ edge, token: 'of its own', records: [aClick({ id: ids[0] })], unreadable: [] })
  await shipJournal(journals, edge, store, anObserver())
  expect([...accepted.ids(), ...deadLetters].sort()).toEqual(ids.toSorted())
})

it('retries a range under the same token although more clicks were appended', async () => {
  const journal = await aRunningJournal()
  const edge = await findEdge()
  const ids = await append(journal, 2)
  const tokens: string[] = []
  const store = aStore()
  const failing = async (batch: Shipment) => {
    tokens.push(batch.token)
    await store.insert(batch)
    throw new Error('no answer came')
  }
  await expect(shipJournal(journals, edge, createEmptyStore(failing), anObserver())).rejects.toThrow()
  ids.push(...(await append(journal, 3)))
  await shipJournal(
    journals,
    edge,
    createEmptyStore(async (batch) => {
      tokens.push(batch.token)
      await store.insert(batch)
    }),
    anObserver(),
  )
  await shipAll(store)
  expect(tokens[1]).toBe(tokens[0])
  expect(store.ids()).toEqual(ids)
  await journal.close()
})

it('writes a range to the position file before its first insert', async () => {
  await anOrphanedJournal(1)
  const edge = await findEdge()
  let written = ''
  await shipJournal(
    journals,
    edge,
    createEmptyStore(async () => {
      written = await readFile(join(journals, edge, 'position.json'), 'utf8')
    }),
    anObserver(),
  )
  expect(JSON.parse(written)).toMatchObject({ segment: 1, shippedTo: 0, tryingTo: expect.any(Number) })
})

it('drops a torn last click and ships the rest', async () => {
  const ids = await anOrphanedJournal(3)
  const path = toSegmentPath(join(journals, await findEdge()), 1)
  await truncate(path, (await readFile(path)).length - 7)
  const { seen, ...observer } = anObserver()
  const store = aStore()
  await shipJournal(journals, await findEdge(), store, observer)
  expect(store.ids()).toEqual(ids.slice(0, 2))
  expect(seen.torn).toBeGreaterThan(0)
})

it('quarantines a damaged click and ships those around it', async () => {
  const ids = await anOrphanedJournal(3)
  const path = toSegmentPath(join(journals, await findEdge()), 1)
  const bytes = await readFile(path)
  const middle = bytes.indexOf('LSK1', 10)
  bytes[middle + 40] = 0
  await writeFile(path, bytes)
  const { seen, ...observer } = anObserver()
  const store = aStore()
  await shipJournal(journals, await findEdge(), store, observer)
  expect(store.ids()).toEqual([ids[0], ids[2]])
  expect(seen).toEqual({ damaged: bytes.indexOf('LSK1', middle + 1) - middle, torn: 0 })
  const [name = ''] = await readdir(join(journals, 'quarantine'))
  expect((await readFile(join(journals, 'quarantine', name))).length).toBe(seen.damaged)
})

it('continues if a power cut removed the end of a begun range', async () => {
  const ids = await anOrphanedJournal(3)
  const edge = await findEdge()
  const killed = shipJournal(
    journals,
    edge,
    createEmptyStore(async () => Promise.reject(new Error('killed'))),
    anObserver(),
  )
  await expect(killed).rejects.toThrow('killed')
  const path = toSegmentPath(join(journals, edge), 1)
  await truncate(path, (await readFile(path)).indexOf('LSK1', 10))
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids.slice(0, 1))
  expect(await readdir(journals)).toEqual([])
})

it('reports records it can not read, and ships the others', async () => {
  const ids = await anOrphanedJournal(2)
  const edge = await findEdge()
  const path = toSegmentPath(join(journals, edge), 1)
  const { crc32 } = await import('node:zlib')
  const body = Buffer.from([99, 1, 2, 3])
  const head = Buffer.alloc(12)
  head.write('LSK1')
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(crc32(body), 8)
  await appendFile(path, Buffer.concat([head, body]))
  const batches: Shipment[] = []
  await shipJournal(
    journals,
    edge,
    createEmptyStore(async (batch) => void batches.push(batch)),
    anObserver(),
  )
  expect(batches.flatMap((batch) => batch.records.map((record) => record.id))).toEqual(ids)
  expect(batches.flatMap((batch) => batch.unreadable)).toEqual([
    { reason: expect.stringContaining('version 99'), batch: expect.any(String) },
  ])
})

it('deletes a segment only after its position is on disk', async () => {
  const ids = await anOrphanedJournal(2)
  const edge = await findEdge()
  const store = aStore()
  const obstacle = join(journals, edge, 'position.json.new')
  let tries = 0
  const blocking = createEmptyStore(async (batch) => {
    await store.insert(batch)
    tries += 1
    if (tries === 1) await mkdir(obstacle)
  })
  await expect(shipJournal(journals, edge, blocking, anObserver())).rejects.toThrow()
  expect(await listSegments(join(journals, edge))).toEqual([1])
  await rmdir(obstacle)
  await shipJournal(journals, edge, blocking, anObserver())
  expect(tries).toBe(2)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it.each([
  ['missing', (path: string) => rm(path)],
  ['empty', (path: string) => truncate(path, 0)],
  ['damaged', (path: string) => writeFile(path, '{"segment":1,"ship')],
  ['of another kind', (path: string) => writeFile(path, '[]')],
])('stores each click once when the position file is %s', async (_how, damage) => {
  const journal = await aRunningJournal()
  const edge = await findEdge()
  const store = aStore()
  const ids = await append(journal, 4)
  await shipAll(store)
  ids.push(...(await append(journal, 3)))
  await shipAll(store)
  ids.push(...(await append(journal, 2)))
  await damage(join(journals, edge, 'position.json'))
  await shipAll(store)
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  ids.push(...(await append(journal, 2)))
  await journal.close()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it('skips stored clicks and ships the others if there is no position file', async () => {
  const ids = await anOrphanedJournal(9)
  const had = new Set(ids.filter((_, index) => index % 3 === 1))
  const inserted: string[] = []
  const insert: RecordStore['insert'] = async ({ records }) => void inserted.push(...records.map((record) => record.id))
  await shipJournal(journals, await findEdge(), { ...createEmptyStore(insert), findStoredIds: async () => had }, anObserver())
  expect(inserted).toEqual(ids.filter((id) => !had.has(id)))
})

it('retries a begun batch without querying ClickHouse: half of it may be stored', async () => {
  await anOrphanedJournal(3)
  const edge = await findEdge()
  const tries: string[][] = []
  const failing: RecordStore['insert'] = async ({ records }) => {
    tries.push(records.map((record) => record.id))
    throw new Error('no answer came')
  }
  await expect(shipJournal(journals, edge, createEmptyStore(failing), anObserver())).rejects.toThrow()
  const findAllIds = async (clicks: readonly JournalRecord[]) => new Set(clicks.map((click) => click.id))
  await expect(shipJournal(journals, edge, { ...createEmptyStore(failing), findStoredIds: findAllIds }, anObserver())).rejects.toThrow()
  expect(tries[1]).toEqual(tries[0])
})

it('quarantines damage once even if its batch is retried', async () => {
  await anOrphanedJournal(3)
  const edge = await findEdge()
  const path = toSegmentPath(join(journals, edge), 1)
  const bytes = await readFile(path)
  bytes[bytes.indexOf('LSK1', 10) + 40] = 0
  await writeFile(path, bytes)
  const { seen, ...observer } = anObserver()
  for (let tries = 0; tries < 3; tries += 1) {
    const failing = createEmptyStore(async () => Promise.reject(new Error('the store is down')))
    await expect(shipJournal(journals, edge, failing, observer)).rejects.toThrow()
  }
  await shipJournal(journals, edge, aStore(), observer)
  expect(seen.damaged).toBe(bytes.length - splitRecords(bytes, true).records.reduce((sum, record) => sum + record.length, 0))
})

it('ships journals of running and orphaned edges, each in its order', async () => {
  const orphaned = await anOrphanedJournal(4)
  const [one, other] = [await aRunningJournal(), await aRunningJournal()]
  const [ofOne, ofOther] = await Promise.all([append(one, 5), append(other, 6)])
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toHaveLength(15)
  for (const ids of [orphaned, ofOne, ofOther]) expect(store.ids().filter((id) => ids.includes(id))).toEqual(ids)
  expect(await listEdges(journals)).toHaveLength(2)
  await Promise.all([one.close(), other.close()])
})

it('overwrites earlier position files, so that a full disk has room for them', async () => {
  const journal = await aRunningJournal()
  const edge = await findEdge()
  const folder = join(journals, edge)
  const files = new Set<number>()
  for (let round = 0; round < 6; round += 1) {
    await append(journal, 1)
    await shipAll(aStore())
    for (const name of await readdir(folder)) if (name.startsWith('position')) files.add((await stat(join(folder, name))).ino)
  }
  expect(files.size).toBe(2)
  await journal.close()
})

it('retains segments until every replica has their records, and inserts records again that were lost with a replica', async () => {
  const ids = await anOrphanedJournal()
  const lost = ids.filter((_, nth) => nth % 2 === 0)
  const store = aStore()
  let [isLost, hasReplicas, lookups] = [false, false, 0]
  const unsafe = {
    ...store,
    findStoredIds: async () => {
      lookups += 1
      return new Set(store.ids().filter((id) => !isLost || !lost.includes(id)))
    },
    hasEveryReplica: async () => hasReplicas,
  }
  await shipAll(unsafe)
  await shipAll(unsafe)
  expect(store.ids()).toEqual(ids)
  const kept = await listSegments(join(journals, await findEdge()))
  expect(kept.length).toBeGreaterThan(1)

  ;[isLost, hasReplicas, lookups] = [true, true, 0]
  await shipAll(unsafe)
  expect(store.ids()).toEqual([...ids, ...lost])
  expect(lookups).toBeLessThanOrEqual(kept.length)
  expect(await readdir(journals)).toEqual([])
})

it('inserts records again that were lost with a replica while their segment was open', async () => {
  const journal = await aRunningJournal()
  const ids = await append(journal, 4)
  const store = aStore()
  const withoutReplica = { ...store, hasEveryReplica: async () => false }
  await shipAll(withoutReplica)
  const [lost = ''] = ids
  await journal.close()
  for (let round = 0; round < 2; round += 1)
    await shipAll({
      ...store,
      findStoredIds: async () =>
        new Set(
          store
            .ids()
            .slice(0, 4)
            .filter((id) => id !== lost),
        ),
    })
  expect(store.ids()).toEqual([...ids, lost])
  expect(await readdir(journals)).toEqual([])
})

it('deletes no retained segment before the look-up of its records, also if a later batch was begun', async () => {
  const ids = await anOrphanedJournal()
  const store = aStore()
  const failing: RecordStore['insert'] = async (batch) => {
    if (store.ids().length > 0) throw new Error('socket hang up')
    await store.insert(batch)
  }
  await expect(shipAll({ ...store, insert: failing, hasEveryReplica: async () => false })).rejects.toThrow('socket hang up')
  const first = store.ids()
  for (let round = 0; round < 2; round += 1)
    await shipAll({ ...store, findStoredIds: async () => new Set(store.ids().slice(first.length, ids.length)) })
  expect(store.ids()).toEqual([...ids, ...first])
  expect(await readdir(journals)).toEqual([])
})

it('inserts a click once if it arrives during the look-up of retained segments and the response to its insert is lost', async () => {
  const journal = await aRunningJournal(1_500)
  const ids = await append(journal, 9)
  const store = aStore()
  let hasReplicas = false
  const kept = { ...store, hasEveryReplica: async () => hasReplicas }
  await shipAll(kept)
  hasReplicas = true
  ids.push(...(await append(journal, 1)))
  // ClickHouse is still inserting, so a query does not find the clicks yet.
  const unseen = store.ids()
  const insert: RecordStore['insert'] = async (batch) => {
    await store.insert(batch)
    throw new Error('socket hang up')
  }
  const losing = { ...kept, findStoredIds: async () => new Set(unseen), insert }
  await shipAll(losing).catch(() => undefined)
  await expect(shipAll(losing)).rejects.toThrow('socket hang up')
  ids.push(...(await append(journal, 1)))
  for (let round = 0; round < 2; round += 1) await shipAll({ ...kept, findStoredIds: async () => new Set(unseen) })
  expect(store.ids().sort()).toEqual(ids.sort())
  await journal.close()
})
