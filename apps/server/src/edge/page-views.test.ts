import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeUpdate, toSourceQuery } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aCategory, aLink, anOrganization, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { closeEdge } from '../../test/close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { listEdges, listSegments, toSegmentPath } from '../clicks/journal/journal-files.ts'
import { splitRecords } from '../clicks/journal/records/record-frame.ts'
import { type JournalRecord, readRecord } from '../clicks/journal/records/visit-records.ts'
import { updateStore } from '../stores/stores.ts'
import { type Edge, openEdge } from './open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge | undefined

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-views-'))
})

afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

async function open(hasFastPath = true): Promise<void> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const options = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://go.example',
    durability: 'process',
    trustedProxies: [],
    lookupTimeoutMs: 60_000, // so that a busy machine does not answer with 503
  } as const
  edge = await openEdge({ ...options, journalsFolder: folder, db, listenerUrl, clock, ids, log, hasFastPath })
}

const visit = (path: string, request: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${edge?.port}${path}`, { redirect: 'manual', ...request })

/** Creates a store with one category that has one product with one link. */
async function aFilledStore() {
  const ctx = await aProject(deps, { owned: await anOrganization(deps) })
  const store = await aStore(deps, ctx, { name: 'Lamps', snippet: '<b>Sale</b>' })
  const link = await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B00X?tag=mia-21' })
  const category = await aCategory(deps, ctx)
  const product = await aProduct(deps, ctx, { urls: [link.url_id], categories: [category.category_id] })
  return { ctx, store, link, category, product }
}

async function readRecorded(): Promise<JournalRecord[]> {
  const records: JournalRecord[] = []
  for (const name of await listEdges(folder))
    for (const segment of await listSegments(join(folder, name)))
      records.push(...splitRecords(await readFile(toSegmentPath(join(folder, name), segment)), true).records.map(readRecord))
  return records
}

it.each([
  ['the socket', true],
  ['node:http', false],
])('records views of a store, a category and a product, 304 and HEAD included, read from %s', async (_reader, hasFastPath) => {
  const { ctx, store, category, product } = await aFilledStore()
  await open(hasFastPath)
  const ofStore = { organizationId: ctx.organization.id, projectId: ctx.project.id, storeId: store.store_id, method: 'GET' }

  const etag =
    (await visit('/@lamps?q=brass', { headers: { 'user-agent': 'Otter/1', referer: 'https://t.co/' } })).headers.get('etag') ?? ''
  expect((await visit('/@lamps?q=brass', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await visit(`/@lamps/${category.slug}`, { headers: { 'sec-purpose': 'prefetch' } })
  await visit(`/@lamps/${product.slug}`, { method: 'HEAD' })

  expect(await readRecorded()).toMatchObject([
    { ...ofStore, page: 'store', pageId: '', query: 'q=brass', userAgent: 'Otter/1', referrer: 'https://t.co/', address: '127.0.0.1' },
    { ...ofStore, page: 'store', pageId: '' },
    { ...ofStore, page: 'category', pageId: category.category_id, purpose: 'prefetch' },
    { ...ofStore, page: 'product', pageId: product.product_id, method: 'HEAD' },
  ])
})

it('records no view for a missing page, for an old address, or for the snippet in its frame', async () => {
  const { ctx, store, product } = await aFilledStore()
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Bright Lamps', snippet: '<b>Sale</b>' }) })
  await open()

  for (const [path, status] of [
    ['/@lamps', 302],
    [`/@bright-lamps/p/${product.product_id}`, 301],
    ['/@bright-lamps/snippet', 200],
    ['/@nobody', 404],
    [`/@bright-lamps/p/${deps.ids.next()}`, 404],
  ] as const)
    expect([path, (await visit(path)).status]).toEqual([path, status])
  expect(await readRecorded()).toEqual([])
})

it("records a click on a product's button with its source, but does not send the source to the retailer", async () => {
  const { link, product } = await aFilledStore()
  await open()
  const source = toSourceQuery({ page: 'store', productId: product.product_id })

  const response = await visit(`${new URL(link.url).pathname}?${source}`)

  expect(response.headers.get('location')).toBe('https://www.amazon.de/dp/B00X?tag=mia-21')
  expect(await readRecorded()).toMatchObject([{ linkId: link.url_id, query: source }])
})
