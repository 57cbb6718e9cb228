import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeUpdate } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anOrganization, aProduct, aProject, aStore, getProjectContext } from '../../test/builders/builders.ts'
import { closeEdge } from '../../test/close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { createProductUrl } from '../products/product-url.ts'
import { deleteProduct, patchProduct } from '../products/products.ts'
import { createProject } from '../projects/projects.ts'
import { createStoreUrl } from '../stores/store-url.ts'
import { activateStore, deactivateStore, deleteStore, updateStore } from '../stores/stores.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge

async function open(changes: Partial<EdgeOptions> = {}): Promise<void> {
  const { edgeDb: db, listenerUrl, clock, ids, log, origins } = deps
  const options = { host: '127.0.0.1', port: 0, publicOrigin: origins.public, durability: 'process', trustedProxies: [] } as const
  // So that a busy machine does not answer with 503, lookups have a long timeout.
  const common = { journalsFolder: folder, snapshotFolder: folder, lookupTimeoutMs: 60_000, hasFastPath: true }
  edge = await openEdge({ ...options, ...common, db, listenerUrl, clock, ids, log, ...changes })
  if (changes.db === undefined) await expect.poll(() => edge.state().links.isListening).toBe(true)
}

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-page-links-'))
})

afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

/** Returns the status of a visit, and where it leads within the origin. */
async function visit(path: string): Promise<[status: number, location: string | undefined]> {
  const answer = await fetch(`http://127.0.0.1:${edge.port}${path}`, { redirect: 'manual' })
  return [answer.status, answer.headers.get('location')?.replace(deps.origins.public, '')]
}

const fetchText = async (path: string) => (await fetch(`http://127.0.0.1:${edge.port}${path}`)).text()

/** Creates a store named Lamps at /shelf, with a product at /brass, and opens an edge. */
async function aStoreWithShortUrls() {
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const { store_id: storeId } = await aStore(deps, ctx, { name: 'Lamps' })
  const { product_id: productId, revision } = await aProduct(deps, ctx)
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'shelf' } })
  await createProductUrl(deps, ctx, { productId, draft: { url: 'brass' } })
  // The edge is opened last, so that no late notification of a new link empties its cache.
  await open()
  return { owned, ctx, storeId, productId, revision, page: '/@lamps/brass-lamp' }
}

it("redirects to a store's current address as soon as it is renamed", async () => {
  const { ctx, storeId, page } = await aStoreWithShortUrls()
  expect([await visit('/shelf'), await visit('/brass')]).toEqual([
    [302, '/@lamps'],
    [302, page],
  ])

  await updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Bright lamps' }) })

  await expect.poll(() => visit('/shelf')).toEqual([302, '/@bright-lamps'])
  await expect.poll(() => visit('/brass')).toEqual([302, '/@bright-lamps/brass-lamp'])
})

it('answers like the page while a store is hidden, and records no click', async () => {
  const { ctx, storeId, page } = await aStoreWithShortUrls()
  expect([(await visit('/shelf'))[0], (await visit('/brass'))[0]]).toEqual([302, 302])

  await deactivateStore(deps, ctx, storeId)
  await expect.poll(() => visit('/shelf')).toEqual([404, undefined])
  const { redirect } = edge.state().visits
  expect([await visit('/brass'), await visit('/brass+')]).toEqual([
    [404, undefined],
    [404, undefined],
  ])
  expect(await fetchText('/shelf')).toBe(await fetchText('/@lamps'))
  expect(await fetchText('/brass')).toBe(await fetchText(page))
  expect(edge.state().visits.redirect).toBe(redirect)

  await activateStore(deps, ctx, storeId)
  await expect.poll(() => visit('/shelf')).toEqual([302, '/@lamps'])
})

it('answers like the page while a product is hidden and after it was deleted', async () => {
  const { ctx, productId, revision, page } = await aStoreWithShortUrls()
  expect((await visit('/brass'))[0]).toBe(302)

  const { revision: hidden } = await patchProduct(deps, ctx, { productId, patch: { revision, active: false } })
  await expect.poll(() => visit('/brass')).toEqual([404, undefined])
  expect(await fetchText('/brass')).toBe(await fetchText(page))

  await patchProduct(deps, ctx, { productId, patch: { revision: hidden, active: true } })
  await expect.poll(() => visit('/brass')).toEqual([302, page])
  await deleteProduct(ctx, productId)
  await expect.poll(() => visit('/brass')).toEqual([404, undefined])
  expect((await visit('/shelf'))[0]).toBe(302)
})

it("never redirects to another store that took a deleted store's name, not even from an edge's cache or snapshot", async () => {
  const { owned, ctx, storeId, page } = await aStoreWithShortUrls()
  expect([(await visit('/shelf'))[0], (await visit('/brass'))[0]]).toEqual([302, 302])
  const { id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Second' })

  await deleteStore(ctx, storeId)
  await aStore(deps, await getProjectContext(owned.user, owned.organization.id, id), { name: 'Lamps' })

  await expect.poll(() => visit('/@lamps')).toEqual([200, undefined])
  expect([await visit('/shelf'), await visit('/brass'), await visit('/shelf+')]).toEqual(Array(3).fill([404, undefined]))

  await closeEdge(edge)
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
  await open({ db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })
  expect((await visit('/shelf'))[0]).toBe(404)
  await away.destroy()

  await closeEdge(edge)
  await open()
  // The project's new store has the same products. It can't get the old name, because another store has that name now.
  await aStore(deps, ctx, { name: 'Chairs' })
  await expect.poll(() => visit('/brass')).toEqual([302, page.replace('@lamps', '@chairs')])
  expect(await visit('/shelf')).toEqual([404, undefined])
})

it('serves the products of a store that was deleted and created again with the same name', async () => {
  const { ctx, storeId, page } = await aStoreWithShortUrls()
  await deleteStore(ctx, storeId)
  expect([await visit('/shelf'), await visit('/brass')]).toEqual(Array(2).fill([404, undefined]))

  await aStore(deps, ctx, { name: 'Lamps' })

  await expect.poll(() => visit('/brass')).toEqual([302, page])
})

it("redirects to a page that can't be loaded at the moment, and counts the click", async () => {
  await aStoreWithShortUrls()
  expect((await visit('/shelf'))[0]).toBe(302)
  await closeEdge(edge)
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
  await open({ db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })

  expect([await visit('/shelf'), await visit('/@lamps')]).toEqual([
    [302, '/@lamps'],
    [503, undefined],
  ])
  await away.destroy()
})
