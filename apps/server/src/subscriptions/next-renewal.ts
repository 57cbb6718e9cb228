import type { PaymentPeriod } from '@linkshelf/contract'

/**
 * The first renewal after `now` of a plan that started then: on the same day of a month, or on its last day where the
 * month is shorter (UTC).
 */
export function nextRenewal(startedAt: Date, period: PaymentPeriod, now: Date): Date {
  const step = period === 'monthly' ? 1 : 12
  const passed = (now.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - startedAt.getUTCMonth()
  const periods = Math.max(1, Math.floor(passed / step))
  const renewal = afterMonths(startedAt, periods * step)
  return renewal > now ? renewal : afterMonths(startedAt, (periods + 1) * step)
}

function afterMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months, 1)
  const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(start.getUTCDate(), daysOfMonth))
  return date
}
