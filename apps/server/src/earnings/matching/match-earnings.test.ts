import { analyticsQuery, type EarningsQuery, earningsBreakdownQuery, type LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anImportedReport, anIntegration, aProduct, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getLinksNumbers } from '../../analytics/get-clicks.ts'
import { updateLink } from '../../links/write/update-link.ts'
import { updateRates } from '../rates.ts'
import { findLinkTotals } from '../reading/find-link-totals.ts'
import { getEarnings, getLinkEarnings, getProductEarnings, getStoreEarnings } from '../reading/get-earnings.ts'
import { getEarningsBreakdown } from '../reading/get-earnings-breakdown.ts'
import { matchEarnings } from './match-earnings.ts'

const withEverything = { settings: ['package=Business', 'full_analytics_enabled=true'] }
const day = '2026-09-15'
const formatTime = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`
const createRangeQuery = (to = day) => analyticsQuery.parse({ from: day, to })

const ebay = 'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings'
const amazon = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)'

async function importAndMatch(deps: TestDeps, ctx: ProjectContext, ...rows: string[]): Promise<void> {
  await anImportedReport(deps, ctx, rows.join('\n'), { currency: 'USD' })
  await runMatching(deps, ctx)
}

const runMatching = (deps: TestDeps, ctx: ProjectContext, batchRows?: number) =>
  matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id }, batchRows)

it('joins a sale to the click whose id is the sub-id, with the link, product, country and source', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp' })
  const product = await aProduct(deps, ctx, { urls: [link.url_id] })
  const [one, other] = [createClickIdAt(formatTime(9), '1'), createClickIdAt(formatTime(10), '2')]
  await recordClicks(deps, ctx, [
    { id: one, at: formatTime(9), linkId: link.url_id, productId: product.product_id, country: 'DE', referrer: 'youtube.com' },
    { id: other, at: formatTime(10), linkId: link.url_id, country: 'AT', shop: 'ebay.de', shopReason: 'local_asin' },
  ])
  await importAndMatch(
    deps,
    ctx,
    ebay,
    `1,${formatTime(11)},${formatTime(12)},Approved,5338,${one},123456789012,20.00,1.00`,
    `2,${formatTime(11)},${formatTime(12)},Pending,5338,${other.replaceAll('-', '')},123456789012,10.00,0.50`,
    `3,${formatTime(11)},${formatTime(12)},Approved,5338,${createClickIdAt(formatTime(9), 'fff')},123456789012,10.00,0.25`,
  )

  const summary = await getEarnings(deps, ctx, createRangeQuery())
  expect(summary).toMatchObject({
    clicks: 2,
    totals: [
      {
        currency: 'USD',
        earned: 175,
        pending: 50,
        approved: 125,
        by_click: 150,
        by_estimate: 0,
        unassigned: 25,
        epc: 87.5,
        conversions: 3,
      },
    ],
  })
  expect(summary.byDay).toEqual([{ date: day, clicks: 2, amounts: [{ currency: 'USD', earned: 175, conversions: 3 }] }])
  expect(await getLinkEarnings(deps, ctx, { ...createRangeQuery(), linkId: link.url_id })).toMatchObject({
    clicks: 2,
    totals: [{ earned: 150, epc: 75 }],
  })
  const unsold = await aLink(deps, ctx, { slug: 'unsold' })
  const listSales = (of: ProjectContext) =>
    getLinksNumbers({ ...deps, findLinkTotals }, of, { ...createRangeQuery(), url_ids: [unsold.url_id, link.url_id] })
  expect((await listSales(ctx)).links).toMatchObject([
    { url_id: unsold.url_id, clicks: [0], totals: [] },
    { url_id: link.url_id, clicks: [2], totals: [{ currency: 'USD', earned: 150, conversions: 2, epc: 75 }] },
  ])
  expect((await listSales(await aProject(deps, withEverything))).links).toEqual([])
  for (const product_ of [
    await getProductEarnings(deps, ctx, { ...createRangeQuery(), productId: product.product_id }),
    await getStoreEarnings(deps, ctx, createRangeQuery()),
  ])
    expect(product_).toMatchObject({ clicks: 1, totals: [{ earned: 100, epc: 100 }] })

  const listBreakdown = (kind: string) => getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ ...createRangeQuery(), by: kind }))
  expect(await listBreakdown('link')).toMatchObject({
    rows: [{ id: link.url_id, name: 'Lamp', earned: 150, clicks: 2, epc: 75 }],
    unassigned: [{ currency: 'USD', earned: 25 }],
  })
  expect(await listBreakdown('country')).toMatchObject({
    rows: [
      { id: 'DE', earned: 100, clicks: 1, epc: 100 },
      { id: 'AT', earned: 50, clicks: 1, epc: 50 },
    ],
    unassigned: [{ earned: 25 }],
  })
  expect(await listBreakdown('source')).toMatchObject({
    rows: [
      { id: 'YouTube', earned: 100 },
      { id: '', earned: 50 },
    ],
  })
  expect(await listBreakdown('shop')).toMatchObject({
    rows: [
      { id: '', earned: 100, clicks: 1, epc: 100 },
      { id: 'ebay.de', earned: 50, clicks: 1, epc: 50 },
    ],
    unassigned: [{ earned: 25 }],
  })
  expect(await listBreakdown('shop_reason')).toMatchObject({
    rows: [
      { id: '', earned: 100 },
      { id: 'local_asin', earned: 50, clicks: 1 },
    ],
  })
  expect(await listBreakdown('retailer')).toMatchObject({ rows: [{ id: 'ebay', earned: 175, clicks: null, epc: null }], unassigned: [] })
  expect(await listBreakdown('tag')).toMatchObject({ rows: [{ id: '5338' }] })
  expect(await listBreakdown('product')).toMatchObject({ rows: [{ id: product.product_id, name: 'Brass lamp', earned: 100, clicks: 1 }] })
})

it('counts sales and clicks that meet all conditions: on a link, on a label, and on properties of the click', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { slug: 'lamp', title: 'Lamp', labels: ['light'] })
  const chair = await aLink(deps, ctx, { slug: 'chair', title: 'Chair' })
  const [one, other, third] = [
    createClickIdAt(formatTime(9), '1'),
    createClickIdAt(formatTime(9), '2'),
    createClickIdAt(formatTime(9), '3'),
  ]
  await recordClicks(deps, ctx, [
    { id: one, at: formatTime(9), linkId: lamp.url_id, country: 'DE', referrer: 'youtube.com' },
    { id: other, at: formatTime(9), linkId: lamp.url_id, country: 'AT', referrer: 'youtube.com' },
    { id: third, at: formatTime(9), linkId: chair.url_id, country: 'DE' },
    { at: formatTime(9), linkId: lamp.url_id, country: 'DE' },
  ])
  const formatSale = (id: number, click: string, amount: string) =>
    `${id},${formatTime(11)},${formatTime(12)},Approved,5338,${click},123456789012,20.00,${amount}`
  await importAndMatch(
    deps,
    ctx,
    ebay,
    formatSale(1, one, '1.00'),
    formatSale(2, other, '0.50'),
    formatSale(3, third, '0.25'),
    formatSale(4, createClickIdAt(formatTime(9), 'fff'), '5.00'),
  )
  const getEarningsUnder = async (conditions: Partial<EarningsQuery>) => {
    const { clicks, totals } = await getEarnings(deps, ctx, { ...createRangeQuery(), ...conditions })
    return [clicks, totals[0]?.earned, totals[0]?.unassigned]
  }

  expect(await getEarningsUnder({})).toEqual([4, 675, 500])
  expect(await getEarningsUnder({ country: 'DE' })).toEqual([3, 125, 0])
  expect(await getEarningsUnder({ country: 'DE', referrer: 'youtube.com' })).toEqual([1, 100, 0])
  expect(await getEarningsUnder({ source: 'YouTube' })).toEqual([2, 150, 0])
  expect(await getEarningsUnder({ label: 'light' })).toEqual([3, 150, 0])
  expect(await getEarningsUnder({ url_id: chair.url_id, country: 'DE' })).toEqual([1, 25, 0])
  expect(await getEarningsUnder({ label: 'none' })).toEqual([0, undefined, undefined])
  expect(await getLinkEarnings(deps, ctx, { ...createRangeQuery(), linkId: lamp.url_id, country: 'AT' })).toMatchObject({
    clicks: 1,
    totals: [{ earned: 50 }],
  })
  const german = { ...createRangeQuery(), country: 'DE', limit: 10 }
  expect(await getEarningsBreakdown(deps, ctx, { ...german, by: 'link' })).toMatchObject({
    rows: [
      { id: lamp.url_id, earned: 100, clicks: 2, epc: 50 },
      { id: chair.url_id, earned: 25, clicks: 1 },
    ],
    unassigned: [],
  })
  expect(await getEarningsBreakdown(deps, ctx, { ...german, by: 'source' })).toMatchObject({
    rows: [
      { id: 'YouTube', earned: 100, clicks: 1 },
      { id: '', earned: 25, clicks: 2 },
    ],
  })
  const withoutPlan = await aProject(deps)
  expect(await catchErrorCode(getEarnings(deps, withoutPlan, { ...createRangeQuery(), country: 'DE' }))).toBe('FULL_ANALYTICS_REQUIRED')
})

it('assigns a sale without a click to the most clicked link to its product, by tag and day, and marks it as an estimate', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const untagged = await aLink(deps, ctx, { slug: 'one', target: 'https://www.amazon.com/dp/B0LAMP0001' })
  const tagged = await aLink(deps, ctx, { slug: 'two', target: 'https://www.amazon.com/dp/B0LAMP0001?tag=lamps-20' })
  const foreign = await aLink(deps, ctx, { slug: 'three', target: 'https://www.amazon.com/dp/B0LAMP0001?tag=other-20' })
  const createClicks = (linkId: string, count: number, instant = formatTime(9)) =>
    Array.from({ length: count }, () => ({ at: instant, linkId }))
  await recordClicks(deps, ctx, [
    ...createClicks(untagged.url_id, 1),
    ...createClicks(tagged.url_id, 2),
    ...createClicks(foreign.url_id, 9),
    ...createClicks(untagged.url_id, 5, '2026-08-01T09:00:00Z'),
  ])
  await importAndMatch(
    deps,
    ctx,
    amazon,
    'B0LAMP0001,lamps-20,2026-09-17,1,20.00,1.00', // shipped two days later
    'B0CHAIR001,lamps-20,2026-09-17,1,20.00,0.50', // bought instead of the lamp
    'B0CHAIR001,none-20,2026-09-17,1,20.00,0.25',
    'B0LAMP0001,lamps-20,2026-09-13,1,20.00,0.10', // before the first click
  )
  const query = analyticsQuery.parse({ from: '2026-09-13', to: '2026-09-17' })
  expect(await getEarnings(deps, ctx, query)).toMatchObject({ totals: [{ earned: 185, by_click: 0, by_estimate: 150, unassigned: 35 }] })
  expect(await getLinkEarnings(deps, ctx, { ...query, linkId: tagged.url_id })).toMatchObject({
    totals: [{ earned: 150, by_estimate: 150 }],
  })
  expect((await getLinkEarnings(deps, ctx, { ...query, linkId: foreign.url_id })).totals).toEqual([])
})

it.each([
  ['with hyphens', (id: string) => `shelf-${id}`],
  ['without hyphens', (id: string) => `shelf-${id.replaceAll('-', '')}`],
])("joins a sale to its click when the owner's sub-id comes before the click id, %s", async (_written, toSubId) => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const id = createClickIdAt(formatTime(9), '1')
  await recordClicks(deps, ctx, [{ id, at: formatTime(9) }])
  await importAndMatch(deps, ctx, ebay, `1,${formatTime(11)},${formatTime(12)},Approved,5338,${toSubId(id)},123456789012,20.00,1.00`)
  expect((await getEarnings(deps, ctx, createRangeQuery())).totals).toMatchObject([{ by_click: 100, unassigned: 0 }])
})

it('estimates with the tags and products that visitors reach: a replaced tag, an expanded short link, local products, no affiliation', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await anIntegration(ctx)
  const replaced = await aLink(deps, ctx, { slug: 'one', target: 'https://www.amazon.com/dp/B0LAMP0001?tag=other-20' })
  const short = await aLink(deps, ctx, { slug: 'two', target: 'https://amzn.to/3AbCdEf' })
  await expandTo(deps, short.url_id, 'https://www.amazon.com/dp/B0SHORT001?tag=other-20')
  const shops = [{ place: 'de', name: null, target: 'https://www.amazon.de/dp/B0LOCAL001' }]
  const local = await aLink(deps, ctx, { slug: 'three', target: 'https://shop.example/lamp', shops })
  const plain = await aLink(deps, ctx, { slug: 'four', target: 'https://www.amazon.com/dp/B0LAMP0001', affiliated: false })
  await recordClicks(
    deps,
    ctx,
    [replaced, replaced, short, local, plain, plain, plain].map(({ url_id }) => ({ at: formatTime(9), linkId: url_id })),
  )
  await importAndMatch(
    deps,
    ctx,
    amazon,
    `B0LAMP0001,mia-20,${day},1,20.00,1.00`,
    `B0CHAIR001,mia-20,${day},1,20.00,0.50`, // bought instead, so assigned to the most clicked link with this tag
    `B0SHORT001,mia-20,${day},1,20.00,0.20`,
    `B0LOCAL001,mia-21,${day},1,20.00,0.10`,
    `B0CHAIR001,other-20,${day},1,20.00,0.05`, // no visitor reaches Amazon with this tag
    `B0LAMP0001,mia0c-20,${day},1,20.00,0.02`, // the tag of another country, which Amazon used instead
  )
  const getEarnedByLink = async ({ url_id }: { url_id: LinkId }) =>
    (await getLinkEarnings(deps, ctx, { ...createRangeQuery(), linkId: url_id })).totals.map(({ earned }) => earned)
  expect(await Promise.all([replaced, short, local, plain].map(getEarnedByLink))).toEqual([[152], [20], [10], []])
  expect((await getEarnings(deps, ctx, createRangeQuery())).totals).toMatchObject([{ unassigned: 5 }])
})

async function expandTo(deps: TestDeps, linkId: LinkId, target: string): Promise<void> {
  await queryAsOwner(deps, 'update links set expanded_target = $2 where id = $1', [linkId, target])
}

it('estimates an evening sale in the US with clicks up to the next UTC day, and with no later clicks', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const link = await aLink(deps, ctx, { target: 'https://www.amazon.com/dp/B0LAMP0001' })
  await recordClicks(deps, ctx, [{ at: '2026-09-16T03:00:00Z', linkId: link.url_id }])
  await importAndMatch(deps, ctx, amazon, 'B0LAMP0001,lamps-20,2026-09-15,1,20.00,1.00', 'B0LAMP0001,lamps-20,2026-09-14,1,20.00,0.50')
  const query = analyticsQuery.parse({ from: '2026-09-14', to: '2026-09-16' })
  expect((await getEarnings(deps, ctx, query)).totals).toMatchObject([{ by_estimate: 100, unassigned: 50 }])
})

it('leaves a sale for a later run if its click may not be shipped yet, and joins it then', async () => {
  const start = Date.now()
  let now = start
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date(now) } })
  const ctx = await aProject(deps, withEverything)
  const link = await aLink(deps, ctx)
  const instant = new Date(start - 60_000).toISOString()
  const id = createClickIdAt(instant, '1')
  await importAndMatch(deps, ctx, ebay, `1,${instant},${instant},Approved,5338,${id},123456789012,20.00,1.00`)
  const query = analyticsQuery.parse({})
  expect((await getEarnings(deps, { ...ctx, now: new Date(now) }, query)).totals).toMatchObject([{ unassigned: 100 }])

  await recordClicks(deps, ctx, [{ id, at: start - 60_000, linkId: link.url_id }])
  now += 600_000
  await runMatching(deps, ctx, 1)
  expect((await getEarnings(deps, { ...ctx, now: new Date(now) }, query)).totals).toMatchObject([{ by_click: 100, unassigned: 0 }])
})

it("never adds up different currencies, and converts them with the owner's rates", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await recordClicks(deps, ctx, [{ at: formatTime(9) }, { at: formatTime(10) }])
  const formatReportInCurrency = (sign: string, fee: string) => `${amazon.replaceAll('$', sign)}\nB0LAMP0001,lamps-20,${day},1,20,${fee}`
  for (const report of [formatReportInCurrency('€', '2.00'), formatReportInCurrency('¥', '300'), formatReportInCurrency('KWD', '1.500')])
    await anImportedReport(deps, ctx, report)
  const summary = await getEarnings(deps, ctx, createRangeQuery())
  expect(summary.totals.map(({ currency, earned, epc }) => [currency, earned, epc])).toEqual([
    ['KWD', 1_500, 750],
    ['JPY', 300, 150],
    ['EUR', 200, 100],
  ])
  expect(summary.estimate).toBeNull()

  await updateRates(ctx, { currency: 'EUR', rates: [{ currency: 'JPY', rate: 0.006 }] })
  expect((await getEarnings(deps, ctx, createRangeQuery())).estimate).toEqual({ currency: 'EUR', earned: 380, epc: 190, missing: ['KWD'] })
  await updateRates(ctx, { currency: 'EUR', rates: [] })
  expect((await getEarnings(deps, ctx, createRangeQuery())).estimate).toBeNull()
})

it("counts a sale on the day in the time zone if its report has times, and otherwise on the report's day", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await anImportedReport(deps, ctx, `${ebay}\n1,2026-09-15T23:30:00-07:00,2026-09-16T00:00:00-07:00,Approved,5338,,1,20.00,1.00`, {
    currency: 'USD',
  })
  await anImportedReport(deps, ctx, `${amazon}\nB0LAMP0001,lamps-20,2026-09-15,1,20.00,0.50`)
  const getEarnedByDay = async (tz: string) => {
    const { byDay } = await getEarnings(deps, ctx, analyticsQuery.parse({ from: '2026-09-15', to: '2026-09-16', tz }))
    return byDay.map(({ amounts }) => amounts.map(({ earned }) => earned))
  }
  expect(await getEarnedByDay('America/Denver')).toEqual([[50], [100]])
  expect(await getEarnedByDay('America/Los_Angeles')).toEqual([[150], []])
})

it('uses links and integrations that changed since the previous run', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await anIntegration(ctx)
  const lamp = 'https://www.amazon.com/dp/B0LAMP0001'
  const [link, other] = [
    await aLink(deps, ctx, { target: lamp }),
    await aLink(deps, ctx, { target: 'https://www.amazon.com/dp/B0CHAIR001' }),
  ]
  await recordClicks(
    deps,
    ctx,
    [link, other].map(({ url_id }) => ({ at: formatTime(9), linkId: url_id })),
  )
  const listByLink = async () =>
    (await getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ ...createRangeQuery(), by: 'link' }))).rows.map(
      ({ id, earned }) => [id, earned],
    )
  await importAndMatch(deps, ctx, amazon, `B0LAMP0001,mia-20,${day},1,10.00,1.00`)
  expect(await listByLink()).toEqual([[link.url_id, 100]])

  await updateLink(deps, ctx, { linkId: link.url_id, update: { target: 'https://shop.example/lamp' } })
  await updateLink(deps, ctx, { linkId: other.url_id, update: { shops: [{ target: lamp, name: null, place: 'US' }] } })
  await importAndMatch(deps, ctx, amazon, `B0LAMP0001,mia-20,${day},1,20.00,2.00`)
  expect(await listByLink()).toEqual([
    [other.url_id, 200],
    [link.url_id, 100],
  ])

  await anIntegration(ctx, { trackingId: 'mia-new-20' })
  await importAndMatch(deps, ctx, amazon, `B0OTHER001,mia-new-20,${day},1,40.00,4.00`)
  expect(await listByLink()).toEqual([
    [other.url_id, 600],
    [link.url_id, 100],
  ])
})

it('breaks down by properties of clicks only for plans with full analytics', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const listBreakdown = (kind: string) => getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ by: kind }))
  for (const kind of ['country', 'source', 'shop', 'shop_reason'])
    expect(await catchErrorCode(listBreakdown(kind))).toBe('FULL_ANALYTICS_REQUIRED')
  expect(await listBreakdown('link')).toEqual({ rows: [], unassigned: [] })
})
