import { botFilters } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { asked } from '../../test/asked.ts'
import { aLink, aProject, refusalOf } from '../../test/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { findBreakdown } from './find-breakdown.ts'
import { findLinkClicks } from './find-link-clicks.ts'
import { findLinkNumbers } from './find-link-numbers.ts'
import { findLinksTraffic } from './find-links-traffic.ts'
import { findOverview } from './find-overview.ts'
import { listVisitors } from './list-visitors.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

it('tells people, bots and both apart in every call about a link', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings })
  const linkId = (await aLink(deps, project)).url_id
  await recordClicks(deps, project, [
    { at: '2026-03-19T10:00:00Z', linkId, visitor: 1, country: 'DE', isScan: true },
    { at: '2026-03-19T11:00:00Z', linkId, visitor: 1, country: 'DE', isBot: true, isScan: true },
    { at: '2026-03-20T10:00:00Z', linkId, visitor: 1, country: 'FR', isBot: true },
  ])
  const answers = await Promise.all(
    botFilters.map(async (bots) => ({
      numbers: await findLinkNumbers(deps, project, linkId, asked({ bots })),
      days: (await findLinkClicks(deps, project, linkId, asked({ bots }))).slice(-2).map(({ clicks, scans }) => [clicks, scans]),
      countries: await findBreakdown(deps, project, { ...asked({ bots }), by: 'country', limit: 10, url_id: linkId }),
      links: await findLinksTraffic(deps, project, { ...asked({ bots }), url_ids: [linkId] }),
    })),
  )
  expect(answers).toEqual([
    {
      numbers: { totalClicks: 1, visitors: 1, countries: 1 },
      days: [
        [1, 1],
        [0, 0],
      ],
      countries: [{ name: 'DE', clicks: 1, visits: 1 }],
      links: [{ url_id: linkId, clicks: 1, visits: 1 }],
    },
    {
      numbers: { totalClicks: 3, visitors: 2, countries: 2 },
      days: [
        [2, 2],
        [1, 0],
      ],
      countries: [
        { name: 'DE', clicks: 2, visits: 1 },
        { name: 'FR', clicks: 1, visits: 1 },
      ],
      links: [{ url_id: linkId, clicks: 3, visits: 2 }],
    },
    {
      numbers: { totalClicks: 2, visitors: 2, countries: 2 },
      days: [
        [1, 1],
        [1, 0],
      ],
      countries: [
        { name: 'DE', clicks: 1, visits: 1 },
        { name: 'FR', clicks: 1, visits: 1 },
      ],
      links: [{ url_id: linkId, clicks: 2, visits: 2 }],
    },
  ])
})

it('gives the links that are in the project in the order asked for, those without clicks as zeros', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [project, other] = [await aProject(deps, { settings }), await aProject(deps)]
  const [clicked, quiet, theirs] = [await aLink(deps, project), await aLink(deps, project), await aLink(deps, other)]
  await recordClicks(deps, project, [{ at: '2026-03-20T10:00:00Z', linkId: clicked.url_id }])
  const traffic = await findLinksTraffic(deps, project, { ...asked(), url_ids: [quiet.url_id, theirs.url_id, clicked.url_id] })
  expect(traffic).toEqual([
    { url_id: quiet.url_id, clicks: 0, visits: 0 },
    { url_id: clicked.url_id, clicks: 1, visits: 1 },
  ])
})

it('lists visitors latest first, page by page, with an id that no other day and no other link has', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings })
  const [linkId, elsewhere] = [(await aLink(deps, project)).url_id, (await aLink(deps, project)).url_id]
  await recordClicks(deps, project, [
    ...[1, 2, 3, 4, 5].map((visitor) => ({ at: '2026-03-19T10:00:00Z', linkId, visitor, country: 'DE' })),
    { at: '2026-03-19T12:00:00Z', linkId, visitor: 1, country: 'FR' },
    { at: '2026-03-20T10:00:00Z', linkId, visitor: 1 },
    { at: '2026-03-20T10:00:00Z', linkId: elsewhere, visitor: 1 },
  ])
  const pages = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const page = await listVisitors(deps, project, linkId, { ...asked(), limit: 2, cursor })
    pages.push(page.visitors)
    cursor = page.nextCursor
    isLast = cursor === undefined
  }
  const visitors = pages.flat()
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2])
  expect(visitors[0]).toMatchObject({ firstAt: '2026-03-20T10:00:00.000Z', views: 1, country: '' })
  expect(
    visitors
      .slice(1)
      .map((visitor) => visitor.views)
      .sort(),
  ).toEqual([1, 1, 1, 1, 2])
  expect(visitors.find((visitor) => visitor.views === 2)).toMatchObject({ firstAt: '2026-03-19T10:00:00.000Z', country: 'DE' })
  const there = await listVisitors(deps, project, elsewhere, { ...asked(), limit: 2 })
  expect(new Set([...visitors, ...there.visitors].map((visitor) => visitor.id)).size).toBe(7)
  expect(await refusalOf(listVisitors(deps, project, linkId, { ...asked(), limit: 2, cursor: 'x' }))).toBe('REQUEST_INVALID')
})

it('names the country of each city, and an unknown country with an empty name', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings })
  await recordClicks(deps, project, [
    { at: '2026-03-20T10:00:00Z', country: 'DE' },
    { at: '2026-03-20T10:00:00Z', country: '' },
  ])
  expect(await findBreakdown(deps, project, { ...asked(), by: 'city', limit: 10 })).toEqual([
    { name: '', country: '', clicks: 1, visits: 1 },
    { name: '', country: 'DE', clicks: 1, visits: 1 },
  ])
  expect(await findBreakdown(deps, project, { ...asked(), by: 'country', limit: 1 })).toEqual([{ name: '', clicks: 1, visits: 1 }])
})

it('answers for the asked days alone: both ends included, a day of 23 hours whole', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings })
  const tz = 'America/New_York'
  await recordClicks(
    deps,
    project,
    ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00Z'].map((at) => ({ at })),
  )
  const range = asked({ tz, from: '2026-03-08', to: '2026-03-08' })
  expect((await findOverview(deps, project, range)).clicksByDay).toEqual([{ date: '2026-03-08', clicks: 2 }])
  expect(await findBreakdown(deps, project, { ...range, by: 'device', limit: 10 })).toMatchObject([{ clicks: 2 }])
})

it.each([
  [{ from: '2026-03-10', to: '2026-03-09' }, 'REQUEST_INVALID'],
  [{ from: '2026-03-21' }, 'REQUEST_INVALID'],
  [{ from: '2010-01-01', to: '2026-03-09' }, 'REQUEST_INVALID'],
  [{ from: '1999-12-31', to: '1999-12-31' }, 'REQUEST_INVALID'],
  [{ to: '2100-01-01' }, 'REQUEST_INVALID'],
  [{ from: '2026-02-17' }, 'ANALYTICS_HISTORY_LOCKED'],
  [{ to: '2026-03-01' }, 'ANALYTICS_HISTORY_LOCKED'],
])('refuses the days %o of the Free plan with %s', async (range, code) => {
  await using deps = await openTestDeps({ clock })
  expect(await refusalOf(findOverview(deps, await aProject(deps), asked(range)))).toBe(code)
})

it("always shows the organization's own window, and the days of its plan", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const project = await aProject(deps, { settings: ['dashboard_days=90'] })
  expect((await findOverview(deps, project, asked())).clicksByDay).toHaveLength(90)
  const month = await aProject(deps)
  expect((await findOverview(deps, month, asked({ from: '2026-02-18' }))).clicksByDay).toHaveLength(31)
})

it('keeps breakdowns, traffic of links and visitors for full analytics', async () => {
  await using deps = await openTestDeps({ clock })
  const project = await aProject(deps)
  const linkId = (await aLink(deps, project)).url_id
  const errors = await Promise.all([
    refusalOf(findBreakdown(deps, project, { ...asked(), by: 'country', limit: 10 })),
    refusalOf(findLinksTraffic(deps, project, { ...asked(), url_ids: [linkId] })),
    refusalOf(listVisitors(deps, project, linkId, { ...asked(), limit: 10 })),
  ])
  expect(new Set(errors)).toEqual(new Set(['FULL_ANALYTICS_REQUIRED']))
})

it('finds no link of another project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps, { settings }), await aProject(deps, { settings })]
  const linkId = (await aLink(deps, mia)).url_id
  const errors = await Promise.all([
    refusalOf(findBreakdown(deps, noah, { ...asked(), by: 'country', limit: 10, url_id: linkId })),
    refusalOf(findLinkNumbers(deps, noah, linkId, asked())),
    refusalOf(listVisitors(deps, noah, linkId, { ...asked(), limit: 10 })),
  ])
  expect(new Set(errors)).toEqual(new Set(['LINK_NOT_FOUND']))
})
