import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/a-click.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import { cutRecords } from '../journal/cut-records.ts'
import { openJournal } from '../journal/journal.ts'
import { listEdges, listSegments, segmentPath } from '../journal/journal-files.ts'
import { type Shipment, type Store, shipJournal } from './ship-journal.ts'

let root: string
let journals: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ship-'))
  journals = join(root, 'journals')
})
afterEach(() => rm(root, { recursive: true }))

async function aLivingJournal(segmentBytes?: number) {
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

type Living = Awaited<ReturnType<typeof aLivingJournal>>

async function keep(journal: Living, count: number): Promise<string[]> {
  const clicks = Array.from({ length: count }, () => aClick())
  for (const click of clicks) await new Promise<void>((resolve) => journal.append(click, resolve))
  return clicks.map((click) => click.id)
}

/** A journal whose edge is dead, in several segments. */
async function aDeadJournal(count = 12): Promise<string[]> {
  const journal = await aLivingJournal(1_500)
  const ids = await keep(journal, count)
  await journal.close()
  return ids
}

const news = () => {
  const told = { damaged: 0, torn: 0 }
  return {
    told,
    onDamage(bytes: number) {
      told.damaged += bytes
    },
    onTorn(bytes: number) {
      told.torn += bytes
    },
  }
}

/** A store of which only this is asked. */
function only(deliver: Store['deliver']): Store {
  return { deliver, findStored: async () => new Set() }
}

/** What an analytics store does with tokens: the first shipment of a name counts. */
function aStore() {
  const blocks = new Map<string, string[]>()
  const ids = () => [...blocks.values()].flat()
  return {
    findStored: async () => new Set(ids()),
    deliver: async ({ token, clicks }: Shipment) =>
      void (
        blocks.has(token) ||
        blocks.set(
          token,
          clicks.map((click) => click.id),
        )
      ),
    ids,
  }
}

async function shipAll(store: ReturnType<typeof aStore>): Promise<void> {
  for (const edge of await listEdges(journals)) await shipJournal(journals, edge, store, news())
}

async function onlyEdge(): Promise<string> {
  const [edge = ''] = await listEdges(journals)
  return edge
}

it('ships what a dead edge left behind, and then removes it', async () => {
  const ids = await aDeadJournal()
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it('ships from a living edge, again and again, and leaves it its folder', async () => {
  const journal = await aLivingJournal()
  const store = aStore()
  const ids = await keep(journal, 3)
  await shipAll(store)
  await shipAll(store)
  ids.push(...(await keep(journal, 2)))
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await listSegments(join(journals, await onlyEdge()))).toEqual([1])
  await journal.close()
})

it('deletes a segment of a living edge once it is closed and shipped', async () => {
  const journal = await aLivingJournal(1_500)
  const ids = await keep(journal, 12)
  const segments = await listSegments(join(journals, await onlyEdge()))
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await listSegments(join(journals, await onlyEdge()))).toEqual(segments.slice(-1))
  await journal.close()
})

it.each(['before', 'after'] as const)('counts each click once when it is killed %s any of its inserts', async (moment) => {
  const ids = await aDeadJournal()
  await cp(journals, join(root, 'untouched'), { recursive: true })
  for (let deadly = 1; deadly <= 3; deadly += 1) {
    await rm(journals, { recursive: true, force: true })
    await cp(join(root, 'untouched'), journals, { recursive: true })
    const store = aStore()
    let inserts = 0
    const killed = shipJournal(
      journals,
      await onlyEdge(),
      only(async (shipment) => {
        inserts += 1
        if (inserts === deadly && moment === 'before') throw new Error('killed')
        await store.deliver(shipment)
        if (inserts === deadly) throw new Error('killed')
      }),
      news(),
    )
    await expect(killed).rejects.toThrow('killed')
    await shipAll(store)
    expect(store.ids()).toEqual(ids)
  }
})

it('sends a range it has begun under the same name, though more has been written since', async () => {
  const journal = await aLivingJournal()
  const edge = await onlyEdge()
  const ids = await keep(journal, 2)
  const tokens: string[] = []
  const store = aStore()
  const failing = async (shipment: Shipment) => {
    tokens.push(shipment.token)
    await store.deliver(shipment)
    throw new Error('no answer came')
  }
  await expect(shipJournal(journals, edge, only(failing), news())).rejects.toThrow()
  ids.push(...(await keep(journal, 3)))
  await shipJournal(
    journals,
    edge,
    only(async (shipment) => {
      tokens.push(shipment.token)
      await store.deliver(shipment)
    }),
    news(),
  )
  await shipAll(store)
  expect(tokens[1]).toBe(tokens[0])
  expect(store.ids()).toEqual(ids)
  await journal.close()
})

it('notes a range on disk before it is tried for the first time', async () => {
  await aDeadJournal(1)
  const edge = await onlyEdge()
  let noted = ''
  await shipJournal(
    journals,
    edge,
    only(async () => {
      noted = await readFile(join(journals, edge, 'position.json'), 'utf8')
    }),
    news(),
  )
  expect(JSON.parse(noted)).toMatchObject({ segment: 1, shippedTo: 0, tryingTo: expect.any(Number) })
})

it('cuts off a torn last click and ships the rest', async () => {
  const ids = await aDeadJournal(3)
  const path = segmentPath(join(journals, await onlyEdge()), 1)
  await truncate(path, (await readFile(path)).length - 7)
  const { told, ...listener } = news()
  const store = aStore()
  await shipJournal(journals, await onlyEdge(), store, listener)
  expect(store.ids()).toEqual(ids.slice(0, 2))
  expect(told.torn).toBeGreaterThan(0)
})

it('sets a damaged click aside and ships those around it', async () => {
  const ids = await aDeadJournal(3)
  const path = segmentPath(join(journals, await onlyEdge()), 1)
  const bytes = await readFile(path)
  const middle = bytes.indexOf('LSK1', 10)
  bytes[middle + 40] = 0
  await writeFile(path, bytes)
  const { told, ...listener } = news()
  const store = aStore()
  await shipJournal(journals, await onlyEdge(), store, listener)
  expect(store.ids()).toEqual([ids[0], ids[2]])
  expect(told).toEqual({ damaged: bytes.indexOf('LSK1', middle + 1) - middle, torn: 0 })
  const [name = ''] = await readdir(join(journals, 'quarantine'))
  expect((await readFile(join(journals, 'quarantine', name))).length).toBe(told.damaged)
})

it('goes on when a power cut took the end of a range that was being tried', async () => {
  const ids = await aDeadJournal(3)
  const edge = await onlyEdge()
  const killed = shipJournal(
    journals,
    edge,
    only(async () => Promise.reject(new Error('killed'))),
    news(),
  )
  await expect(killed).rejects.toThrow('killed')
  const path = segmentPath(join(journals, edge), 1)
  await truncate(path, (await readFile(path)).indexOf('LSK1', 10))
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toEqual(ids.slice(0, 1))
  expect(await readdir(journals)).toEqual([])
})

it('reports records it can not read, and ships the others', async () => {
  const ids = await aDeadJournal(2)
  const edge = await onlyEdge()
  const path = segmentPath(join(journals, edge), 1)
  const { crc32 } = await import('node:zlib')
  const body = Buffer.from([99, 1, 2, 3])
  const head = Buffer.alloc(12)
  head.write('LSK1')
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(crc32(body), 8)
  await appendFile(path, Buffer.concat([head, body]))
  const shipments: Shipment[] = []
  await shipJournal(
    journals,
    edge,
    only(async (shipment) => void shipments.push(shipment)),
    news(),
  )
  expect(shipments.flatMap((shipment) => shipment.clicks.map((click) => click.id))).toEqual(ids)
  expect(shipments.flatMap((shipment) => shipment.unreadable)).toEqual([
    { reason: expect.stringContaining('version 99'), batch: expect.any(String) },
  ])
})

it('keeps a segment until the note of its position is on disk', async () => {
  const ids = await aDeadJournal(2)
  const edge = await onlyEdge()
  const store = aStore()
  const obstacle = join(journals, edge, 'position.json.new')
  let tries = 0
  const hindered = only(async (shipment) => {
    await store.deliver(shipment)
    tries += 1
    if (tries === 1) await mkdir(obstacle)
  })
  await expect(shipJournal(journals, edge, hindered, news())).rejects.toThrow()
  expect(await listSegments(join(journals, edge))).toEqual([1])
  await rmdir(obstacle)
  await shipJournal(journals, edge, hindered, news())
  expect(tries).toBe(2)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it.each([
  ['missing', (path: string) => rm(path)],
  ['empty', (path: string) => truncate(path, 0)],
  ['damaged', (path: string) => writeFile(path, '{"segment":1,"ship')],
  ['of another kind', (path: string) => writeFile(path, '[]')],
])('counts each click once though the note of the position is %s', async (_how, harm) => {
  const journal = await aLivingJournal()
  const edge = await onlyEdge()
  const store = aStore()
  const ids = await keep(journal, 4)
  await shipAll(store)
  ids.push(...(await keep(journal, 3)))
  await shipAll(store)
  ids.push(...(await keep(journal, 2)))
  await harm(join(journals, edge, 'position.json'))
  await shipAll(store)
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  ids.push(...(await keep(journal, 2)))
  await journal.close()
  await shipAll(store)
  expect(store.ids()).toEqual(ids)
  expect(await readdir(journals)).toEqual([])
})

it('passes over what the store has, and ships what it has not, in whatever order they lie when there is no note', async () => {
  const ids = await aDeadJournal(9)
  const had = new Set(ids.filter((_, index) => index % 3 === 1))
  const brought: string[] = []
  const deliver: Store['deliver'] = async ({ clicks }) => void brought.push(...clicks.map((click) => click.id))
  await shipJournal(journals, await onlyEdge(), { deliver, findStored: async () => had }, news())
  expect(brought).toEqual(ids.filter((id) => !had.has(id)))
})

it('sends what it has begun without asking the store again: half of it may have arrived', async () => {
  await aDeadJournal(3)
  const edge = await onlyEdge()
  const tries: string[][] = []
  const failing: Store['deliver'] = async ({ clicks }) => {
    tries.push(clicks.map((click) => click.id))
    throw new Error('no answer came')
  }
  await expect(shipJournal(journals, edge, only(failing), news())).rejects.toThrow()
  const everything = async (clicks: readonly ClickRecord[]) => new Set(clicks.map((click) => click.id))
  await expect(shipJournal(journals, edge, { deliver: failing, findStored: everything }, news())).rejects.toThrow()
  expect(tries[1]).toEqual(tries[0])
})

it('sets damage aside once, however often its batch is tried', async () => {
  await aDeadJournal(3)
  const edge = await onlyEdge()
  const path = segmentPath(join(journals, edge), 1)
  const bytes = await readFile(path)
  bytes[bytes.indexOf('LSK1', 10) + 40] = 0
  await writeFile(path, bytes)
  const { told, ...listener } = news()
  for (let tries = 0; tries < 3; tries += 1) {
    const failing = only(async () => Promise.reject(new Error('the store is down')))
    await expect(shipJournal(journals, edge, failing, listener)).rejects.toThrow()
  }
  await shipJournal(journals, edge, aStore(), listener)
  expect(told.damaged).toBe(bytes.length - cutRecords(bytes, true).records.reduce((sum, record) => sum + record.length, 0))
})

it('ships the journals of edges that live side by side, and of one that died, each in its order', async () => {
  const dead = await aDeadJournal(4)
  const [one, other] = [await aLivingJournal(), await aLivingJournal()]
  const [ofOne, ofOther] = await Promise.all([keep(one, 5), keep(other, 6)])
  const store = aStore()
  await shipAll(store)
  expect(store.ids()).toHaveLength(15)
  for (const ids of [dead, ofOne, ofOther]) expect(store.ids().filter((id) => ids.includes(id))).toEqual(ids)
  expect(await listEdges(journals)).toHaveLength(2)
  await Promise.all([one.close(), other.close()])
})

it('notes positions where earlier notes lay, so that a full disk has room for them', async () => {
  const journal = await aLivingJournal()
  const edge = await onlyEdge()
  const folder = join(journals, edge)
  const files = new Set<number>()
  for (let round = 0; round < 6; round += 1) {
    await keep(journal, 1)
    await shipAll(aStore())
    for (const name of await readdir(folder)) if (name.startsWith('position')) files.add((await stat(join(folder, name))).ino)
  }
  expect(files.size).toBe(2)
  await journal.close()
})
