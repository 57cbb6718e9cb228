import type { LinkId } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { createLinkVisits } from './create-link-visits.ts'

/** The maximum size of a form field that a ClickHouse server accepts; the embedded engine accepts more. */
const fieldMaxBytes = 128 * 1024

it('counts only clicks of this project on the days that lists show', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [first, second, third] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, other)]
  const now = ctx.now.getTime()
  const outside = now - (ctx.entitlements.dashboardDays + 1) * 24 * 3_600_000
  await recordClicks(deps, ctx, [
    { at: now, linkId: first.url_id },
    { at: now, linkId: second.url_id },
    { at: now, linkId: second.url_id },
    { at: outside, linkId: first.url_id },
  ])
  await recordClicks(deps, other, [{ at: now, linkId: third.url_id }])

  const clicks = await createLinkVisits(deps).openClicks(ctx, { tz: 'UTC' })

  expect(await clicks.list({ after: undefined, limit: 10 })).toEqual([
    { id: second.url_id, value: 2 },
    { id: first.url_id, value: 1 },
  ])
  expect(await clicks.list({ after: { id: second.url_id, value: 2 }, limit: 10 })).toEqual([{ id: first.url_id, value: 1 }])
  expect(await clicks.find([first.url_id, third.url_id])).toEqual(new Map([[first.url_id, 1]]))
})

it('finds the given links with clicks on any day, but not links that only bots visited', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [clicked, visited, untouched, theirs] = [
    await aLink(deps, ctx),
    await aLink(deps, ctx),
    await aLink(deps, ctx),
    await aLink(deps, other),
  ]
  const longAgo = ctx.now.getTime() - 60 * 24 * 3_600_000
  await recordClicks(deps, ctx, [
    { at: longAgo, linkId: clicked.url_id },
    { at: ctx.now, linkId: visited.url_id, isBot: true },
  ])
  await recordClicks(deps, other, [{ at: ctx.now, linkId: theirs.url_id }])
  const ids = [clicked, visited, untouched, theirs].map(({ url_id }) => url_id)

  expect(await createLinkVisits(deps).findClicked(ctx, ids)).toEqual(new Set([clicked.url_id]))
  expect(await createLinkVisits(deps).findClicked(ctx, [])).toEqual(new Set())
})

it('counts the clicks of the given days, and rejects days outside the history of the plan', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const [first, second] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const yesterday = new Date(ctx.now.getTime() - 24 * 3_600_000)
  await recordClicks(deps, ctx, [
    { at: ctx.now, linkId: first.url_id },
    { at: yesterday, linkId: second.url_id },
  ])
  const open = (day: string) => createLinkVisits(deps).openClicks(ctx, { tz: 'UTC', from: day, to: day })

  const clicks = await open(yesterday.toISOString().slice(0, 10))

  expect(await clicks.list({ after: undefined, limit: 10 })).toEqual([{ id: second.url_id, value: 1 }])
  expect(await catchErrorCode(open('2019-01-01'))).toBe('ANALYTICS_HISTORY_LOCKED')
})

it.each([
  ['UTC', 'of a month'],
  ['UTC', 'of a year'],
  ['Asia/Kolkata', 'of a day'],
  ['Asia/Kolkata', 'of a month'],
  ['Asia/Kolkata', 'of a year'],
  ['America/St_Johns', 'of a month'],
])('counts exactly the clicks within the days of %s, in a range %s', async (tz, length) => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, { settings: ['package=Business', 'dashboard_days=1000'] })
  const to = Temporal.PlainDate.from('2026-03-10')
  const from = to.subtract({ days: { 'of a day': 0, 'of a month': 29, 'of a year': 364 }[length] ?? 0 })
  const toStart = (day: Temporal.PlainDate) => day.toZonedDateTime(tz).epochMilliseconds
  const [start, end] = [toStart(from), toStart(to.add({ days: 1 }))]
  const [inside, outside] = [deps.ids.next<LinkId>(), deps.ids.next<LinkId>()]
  const createClicksAt = (linkId: LinkId, ...times: number[]) => times.map((time) => ({ at: new Date(time), linkId }))
  const middle = (start + end) / 2
  await recordClicks(deps, ctx, [...createClicksAt(inside, start, middle, middle + 1, end - 1), ...createClicksAt(outside, start - 1, end)])

  const clicks = await createLinkVisits(deps).openClicks(ctx, { tz, from: String(from), to: String(to) })

  expect(await clicks.list({ after: undefined, limit: 10 })).toEqual([{ id: inside, value: 4 }])
  expect(await clicks.find([inside, outside])).toEqual(new Map([[inside, 4]]))
})

it('lists the newest link first if links have equal clicks, page by page', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const ids = Array.from({ length: 9 }, () => deps.ids.next<LinkId>())
  await recordClicks(
    deps,
    ctx,
    ids.map((linkId) => ({ at: ctx.now, linkId })),
  )
  const clicks = await createLinkVisits(deps).openClicks(ctx, { tz: 'UTC' })

  const first = await clicks.list({ after: undefined, limit: 4 })
  const rest = await clicks.list({ after: first.at(-1), limit: 9 })

  expect([...first, ...rest].map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
})

it('reads the pages of a list with one query, except pages after the first thousand links', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const ids = Array.from({ length: 1_300 }, () => deps.ids.next<LinkId>())
  await recordClicks(
    deps,
    ctx,
    ids.map((linkId) => ({ at: ctx.now, linkId })),
  )
  const visits = createLinkVisits(deps)
  await visits.openClicks(ctx, { tz: 'UTC' }) // queries the clicks of the month, which are then cached
  await visits.openClicks(other, { tz: 'UTC' })
  const query = vi.spyOn(deps.clickhouse, 'query')

  const found: LinkId[] = []
  const counts: number[] = []
  for (let page = 0; page < 4; page += 1) {
    const after = found.length === 0 ? undefined : { id: found.at(-1) as LinkId, value: 1 }
    const listed = await (await visits.openClicks(ctx, { tz: 'UTC' })).list({ after, limit: 400 })
    found.push(...listed.map(({ id }) => id))
    counts.push(query.mock.calls.length)
  }

  expect(found).toEqual(ids.toSorted().toReversed())
  expect(counts).toEqual([1, 1, 2, 3])
  expect(await (await visits.openClicks(other, { tz: 'UTC' })).list({ after: undefined, limit: 400 })).toEqual([])
})

it('counts the clicks of more links than fit into one field of a form', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const ids = Array.from({ length: 8_000 }, () => deps.ids.next<LinkId>())
  const clicked = [ids[0], ids[4_000], ids[7_999]] as LinkId[]
  await recordClicks(
    deps,
    ctx,
    clicked.map((linkId) => ({ at: ctx.now, linkId })),
  )
  const clicks = await createLinkVisits(deps).openClicks(ctx, { tz: 'UTC' })
  const query = vi.spyOn(deps.clickhouse, 'query')

  expect(await clicks.find(ids)).toEqual(new Map(clicked.map((id) => [id, 1])))

  const fields = query.mock.calls.flatMap(([{ query_params }]) => Object.values(query_params ?? {}))
  expect(Math.max(...fields.map((field) => JSON.stringify(field).length))).toBeLessThan(fieldMaxBytes)
})
