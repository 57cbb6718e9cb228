import { maxRangeDays } from '@linkshelf/contract'
import { addDays, countDays, isDay, lastDays, type Period, startOfMonth } from './period.ts'

/** A range that has a name: the view's own window, or one of those people ask for most. */
export interface NamedRange {
  /** As the address has it; the window's is empty, as it is what an address without any shows. */
  name: string
  label: string
  period: Period
}

/** What is looked at: a named range, or two days of the reader's choice. */
export type ChosenRange = NamedRange | { name: 'custom'; label: string; period: Period }

/** The named ranges as of `today`, shortest first; the window takes the place of the one it equals. */
export function namedRanges(windowDays: number, today: string): NamedRange[] {
  const days = [7, 30, 90].filter((count) => count !== windowDays).map((count) => ofLastDays(`${count}d`, count, today))
  const counted = [ofLastDays('', windowDays, today), ...days].sort((one, other) => countDays(one.period) - countDays(other.period))
  const thisMonth = startOfMonth(today)
  return [
    ...counted,
    { name: '12m', label: 'Last 12 months', period: { from: addDays(yearBefore(today), 1), to: today } },
    { name: 'month', label: 'This month', period: { from: thisMonth, to: today } },
    { name: 'last-month', label: 'Last month', period: { from: startOfMonth(today, -1), to: addDays(thisMonth, -1) } },
  ]
}

/** The range an address asks for; the window for one that makes no sense. */
export function chooseRange(asked: URLSearchParams, ranges: readonly NamedRange[], today: string): ChosenRange {
  const [from, to] = [asked.get('from'), asked.get('to')]
  if (isDay(from) && isDay(to) && isPeriod({ from, to }, today)) return { name: 'custom', label: 'Custom range', period: { from, to } }
  const name = asked.get('range') ?? ''
  const chosen = ranges.find((range) => range.name === name) ?? ranges.find((range) => range.name === '')
  return chosen ?? ofLastDays('', 1, today)
}

/** True for days in the right order, up to today, and no more of them than one question may have. */
export function isPeriod(period: Period, today: string): boolean {
  return period.from <= period.to && period.to <= today && countDays(period) <= maxRangeDays
}

function ofLastDays(name: string, count: number, today: string): NamedRange {
  return { name, label: count === 1 ? 'Today' : `Last ${count} days`, period: lastDays(count, today) }
}

/** The 29th of February has no day of its name a year before: the 28th stands in. */
function yearBefore(day: string): string {
  const asked = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDay(asked) ? asked : addDays(day, -366)
}
