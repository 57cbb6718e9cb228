import { Readable } from 'node:stream'
import { type LinkId, linkQuery, linksBulkUpdate, reportedLinkQuery } from '@linkshelf/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { aServedDomain } from '../../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { answerWith, openShopServer, type ShopServer } from '../../../test/open-shop-server.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { sendWaitingRequests } from '../../../test/outward-requests.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getLinkReport, listReportLinks } from '../../link-report/link-report.ts'
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { type Db, openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getLink } from '../get-link.ts'
import { createIconWorker, enqueueDueIcons } from '../icons/site-icons.ts'
import { listLinks } from '../list/list-links.ts'
import { bulkUpdateLinks } from '../write/bulk-update-links.ts'
import { deleteLink } from '../write/delete-link.ts'
import { replaceTargets } from '../write/replace-targets.ts'
import { updateLink } from '../write/update-link.ts'
import { createHealthWorker, enqueueDueChecks } from './check-due-links.ts'
import { bulkRequestLinkChecks, requestLinkCheck } from './request-link-check.ts'

const hourMs = 3_600_000

const notChecked = { state: 'unchecked', note: null, status: 'unchecked', reason: null, checked_at: null }

/** A jobs process whose clock is ahead by some hours. */
interface Jobs extends AsyncDisposable {
  run(options?: { hoursAhead?: number }): Promise<void>
  db: Db
}

function openJobs(deps: TestDeps, shop: ShopServer): Jobs {
  const db = openPostgres(deps.accounts.jobs, { size: 20 })
  const fetches = { fetchPage: createFetch(shop, 3), fetchDestination: createFetch(shop, 0) }
  return {
    db,
    run: async ({ hoursAhead = 0 } = {}) => {
      // The clock is a second ahead, so that new links are already due, although the database sets their times by its
      // own clock.
      const clock = { now: () => new Date(Date.now() + 1_000 + hoursAhead * hourMs) }
      const [jobDeps, settings] = [{ ...deps, ...fetches, db, clock }, { userAgent: 'TestCheck/1.0' }]
      await db.deleteFrom('outward_requests').where('kind', '=', 'page').execute()
      await enqueueDueChecks(jobDeps, settings)
      await sendWaitingRequests(jobDeps, { health: createHealthWorker(jobDeps, settings) })
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** Creates a fetch. Requests to `hangs.example` time out early, so that the test does not wait long. */
function createFetch(shop: ShopServer, maxRedirects: number): GuardedFetch {
  const [patient, impatient] = [shop.fetch({ maxRedirects }), shop.fetch({ maxRedirects, timeoutMs: 500 })]
  return (address, request) => (new URL(address).hostname === 'hangs.example' ? impatient : patient)(address, request)
}

const getHealth = async (deps: TestDeps, ctx: ProjectContext, link: { url_id: string }) =>
  (await getLink(deps, ctx, link.url_id as Parameters<typeof getLink>[2])).health

const listRequestedPages = (shop: ShopServer) =>
  shop.requests.filter(({ url }) => !url.endsWith('/robots.txt')).map(({ method, url }) => `${method} ${url}`)

function listAuditEntries(
  deps: TestDeps,
  ctx: ProjectContext,
  action: 'link.change_health' | 'link.request_check' | 'link.bulk_request_check',
) {
  return withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_kind', 'entity_id', 'before', 'after'])
      .where('action', '=', action)
      .orderBy('created_at')
      .execute(),
  )
}

it('requests each page once, without the tag, and with HEAD if the status is enough', async () => {
  await using shop = await openShopServer({
    'https://shop.example/lamp': answerWith(200),
    'https://no-head.example/lamp': (request, response) => void response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    'https://www.amazon.de/dp/B000000000': answerWith(200, '<div id="availability">Derzeit nicht verfügbar</div>'),
    'https://www.ebay.com/itm/1': answerWith(200, 'This listing was ended'),
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const [lamp, twin] = [
    await aLink(deps, ctx, { target: 'https://shop.example/lamp' }),
    await aLink(deps, ctx, { target: 'https://shop.example/lamp' }),
  ]
  const noHead = await aLink(deps, ctx, { target: 'https://no-head.example/lamp' })
  const amazon = await aLink(deps, ctx, { target: 'https://www.amazon.de/dp/B000000000?tag=mia-21&linkCode=ll1' })
  const ebay = await aLink(deps, ctx, { target: 'https://www.ebay.com/itm/1?mkcid=1&campid=5338000000&customid=mia' })
  const network = await aLink(deps, ctx, { target: 'https://amzn.to/3abc' })
  expect(await getHealth(deps, ctx, lamp)).toEqual({ ...notChecked, checking: false })
  await jobs.run()
  await jobs.run()

  expect(listRequestedPages(shop).sort()).toEqual([
    'GET https://no-head.example/lamp',
    'GET https://www.amazon.de/dp/B000000000',
    'GET https://www.ebay.com/itm/1',
    'HEAD https://no-head.example/lamp',
    'HEAD https://shop.example/lamp',
  ])
  expect(new Set(shop.requests.map(({ userAgent }) => userAgent))).toEqual(new Set(['TestCheck/1.0']))
  for (const link of [lamp, twin, noHead]) {
    expect(await getHealth(deps, ctx, link)).toEqual({
      ...{ state: 'works', note: null, status: 'ok', reason: null },
      ...{ checked_at: expect.any(String), checking: false },
    })
  }
  expect(await getHealth(deps, ctx, amazon)).toMatchObject({ state: 'works', note: 'sold_out', status: 'unavailable', reason: 'sold_out' })
  expect(await getHealth(deps, ctx, ebay)).toMatchObject({ state: 'failed_once', status: 'failing', reason: 'listing_ended' })
  expect(await getHealth(deps, ctx, network)).toEqual({
    ...{ ...notChecked, state: 'uncheckable', reason: 'affiliate_link' },
    checking: false,
  })
})

it('marks a link as broken at the second failure a day later, with one audit entry, and as ok after a successful check', async () => {
  await using shop = await openShopServer()
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const listIdsByHealth = async (health: 'broken' | 'unavailable') =>
    (await listLinks(deps, ctx, linkQuery.parse({ health }))).links.map(({ url_id }) => url_id)

  await jobs.run()
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'failing', reason: 'not_found' })
  await jobs.run({ hoursAhead: 23 })
  expect(listRequestedPages(shop)).toHaveLength(2)
  await Promise.all([jobs.run({ hoursAhead: 26 }), jobs.run({ hoursAhead: 26 })])
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'broken', reason: 'not_found' })
  expect(await listIdsByHealth('broken')).toEqual([link.url_id])
  expect(await listIdsByHealth('unavailable')).toEqual([])
  const broken = { actor_kind: 'system', entity_id: link.url_id, after: { status: 'broken', reason: 'not_found' } }
  expect(await listAuditEntries(deps, ctx, 'link.change_health')).toMatchObject([{ ...broken, before: { status: 'failing' } }])

  shop.pages['https://shop.example/lamp'] = answerWith(200)
  await jobs.run({ hoursAhead: 26 + 26 })
  expect((await getHealth(deps, ctx, link)).status).toBe('ok')
  expect(await listIdsByHealth('broken')).toEqual([])
  expect(await listAuditEntries(deps, ctx, 'link.change_health')).toMatchObject([broken, { after: { status: 'ok', reason: null } }])
})

it('finds broken links by search term and label, page by page', async () => {
  await using shop = await openShopServer()
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const listSlugs = async (query: object) =>
    (await listLinks(deps, ctx, linkQuery.parse(query))).links.map(({ url }) => url.split('/').at(-1))
  for (const slug of ['one', 'two', 'three'])
    await aLink(deps, ctx, { slug, target: `https://shop.example/${slug}`, labels: slug === 'two' ? ['Lamps'] : [] })
  for (const hoursAhead of [0, 26]) await jobs.run({ hoursAhead })

  expect(await listSlugs({ health: 'broken' })).toEqual(['three', 'two', 'one'])
  expect(await listSlugs({ health: 'broken', search: 'THREE' })).toEqual(['three'])
  expect(await listSlugs({ health: 'broken', label: 'lamps' })).toEqual(['two'])
  expect(await listSlugs({ health: 'broken', label: 'lamps', search: 'one' })).toEqual([])
  const { nextCursor } = await listLinks(deps, ctx, linkQuery.parse({ health: 'broken', limit: '2' }))
  expect(await listSlugs({ health: 'broken', limit: '2', cursor: nextCursor })).toEqual(['one'])
})

it('follows redirects as separate requests, but not to affiliate networks and not forever', async () => {
  const createRedirect = (location: string) => answerWith(302, '', { location })
  await using shop = await openShopServer({
    'https://old.example/lamp': createRedirect('https://new.example/lamp'),
    'https://new.example/lamp': createRedirect('https://www.amazon.de/dp/B000000000?tag=mia-21'),
    'https://www.amazon.de/dp/B000000000': answerWith(200, 'lamp'),
    'https://cloak.example/lamp': createRedirect('https://amzn.to/3abc'),
    'https://loop.example/lamp': createRedirect('https://loop.example/lamp'),
    'https://own.example/lamp': createRedirect('http://go.test/lamp'),
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const links = await Promise.all(
    ['old', 'cloak', 'loop', 'own'].map((name) => aLink(deps, ctx, { target: `https://${name}.example/lamp` })),
  )
  await jobs.run()

  expect(await Promise.all(links.map(async (link) => (await getHealth(deps, ctx, link)).reason))).toEqual([
    null,
    'affiliate_link',
    'too_many_redirects',
    'own_page',
  ])
  expect(listRequestedPages(shop)).not.toContainEqual(expect.stringContaining('amzn.to'))
  expect(listRequestedPages(shop)).toContain('GET https://www.amazon.de/dp/B000000000')
  const { links: reported } = await listReportLinks(deps, ctx, reportedLinkQuery.parse({ problem: 'redirected' }))
  expect(reported).toMatchObject([{ link: { target: 'https://old.example/lamp' }, redirected_to: 'https://www.amazon.de/dp/B000000000' }])

  const update = linksBulkUpdate.parse({ url_ids: links.map(({ url_id }) => url_id), follow_redirects: true })
  const [followed, ...others] = await bulkUpdateLinks(deps, ctx, update)
  expect(followed).toMatchObject({ target: 'https://www.amazon.de/dp/B000000000', pending: true, health: { status: 'unchecked' } })
  expect(others.map(({ target }) => target)).toEqual(links.slice(1).map(({ target }) => target))
})

it('does not follow a redirect to an own domain that serves', async () => {
  const served = 'https://lamps.example/lamp'
  await using shop = await openShopServer({
    'https://old.example/lamp': answerWith(302, '', { location: served }),
    [served]: answerWith(200, 'lamp'),
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx, { target: 'https://old.example/lamp' })
  await jobs.run()
  const follow = () => bulkUpdateLinks(deps, ctx, linksBulkUpdate.parse({ url_ids: [url_id], follow_redirects: true }))

  await aServedDomain(deps, await aProject(deps), 'lamps.example')
  expect(await follow()).toMatchObject([{ target: 'https://old.example/lamp' }])
  await queryAsOwner(deps, 'update domains set is_serving = false')
  expect(await follow()).toMatchObject([{ target: served }])
})

it('clears where a page redirected if it no longer redirects or has another address', async () => {
  const createRedirect = (location: string) => answerWith(302, '', { location })
  const pages = { 'https://old.example/lamp': createRedirect('https://new.example/'), 'https://new.example/': answerWith(200) }
  await using shop = await openShopServer({ ...pages, 'https://older.example/lamp': createRedirect('https://new.example/') })
  await using restored = await openShopServer({ 'https://old.example/lamp': answerWith(200) })
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { target: 'https://old.example/lamp' })
  const moved = await aLink(deps, ctx, { target: 'https://older.example/lamp' })
  await using jobs = openJobs(deps, shop)
  await jobs.run()
  const countRedirected = async () => (await getLinkReport(ctx)).problems.redirected
  expect(await countRedirected()).toBe(2)

  await updateLink(deps, ctx, { linkId: moved.url_id, update: { target: 'https://new.example/' } })
  expect(await countRedirected()).toBe(1)
  await using later = openJobs(deps, restored)
  await later.run({ hoursAhead: 24 * 8 })
  expect(await countRedirected()).toBe(0)
})

it('checks the page that replaces its short link, and clears the result when the short link is back', async () => {
  const page = 'https://www.amazon.de/dp/B000000000'
  await using shop = await openShopServer({ [page]: answerWith(200, 'lamp') })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const short = 'https://amzn.to/3abc'
  const link = await aLink(deps, ctx, { target: short })
  await jobs.run()
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'unchecked', reason: 'affiliate_link' })
  const replace = (before: string, after: string) =>
    withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
      replaceTargets(tx, ctx, [{ id: link.url_id, target: { before, after }, shops: null }]),
    )

  await replace(short, `${page}?tag=mia-21`)
  await jobs.run()
  expect(listRequestedPages(shop)).toEqual([`GET ${page}`])
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'ok', reason: null, checked_at: expect.any(String) })

  await replace(`${page}?tag=mia-21`, short)
  await jobs.run()
  expect(listRequestedPages(shop)).toHaveLength(1)
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'unchecked', reason: 'affiliate_link', checked_at: null })
})

it("obeys robots.txt, fetches it once a day, and requests nothing while it can't be fetched", async () => {
  await using shop = await openShopServer({
    'https://shop.example/robots.txt': answerWith(200, 'User-agent: *\nDisallow: /\n\nUser-agent: TestCheck\nDisallow: /private'),
    'https://shop.example/lamp': answerWith(200),
    'https://down.example/robots.txt': answerWith(500),
    'https://closed.example/robots.txt': answerWith(200, 'User-agent: *\nDisallow: /'),
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const targets = [
    'https://shop.example/lamp',
    'https://shop.example/private/lamp',
    'https://down.example/lamp',
    'https://closed.example/lamp',
  ]
  const links = await Promise.all(targets.map((target) => aLink(deps, ctx, { target })))
  await jobs.run()
  await jobs.run({ hoursAhead: 0.5 })

  expect(listRequestedPages(shop)).toEqual(['HEAD https://shop.example/lamp'])
  expect(shop.requests.filter(({ url }) => url === 'https://shop.example/robots.txt')).toHaveLength(1)
  expect(await Promise.all(links.map(async (link) => (await getHealth(deps, ctx, link)).reason))).toEqual([
    null,
    'robots',
    'unreachable',
    'robots',
  ])
  await jobs.run({ hoursAhead: 7 * 24 + 12 })
  expect(shop.requests.filter(({ url }) => url === 'https://shop.example/robots.txt')).toHaveLength(2)
})

it('pauses a host that rejects requests, for as long as the host asks', async () => {
  await using shop = await openShopServer({
    'https://busy.example/lamp': answerWith(429, '', { 'retry-after': '3600' }),
    'https://silent.example/lamp': answerWith(503),
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const selectPause = async (host: string) => {
    const { next_check_at } = await jobs.db
      .selectFrom('checked_hosts')
      .select('next_check_at')
      .where('host', '=', host)
      .executeTakeFirstOrThrow()
    return Math.round((next_check_at.getTime() - Date.now()) / 60_000)
  }
  const busy = await aLink(deps, ctx, { target: 'https://busy.example/lamp' })
  await aLink(deps, ctx, { target: 'https://silent.example/lamp' })
  await jobs.run()

  expect(await getHealth(deps, ctx, busy)).toMatchObject({ status: 'blocked', reason: 'rate_limited' })
  expect([await selectPause('busy.example'), await selectPause('silent.example')]).toEqual([60, 1])
  await aLink(deps, ctx, { target: 'https://busy.example/pan' })
  await jobs.run()
  expect(listRequestedPages(shop)).not.toContainEqual(expect.stringContaining('/pan'))
})

it('limits endless bodies, slow answers, addresses inside the network and names that do not exist', async () => {
  await using shop = await openShopServer({
    'https://www.ebay.com/itm/1': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      Readable.from(generateEndlessly()).pipe(response)
    },
    'https://hangs.example/lamp': () => undefined,
  })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const targets = ['https://www.ebay.com/itm/1', 'https://hangs.example/lamp', 'http://10.0.0.1/', 'https://missing.example/']
  const links = await Promise.all(targets.map((target) => aLink(deps, ctx, { target })))
  await jobs.run()
  for (const hoursAhead of [2, 9]) await jobs.run({ hoursAhead })

  const health = await Promise.all(links.map(async (link) => await getHealth(deps, ctx, link)))
  expect(health.map(({ status, reason }) => [status, reason])).toEqual([
    ['ok', null],
    ['failing', 'timed_out'],
    ['unchecked', 'not_public'],
    ['failing', 'host_missing'],
  ])
})

it('checks a link again if the result could not be stored', async () => {
  await using shop = await openShopServer({ 'https://shop.example/lamp': answerWith(200) })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger refuse before update on link_checks for each row when (old.checked_at is distinct from new.checked_at) execute function refuse()`)
  await jobs.run()
  await owner.query('drop trigger refuse on link_checks; drop function refuse')
  await owner.end()

  await jobs.run()
  expect(listRequestedPages(shop)).toHaveLength(1)
  await sql`update outward_requests set due_at = now()`.execute(jobs.db)
  await jobs.run()
  expect(listRequestedPages(shop)).toHaveLength(2)
  expect((await getHealth(deps, ctx, link)).status).toBe('ok')
})

it('checks a changed destination immediately, clears the earlier result, and stores nothing if the link changed in the meantime', async () => {
  await using shop = await openShopServer({ 'https://shop.example/new': answerWith(200) })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: 'https://shop.example/old' })
  for (const hoursAhead of [0, 26]) await jobs.run({ hoursAhead })
  expect((await getHealth(deps, ctx, link)).status).toBe('broken')
  shop.pages['https://shop.example/other'] = (_request, response) => {
    void updateLink(deps, ctx, { linkId: link.url_id, update: { target: 'https://shop.example/new' } }).then(() =>
      response.writeHead(404).end(),
    )
  }
  const checking = { ...notChecked, checking: true }

  const updated = await updateLink(deps, ctx, { linkId: link.url_id, update: { target: 'https://shop.example/other' } })
  expect([updated.health, await getHealth(deps, ctx, link)]).toEqual([checking, checking])
  // The link gets its second new destination while the first new destination is requested.
  await jobs.run()
  await jobs.run()
  expect(await getHealth(deps, ctx, link)).toMatchObject({ status: 'ok', checking: false })
  expect(listRequestedPages(shop)).toContain('HEAD https://shop.example/new')

  await deleteLink(ctx, link.url_id)
  expect(await jobs.db.selectFrom('link_checks').selectAll().execute()).toEqual([])
})

it('checks a link on request of its owner, at most once a minute', async () => {
  await using shop = await openShopServer({ 'https://shop.example/lamp': answerWith(200) })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  await jobs.run()
  const requestAfter = (ms: number) => requestLinkCheck(deps, { ...ctx, now: new Date(Date.now() + ms) }, link.url_id)

  expect((await requestAfter(30_000)).health.checking).toBe(false)
  const asked = await Promise.all([requestAfter(120_000), requestAfter(120_000)])
  expect(asked.map(({ health }) => health.checking)).toEqual([true, true])
  await jobs.run({ hoursAhead: 1 })
  expect(listRequestedPages(shop)).toHaveLength(2)
  expect((await getHealth(deps, ctx, link)).checking).toBe(false)
  expect(await listAuditEntries(deps, ctx, 'link.request_check')).toHaveLength(3)
})

it('checks several links on request of their owner, and expands their short URLs again', async () => {
  await using shop = await openShopServer({ 'https://shop.example/lamp': answerWith(200) })
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const targets = ['https://shop.example/lamp', 'https://amzn.to/3AbCdEf', 'https://shop.example/new']
  const [lamp, short, fresh] = await Promise.all(targets.map(async (target) => (await aLink(deps, ctx, { target })).url_id))
  const foreign = (await aLink(deps, other)).url_id
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => tx.updateTable('links').set({ is_pending: false }).execute())
  await jobs.run()
  const ask = (url_ids: (LinkId | undefined)[], ms: number) =>
    bulkRequestLinkChecks({ ...ctx, now: new Date(Date.now() + ms) }, url_ids as LinkId[])

  expect(await ask([lamp, fresh], 30_000)).toEqual([])
  expect(await ask([short, foreign, lamp], 120_000)).toEqual([short, lamp])
  expect((await getLink(deps, ctx, short as LinkId)).pending).toBe(true)
  expect(await listAuditEntries(deps, ctx, 'link.bulk_request_check')).toHaveLength(2)
})

it('shows no check as under way if checks are switched off', async () => {
  await using shop = await openShopServer()
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  expect((await requestLinkCheck(deps, ctx, link.url_id)).health.checking).toBe(true)
  await enqueueDueChecks({ ...deps, db: jobs.db }, undefined)

  expect((await getHealth(deps, ctx, link)).checking).toBe(false)
  expect(shop.requests).toEqual([])
})

it('counts a check and an icon that are given up as failures, and retries them later', async () => {
  await using shop = await openShopServer()
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const [owner, site] = [ctx.organization.id, 'shop.example']
  const icon = { organization_id: owner, site, page_url: 'https://shop.example/lamp', is_requested: true, next_fetch_at: new Date() }
  await jobs.db
    .insertInto('site_icons')
    .values(icon as never)
    .execute()
  const [jobDeps, settings] = [{ ...deps, db: jobs.db, clock: { now: () => new Date(Date.now() + 1_000) } }, { userAgent: 'TestCheck/1.0' }]
  await enqueueDueChecks(jobDeps, settings)
  await enqueueDueIcons(jobDeps)
  const workers = {
    health: createHealthWorker(jobDeps, settings),
    icon: createIconWorker({ ...jobDeps, encodeIcon: async () => undefined }),
  }
  for (const request of await jobs.db.selectFrom('outward_requests').selectAll().where('kind', '<>', 'page').execute())
    await workers[request.kind === 'icon' ? 'icon' : 'health'].giveUp(request)

  const [check] = await jobs.db.selectFrom('link_checks').select(['link_id', 'retry_count', 'next_check_at']).execute()
  expect(check).toMatchObject({ link_id: link.url_id, retry_count: 1 })
  expect((check?.next_check_at.getTime() ?? 0) - Date.now()).toBeLessThan(2 * hourMs)
  expect(await jobs.db.selectFrom('site_icons').select(['failure_count', 'is_requested']).execute()).toEqual([
    { failure_count: 1, is_requested: false },
  ])
  expect(shop.requests).toEqual([])
})

it('spreads the checks of links that were added together', async () => {
  await using shop = await openShopServer()
  await using deps = await openTestDeps()
  await using jobs = openJobs(deps, shop)
  const ctx = await aProject(deps)
  for (const name of ['a', 'b', 'c', 'd']) {
    shop.pages[`https://${name}.example/`] = answerWith(200)
    await aLink(deps, ctx, { target: `https://${name}.example/` })
  }
  const startedAt = Date.now()
  await jobs.run()
  const rows = await jobs.db.selectFrom('link_checks').select('next_check_at').execute()
  const days = rows.map(({ next_check_at }) => (next_check_at.getTime() - startedAt) / (24 * hourMs))

  // By chance, two of the four checks can be due within the same seconds.
  expect(new Set(days.map((day) => day.toFixed(4))).size).toBeGreaterThan(2)
  for (const day of days) expect([day >= 7, day < 7.4]).toEqual([true, true])
})

function* generateEndlessly(): Generator<string> {
  for (;;) yield 'lamp '.repeat(10_000)
}
