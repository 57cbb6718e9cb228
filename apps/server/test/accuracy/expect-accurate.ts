import { type BotFilter, type BreakdownKind, breakdownKinds, type HourlyClicks, type Overview, type Visitor } from '@linkshelf/contract'
import { expect } from 'vitest'
import { computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import {
  type CalendarRange,
  type ClickSelection,
  type ClicksByDay,
  computeBreakdown,
  computeTotals,
  countClicksByDay,
  countClicksByLink,
  countLinkClicksByDay,
  countLinkTraffic,
  type Properties,
  selectClicks,
  toVisitors,
} from './count-clicks.ts'
import type { Target } from './generate-clicks.ts'

export interface AccuracyCheck {
  /** Requests a path under the project's analytics, for example `dashboard`. */
  request(path: string, query: Record<string, string>): Promise<Response>
  /** The generated clicks by day in `timeZone`. */
  calendar: ClicksByDay
  timeZone: string
  bots: BotFilter
  target: Target
  /**
   * The ranges that apply if a request names no range: `window` is the organization's window, and `month` is the 30
   * days of "last month".
   */
  window: CalendarRange
  month: CalendarRange
}

let checkCount = 0

/**
 * Expects every number in every response about the project and its most or least clicked link to equal the reference
 * count. To save time, each check covers every second range and a quarter of the breakdown kinds, so eight checks cover
 * all combinations. If RANDOM_TEST_FACTOR is above 1, each check covers everything.
 */
export async function expectAccurate(check: AccuracyCheck, ranges: readonly (CalendarRange | undefined)[]): Promise<void> {
  const { target, window } = check
  const [mostClicked = '', leastClicked = ''] = [target.linkIds[0], target.linkIds.at(-1)]
  checkCount += 1
  const isChecked = (index: number, share: number, advance: number) => computeRandomRuns(1) > 1 || (index + advance) % share === 0
  const kinds = breakdownKinds.filter((_kind, index) => isChecked(index, 4, Math.floor(checkCount / 2)))
  for (const [nth, days] of ranges.entries()) {
    if (!isChecked(nth, 2, checkCount)) continue
    await expectOverview(check, days)
    await expectNumbers(check, 'dashboard', days)
    await expectTraffic(check, days)
    await expectBreakdowns(check, kinds, days)
    const linkId = nth % 2 === 0 ? mostClicked : leastClicked
    const ofLink = toSelection(check, { linkId, days: undefined })
    expectEqual(await call(check, `urls/${linkId}`, days), countLinkClicksByDay(check.calendar, ofLink, listDates(days ?? window)))
    await expectNumbers(check, `urls/${linkId}/dashboard`, days, linkId)
    await expectBreakdowns(check, kinds, days, linkId)
    await expectVisitors(check, days, leastClicked)
  }
}

/** Conditions that a counted click must meet. */
export interface AccurateConditions {
  properties: Properties
  linkId?: string
  /** A label, and the links that have it. */
  label?: { name: string; linkIds: readonly string[] }
}

/**
 * Expects every number about the clicks that meet the conditions in the date range to equal the reference count, for
 * the project and for one link.
 */
export async function expectAccurateWhere(check: AccuracyCheck, days: CalendarRange, conditions: AccurateConditions): Promise<void> {
  const { properties, linkId, label } = conditions
  const { calendar, target } = check
  const query = { ...properties, ...(linkId && { url_id: linkId }), ...(label && { label: label.name }) }
  const selectOnDays = (range: CalendarRange) =>
    selectClicks(calendar, toSelection(check, { properties, linkId, days: range })).filter(
      ({ record }) => label === undefined || label.linkIds.includes(record.linkId),
    )
  const clicks = selectOnDays(days)
  expect(clicks.length).toBeGreaterThan(0)

  const { topPerformingLinks, clicksByDay: byDay, totalClicks, clicksAllTime } = (await call(check, 'overview', days, query)) as Overview
  expectEqual(
    byDay,
    listDates(days).map((date) => ({ date, clicks: selectOnDays({ from: date, to: date }).length })),
  )
  expectEqual(toClickCounts(topPerformingLinks), toClickCounts(countClicksByLink(clicks)).toSorted(compareDescending).slice(0, 10))
  expectEqual(totalClicks, clicks.length)
  expectEqual(clicksAllTime, selectClicks(calendar, toSelection(check, {})).length)
  expectEqual(await call(check, 'dashboard', days, query), computeTotals(clicks))
  expectEqual(await call(check, 'urls', days, { ...query, url_ids: target.linkIds.join(',') }), countLinkTraffic(clicks, target.linkIds))
  for (const by of ['country', 'city', 'referrer'] as const)
    expectEqualInAnyOrder((await call(check, 'breakdown', days, { ...query, by, limit: '1000' })) as object[], computeBreakdown(clicks, by))

  const twoDays = { from: '2026-10-24', to: '2026-10-25' }
  const hours = (await call(check, 'hours', twoDays, query)) as HourlyClicks[]
  const inHours = selectOnDays(twoDays).map(({ record }) => hours.findLastIndex(({ at }) => Date.parse(at) <= record.at))
  expectEqual(
    hours.map(({ clicks: count }) => count),
    hours.map((_hour, nth) => inHours.filter((hour) => hour === nth).length),
  )

  const [link = ''] = target.linkIds
  const ofLink = { properties, linkId: link }
  expectEqual(
    await call(check, `urls/${link}`, days, properties),
    countLinkClicksByDay(calendar, toSelection(check, { ...ofLink, days: undefined }), listDates(days)),
  )
  const onLink = selectClicks(calendar, toSelection(check, { ...ofLink, days }))
  expectEqual(await call(check, `urls/${link}/dashboard`, days, properties), computeTotals(onLink))
  expectEqualInAnyOrder(
    (await listEveryVisitor(check, link, days, properties)).map(({ id: _id, ...visitor }) => visitor),
    toVisitors(onLink),
  )
}

async function expectOverview(check: AccuracyCheck, days: CalendarRange | undefined): Promise<void> {
  const { calendar, month, target, window } = check
  const { topPerformingLinks, ...rest } = (await call(check, 'overview', days)) as Overview
  expectEqual(rest, {
    totalClicks: selectClicks(calendar, toSelection(check, { days: days ?? window })).length,
    clicksAllTime: selectClicks(calendar, toSelection(check, {})).length,
    clicksLastMonth: selectClicks(calendar, toSelection(check, { days: month })).length,
    activeLinks: target.linkIds.length,
    clicksByDay: countClicksByDay(calendar, toSelection(check, {}), listDates(days ?? window)),
  })
  const expected = countClicksByLink(selectClicks(calendar, toSelection(check, { days: days ?? window })))
  expectEqual(toClickCounts(topPerformingLinks), toClickCounts(expected).toSorted(compareDescending).slice(0, 10))
  expectEqual(
    topPerformingLinks.filter((link) => !expected.some((other) => other.url_id === link.url_id && other.clicks === link.clicks)),
    [],
  )
}

async function expectNumbers(check: AccuracyCheck, path: string, days: CalendarRange | undefined, linkId?: string): Promise<void> {
  expectEqual(
    await call(check, path, days),
    computeTotals(selectClicks(check.calendar, toSelection(check, { linkId, days: days ?? check.window }))),
  )
}

async function expectTraffic(check: AccuracyCheck, days: CalendarRange | undefined): Promise<void> {
  const { calendar, target, window } = check
  const expected = countLinkTraffic(selectClicks(calendar, toSelection(check, { days: days ?? window })), target.linkIds)
  expectEqual(await call(check, 'urls', days, { url_ids: target.linkIds.join(',') }), expected)

  const dates = listDates(days ?? window)
  const links = target.linkIds.map((linkId) => {
    const byDay = countClicksByDay(calendar, toSelection(check, { linkId, days: undefined }), dates)
    return { url_id: linkId, clicks: byDay.map(({ clicks }) => clicks), totals: [] }
  })
  expectEqual(await call(check, 'urls/clicks', days, { url_ids: target.linkIds.join(',') }), { dates, links })
}

async function expectBreakdowns(
  check: AccuracyCheck,
  kinds: readonly BreakdownKind[],
  days: CalendarRange | undefined,
  linkId?: string,
): Promise<void> {
  const clicks = selectClicks(check.calendar, toSelection(check, { linkId, days: days ?? check.window }))
  for (const by of kinds) {
    const expected = computeBreakdown(clicks, by)
    const actual = (await call(check, 'breakdown', days, {
      by,
      limit: '1000',
      ...(linkId !== undefined && { url_id: linkId }),
    })) as typeof expected
    expectEqualInAnyOrder(actual, expected)
    expectEqual(toClickCounts(actual), toClickCounts(expected).toSorted(compareDescending))
  }
}

async function expectVisitors(check: AccuracyCheck, days: CalendarRange | undefined, linkId: string): Promise<void> {
  const expected = toVisitors(selectClicks(check.calendar, toSelection(check, { linkId, days: days ?? check.window })))
  const actual = await listEveryVisitor(check, linkId, days)
  expectEqualInAnyOrder(
    actual.map(({ id: _id, ...visitor }) => visitor),
    expected,
  )
  expectEqual(
    actual.map(({ firstAt }) => firstAt),
    expected
      .map(({ firstAt }) => firstAt)
      .toSorted()
      .reverse(),
  )
  expectEqual(new Set(actual.map(({ id }) => id)).size, expected.length)
}

async function listEveryVisitor(
  check: AccuracyCheck,
  linkId: string,
  days: CalendarRange | undefined,
  properties: Properties = {},
): Promise<Visitor[]> {
  const every: Visitor[] = []
  for (let cursor: string | undefined; ; ) {
    const answer = await check.request(
      `urls/${linkId}/visitors`,
      toQuery(check, days, { ...properties, limit: '200', ...(cursor !== undefined && { cursor }) }),
    )
    every.push(...((await answer.json()) as Visitor[]))
    cursor = answer.headers.get('x-next-cursor') ?? undefined
    if (cursor === undefined) return every
  }
}

async function call(
  check: AccuracyCheck,
  path: string,
  days: CalendarRange | undefined,
  extra: Record<string, string> = {},
): Promise<unknown> {
  const answer = (await (await check.request(path, toQuery(check, days, extra))).json()) as object
  if (Array.isArray(answer)) return answer
  const { deletion: _, ...numbers } = answer as { deletion?: 'running' }
  return numbers
}

function toQuery(
  { timeZone, bots }: AccuracyCheck,
  days: CalendarRange | undefined,
  extra: Record<string, string>,
): Record<string, string> {
  return { tz: timeZone, bots, ...days, ...extra }
}

function toSelection({ bots, target }: AccuracyCheck, which: Pick<ClickSelection, 'linkId' | 'days' | 'properties'>): ClickSelection {
  return { projectId: target.projectId, bots, ...which }
}

function listDates({ from, to }: CalendarRange): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = first.until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days + 1
  return Array.from({ length: count }, (_, nth) => first.add({ days: nth }).toString())
}

// Soft assertions report every difference, not only the first.

function expectEqual(actual: unknown, expected: unknown): void {
  expect.soft(actual).toEqual(expected)
}

function expectEqualInAnyOrder(actual: readonly object[], expected: readonly object[]): void {
  const sortAsJson = (list: readonly object[]) => list.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort()
  expectEqual(sortAsJson(actual), sortAsJson(expected))
}

const toClickCounts = (list: readonly { clicks: number }[]): number[] => list.map(({ clicks }) => clicks)
const compareDescending = (left: number, right: number): number => right - left
