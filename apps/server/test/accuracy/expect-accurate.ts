import { type BotFilter, breakdownKinds, type Overview, type Visitor } from '@linkshelf/contract'
import { expect } from 'vitest'
import {
  breakdown,
  type Calendar,
  type Chosen,
  chosenOf,
  clicksByDay,
  clicksByLink,
  type DaysChosen,
  linkClicksByDay,
  numbers,
  traffic,
  visitors,
} from './count-clicks.ts'
import type { Target } from './generate-clicks.ts'

export interface ToHold {
  /** The answer of a call below the project's analytics. */
  request(call: string, query: Record<string, string>): Promise<Response>
  /** The clicks as they were made, in the days of the time zone. */
  calendar: Calendar
  timeZone: string
  bots: BotFilter
  target: Target
  /** What no range means: the organization's window, and the 30 days of "last month". */
  window: DaysChosen
  month: DaysChosen
}

/** Every number of every answer about the project and its most clicked and least clicked link, for each range, is what there is to be counted. */
export async function expectTruth(hold: ToHold, ranges: readonly (DaysChosen | undefined)[]): Promise<void> {
  const { target, window } = hold
  const [most = '', least = ''] = [target.linkIds[0], target.linkIds.at(-1)]
  for (const [nth, days] of ranges.entries()) {
    await expectOverview(hold, days)
    await expectNumbers(hold, 'dashboard', days)
    await expectTraffic(hold, days)
    await expectBreakdowns(hold, days)
    const linkId = nth % 2 === 0 ? most : least
    const ofLink = chosen(hold, { linkId, days: undefined })
    expectEqual(await ask(hold, `urls/${linkId}`, days), linkClicksByDay(hold.calendar, ofLink, datesOf(days ?? window)))
    await expectNumbers(hold, `urls/${linkId}/dashboard`, days, linkId)
    await expectBreakdowns(hold, days, linkId)
    await expectVisitors(hold, days, least)
  }
}

async function expectOverview(hold: ToHold, days: DaysChosen | undefined): Promise<void> {
  const { calendar, month, target, window } = hold
  const { topPerformingLinks, ...rest } = (await ask(hold, 'overview', days)) as Overview
  expectEqual(rest, {
    totalClicks: chosenOf(calendar, chosen(hold, {})).length,
    clicksLastMonth: chosenOf(calendar, chosen(hold, { days: month })).length,
    activeLinks: target.linkIds.length,
    clicksByDay: clicksByDay(calendar, chosen(hold, {}), datesOf(days ?? window)),
  })
  const made = clicksByLink(chosenOf(calendar, chosen(hold, { days: days ?? window })))
  expectEqual(clicksOf(topPerformingLinks), clicksOf(made).toSorted(descending).slice(0, 10))
  expectEqual(
    topPerformingLinks.filter((link) => !made.some((other) => other.url_id === link.url_id && other.clicks === link.clicks)),
    [],
  )
}

async function expectNumbers(hold: ToHold, call: string, days: DaysChosen | undefined, linkId?: string): Promise<void> {
  expectEqual(await ask(hold, call, days), numbers(chosenOf(hold.calendar, chosen(hold, { linkId, days }))))
}

async function expectTraffic(hold: ToHold, days: DaysChosen | undefined): Promise<void> {
  const { calendar, target, window } = hold
  const made = traffic(chosenOf(calendar, chosen(hold, { days: days ?? window })), target.linkIds)
  expectEqual(await ask(hold, 'urls', days, { url_ids: target.linkIds.join(',') }), made)
}

async function expectBreakdowns(hold: ToHold, days: DaysChosen | undefined, linkId?: string): Promise<void> {
  const clicks = chosenOf(hold.calendar, chosen(hold, { linkId, days: days ?? hold.window }))
  for (const by of breakdownKinds) {
    const made = breakdown(clicks, by)
    const shown = (await ask(hold, 'breakdown', days, {
      by,
      limit: '1000',
      ...(linkId !== undefined && { url_id: linkId }),
    })) as typeof made
    expectSame(shown, made)
    expectEqual(clicksOf(shown), clicksOf(made).toSorted(descending))
  }
}

async function expectVisitors(hold: ToHold, days: DaysChosen | undefined, linkId: string): Promise<void> {
  const made = visitors(chosenOf(hold.calendar, chosen(hold, { linkId, days: days ?? hold.window })))
  const shown = await askEveryVisitor(hold, linkId, days)
  expectSame(
    shown.map(({ id: _id, ...visitor }) => visitor),
    made,
  )
  expectEqual(
    shown.map(({ firstAt }) => firstAt),
    made
      .map(({ firstAt }) => firstAt)
      .toSorted()
      .reverse(),
  )
  expectEqual(new Set(shown.map(({ id }) => id)).size, made.length)
}

async function askEveryVisitor(hold: ToHold, linkId: string, days: DaysChosen | undefined): Promise<Visitor[]> {
  const every: Visitor[] = []
  for (let cursor: string | undefined; ; ) {
    const answer = await hold.request(
      `urls/${linkId}/visitors`,
      queryOf(hold, days, { limit: '200', ...(cursor !== undefined && { cursor }) }),
    )
    every.push(...((await answer.json()) as Visitor[]))
    cursor = answer.headers.get('x-next-cursor') ?? undefined
    if (cursor === undefined) return every
  }
}

async function ask(hold: ToHold, call: string, days: DaysChosen | undefined, words: Record<string, string> = {}): Promise<unknown> {
  return (await hold.request(call, queryOf(hold, days, words))).json()
}

function queryOf({ timeZone, bots }: ToHold, days: DaysChosen | undefined, words: Record<string, string>): Record<string, string> {
  return { tz: timeZone, bots, ...days, ...words }
}

function chosen({ bots, target }: ToHold, which: Pick<Chosen, 'linkId' | 'days'>): Chosen {
  return { projectId: target.projectId, bots, ...which }
}

function datesOf({ from, to }: DaysChosen): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = first.until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days + 1
  return Array.from({ length: count }, (_, nth) => first.add({ days: nth }).toString())
}

// Every difference is told, not the first alone.

function expectEqual(shown: unknown, made: unknown): void {
  expect.soft(shown).toEqual(made)
}

/** The same things in whatever order. */
function expectSame(shown: readonly object[], made: readonly object[]): void {
  const sorted = (list: readonly object[]) => list.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort()
  expectEqual(sorted(shown), sorted(made))
}

const clicksOf = (list: readonly { clicks: number }[]): number[] => list.map(({ clicks }) => clicks)
const descending = (left: number, right: number): number => right - left
