import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../test/a-click.ts'
import { systemIds } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import { openJournal } from './journal.ts'
import { listEdges, listSegments, segmentPath } from './journal-files.ts'
import { type Shipment, shipJournal } from './ship-journal.ts'

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
  for (const click of clicks) await new Promise<void>((resolve) => journal.keep(click, resolve))
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

/** What an analytics store does with tokens: the first shipment of a name counts. */
function aStore() {
  const blocks = new Map<string, string[]>()
  return {
    insert: ({ token, clicks }: Shipment) =>
      void (
        blocks.has(token) ||
        blocks.set(
          token,
          clicks.map((click) => click.id),
        )
      ),
    ids: () => [...blocks.values()].flat(),
  }
}

async function shipAll(store: ReturnType<typeof aStore>): Promise<void> {
  for (const edge of await listEdges(journals)) await shipJournal(journals, edge, async (shipment) => store.insert(shipment), news())
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
      async (shipment) => {
        inserts += 1
        if (inserts === deadly && moment === 'before') throw new Error('killed')
        store.insert(shipment)
        if (inserts === deadly) throw new Error('killed')
      },
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
    store.insert(shipment)
    throw new Error('no answer came')
  }
  await expect(shipJournal(journals, edge, failing, news())).rejects.toThrow()
  ids.push(...(await keep(journal, 3)))
  await shipJournal(
    journals,
    edge,
    async (shipment) => {
      tokens.push(shipment.token)
      store.insert(shipment)
    },
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
    async () => {
      noted = await readFile(join(journals, edge, 'position.json'), 'utf8')
    },
    news(),
  )
  expect(JSON.parse(noted)).toEqual({ segment: 1, shippedTo: 0, tryingTo: expect.any(Number) })
})

it('cuts off a torn last click and ships the rest', async () => {
  const ids = await aDeadJournal(3)
  const path = segmentPath(join(journals, await onlyEdge()), 1)
  await truncate(path, (await readFile(path)).length - 7)
  const { told, ...listener } = news()
  const store = aStore()
  await shipJournal(journals, await onlyEdge(), async (shipment) => store.insert(shipment), listener)
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
  await shipJournal(journals, await onlyEdge(), async (shipment) => store.insert(shipment), listener)
  expect(store.ids()).toEqual([ids[0], ids[2]])
  expect(told).toEqual({ damaged: bytes.indexOf('LSK1', middle + 1) - middle, torn: 0 })
  const [name = ''] = await readdir(join(journals, 'quarantine'))
  expect((await readFile(join(journals, 'quarantine', name))).length).toBe(told.damaged)
})

it('goes on when a power cut took the end of a range that was being tried', async () => {
  const ids = await aDeadJournal(3)
  const edge = await onlyEdge()
  const killed = shipJournal(journals, edge, async () => Promise.reject(new Error('killed')), news())
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
  await shipJournal(journals, edge, async (shipment) => void shipments.push(shipment), news())
  expect(shipments.flatMap((shipment) => shipment.clicks.map((click) => click.id))).toEqual(ids)
  expect(shipments.flatMap((shipment) => shipment.unreadable)).toEqual([
    { reason: expect.stringContaining('version 99'), batch: expect.any(String) },
  ])
})
