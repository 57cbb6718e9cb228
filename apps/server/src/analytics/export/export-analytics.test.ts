import { type ExportQuery, exportQuery, type LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { archiveAllLinks } from '../../links/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getOverview } from '../get-overview.ts'
import { getLinkClicks, listVisitors } from '../link-analytics.ts'
import { exportAnalytics, toExportFileName } from './export-analytics.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const onPro = { settings: ['package=Pro'] }
const anExport = (query: Partial<ExportQuery>): ExportQuery => exportQuery.parse({ table: 'overview', ...query })

async function exportLines(deps: TestDeps, ctx: ProjectContext, query: Partial<ExportQuery>): Promise<string[]> {
  const { body } = await exportAnalytics(deps, ctx, anExport(query))
  const text = Buffer.concat(await Array.fromAsync(body)).toString()
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}

it('has the same numbers as the calls, for the same days and bot filter', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  const { url_id: linkId } = await aLink(deps, ctx)
  await recordClicks(deps, ctx, [
    { at: '2026-03-18T10:00:00Z', linkId, visitor: 1, country: 'DE' },
    { at: '2026-03-18T11:00:00Z', linkId, visitor: 2, country: 'FR', isScan: true },
    { at: '2026-03-19T10:00:00Z', linkId, visitor: 1, country: 'DE' },
    { at: '2026-03-19T10:00:00Z', linkId, visitor: 3, country: '', isBot: true },
  ])
  const days = { tz: 'UTC', from: '2026-03-18', to: '2026-03-20' }

  for (const bots of ['exclude', 'include', 'only'] as const) {
    const query = { ...days, bots }
    const { clicksByDay } = await getOverview(deps, ctx, query)
    const ofLink = await getLinkClicks(deps, ctx, { ...query, linkId })
    const byCountry = await getBreakdown(deps, ctx, { ...query, by: 'country', limit: 100 })
    const { visitors } = await listVisitors(deps, ctx, { linkId, ...query, limit: 100 })

    expect(await exportLines(deps, ctx, { table: 'overview', ...query })).toEqual([
      'date,clicks',
      ...clicksByDay.map((day) => `${day.date},${day.clicks}`),
    ])
    expect(await exportLines(deps, ctx, { table: 'link', url_id: linkId, ...query })).toEqual([
      'date,clicks,scans',
      ...ofLink.map((day) => `${day.date},${day.clicks},${day.scans}`),
    ])
    expect(await exportLines(deps, ctx, { table: 'breakdown', by: 'country', ...query })).toEqual([
      'country,clicks,visitors',
      ...byCountry.map((row) => `${row.name},${row.clicks},${row.visits}`),
    ])
    expect(await exportLines(deps, ctx, { table: 'visitors', url_id: linkId, ...query })).toEqual([
      'id,first_at,device,browser,os,country,subdivision,city,views',
      ...visitors.map((seen) => `${seen.id},${seen.firstAt},,,,${seen.country},,,${seen.views}`),
    ])
  }
})

it('has the country of a city', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  await recordClicks(deps, ctx, [{ at: '2026-03-18T10:00:00Z', country: 'DE' }])

  expect(await exportLines(deps, ctx, { table: 'breakdown', by: 'city' })).toEqual(['city,country,clicks,visitors', ',DE,1,1'])
})

it('has every link, including archived and unclicked links, with formulas escaped', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  const archived = await aLink(deps, ctx, { title: 'Lamp, "new"' })
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => archiveAllLinks(tx, ctx.project.id))
  const formula = await aLink(deps, ctx, { slug: 'spring', title: '=HYPERLINK("https://evil.example")', labels: ['@a', 'b'] })
  await recordClicks(deps, ctx, [
    { at: '2026-03-18T10:00:00Z', linkId: archived.url_id, visitor: 1 },
    { at: '2026-03-18T11:00:00Z', linkId: archived.url_id, visitor: 1 },
  ])

  const lines = await exportLines(deps, ctx, { table: 'urls' })

  expect(lines).toEqual([
    'slug,short_url,target,title,labels,archived,created_at,clicks,visitors,domain,notes,affiliated,shops,choice_page',
    `${archived.url.split('/').at(-1)},${archived.url},https://shop.example/lamp,"Lamp, ""new""",,true,${archived.created_at},2,1,go.test,,true,,false`,
    `spring,http://go.test/spring,https://shop.example/lamp,"'=HYPERLINK(""https://evil.example"")","'@a, b",false,${formula.created_at},0,0,go.test,,true,,false`,
  ])
})

it('has clicks of one link only if the link has the label', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  const { url_id: linkId } = await aLink(deps, ctx, { labels: ['newsletter'] })
  await recordClicks(deps, ctx, [{ at: '2026-03-18T10:00:00Z', linkId, visitor: 1 }])
  const ofLink = (label: string) => exportLines(deps, ctx, { table: 'link', url_id: linkId, from: '2026-03-18', to: '2026-03-18', label })
  const ofVisitors = (label: string) => exportLines(deps, ctx, { table: 'visitors', url_id: linkId, label })

  expect(await ofLink('Newsletter')).toEqual(['date,clicks,scans', '2026-03-18,1,0'])
  expect(await ofLink('video')).toEqual(['date,clicks,scans', '2026-03-18,0,0'])
  expect([(await ofVisitors('newsletter')).length, (await ofVisitors('video')).length]).toEqual([2, 1])
})

it('is read and written page by page', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    const values = Array.from({ length: 2_500 }, (_, index) => ({
      id: deps.ids.next<LinkId>(),
      project_id: ctx.project.id,
      organization_id: ctx.organization.id,
      slug: `many-${index}`,
      target: 'https://shop.example/',
      created_at: new Date(Date.UTC(2026, 0, 1) + index),
    }))
    await tx.insertInto('links').values(values).execute()
  })
  const { body } = await exportAnalytics(deps, ctx, anExport({ table: 'urls' }))
  const pages: number[] = []
  for await (const chunk of body) pages.push(Buffer.from(chunk).toString().split('\r\n').length - 1)

  // No link is archived, so the first page has only the header line.
  expect(pages).toEqual([1, 1_000, 1_000, 500])
})

it('has a file name with the project, the kind of export and the range', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.updateTable('projects').set({ name: 'Küche "&" Bad/\r\nx' }).where('id', '=', ctx.project.id).execute(),
  )
  const days = { from: '2026-03-01', to: '2026-03-07' }
  const { headers } = await exportAnalytics(deps, ctx, anExport({ table: 'breakdown', by: 'os', ...days }))
  const link = await aLink(deps, ctx, { slug: 'go/K\u00fcche' })
  const ofLink = await exportAnalytics(deps, ctx, anExport({ table: 'visitors', url_id: link.url_id, ...days }))

  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition':
      'attachment; filename="kuche-bad-x-systems-2026-03-01-to-2026-03-07.csv"; ' +
      "filename*=UTF-8''k%C3%BCche-bad-x-systems-2026-03-01-to-2026-03-07.csv",
  })
  expect(ofLink.headers['content-disposition']).toContain('"kuche-bad-x-go-Kuche-visitors-2026-03-01-to-2026-03-07.csv"')
})

it('throws the errors of the calls, and REQUEST_INVALID if `by` or `url_id` is missing', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [free, pro] = [await aProject(deps), await aProject(deps, onPro)]
  const theirs = await aLink(deps, free)
  const findErrorCode = (ctx: ProjectContext, query: Partial<ExportQuery>) => catchErrorCode(exportAnalytics(deps, ctx, anExport(query)))

  expect(await findErrorCode(free, { table: 'urls' })).toBe('FULL_ANALYTICS_REQUIRED')
  expect(await findErrorCode(free, { table: 'breakdown', by: 'country' })).toBe('FULL_ANALYTICS_REQUIRED')
  expect(await findErrorCode(free, { table: 'visitors', url_id: theirs.url_id })).toBe('FULL_ANALYTICS_REQUIRED')
  expect(await findErrorCode(free, { table: 'overview', from: '2025-01-01' })).toBe('ANALYTICS_HISTORY_LOCKED')
  expect(await findErrorCode(pro, { table: 'link', url_id: theirs.url_id })).toBe('LINK_NOT_FOUND')
  expect(await findErrorCode(pro, { table: 'visitors', url_id: theirs.url_id })).toBe('LINK_NOT_FOUND')
  expect(await findErrorCode(pro, { table: 'breakdown' })).toBe('REQUEST_INVALID')
  expect(await findErrorCode(pro, { table: 'link' })).toBe('REQUEST_INVALID')
})

it('is a call only for members, and its body is a file', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const request = (user: typeof mia, query: string) =>
    createApiCaller(deps)(user, { method: 'GET', path: `/v1/${mia.organization.id}/projects/${mia.project.id}/analytics/export?${query}` })

  const file = await request(mia, 'table=overview&from=2026-03-19&to=2026-03-20')

  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await file.text()).toBe('date,clicks\r\n2026-03-19,0\r\n2026-03-20,0\r\n')
  expect((await request(noah, 'table=overview')).status).toBe(404)
  const locked = await request(mia, 'table=urls')
  expect([locked.status, await locked.json()]).toMatchObject([402, { code: 'FULL_ANALYTICS_REQUIRED' }])
  expect((await request(mia, 'table=everything')).status).toBe(400)
  expect((await request(mia, 'bots=include')).status).toBe(400)
  const byEarlierName = await request(mia, 'of=overview&from=2026-03-19&to=2026-03-19')
  expect(await byEarlierName.text()).toBe('date,clicks\r\n2026-03-19,0\r\n')
})

it('aborts the download when ClickHouse fails after the first page', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, onPro)
  await aLink(deps, ctx)
  const { body } = await exportAnalytics(deps, ctx, anExport({ table: 'urls' }))
  await deps.clickhouse.command({ query: 'DROP TABLE clicks' })

  await expect(Array.fromAsync(body)).rejects.toThrow()
})

const days = { from: '2026-03-01', to: '2026-03-07' }

it.each([
  ['Everyday Reviews', undefined, 'overview', 'everyday-reviews-clicks-2026-03-01-to-2026-03-07.csv'],
  ['Everyday Reviews', '7xK2mPq', 'utm_source', 'everyday-reviews-7xK2mPq-campaign-sources-2026-03-01-to-2026-03-07.csv'],
  ['Everyday Reviews', 'go/k\u00fcche', 'country', 'everyday-reviews-go-k\u00fcche-countries-2026-03-01-to-2026-03-07.csv'],
  ['../../etc/passwd\r\n', undefined, 'urls', 'etc-passwd-links-2026-03-01-to-2026-03-07.csv'],
  ['\u202Efdp.exe "%2e"', undefined, 'urls', 'fdp-exe-2e-links-2026-03-01-to-2026-03-07.csv'],
  ['日本 हिन्दी', undefined, 'country', '日本-हिन्दी-countries-2026-03-01-to-2026-03-07.csv'],
  ['🛒', undefined, 'country', 'countries-2026-03-01-to-2026-03-07.csv'],
] as const)(
  'names an export of project %j, link %j and kind %s with characters that every file system accepts',
  (project, slug, content, name) => {
    expect(toExportFileName({ project, slug, content, ...days })).toBe(name)
  },
)
