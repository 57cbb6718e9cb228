import { isSchedule, type Schedule, type ScheduleInput, scheduleMessage } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail } from '../access/index.ts'

/**
 * The columns of an entity with a schedule. It is visible from `show_from` until just before `show_until`. Null means
 * no limit.
 */
export interface ScheduleColumns {
  show_from: Date | null
  show_until: Date | null
}

export function toSchedule({ show_from, show_until }: ScheduleColumns): Schedule {
  return { show_from: show_from?.toISOString() ?? null, show_until: show_until?.toISOString() ?? null }
}

export function toScheduleColumns({ show_from, show_until }: Schedule): ScheduleColumns {
  return { show_from: toDate(show_from), show_until: toDate(show_until) }
}

/**
 * Returns the schedule after an update. The update changes only the given limits. Throws REQUEST_INVALID if the end is
 * not after the beginning.
 */
export function changeSchedule(before: ScheduleColumns, update: ScheduleInput): ScheduleColumns {
  const { show_from, show_until } = toSchedule(before)
  const after = {
    show_from: update.show_from === undefined ? show_from : update.show_from,
    show_until: update.show_until === undefined ? show_until : update.show_until,
  }
  if (!isSchedule(after)) fail('REQUEST_INVALID', { issues: [{ path: 'show_until', message: scheduleMessage }] }, scheduleMessage)
  return toScheduleColumns(after)
}

export function isShownAt({ show_from, show_until }: ScheduleColumns, now: Date): boolean {
  return (show_from === null || show_from <= now) && (show_until === null || now < show_until)
}

/** Returns `isShownAt` as an SQL condition on the columns `show_from` and `show_until`. */
export function createShownAtCondition(now: Date) {
  return sql<boolean>`coalesce(show_from <= ${now}, true) and coalesce(${now} < show_until, true)`
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}
