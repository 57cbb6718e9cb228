// These tests are generated from the OpenAPI document, so they cover new calls that count within a date range.
import { maxRangeDays } from '@linkshelf/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  aLink,
  anImportedReport,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  type OwnedOrganization,
} from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../test/record-clicks.ts'
import type { ProjectContext } from '../access/index.ts'
import { createOpenApiDocument } from '../api-reference/index.ts'
import { resolveDocument } from '../api-reference/openapi-document.ts'
import { matchEarnings } from '../earnings/matching/match-earnings.ts'

interface Parameter {
  name: string
  in: string
}
const document = resolveDocument(await createOpenApiDocument('http://app.test')) as object as {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
}
const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get?.parameters?.some((parameter) => parameter.in === 'query' && parameter.name === 'range') ? [path] : [],
)

const now = '2026-03-20T12:00:00Z'
const settings = ['package=Business', 'full_analytics_enabled=true', 'dashboard_days=7']
const window = 'from=2026-03-14&to=2026-03-20'
/** Two clicks on the link whose product is in the store: one within the window and one before it. */
const [recent, old] = [createClickIdAt('2026-03-15T09:00:00Z', '1'), createClickIdAt('2026-01-10T09:00:00Z', '2')]

let deps: TestDeps
let owned: OwnedOrganization
let ids: Record<string, string>

beforeAll(async () => {
  deps = await openTestDeps({ clicks: true, clock: { now: () => new Date(now) } })
  owned = await anOrganization(deps, { settings })
  const ctx = await aProject(deps, { owned })
  const [link, other] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await aStore(deps, ctx)
  const product = await aProduct(deps, ctx, { urls: [link.url_id] })
  ids = { orgId: ctx.organization.id, projectId: ctx.project.id, urlId: link.url_id, productId: product.product_id }
  const onLink = { linkId: link.url_id, productId: product.product_id, page: 'store', country: 'DE' } as const
  const onOther = { linkId: other.url_id, country: 'DE' }
  await recordClicks(deps, ctx, [
    { ...onLink, id: recent, at: '2026-03-15T09:00:00Z', visitor: 1 },
    { ...onLink, at: '2026-03-14T00:00:00Z', visitor: 2 },
    { ...onLink, at: '2026-03-20T11:00:00Z', visitor: 3 },
    ...Array.from({ length: 4 }, (_click, nth) => ({ ...onOther, at: '2026-03-16T10:00:00Z', visitor: 10 + nth })),
    { ...onLink, id: old, at: '2026-01-10T09:00:00Z', visitor: 4 },
    ...Array.from({ length: 4 }, (_click, nth) => ({ ...onLink, at: '2026-03-13T23:59:59Z', visitor: 20 + nth })),
  ])
  // The last sale is older than the first click.
  const report = [
    'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings',
    `1,2026-03-15T10:00:00Z,2026-03-15T10:00:00Z,Approved,5338,${recent},123456789012,20.00,1.00`,
    `2,2026-01-10T10:00:00Z,2026-01-10T10:00:00Z,Approved,5338,${old},123456789012,20.00,2.00`,
    '3,2026-01-02T10:00:00Z,2026-01-02T10:00:00Z,Approved,5338,,123456789012,20.00,4.00',
  ]
  await anImportedReport(deps, ctx, report.join('\n'), { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
})
afterAll(() => deps[Symbol.asyncDispose]())

/** The totals of the window and of all time. */
interface Expected {
  window: number
  all: number
}
const projectClicks = { window: 7, all: 12 }
const linkClicks = { window: 3, all: 8 }
const projectEarnings = { window: 100, all: 700 }

// biome-ignore lint/suspicious/noExplicitAny: each call answers with a body of its own.
type Total = (body: any) => number
const sumClicks = (rows: readonly { clicks: number }[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0)
const sumEarned = ({ totals }: { totals: { earned: number }[] }) => totals.reduce((sum, { earned }) => sum + earned, 0)
const sumColumn =
  (column: string): Total =>
  (csv: string) =>
    parse<Record<string, string>>(csv, { columns: true, bom: true }).reduce((sum, row) => sum + Number(row[column]), 0)

interface Case extends Expected {
  query?: string
  total: Total
}

/** The calls with their totals, by the end of the call's path. */
const casesByPath: Record<string, Case[]> = {
  'analytics/overview': [
    { ...projectClicks, total: (body) => body.totalClicks },
    { ...projectClicks, total: (body) => sumClicks(body.clicksByDay) },
  ],
  'analytics/dashboard': [
    { ...projectClicks, total: (body) => body.totalClicks },
    { ...projectClicks, total: (body) => body.visitors },
  ],
  'analytics/urls/{urlId}': [{ ...linkClicks, total: sumClicks }],
  'analytics/urls/{urlId}/dashboard': [{ ...linkClicks, total: (body) => body.totalClicks }],
  'analytics/urls/{urlId}/visitors': [{ ...linkClicks, total: (body) => body.length }],
  'analytics/urls/{urlId}/earnings': [
    { ...linkClicks, total: (body) => body.clicks },
    { window: 100, all: 300, total: sumEarned },
  ],
  'analytics/urls/{urlId}/addresses': [{ ...linkClicks, total: (body) => body.clicks }],
  'analytics/urls/clicks': [
    {
      ...linkClicks,
      query: 'url_ids={urlId}',
      total: ({ links }) => sumClicks(links.flatMap(({ clicks }: { clicks: number[] }) => clicks.map((count) => ({ clicks: count })))),
    },
    { window: 100, all: 300, query: 'url_ids={urlId}', total: ({ links: [link] }) => sumEarned(link) },
  ],
  'analytics/urls': [{ ...linkClicks, query: 'url_ids={urlId}', total: sumClicks }],
  'analytics/breakdown': [{ ...projectClicks, query: 'by=country', total: sumClicks }],
  'analytics/store': [
    { ...linkClicks, total: (body) => body.clicks },
    { ...linkClicks, total: (body) => sumClicks(body.products) },
  ],
  'analytics/store/earnings': [
    { ...linkClicks, total: (body) => body.clicks },
    { window: 100, all: 300, total: sumEarned },
  ],
  'analytics/products': [
    { ...linkClicks, query: 'product_ids={productId}', total: sumClicks },
    { window: 100, all: 300, query: 'product_ids={productId}', total: ([product]) => sumEarned({ totals: product.earned }) },
  ],
  'analytics/products/{productId}': [{ ...linkClicks, total: (body) => body.clicks }],
  'analytics/products/{productId}/earnings': [
    { ...linkClicks, total: (body) => body.clicks },
    { window: 100, all: 300, total: sumEarned },
  ],
  'analytics/earnings': [
    { ...projectClicks, total: (body) => body.clicks },
    { ...projectEarnings, total: sumEarned },
  ],
  'analytics/earnings/breakdown': [{ ...projectEarnings, query: 'by=retailer', total: (body) => sumEarned({ totals: body.rows }) }],
  'analytics/earnings/unmatched': [{ window: 0, all: 400, total: (body) => sumEarned({ totals: body }) }],
  'analytics/earnings/export': [{ window: 1, all: 7, total: sumColumn('earned') }],
  'analytics/export': [
    { ...projectClicks, query: 'of=overview', total: sumColumn('clicks') },
    { ...projectClicks, query: 'of=urls', total: sumColumn('clicks') },
    { ...linkClicks, query: 'of=link&url_id={urlId}', total: sumColumn('clicks') },
    { ...projectClicks, query: 'of=breakdown&by=country', total: sumColumn('clicks') },
    { ...linkClicks, query: 'of=visitors&url_id={urlId}', total: sumColumn('views') },
  ],
  // Sorted by clicks. The other link comes first within the window, because it has more clicks there; of all time it
  // has fewer clicks.
  urls: [{ window: 4, all: 8, query: 'sort=clicks', total: ([first]) => (first.url_id === ids.urlId ? 8 : 4) }],
}

const pathEndings = paths.map((path) => path.replace('/v1/{orgId}/projects/{projectId}/', ''))

async function fetchReport(end: string, query: string): Promise<{ status: number; body: unknown }> {
  const path = `/v1/{orgId}/projects/{projectId}/${end}?${query}`.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '')
  const response = await createApiCaller(deps)(owned.user, { method: 'GET', path })
  const text = await response.text()
  return { status: response.status, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text }
}

it('covers every call that accepts a range, except clicks by hour', () => {
  expect(pathEndings.filter((end) => end !== 'analytics/hours').toSorted()).toEqual(Object.keys(casesByPath).toSorted())
})

it('GET analytics/hours counts the last two days with range=all', async () => {
  const { status, body } = await fetchReport('analytics/hours', 'range=all')
  expect([status, (body as unknown[]).length]).toEqual([200, 48])
})

it.each(Object.entries(casesByPath))(
  'GET %s counts the last dashboard_days days without a range, and all time with range=all',
  async (end, ofCall) => {
    for (const { query = '', total, ...expected } of ofCall) {
      const [unasked, asked, all] = await Promise.all(
        ['', window, 'range=all'].map((range) => fetchReport(end, [query, range].filter(Boolean).join('&'))),
      )
      expect(unasked).toEqual(asked)
      expect(unasked?.status).toBe(200)
      expect({ window: total(unasked?.body), all: total(all?.body) }).toEqual(expected)
    }
  },
)

it.each(pathEndings)('GET %s rejects range=all together with days', async (end) => {
  const query = casesByPath[end]?.[0]?.query ?? ''
  expect(await fetchReport(end, `${query}&range=all&from=2026-03-14`)).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: 'range' }] } },
  })
})

it('counts all time in dashboards on a plan with a short history, and only the shown days in lists of days', async () => {
  await using short = await openTestDeps({ clicks: true, clock: { now: () => new Date(now) } })
  const owner = await anOrganization(short)
  const free = await aProject(short, { owned: owner })
  await recordClicks(short, free, [{ at: '2026-01-10T09:00:00Z' }, { at: '2026-03-19T09:00:00Z' }])
  await anImportedReport(short, free, formatReport('1999-01-02', '2014-01-02', '2026-03-19'), { currency: 'USD' })
  const fetchAnswer = (call: string) => fetchAnalytics(short, owner, free, call)

  expect(await fetchAnswer('dashboard?range=all')).toMatchObject({ totalClicks: 2 })
  expect(await fetchAnswer('dashboard')).toMatchObject({ totalClicks: 1 })
  expect(await fetchAnswer('overview')).toMatchObject({ totalClicks: 1, clicksAllTime: 2 })
  const shown = { first: '2026-02-18', count: 31 }
  const all = await fetchAnswer('overview?range=all')
  expect([all, summarizeDays(all.clicksByDay)]).toMatchObject([{ totalClicks: 1, clicksAllTime: 2 }, shown])
  const earnings = await fetchAnswer('earnings?range=all')
  expect([sumEarned(earnings), summarizeDays(earnings.byDay)]).toEqual([100, shown])
})

it('limits all time to the longest range before today, even if the first sale or click is older', async () => {
  await using old = await openTestDeps({ clicks: true, clock: { now: () => new Date(now) } })
  const recordedAt = async (...instants: string[]) => {
    const owner = await anOrganization(old, { settings })
    const project = await aProject(old, { owned: owner })
    await recordClicks(
      old,
      project,
      instants.map((at) => ({ at })),
    )
    return { project, answerOf: (call: string) => fetchAnalytics(old, owner, project, call) }
  }
  const longest = { first: '2016-03-13', count: maxRangeDays }

  const ahead = await recordedAt('2026-03-25T09:00:00Z')
  expect(summarizeDays((await ahead.answerOf('overview?range=all')).clicksByDay)).toEqual({ first: '2026-03-20', count: 1 })
  const imported = await recordedAt('2014-01-10T09:00:00Z', '2026-03-19T09:00:00Z')
  const overview = await imported.answerOf('overview?range=all')
  expect([overview, summarizeDays(overview.clicksByDay)]).toMatchObject([{ totalClicks: 1, clicksAllTime: 2 }, longest])
  const { project, answerOf } = await recordedAt('2026-03-19T09:00:00Z')
  await anImportedReport(old, project, formatReport('1999-01-02', '2014-01-02', '2026-03-19'), { currency: 'USD' })
  const earnings = await answerOf('earnings?range=all')
  expect([earnings.clicks, sumEarned(earnings), summarizeDays(earnings.byDay)]).toEqual([1, 100, longest])
})

/** Formats an earnings report with one sale on each of these days. */
function formatReport(...days: string[]): string {
  const rows = days.map((day, nth) => `${nth},${day}T10:00:00Z,${day}T10:00:00Z,Approved,5338,,123456789012,20.00,1.00`)
  return ['EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings', ...rows].join('\n')
}

/** The fields in responses that count clicks, earnings or both. */
interface CountedBody {
  totalClicks: number
  clicksByDay: { date: string }[]
  clicks: number
  byDay: { date: string }[]
  totals: { earned: number }[]
}

async function fetchAnalytics(at: TestDeps, { user }: OwnedOrganization, { organization, project }: ProjectContext, call: string) {
  const path = `/v1/${organization.id}/projects/${project.id}/analytics/${call}`
  return (await createApiCaller(at)(user, { method: 'GET', path })).json() as Promise<CountedBody>
}

function summarizeDays(days: readonly { date: string }[]): { first: string | undefined; count: number } {
  return { first: days.at(0)?.date, count: days.length }
}
