import { createServer } from 'node:http'
import { type Link, linkId } from '@linkshelf/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { aBitmap, anIco, anImage } from '../../../test/builders/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runPageCheck, sendWaitingRequests } from '../../../test/outward-requests.ts'
import { aRunningApi } from '../../../test/running-api.ts'
import type { ProjectContext } from '../../access/index.ts'
import { createGuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { listen } from '../../platform/http/listen.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { encodeSiteIcon } from '../../uploads/index.ts'
import { getLink } from '../get-link.ts'
import { deleteLink } from '../write/delete-link.ts'
import { leaseDueIcons } from './site-icon-table.ts'
import { createIconFetch, createIconWorker, enqueueDueIcons, reconcileSiteIcons } from './site-icons.ts'

const dayMs = 24 * 3_600_000
const png = await anImage({ width: 200, height: 100 }).png().toBuffer()
const red = aBitmap(1, 1, 32, { colors: [0, 0, 255, 255], mask: [] })

/** Serves files by path. The file of `/page` is HTML. `seen` lists the paths that were requested. */
async function aSite(files: Record<string, Buffer | string>) {
  const seen: string[] = []
  const server = createServer(({ url = '' }, response) => {
    seen.push(url)
    const file = files[url]
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': typeof file === 'string' ? 'text/html' : 'image/x-icon' }).end(file)
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { url: `http://127.0.0.1:${port}/page`, files, seen, [Symbol.asyncDispose]: async () => void server.close() }
}

const allowed = { userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'] }
const fetches = { fetchPage: createGuardedFetch(allowed), fetchIcon: createIconFetch(allowed), encodeIcon: encodeSiteIcon }

/** Runs the background jobs of a process. */
function openJobs(deps: TestDeps) {
  const db = openPostgres(deps.accounts.jobs, { size: 3 })
  return {
    db,
    readPage: (ctx: ProjectContext, link: Link) => runPageCheck({ ...deps, ...fetches, db }, ctx, linkId.parse(link.url_id)),
    async fetchIcons(daysAhead = 0, fetchIcon = fetches.fetchIcon) {
      const clock = { now: () => new Date(Date.now() + 1_000 + daysAhead * dayMs) }
      const jobDeps = { ...deps, ...fetches, fetchIcon, db, clock }
      await db.deleteFrom('outward_requests').where('kind', '=', 'page').execute()
      await enqueueDueIcons(jobDeps)
      await sendWaitingRequests(jobDeps, { icon: createIconWorker(jobDeps) })
    },
    reconcile: (daysAhead = 0) => reconcileSiteIcons({ ...deps, db, clock: { now: () => new Date(Date.now() + daysAhead * dayMs) } }),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

it('fetches the icon that a page names with one more request, encodes it again, and serves it from the app', async () => {
  await using api = await aRunningApi()
  const { deps } = api
  await using jobs = openJobs(deps)
  await using site = await aSite({ '/page': '<title>Shop</title><link rel=icon href=/i.png>', '/i.png': png })
  const ctx = await aProject(deps)
  const [link, other] = [await aLink(deps, ctx, { target: site.url }), await aLink(deps, ctx, { target: `${site.url}?b` })]

  await jobs.readPage(ctx, link)
  await jobs.fetchIcons()
  await jobs.readPage(ctx, other)
  await jobs.fetchIcons()

  expect(site.seen).toEqual(['/page', '/i.png', '/page?b'])
  const { icon } = await getLink(deps, ctx, link.url_id)
  expect(icon?.slice(api.url.length)).toMatch(/^\/site-icons\/[\w-]{27}[.]png$/)
  expect((await getLink(deps, ctx, other.url_id)).icon).toBe(icon)
  const response = await fetch(icon ?? '')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.equals(png)).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 32 })
})

it('fetches /favicon.ico if a page names no icon that can be decoded', async () => {
  await using api = await aRunningApi()
  const { deps } = api
  await using jobs = openJobs(deps)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await using site = await aSite({ '/page': '<link rel=icon href=/i>', '/i': svg, '/favicon.ico': anIco({ side: 1, bytes: red }) })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: site.url })

  await jobs.readPage(ctx, link)
  await jobs.fetchIcons()

  const response = await fetch((await getLink(deps, ctx, link.url_id)).icon ?? '')
  const pixel = await sharp(await response.arrayBuffer())
    .raw()
    .toBuffer()
  expect([...pixel.subarray(0, 3)]).toEqual([255, 0, 0])
})

it('tries a site without an icon again after a month, three times in total', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await using site = await aSite({ '/page': '<title>Shop</title>' })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: site.url })
  await jobs.readPage(ctx, link)

  for (const daysAhead of [0, 1, 29, 31, 62, 93, 400]) await jobs.fetchIcons(daysAhead)

  expect((await getLink(deps, ctx, link.url_id)).icon).toBeNull()
  expect(site.seen.filter((path) => path === '/favicon.ico')).toHaveLength(3)
})

it('replaces an icon only with another icon, for a link that is created months later', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await using site = await aSite({ '/page': '<title>Shop</title>', '/favicon.ico': png })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: site.url })
  const fetchIconAfter = async (file: Buffer, daysAhead: number) => {
    site.files['/favicon.ico'] = file
    await jobs.db
      .updateTable('site_icons')
      .set({ fetched_at: new Date(Date.now() - 91 * dayMs) })
      .execute()
    await jobs.readPage(ctx, link)
    await jobs.fetchIcons(daysAhead)
    return (await getLink(deps, ctx, link.url_id)).icon
  }

  const first = await fetchIconAfter(png, 0)
  expect(await fetchIconAfter(Buffer.from('gone'), 0)).toBe(first)
  expect(await fetchIconAfter(await anImage({ width: 48, height: 48 }).png().toBuffer(), 0)).not.toBe(first)
})

it('requests no internal address, and no address that counts as a click', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const page = '<link rel=icon href="https://www.awin1.com/cread.php?i=1">'
  await using site = await aSite({ '/page': page, '/favicon.ico': png })
  await using inside = await aSite({ '/favicon.ico': png })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: site.url })
  await jobs.readPage(ctx, link)
  const requested: string[] = []
  const fetchIcon: typeof fetches.fetchIcon = (url) => {
    requested.push(url)
    return createIconFetch({ userAgent: 'test' })(inside.url)
  }

  await jobs.fetchIcons(0, fetchIcon)

  expect(requested).toEqual([new URL('/favicon.ico', site.url).href])
  expect(inside.seen).toEqual([])
})

it('fetches icons for links whose pages were not read, a few per minute, and deletes those of deleted links', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await using site = await aSite({ '/page': '<title>Shop</title>', '/favicon.ico': png })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: site.url })
  await jobs.reconcile()
  await jobs.fetchIcons()
  expect(site.seen).toEqual([])
  await jobs.fetchIcons(1)
  expect((await getLink(deps, ctx, link.url_id)).icon).not.toBeNull()

  await deleteLink(ctx, linkId.parse(link.url_id))
  await jobs.reconcile(1)
  expect(await jobs.db.selectFrom('site_icons').select('site').execute()).toEqual([])
})

it('fetches icons for each organization separately, under addresses that reveal nothing about other organizations', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  await using site = await aSite({ '/page': '<title>Shop</title>', '/favicon.ico': png })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const [miasLink, noahsLink] = [await aLink(deps, mia, { target: site.url }), await aLink(deps, noah, { target: site.url })]

  await jobs.readPage(mia, miasLink)
  await jobs.fetchIcons()
  expect((await getLink(deps, noah, noahsLink.url_id)).icon).toBeNull()
  await jobs.readPage(noah, noahsLink)
  await Promise.all([jobs.fetchIcons(), jobs.fetchIcons()])

  const icons = [(await getLink(deps, mia, miasLink.url_id)).icon, (await getLink(deps, noah, noahsLink.url_id)).icon]
  expect(new Set(icons).size).toBe(2)
  expect(icons).not.toContain(null)
  expect(site.seen.filter((path) => path === '/favicon.ico')).toHaveLength(2)
})

it('takes turns between organizations, even if one has many due icons, starting with the one served longest ago', async () => {
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps)
  const [busy, late] = [await aProject(deps), await aProject(deps)]
  const addDue = ({ organization }: ProjectContext, sites: string[], minutesAgo: number) => {
    const next_fetch_at = new Date(Date.now() - minutesAgo * 60_000)
    const rows = sites.map((site) => ({ organization_id: organization.id, site, page_url: `https://${site}/`, next_fetch_at }))
    return jobs.db
      .insertInto('site_icons')
      .values(rows as never)
      .execute()
  }
  const lease = async (limit: number) => {
    const now = new Date()
    const icons = await jobs.db.transaction().execute((tx) => leaseDueIcons(tx, now, new Date(now.getTime() + dayMs), limit))
    return icons.map(({ site }) => site).toSorted()
  }
  await addDue(
    busy,
    ['a', 'b', 'c', 'd'].map((name) => `${name}.busy.example`),
    60,
  )
  await addDue(late, ['a.late.example', 'b.late.example'], 1)

  const both = await lease(2)
  expect(both.map((site) => site.slice(2))).toEqual(['busy.example', 'late.example'])
  const servedAt = { served_at: new Date(), next_at: new Date() }
  await jobs.db
    .insertInto('outward_turns')
    .values({ organization_id: busy.organization.id, miss_count: 0, ...servedAt })
    .execute()
  expect((await lease(1)).map((site) => site.slice(2))).toEqual(['late.example'])
})
