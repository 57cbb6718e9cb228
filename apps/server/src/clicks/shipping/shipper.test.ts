import { createSecretKey, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { aClick, aPageView } from '../../../test/builders/click-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { deleteLinkClicks, deleteProjectClicks } from '../../analytics/delete-clicks.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { createRepeatDetector } from '../enrichment/describe-visit.ts'
import { enrichClick, enrichEach, enrichPageView } from '../enrichment/record-enricher.ts'
import { formatUtcDay } from '../enrichment/request-fields.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { listEdges, toSegmentPath } from '../journal/journal-files.ts'
import type { JournalRecord } from '../journal/records/visit-records.ts'
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

const createTools = (records: readonly JournalRecord[]) => ({
  geoip: { find: () => undefined },
  salts: new Map(records.map(({ at }) => [formatUtcDay(at), createSecretKey(Buffer.alloc(32))])),
  repeats: createRepeatDetector(),
  sources: new Map(),
})

const enricher: ShipperOptions['enricher'] = {
  async enrichClicks(clicks) {
    const tools = createTools(clicks)
    return enrichEach(clicks, (click) => {
      if (click.userAgent === 'failing') throw new Error('Enrichment failed')
      return enrichClick(click, tools)
    })
  },
  async enrichViews(views) {
    const tools = createTools(views)
    return enrichEach(views, (view) => enrichPageView(view, tools))
  },
}

function aShipper(options: Partial<ShipperOptions> = {}): Shipper {
  const { clickhouse, shipDb: db, clock, log } = deps
  const shipper = openShipper({
    journalsFolder: folder,
    clickhouse,
    db,
    enricher,
    clock,
    log,
    pollMs: 10,
    gatherMs: 10,
    maxRetryMs: 20,
    reserveBytes: 0,
    ...options,
  })
  shippers.push(shipper)
  return shipper
}

async function appendAll(clicks: readonly JournalRecord[]): Promise<void> {
  await Promise.all(clicks.map((click) => new Promise<void>((resolve) => journal.append(click, resolve))))
}

/** Returns the ids of clicks and page views. */
async function selectStoredIds(): Promise<string[]> {
  const query = 'SELECT toString(id) AS id FROM (SELECT id FROM clicks UNION ALL SELECT id FROM page_views) ORDER BY id'
  const answer = await deps.clickhouse.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ id: string }>()).map((row) => row.id)
}

async function countRollupClicks(projectId: string): Promise<number> {
  return selectSum('SELECT toUInt32(sum(clicks)) AS sum FROM project_clicks WHERE project_id = {projectId: UUID}', projectId)
}

async function countRollupViews(projectId: string): Promise<number> {
  return selectSum('SELECT toUInt32(sum(views)) AS sum FROM product_views WHERE project_id = {projectId: UUID}', projectId)
}

async function selectSum(query: string, projectId: string): Promise<number> {
  const answer = await deps.clickhouse.query({ query, query_params: { projectId }, format: 'JSONEachRow' })
  return (await answer.json<{ sum: number }>())[0]?.sum ?? 0
}

/**
 * Returns a client of the real ClickHouse with an unreliable connection. `isLost` says whether the connection of an
 * insert is lost, before or after the insert.
 */
function createUnreliableClickHouse(isLost: () => 'before' | 'after' | undefined): ClickHouse {
  const insert: ClickHouse['insert'] = async (params) => {
    const lost = isLost()
    if (lost === 'before') throw new Error('connect ECONNREFUSED')
    const result = await deps.clickhouse.insert(params)
    if (lost === 'after') throw new Error('socket hang up')
    return result
  }
  return new Proxy(deps.clickhouse, { get: (target, key) => (key === 'insert' ? insert : Reflect.get(target, key)) })
}

it('ships every click to the table and its rollups once', async () => {
  const projectId = randomUUID()
  const clicks = Array.from({ length: 250 }, () => aClick({ projectId }))
  await appendAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await selectStoredIds()).toEqual(clicks.map((click) => click.id).sort())
  expect(await countRollupClicks(projectId)).toBe(250)
  expect(shipper.state()).toEqual({
    shipped: 250,
    shippedViews: 0,
    deadLetters: 0,
    deleted: 0,
    quarantined: 0,
    quarantinedBytes: 0,
    lagMs: 0,
    isStandingBy: false,
  })
})

it('drops and counts records that their owner deleted before they were shipped', async () => {
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const linkId = (await aLink(deps, mia)).url_id
  const at = mia.now.getTime()
  const ofMia = { projectId: mia.project.id, at: at - 1 }
  const [deleted, later, ofOtherLink, view] = [
    aClick({ ...ofMia, linkId }),
    aClick({ ...ofMia, linkId, at }),
    aClick(ofMia),
    aPageView(ofMia),
  ]
  const ofNoah = aClick({ projectId: noah.project.id, linkId, at: at - 1 })
  await deleteLinkClicks(mia, linkId)
  const shipper = aShipper()
  await appendAll([deleted, later, ofOtherLink, view, ofNoah])
  await shipper.idle()
  const kept = [later, ofOtherLink, view, ofNoah].map(({ id }) => id)
  expect(await selectStoredIds()).toEqual(kept.toSorted())
  expect(shipper.state()).toMatchObject({ shipped: 3, shippedViews: 1, deleted: 1 })

  // The deletion is done. Then an edge that was away comes back.
  await queryAsOwner(deps, "update click_deletions set state = 'done'")
  await deleteProjectClicks(mia)
  await queryAsOwner(deps, "update click_deletions set state = 'done'")
  await appendAll([aClick(ofMia), aPageView(ofMia)])
  await shipper.idle()
  expect(await selectStoredIds()).toEqual(kept.toSorted())
  expect(shipper.state()).toMatchObject({ shipped: 3, shippedViews: 1, deleted: 3 })
})

it('reports the projects of new clicks once they are stored', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const shipments: { projectIds: string[]; stored: Promise<string[]> }[] = []
  let tries = 0
  await appendAll([aClick({ projectId: one }), aClick({ projectId: one }), aClick({ projectId: other })])
  const shipper = aShipper({
    clickhouse: createUnreliableClickHouse(() => (tries++ === 0 ? 'before' : undefined)),
    onClicksShipped: (projectIds) => shipments.push({ projectIds: [...projectIds].sort(), stored: selectStoredIds() }),
  })
  await shipper.idle()
  expect(shipments.map(({ projectIds }) => projectIds)).toEqual([[one, other].sort()])
  expect(await shipments[0]?.stored).toHaveLength(3)
})

it('stores each click and each page view once when answers of ClickHouse get lost', async () => {
  const projectId = randomUUID()
  const losses = ['before', 'after', undefined, 'before', undefined, 'after', undefined, undefined] as const
  let tries = 0
  const shipper = aShipper({ clickhouse: createUnreliableClickHouse(() => losses[tries++ % losses.length]) })
  const records: JournalRecord[] = []
  for (let wave = 0; wave < 6; wave += 1) {
    const more = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? aClick({ projectId }) : aPageView({ projectId })))
    records.push(...more)
    const triesBefore = tries
    await appendAll(more)
    // The next wave waits for this try, because otherwise all waves would be one batch.
    await expect.poll(() => tries, { interval: 10 }).toBeGreaterThan(triesBefore)
  }
  await shipper.idle()
  expect(tries).toBeGreaterThan(losses.length)
  expect(await selectStoredIds()).toEqual(records.map(({ id }) => id).sort())
  expect([await countRollupClicks(projectId), await countRollupViews(projectId)]).toEqual([60, 60])
})

it('stores each click and each page view once across shippers that are closed at any moment', async () => {
  const projectId = randomUUID()
  const records: JournalRecord[] = []
  for (let life = 0; life < 8; life += 1) {
    const more = Array.from({ length: 10 }, (_, nth) => (nth % 2 === 0 ? aClick({ projectId }) : aPageView({ projectId })))
    records.push(...more)
    await appendAll(more)
    const shipper = aShipper()
    await new Promise((resolve) => setTimeout(resolve, life * 4))
    await shipper.close()
  }
  await aShipper().idle()
  expect(await selectStoredIds()).toEqual(records.map(({ id }) => id).sort())
  expect([await countRollupClicks(projectId), await countRollupViews(projectId)]).toEqual([40, 40])
})

it('retries while ClickHouse is down, reports the lag, and ships afterwards', async () => {
  let isDown = true
  const shipper = aShipper({ clickhouse: createUnreliableClickHouse(() => (isDown ? 'before' : undefined)) })
  const click = aClick({ at: Date.now() - 60_000 })
  await appendAll([click])
  await expect.poll(() => shipper.state().lagMs).toBeGreaterThanOrEqual(60_000)
  expect(await selectStoredIds()).toEqual([])
  isDown = false
  await shipper.idle()
  expect(await selectStoredIds()).toEqual([click.id])
  expect(shipper.state().lagMs).toBe(0)
})

it('writes a click that can not be enriched as a dead letter, with the reason and without the address', async () => {
  const clicks = [aClick(), aClick({ userAgent: 'failing', address: '198.51.100.77' }), aClick()]
  await appendAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await selectStoredIds()).toEqual([clicks[0]?.id, clicks[2]?.id].sort())
  const letters = await readFile(join(folder, 'dead-letters.jsonl'), 'utf8')
  expect(JSON.parse(letters)).toMatchObject({ reason: 'Enrichment failed', click: { id: clicks[1]?.id } })
  expect(letters).not.toContain('198.51.100.77')
  expect(shipper.state()).toMatchObject({ shipped: 2, deadLetters: 1 })
})

it('writes a click that ClickHouse rejects as a dead letter, and ships the others', async () => {
  const clicks = [aClick(), aClick(), aClick({ linkId: 'not-a-uuid' }), aClick(), aClick()]
  await appendAll(clicks)
  const shipper = aShipper()
  await shipper.idle()
  expect(await selectStoredIds()).toEqual([0, 1, 3, 4].map((index) => clicks[index]?.id).sort())
  expect(await readFile(join(folder, 'dead-letters.jsonl'), 'utf8')).toContain('not-a-uuid')
})

it('writes a page view that ClickHouse rejects as a dead letter, and ships the clicks of its batch once', async () => {
  const projectId = randomUUID()
  const clicks = [aClick({ projectId }), aClick({ projectId }), aClick({ projectId })]
  const views = [aPageView({ projectId }), aPageView({ pageId: 'not-a-uuid' }), aPageView({ projectId })]
  await appendAll(clicks.flatMap((click, index) => [click, ...views.slice(index, index + 1)]))
  const shipper = aShipper()
  await shipper.idle()
  const shipped = [...clicks, views[0], views[2]].map((record) => record?.id)
  expect(await selectStoredIds()).toEqual(shipped.sort())
  expect([await countRollupClicks(projectId), await countRollupViews(projectId)]).toEqual([3, 2])
  expect(JSON.parse(await readFile(join(folder, 'dead-letters.jsonl'), 'utf8'))).toMatchObject({ view: { id: views[1]?.id } })
  expect(shipper.state()).toMatchObject({ deadLetters: 1 })
})

it('enriches the clicks of a rejected batch once', async () => {
  const clicks = [aClick(), aClick({ linkId: 'not-a-uuid' }), aClick()]
  await appendAll(clicks)
  const enriched: string[] = []
  const counting: ShipperOptions['enricher'] = {
    ...enricher,
    enrichClicks(batch) {
      enriched.push(...batch.map(({ id }) => id))
      return enricher.enrichClicks(batch)
    },
  }
  await aShipper({ enricher: counting }).idle()
  expect(enriched.sort()).toEqual(clicks.map(({ id }) => id).sort())
})

it('ships with one of two shippers, and with the other after the first is closed', async () => {
  const first = aShipper()
  await first.idle()
  const second = aShipper()
  await appendAll([aClick()])
  await first.idle()
  expect([first.state().shipped, second.state().shipped]).toEqual([1, 0])
  await first.close()
  await appendAll([aClick()])
  await second.idle()
  expect(second.state().shipped).toBe(1)
  expect(await selectStoredIds()).toHaveLength(2)
})

it('counts a damaged range once even if the batch is retried', async () => {
  const clicks = [aClick(), aClick(), aClick()]
  await appendAll(clicks)
  const [edge = ''] = await listEdges(folder)
  const path = toSegmentPath(join(folder, edge), 1)
  const bytes = await readFile(path)
  const [from, to] = [bytes.indexOf('LSK1', 4), bytes.lastIndexOf('LSK1')]
  bytes.fill(0, from + 20, from + 30)
  await writeFile(path, bytes)
  let tries = 0
  const shipper = aShipper({ clickhouse: createUnreliableClickHouse(() => (tries++ < 3 ? 'before' : undefined)) })
  await shipper.idle()
  expect(await selectStoredIds()).toEqual([clicks[0]?.id, clicks[2]?.id].sort())
  expect(shipper.state()).toMatchObject({ shipped: 2, quarantined: 1, quarantinedBytes: to - from })
})

it('ships no click twice when the position file is gone', async () => {
  const projectId = randomUUID()
  const clicks = Array.from({ length: 1_200 }, () => aClick({ projectId }))
  await appendAll(clicks)
  const before = aShipper()
  await before.idle()
  await before.close()
  const [edge = ''] = await listEdges(folder)
  await rm(join(folder, edge, 'position.json'))
  const more = [aClick({ projectId }), aClick({ projectId, at: clicks[0]?.at })]
  await appendAll(more)
  const shipper = aShipper()
  await shipper.idle()
  expect(await selectStoredIds()).toEqual([...clicks, ...more].map((click) => click.id).sort())
  expect(await countRollupClicks(projectId)).toBe(1_202)
  expect(shipper.state()).toMatchObject({ shipped: 2 })
})

it('reports that it stands by while another shipper runs', async () => {
  const first = aShipper()
  await first.idle()
  const second = aShipper()
  await expect.poll(() => second.state().isStandingBy).toBe(true)
  await first.close()
  await expect.poll(() => second.state().isStandingBy).toBe(false)
})

it('leaves no IP address on disk once its segment is shipped', async () => {
  await appendAll([aClick({ address: '198.51.100.77' })])
  await journal.close()
  const shipper = aShipper()
  await shipper.idle()
  // On a cluster, the segment is deleted when all replicas are known to have its clicks.
  await expect.poll(async () => (await readdir(folder)).filter((name) => name !== 'shipper.lock')).toEqual([])
  const rows = await deps.clickhouse.query({ query: 'SELECT * FROM clicks', format: 'JSONEachRow' })
  expect(await rows.text()).not.toContain('198.51.100.77')
})
