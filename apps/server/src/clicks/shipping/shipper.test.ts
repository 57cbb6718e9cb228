import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/a-click.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { describeEach } from '../enrichment/click-describer.ts'
import { describeClick, utcDay } from '../enrichment/describe-click.ts'
import { makeRepeatMemory } from '../enrichment/repeat-memory.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { listEdges, segmentPath } from '../journal/journal-files.ts'
import { openShipper, type Shipper, type ShipperOptions } from './shipper.ts'

let deps: TestDeps
let folder: string
let journal: Journal
const shippers: Shipper[] = []

beforeEach(async () => {
  deps = await openTestDeps({ clicks: true })
  folder = await mkdtemp(join(tmpdir(), 'shipper-'))
  const { ids, log } = deps
  const onFatal = (error: unknown) => {
    throw error
  }
  journal = await openJournal({ journalsFolder: folder, durability: 'process', ids, log, reserveBytes: 0, onFatal })
})
afterEach(async () => {
  await Promise.all(shippers.splice(0).map((shipper) => shipper.close()))
  await journal.close()
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const describer: ShipperOptions['describer'] = {
  async describe(clicks) {
    const places = { find: () => undefined, source: { name: '', madeAt: new Date(0) } }
    const salts = new Map(clicks.map((click) => [utcDay(click.at), Buffer.alloc(32)]))
    const repeats = makeRepeatMemory()
    return describeEach(clicks, (click) => {
      if (click.userAgent === 'indescribable') throw new Error('No words for it')
      return describeClick(click, { places, salts, repeats })
    })
  },
}

function aShipper(options: Partial<ShipperOptions> = {}): Shipper {
  const { clickhouse, clock, log } = deps
  const shipper = openShipper({
    journalsFolder: folder,
    clickhouse,
    describer,
    clock,
    log,
    pollMs: 10,
    gatherMs: 10,
    retryMaxMs: 20,
    reserveBytes: 0,
    ...options,
  })
  shippers.push(shipper)
  return shipper
}

async function keepAll(clicks: readonly ClickRecord[]): Promise<void> {
  await Promise.all(clicks.map((click) => new Promise<void>((resolve) => journal.append(click, resolve))))
}

async function idsInStore(): Promise<string[]> {
  const answer = await deps.clickhouse.query({ query: 'SELECT toString(id) AS id FROM clicks ORDER BY id', format: 'JSONEachRow' })
  return (await answer.json<{ id: string }>()).map((row) => row.id)
}

async function countedInProject(projectId: string): Promise<number> {
  const query = 'SELECT toUInt32(sum(clicks)) AS clicks FROM project_clicks WHERE project_id = {projectId: UUID}'
  const answer = await deps.clickhouse.query({ query, query_params: { projectId }, format: 'JSONEachRow' })
  return (await answer.json<{ clicks: number }>())[0]?.clicks ?? 0
}

/** The real store, whose answer is lost on the way whenever `isLost` says so: before the rows arrive, or after. */
function unreliable(isLost: () => 'before' | 'after' | undefined): ClickHouse {
  const insert: ClickHouse['insert'] = async (params) => {
    const lost = isLost()
    if (lost === 'before') throw new Error('connect ECONNREFUSED')
    const result = await deps.clickhouse.insert(params)
    if (lost === 'after') throw new Error('socket hang up')
    return result
  }
  return new Proxy(deps.clickhouse, { get: (target, key) => (key === 'insert' ? insert : Reflect.get(target, key)) })
}

it('brings every click to the store, and its sums, once', async () => {
  const projectId = randomUUID()
  const clicks = Array.from({ length: 250 }, () => aClick({ projectId }))
  await keepAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await idsInStore()).toEqual(clicks.map((click) => click.id).sort())
  expect(await countedInProject(projectId)).toBe(250)
  expect(shipper.state()).toEqual({ shipped: 250, deadLetters: 0, quarantined: 0, quarantinedBytes: 0, lagMs: 0, isStandingBy: false })
})

it('says which projects have new clicks, once the store has them', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const arrivals: { projectIds: string[]; stored: Promise<string[]> }[] = []
  let tries = 0
  await keepAll([aClick({ projectId: one }), aClick({ projectId: one }), aClick({ projectId: other })])
  const shipper = aShipper({
    clickhouse: unreliable(() => (tries++ === 0 ? 'before' : undefined)),
    onArrival: (projectIds) => arrivals.push({ projectIds: [...projectIds].sort(), stored: idsInStore() }),
  })
  await shipper.idle()
  expect(arrivals.map(({ projectIds }) => projectIds)).toEqual([[one, other].sort()])
  expect(await arrivals[0]?.stored).toHaveLength(3)
})

it('counts each click once though answers of the store get lost', async () => {
  const projectId = randomUUID()
  const losses = ['before', 'after', undefined, 'after', 'after', 'before'] as const
  let tries = 0
  const shipper = aShipper({ clickhouse: unreliable(() => losses[tries++ % losses.length]) })
  const clicks: ClickRecord[] = []
  for (let wave = 0; wave < 6; wave += 1) {
    const more = Array.from({ length: 20 }, () => aClick({ projectId }))
    clicks.push(...more)
    await keepAll(more)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  await shipper.idle()
  expect(tries).toBeGreaterThan(losses.length)
  expect(await idsInStore()).toEqual(clicks.map((click) => click.id).sort())
  expect(await countedInProject(projectId)).toBe(clicks.length)
})

it('counts each click once across shippers that end at any moment', async () => {
  const projectId = randomUUID()
  const clicks: ClickRecord[] = []
  for (let life = 0; life < 8; life += 1) {
    const more = Array.from({ length: 10 }, () => aClick({ projectId }))
    clicks.push(...more)
    await keepAll(more)
    const shipper = aShipper()
    await new Promise((resolve) => setTimeout(resolve, life * 4))
    await shipper.close()
  }
  await aShipper().idle()
  expect(await idsInStore()).toEqual(clicks.map((click) => click.id).sort())
  expect(await countedInProject(projectId)).toBe(clicks.length)
})

it('waits while the store is down, says how far behind it is, and catches up', async () => {
  let isDown = true
  const shipper = aShipper({ clickhouse: unreliable(() => (isDown ? 'before' : undefined)) })
  const click = aClick({ at: Date.now() - 60_000 })
  await keepAll([click])
  await expect.poll(() => shipper.state().lagMs).toBeGreaterThanOrEqual(60_000)
  expect(await idsInStore()).toEqual([])
  isDown = false
  await shipper.idle()
  expect(await idsInStore()).toEqual([click.id])
  expect(shipper.state().lagMs).toBe(0)
})

it('sets a click that can not be described aside, with the reason and without the address', async () => {
  const clicks = [aClick(), aClick({ userAgent: 'indescribable', address: '198.51.100.77' }), aClick()]
  await keepAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await idsInStore()).toEqual([clicks[0]?.id, clicks[2]?.id].sort())
  const letters = await readFile(join(folder, 'dead-letters.jsonl'), 'utf8')
  expect(JSON.parse(letters)).toMatchObject({ reason: 'No words for it', click: { id: clicks[1]?.id } })
  expect(letters).not.toContain('198.51.100.77')
  expect(shipper.state()).toMatchObject({ shipped: 2, deadLetters: 1 })
})

it('sets a click that the store refuses aside, and brings the others', async () => {
  const clicks = [aClick(), aClick(), aClick({ linkId: 'not-a-uuid' }), aClick(), aClick()]
  await keepAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await idsInStore()).toEqual([0, 1, 3, 4].map((index) => clicks[index]?.id).sort())
  expect(await readFile(join(folder, 'dead-letters.jsonl'), 'utf8')).toContain('not-a-uuid')
})

it('leaves the work to one of two shippers, and takes over when that one ends', async () => {
  const first = aShipper()
  await first.idle()
  const second = aShipper()
  await keepAll([aClick()])
  await first.idle()
  expect([first.state().shipped, second.state().shipped]).toEqual([1, 0])
  await first.close()
  await keepAll([aClick()])
  await second.idle()
  expect(second.state().shipped).toBe(1)
  expect(await idsInStore()).toHaveLength(2)
})

it('counts what it sets aside: pieces that hold no click once, however often the store is tried', async () => {
  const clicks = [aClick(), aClick(), aClick()]
  await keepAll(clicks)
  const [edge = ''] = await listEdges(folder)
  const path = segmentPath(join(folder, edge), 1)
  const bytes = await readFile(path)
  const [from, to] = [bytes.indexOf('LSK1', 4), bytes.lastIndexOf('LSK1')]
  bytes.fill(0, from + 20, from + 30)
  await writeFile(path, bytes)
  let tries = 0
  const shipper = aShipper({ clickhouse: unreliable(() => (tries++ < 3 ? 'before' : undefined)) })
  await shipper.idle()
  expect(await idsInStore()).toEqual([clicks[0]?.id, clicks[2]?.id].sort())
  expect(shipper.state()).toMatchObject({ shipped: 2, quarantined: 1, quarantinedBytes: to - from })
})

it('brings no click twice when the note of how far it came is gone', async () => {
  const projectId = randomUUID()
  const clicks = Array.from({ length: 1_200 }, () => aClick({ projectId }))
  await keepAll(clicks)
  const before = aShipper()
  await before.idle()
  await before.close()
  const [edge = ''] = await listEdges(folder)
  await rm(join(folder, edge, 'position.json'))
  const more = [aClick({ projectId }), aClick({ projectId, at: clicks[0]?.at })]
  await keepAll(more)
  const shipper = aShipper()
  await shipper.idle()
  expect(await idsInStore()).toEqual([...clicks, ...more].map((click) => click.id).sort())
  expect(await countedInProject(projectId)).toBe(1_202)
  expect(shipper.state()).toMatchObject({ shipped: 2 })
})

it('says that it stands by while another ships', async () => {
  const first = aShipper()
  await first.idle()
  const second = aShipper()
  await expect.poll(() => second.state().isStandingBy).toBe(true)
  await first.close()
  await expect.poll(() => second.state().isStandingBy, { timeout: 5_000 }).toBe(false)
})

it('keeps no address on disk once its segment is shipped', async () => {
  await keepAll([aClick({ address: '198.51.100.77' })])
  await journal.close()
  const shipper = aShipper()
  await shipper.idle()
  expect((await readdir(folder)).filter((name) => name !== 'shipper.lock')).toEqual([])
  const rows = await deps.clickhouse.query({ query: 'SELECT * FROM clicks', format: 'JSONEachRow' })
  expect(await rows.text()).not.toContain('198.51.100.77')
})
