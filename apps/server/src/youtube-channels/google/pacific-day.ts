// The quota of YouTube's API counts days in Pacific time.
import { addDays } from '../../platform/clock.ts'

const zone = 'America/Los_Angeles'
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
const hourFormat = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })

/** Google's clock and ours may differ: an answer this soon after midnight may be about the quota of the day before. */
const toleranceMs = 10 * 60_000

/** `yyyy-mm-dd`. */
export function pacificDay(at: Date): string {
  return dayFormat.format(at)
}

export function nextPacificMidnight(at: Date): Date {
  const nextDay = addDays(pacificDay(at), 1)
  const inSummer = new Date(`${nextDay}T07:00:00.000Z`)
  return hourFormat.format(inSummer) === '00' ? inSummer : new Date(`${nextDay}T08:00:00.000Z`)
}

/** Whether the day began so long ago that Google counts the same one. */
export function isSettledDay(at: Date): boolean {
  return pacificDay(new Date(at.getTime() - toleranceMs)) === pacificDay(at)
}

/** When to ask again after an answer that the quota is used up. */
export function quotaRetryAt(at: Date): Date {
  return isSettledDay(at) ? nextPacificMidnight(at) : new Date(at.getTime() + toleranceMs)
}
