import type { LinkId } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { aLink, aProject, errorCodeOf } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { createLinkVisits } from './create-link-visits.ts'

/** The maximum size of a form field that a ClickHouse server accepts; the embedded engine accepts more. */
const fieldMaxBytes = 128 * 1024

it('counts the clicks of the days that lists show, of this project only', async () => {
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
    { id: second.url_id, clicks: 2 },
    { id: first.url_id, clicks: 1 },
  ])
  expect(await clicks.list({ after: { id: second.url_id, clicks: 2 }, limit: 10 })).toEqual([{ id: first.url_id, clicks: 1 }])
  expect(await clicks.count([first.url_id, third.url_id])).toEqual(new Map([[first.url_id, 1]]))
})

it('counts the clicks of the days given, within the history of the plan', async () => {
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

  expect(await clicks.list({ after: undefined, limit: 10 })).toEqual([{ id: second.url_id, clicks: 1 }])
  expect(await errorCodeOf(open('2019-01-01'))).toBe('ANALYTICS_HISTORY_LOCKED')
})

it('lists the newest of links with as many clicks first, page by page', async () => {
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

it('counts the clicks of more links than one field of a form holds', async () => {
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

  expect(await clicks.count(ids)).toEqual(new Map(clicked.map((id) => [id, 1])))

  const fields = query.mock.calls.flatMap(([{ query_params }]) => Object.values(query_params ?? {}))
  expect(Math.max(...fields.map((field) => JSON.stringify(field).length))).toBeLessThan(fieldMaxBytes)
})
