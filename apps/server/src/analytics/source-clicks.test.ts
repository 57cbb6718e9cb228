import { expect, it } from 'vitest'
import { aClicksQuery, aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { openExportTable } from './export/export-table.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-overview.ts'
import { minLinkClicks } from './rollups/link-rollup-table.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

it('counts clicks by source, also on rolled-up days of a project and a link, and counts the clicks of each of its hosts', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const { url_id: linkId } = await aLink(deps, ctx)
  const at = '2026-03-18T10:00:00Z'
  await recordClicks(deps, ctx, [
    { at, linkId, referrer: 'l.facebook.com', visitor: 1, country: 'DE' },
    { at, linkId, referrer: 'fb.me', visitor: 1, country: 'DE' },
    { at: '2026-03-20T10:00:00Z', linkId, referrer: 'm.facebook.com', visitor: 1 },
    { at, linkId, browser: 'Facebook', visitor: 2 },
    { at, linkId, referrer: 'facebook.com', visitor: 5, isBot: true },
    { at, linkId, referrer: 'blog.example', browser: 'Facebook', visitor: 3 },
    ...Array.from({ length: minLinkClicks }, (_, nth) => ({ at, linkId, visitor: 10 + (nth % 5) })),
  ])
  const getRows = async (by: 'source' | 'referrer', conditions = {}) =>
    (await getBreakdown(deps, ctx, { ...aClicksQuery(conditions), by, limit: 10 })).map(({ name, clicks, visits }) => [
      name,
      clicks,
      visits,
    ])
  const bySource = [
    ['', minLinkClicks, 5],
    ['Facebook', 4, 3],
    ['blog.example', 1, 1],
  ]

  expect([await getRows('source'), await getRows('source', { url_id: linkId })]).toEqual([bySource, bySource])
  expect(await updateDailyRollups(deps, 30)).toBe(1)
  expect([await getRows('source'), await getRows('source', { url_id: linkId })]).toEqual([bySource, bySource])

  expect((await getRows('referrer', { source: 'Facebook' })).sort()).toEqual([
    ['', 1, 1],
    ['fb.me', 1, 1],
    ['l.facebook.com', 1, 1],
    ['m.facebook.com', 1, 1],
  ])
  const countClicks = async (conditions: object) => (await getDashboard(deps, ctx, aClicksQuery(conditions))).totalClicks
  expect(await countClicks({ source: 'Facebook' })).toBe(4)
  expect(await countClicks({ source: 'Facebook', referrer: 'fb.me' })).toBe(1)
  expect(await countClicks({ source: 'Facebook', country: 'DE' })).toBe(2)
  expect(await countClicks({ source: 'blog.example' })).toBe(1)
  expect(await countClicks({ source: '' })).toBe(minLinkClicks)
  const { columns, pages } = openExportTable(deps, ctx, { ...aQuery(), table: 'breakdown', by: 'source' })
  expect(columns).toEqual(['source', 'clicks', 'visitors'])
  expect((await Array.fromAsync(pages)).flat()).toEqual(bySource)
})

it('counts clicks by term and content of a campaign, and counts the clicks of one term', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  await recordClicks(deps, ctx, [
    { at: '2026-03-18T10:00:00Z', utmTerm: 'lamp', utmContent: 'top', visitor: 1 },
    { at: '2026-03-18T11:00:00Z', utmTerm: 'lamp', utmContent: 'end', visitor: 2 },
    { at: '2026-03-18T12:00:00Z', utmContent: 'end', visitor: 3 },
  ])
  const getRows = async (by: 'utm_term' | 'utm_content', conditions = {}) =>
    (await getBreakdown(deps, ctx, { ...aClicksQuery(conditions), by, limit: 10 })).map(({ name, clicks }) => [name, clicks])

  for (const isRolledUp of [false, true]) {
    expect(await updateDailyRollups(deps, isRolledUp ? 30 : 0)).toBe(Number(isRolledUp))
    expect(await getRows('utm_term')).toEqual([
      ['lamp', 2],
      ['', 1],
    ])
    expect(await getRows('utm_content', { utm_term: 'lamp' })).toEqual([
      ['end', 1],
      ['top', 1],
    ])
    expect(await getRows('utm_content')).toEqual([
      ['end', 2],
      ['top', 1],
    ])
  }
  const { columns } = openExportTable(deps, ctx, { ...aQuery(), table: 'breakdown', by: 'utm_content' })
  expect(columns).toEqual(['utm_content', 'clicks', 'visitors'])
})
