import type { BreakdownQuery, LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aClicksQuery, aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aProduct, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { type ClickValues, type PageViewValues, recordClicks, recordViews } from '../../../test/record-clicks.ts'
import { runDeletions } from '../../../test/run-click-deletions.ts'
import type { ProjectContext } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { getClickUsage } from '../click-limit.ts'
import { createLinkVisits } from '../create-link-visits.ts'
import { deleteLinkClicks, deleteProjectClicks } from '../delete-clicks.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getHourlyClicks, getLinksClicks, getRecentClicks } from '../get-clicks.ts'
import { getDashboard, getOverview } from '../get-overview.ts'
import { getLinksTraffic, getProductTraffic, getStoreTraffic } from '../get-traffic.ts'
import { getLinkClicks, getLinkDashboard, listVisitors } from '../link-analytics.ts'
import { updateDailyRollups } from '../rollups/update-daily-rollups.ts'

// The instant is within a quarter of an hour that has clicks before and after the instant.
const instant = '2026-03-20T12:07:30.000Z'
const settled = '2026-03-20T12:09:30.000Z'
const later = '2026-03-20T12:10:00.000Z'
const clock = { now: () => new Date(instant) }

const earlier = ['2026-03-10T10:00:00Z', '2026-03-19T23:59:59.999Z', '2026-03-20T12:05:00Z', '2026-03-20T12:07:29.999Z']

interface Shelf {
  deps: TestDeps
  ctx: ProjectContext
  links: [LinkId, LinkId]
  products: [string, string]
}

async function aShelf(deps: TestDeps): Promise<Shelf> {
  const ctx = await aProject(deps, { settings: ['package=Pro', 'store_page_enabled=true', 'product_page_enabled=true'] })
  const links: Shelf['links'] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  const [lamp, shade] = [
    await aProduct(deps, ctx, { name: 'Lamp', urls: [links[0]] }),
    await aProduct(deps, ctx, { name: 'Shade', urls: [links[1]] }),
  ]
  return { deps, ctx, links, products: [lamp.product_id, shade.product_id] }
}

/** Records clicks on both links, by humans and a bot, and page views at these instants. */
async function visit(
  { deps, ctx, links, products }: Shelf,
  instants: readonly string[],
  { of = [0, 1], views = true } = {},
): Promise<void> {
  const clicks = instants.flatMap((at): ClickValues[] =>
    of.flatMap((nth) => [
      { at, linkId: links[nth], visitor: 1 + nth, country: nth === 0 ? 'DE' : 'FR', productId: products[nth], page: 'product' },
      { at, linkId: links[nth], visitor: 9, country: 'IT' },
      { at, linkId: links[nth], visitor: 4, country: 'IT', isBot: true, isScan: true },
    ]),
  )
  if (clicks.length > 0) await recordClicks(deps, ctx, clicks)
  const ofPages = instants.flatMap((at): PageViewValues[] => [
    { at, visitor: 1, country: 'DE' },
    { at, visitor: 2, productId: products[0] },
    { at, visitor: 3, isBot: true },
  ])
  if (views && ofPages.length > 0) await recordViews(deps, ctx, ofPages)
}

/** Sorts the list, because rows with equal numbers are in the order of their ids. */
function sortAsText(list: readonly unknown[]): string[] {
  return list.map((one) => JSON.stringify(one)).sort()
}

/** Returns every number of a project that a screen shows, without ids. */
async function getAllNumbers({ deps, ctx, links, products }: Shelf): Promise<object> {
  const query = aClicksQuery({ from: '2026-03-01', to: '2026-03-20' })
  const { topPerformingLinks, deletion: _, ...overview } = await getOverview(deps, ctx, aClicksQuery({ bots: 'include' }))
  const getBreakdownBy = (kind: BreakdownQuery['by'], more: object = {}) =>
    getBreakdown(deps, ctx, { ...query, ...more, by: kind, limit: 10 })
  const dashboards = [
    await getDashboard(deps, ctx, aQuery({ range: 'all' })),
    await getDashboard(deps, ctx, aQuery({ bots: 'only', from: '2026-03-19', to: '2026-03-20', tz: 'Asia/Kolkata' })),
    await getDashboard(deps, ctx, aClicksQuery({ country: 'IT', range: 'all' })),
    ...(await Promise.all(
      links.slice(0, 1).map((linkId) => getLinkDashboard(deps, ctx, { ...aQuery({ bots: 'include', range: 'all' }), linkId })),
    )),
  ]
  return {
    overview,
    top: sortAsText(topPerformingLinks.map(({ url_id, clicks }) => [links.indexOf(url_id as LinkId), clicks])),
    dashboards: dashboards.map(({ deletion: _, ...numbers }) => numbers),
    hours: await getHourlyClicks(deps, ctx, aClicksQuery({ from: '2026-03-19', to: '2026-03-20' })),
    countries: [await getBreakdownBy('country'), await getBreakdownBy('country', { bots: 'include', utm_source: '' })],
    ofLinks: await Promise.all(links.map((linkId) => getLinkClicks(deps, ctx, { ...query, bots: 'include', linkId }))),
    clicks: (await getLinksClicks(deps, ctx, { ...query, url_ids: links })).links.map(({ clicks }) => clicks),
    traffic: (await getLinksTraffic(deps, ctx, { ...query, url_ids: links })).map(({ clicks, visits }) => [clicks, visits]),
    visitors: (await Promise.all(links.map((linkId) => listVisitors(deps, ctx, { ...query, bots: 'include', linkId, limit: 50 })))).map(
      ({ visitors }) => sortAsText(visitors.map(({ id: _, ...visitor }) => visitor)),
    ),
    recent: sortAsText((await getRecentClicks(deps, ctx, 50)).map(({ at, country }) => [at, country])),
    store: await getStoreNumbers(deps, ctx, query),
    products: await Promise.all(products.slice(0, 1).map((id) => getProductTraffic(deps, ctx, { ...query, productId: id as never }))),
    used: (await getClickUsage({ ...deps, clickhouse: createUncachedClient(deps.clickhouse) }, ctx)).used,
    listed: sortAsText(
      (await (await createLinkVisits(deps).openClicks(ctx, query)).list({ after: undefined, limit: 10 })).map(({ id, value }) => [
        links.indexOf(id),
        value,
      ]),
    ),
  }
}

async function getStoreNumbers(deps: TestDeps, ctx: ProjectContext, query: ReturnType<typeof aQuery>): Promise<object[]> {
  const [all, conditional] = [await getStoreTraffic(deps, ctx, query), await getStoreTraffic(deps, ctx, { ...query, country: 'DE' })]
  return [all, conditional].map((traffic) => ({
    ...traffic,
    products: sortAsText(traffic.products.map(({ product_id: _, ...product }) => product)),
  }))
}

/** Returns a new client, because the clicks of the month are cached for each client. */
function createUncachedClient(clickhouse: ClickHouse): ClickHouse {
  return {
    query: (params) => clickhouse.query(params),
    insert: clickhouse.insert,
    command: clickhouse.command,
    exec: clickhouse.exec,
    ping: clickhouse.ping,
    close: clickhouse.close,
  }
}

const run = ({ deps, ctx }: Shelf, at = instant) => runDeletions(deps, ctx, at)

async function getDeletionState({ deps, ctx }: Shelf) {
  return (await getDashboard(deps, ctx, aQuery())).deletion
}

const cases = [
  { deleted: 'a link', remaining: [1], delete: ({ ctx, links }: Shelf) => deleteLinkClicks(ctx, links[0]) },
  { deleted: 'a project', remaining: [], delete: ({ ctx }: Shelf) => deleteProjectClicks(ctx) },
]

it.each(cases)(
  'excludes the clicks of $deleted from every number as soon as they are deleted, before and after ClickHouse deletes them',
  async ({ remaining, delete: deleteClicks }) => {
    await using deps = await openTestDeps({ clicks: true, clock })
    // The project `expected` never had the clicks that `shelf` loses.
    const [shelf, expected] = [await aShelf(deps), await aShelf(deps)]
    await visit(shelf, earlier)
    await visit(expected, earlier, { of: remaining, views: remaining.length > 0 })
    await updateDailyRollups(deps, 365)

    await deleteClicks(shelf)
    expect(await getDeletionState(shelf)).toBe('running')
    for (const one of [shelf, expected]) await visit(one, [instant, later])
    const numbers = await getAllNumbers(expected)
    expect(await getAllNumbers(shelf)).toEqual(numbers)

    await run(shelf)
    expect(await getDeletionState(shelf)).toBeUndefined()
    // This insert began before the deletion was stored, and ends now.
    await visit(shelf, ['2026-03-20T12:07:00Z'], { of: [0], views: remaining.length === 0 })
    expect(await getDashboard(deps, shelf.ctx, aQuery())).toEqual(await getDashboard(deps, expected.ctx, aQuery()))

    await run(shelf, settled)
    expect(await queryAsOwner(deps, 'select state from click_deletions')).toEqual([{ state: 'done' }])
    await updateDailyRollups({ ...deps, clock: { now: () => new Date('2026-03-21T12:00:00Z') } }, 365)
    expect(await getAllNumbers(shelf)).toEqual(numbers)
  },
)
