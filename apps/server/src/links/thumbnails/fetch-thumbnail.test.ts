import { createServer } from 'node:http'
import { type Link, linkId, type Store, storeId, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject, aStore, catchErrorCode } from '../../../test/builders/builders.ts'
import { anImage } from '../../../test/builders/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { sendWaitingRequests } from '../../../test/outward-requests.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import type { FetchedPage, GuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { listen } from '../../platform/http/listen.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { sumBytesByKind } from '../../storage/index.ts'
import { findStore } from '../../storefront/find-store.ts'
import { listThumbnails, updateStore } from '../../stores/stores.ts'
import { deleteOrphanedUploads } from '../../uploads/delete-orphaned-uploads.ts'
import { prepareFetchedPicture } from '../../uploads/index.ts'
import { updateLink } from '../write/update-link.ts'
import { createThumbnailWorker, enqueueDueThumbnails, type PreparePicture } from './fetch-thumbnail.ts'
import { leaseDueRows, listThumbnailUploads } from './thumbnail-table.ts'

const dayMs = 24 * 3_600_000
const picture = await anImage({ width: 640, height: 360 }).jpeg().toBuffer()
const other = await anImage({ width: 480, height: 360 }).jpeg().toBuffer()

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const maxres = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg'
const hq = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg'

/** Answers requests by their address. `seen` lists the addresses that were requested. */
function aWeb(answers: Record<string, Buffer | string>) {
  const seen: string[] = []
  const fetch: GuardedFetch = async (url) => {
    seen.push(url)
    const found = answers[url]
    const body = Buffer.from(found ?? '')
    return { url, status: found === undefined ? 404 : 200, contentType: 'text/html', body } satisfies FetchedPage
  }
  return { answers, seen, fetch }
}

/** Fetches the pictures that are due, like a jobs process. */
async function fetchDue(deps: TestDeps, { fetch }: ReturnType<typeof aWeb>, daysAhead = 0, fetchImage = fetch): Promise<void> {
  const db = openPostgres(deps.accounts.jobs, { size: 3 })
  try {
    const clock = { now: () => new Date(Date.now() + 1_000 + daysAhead * dayMs) }
    const jobs = { ...deps, db, clock, fetchPage: fetch, fetchImage, preparePicture: prepareFetchedPicture }
    await db.deleteFrom('outward_requests').where('kind', '<>', 'thumbnail').execute()
    await enqueueDueThumbnails(jobs)
    await sendWaitingRequests(jobs, { thumbnail: createThumbnailWorker(jobs) })
  } finally {
    await db.destroy()
  }
}

function feature(deps: TestDeps, ctx: ProjectContext, store: Store, links: readonly Link[], changes: object = {}): Promise<Store> {
  const featured_links = links.map(({ url_id }) => ({ url_id, title: 'Watch', ...changes }))
  const update = storeUpdate.parse({ name: store.name, featured_links })
  return updateStore(deps, ctx, { storeId: storeId.parse(store.store_id), update })
}

it('fetches the picture of a video, or a smaller one if it is missing, and stores it as an upload of the organization', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const link = await aLink(deps, ctx, { target: video })
  const web = aWeb({ [hq]: picture })
  const listStoreThumbnails = () => listThumbnails(ctx, store.store_id)

  await feature(deps, ctx, store, [link])
  expect(await listStoreThumbnails()).toEqual([{ url_id: link.url_id, state: 'pending', image_url: null }])
  await fetchDue(deps, web)

  expect(web.seen).toEqual([maxres, hq])
  const image_url = expect.stringMatching(/\/media\/[\w-]{27}\/640x360[.]webp$/)
  expect(await listStoreThumbnails()).toEqual([{ url_id: link.url_id, state: 'ready', image_url }])
  expect((await read(ctx, (tx) => sumBytesByKind(tx, ctx))).pictures).toBeGreaterThan(1_000)
  const entries = await read(ctx, (tx) =>
    tx.selectFrom('audit_log').select(['actor_kind', 'entity_id']).where('action', '=', 'link.fetch_thumbnail').execute(),
  )
  expect(entries).toEqual([{ actor_kind: 'system', entity_id: link.url_id }])
  // If the store is saved again, nothing is requested.
  await feature(deps, ctx, store, [link])
  await fetchDue(deps, web)
  expect(web.seen).toHaveLength(2)
})

it('fetches the picture that a page names, one request per turn and host, and asks video sites by oEmbed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const [page, vimeo] = [
    await aLink(deps, ctx, { target: 'https://mia.example/letter' }),
    await aLink(deps, ctx, { target: 'https://vimeo.com/76979871' }),
  ]
  const web = aWeb({
    'https://mia.example/letter': '<meta property="og:image" content="https://cdn.example/cover.jpg">',
    'https://cdn.example/cover.jpg': picture,
    'https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871': '{"thumbnail_url":"https://i.vimeocdn.com/1.jpg"}',
    'https://i.vimeocdn.com/1.jpg': other,
  })

  await feature(deps, ctx, store, [page, vimeo])
  await fetchDue(deps, web)

  expect(web.seen.toSorted()).toEqual(Object.keys(web.answers).toSorted())
  expect((await listThumbnails(ctx, store.store_id)).map(({ state }) => state)).toEqual(['ready', 'ready'])
})

it('releases the host before a picture is encoded, and tries the next file if a file is not a picture', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  await feature(deps, ctx, store, [await aLink(deps, ctx, { target: video })])
  const db = openPostgres(deps.accounts.jobs, { size: 3 })
  const web = aWeb({ [maxres]: 'no picture', [hq]: picture })
  const leases: boolean[] = []
  const preparePicture: PreparePicture = async (owner, bytes) => {
    const hosts = await db.selectFrom('checked_hosts').select('taken_until').where('host', '=', 'i.ytimg.com').execute()
    leases.push(hosts.some(({ taken_until }) => taken_until > new Date()))
    return prepareFetchedPicture(owner, bytes)
  }
  await db.deleteFrom('outward_requests').where('kind', '<>', 'thumbnail').execute()
  await enqueueDueThumbnails({ ...deps, db })
  const workerDeps = { ...deps, db, fetchPage: web.fetch, fetchImage: web.fetch, preparePicture }
  await sendWaitingRequests({ ...deps, db }, { thumbnail: createThumbnailWorker(workerDeps) })

  expect(web.seen).toEqual([maxres, hq])
  expect(leases).toEqual([false, false])
  expect((await listThumbnails(ctx, store.store_id)).map(({ state }) => state)).toEqual(['ready'])
  await db.destroy()
})

it('does not connect to a private address that a page names as its picture', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const link = await aLink(deps, ctx, { target: 'https://mia.example/letter' })
  let requestCount = 0
  const server = createServer((_request, response) => {
    requestCount += 1
    response.end(picture)
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const web = aWeb({ 'https://mia.example/letter': `<meta property="og:image" content="http://127.0.0.1:${port}/secret.jpg">` })

  await feature(deps, ctx, store, [link])
  await fetchDue(deps, web, 0, deps.fetchImage)

  expect((await listThumbnails(ctx, store.store_id)).map(({ state }) => state)).toEqual(['missing'])
  expect(requestCount).toBe(0)
  server.close()
})

it('requests nothing if a link has its own picture or no thumbnail, or leads to a shop that forbids copies', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const links = [await aLink(deps, ctx, { target: video }), await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B0EXAMPLE' })]
  const [first, amazon] = links
  const web = aWeb({})

  await feature(deps, ctx, store, links, { thumbnail: false })
  await feature(deps, ctx, store, links, { image_url: 'https://pictures.example/own.jpg' })
  expect(await listThumbnails(ctx, store.store_id)).toEqual([])
  await feature(deps, ctx, store, amazon ? [amazon] : [])
  await fetchDue(deps, web)

  expect(web.seen).toEqual([])
  expect((await listThumbnails(ctx, store.store_id)).map(({ state }) => state)).toEqual(['missing'])
  expect(first && amazon && links.length).toBe(2)
})

it("tries a page without a picture three more times, and keeps a picture that can't be refreshed", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const link = await aLink(deps, ctx, { target: video })
  const web = aWeb({ [maxres]: 'no picture' })
  const getThumbnail = async () => (await listThumbnails(ctx, store.store_id))[0]

  await feature(deps, ctx, store, [link])
  for (const day of [0, 1, 3, 12, 40, 80]) await fetchDue(deps, web, day)
  expect(web.seen.filter((url) => url === maxres)).toHaveLength(4)
  expect(await getThumbnail()).toMatchObject({ state: 'missing', image_url: null })

  web.answers[maxres] = picture
  await updateLink(deps, ctx, { linkId: linkId.parse(link.url_id), update: { target: `${video}&t=1` } })
  await fetchDue(deps, web)
  const ready = await getThumbnail()
  expect(ready).toMatchObject({ state: 'ready' })
  delete web.answers[maxres]
  await fetchDue(deps, web, 31)
  expect(await getThumbnail()).toEqual(ready)
  web.answers[maxres] = other
  await fetchDue(deps, web, 33)
  expect((await getThumbnail())?.image_url).toMatch(/480x360/)
})

it('fetches another picture if the destination changes, and shows no picture in the meantime', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const link = await aLink(deps, ctx, { target: video })
  const web = aWeb({ [maxres]: picture, 'https://i.ytimg.com/vi/abcdefghijk/maxresdefault.jpg': other })
  await feature(deps, ctx, store, [link])
  await fetchDue(deps, web)
  const listShown = async () => {
    const found = await findStore(deps.edgeDb, 'lamps', { maxTextBytes: 1_000_000, hasPlans: true })
    return JSON.parse(found?.text ?? '{}').featuredLinks[0] as { imageUrl: string | null; isVideo: boolean }
  }
  expect(await listShown()).toMatchObject({ imageUrl: expect.stringContaining('640x360'), isVideo: true })

  await updateLink(deps, ctx, { linkId: linkId.parse(link.url_id), update: { target: 'https://youtu.be/abcdefghijk' } })
  expect(await listShown()).toMatchObject({ imageUrl: null })
  await fetchDue(deps, web)
  expect(await listShown()).toMatchObject({ imageUrl: expect.stringContaining('480x360') })
})

it('leases pictures of each organization before the second picture of any organization', async () => {
  await using deps = await openTestDeps()
  const [busy, other] = [await aProject(deps), await aProject(deps)]
  const videos = [aLink(deps, busy, { target: video }), aLink(deps, busy, { target: video }), aLink(deps, busy, { target: video })]
  await feature(deps, busy, await aStore(deps, busy), await Promise.all(videos))
  const late = await aLink(deps, other, { target: video })
  await feature(deps, other, await aStore(deps, other), [late])

  const db = openPostgres(deps.accounts.jobs, { size: 1 })
  try {
    const soon = new Date(Date.now() + dayMs)
    const leased = await db.transaction().execute((tx) => leaseDueRows(tx, soon, new Date(soon.getTime() + dayMs), 2))
    expect(leased.map(({ link_id }) => link_id)).toContain(late.url_id)
    expect(leased).toHaveLength(2)
  } finally {
    await db.destroy()
  }
})

it("stores nothing if the plan's storage is full, and deletes the picture of a link that is no longer featured", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx)
  const link = await aLink(deps, ctx, { target: video })
  const web = aWeb({ [maxres]: picture })
  await feature(deps, ctx, store, [link])
  const full = { ...deps, preparePicture: async () => async () => undefined }
  const db = openPostgres(deps.accounts.jobs, { size: 3 })
  await db.deleteFrom('outward_requests').where('kind', '<>', 'thumbnail').execute()
  await enqueueDueThumbnails({ ...deps, db })
  await sendWaitingRequests(
    { ...deps, db },
    { thumbnail: createThumbnailWorker({ ...full, db, fetchPage: web.fetch, fetchImage: web.fetch }) },
  )
  expect((await listThumbnails(ctx, store.store_id))[0]?.state).toBe('missing')

  await fetchDue(deps, web, 1)
  expect(await read(ctx, listThumbnailUploads)).toHaveLength(1)
  await feature(deps, ctx, store, [])
  expect(await read(ctx, listThumbnailUploads)).toEqual([])
  const advanceClock = (days: number) => ({ ...deps, db, clock: { now: () => new Date(Date.now() + days * dayMs) } })
  await deleteOrphanedUploads(advanceClock(2), [listThumbnailUploads])
  await deleteOrphanedUploads(advanceClock(4), [listThumbnailUploads])
  expect((await read(ctx, (tx) => sumBytesByKind(tx, ctx))).pictures).toBe(0)
  await db.destroy()
})

it("shows no thumbnails of another organization's store", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const [ctx, stranger] = [await aProject(deps, { owned: mia }), await aProject(deps, { owned: noah })]
  const store = await aStore(deps, ctx)

  expect(await catchErrorCode(listThumbnails(stranger, store.store_id))).toBe('STORE_NOT_FOUND')
})
