import * as mini from 'zod/mini'
import { instant } from '../call.ts'

const notAnInstant = { error: 'Enter a date and time', abort: true }

/**
 * An instant with its offset, which is converted to ISO 8601 in UTC. Null means no limit. Only the years 2000 to 2999
 * are accepted, because not every database can store all years.
 */
const limit = mini.nullable(
  mini.pipe(
    mini.iso
      .datetime({ offset: true, ...notAnInstant })
      .check(mini.refine((written) => /^2\d{3}-/.test(new Date(written).toISOString()), notAnInstant)),
    mini.transform((written: string) => new Date(written).toISOString()),
  ),
)

/** When something is visible: from `show_from` until just before `show_until`. */
export interface Schedule {
  show_from: string | null
  show_until: string | null
}

/** The schedule in an update. Its fields are optional. */
export type ScheduleInput = { [key in keyof Schedule]?: string | null | undefined }

export const scheduleFields = { show_from: mini._default(limit, null), show_until: mini._default(limit, null) }
export const scheduleUpdateFields = { show_from: mini.optional(limit), show_until: mini.optional(limit) }
export const scheduleOutput = { show_from: instant.nullable(), show_until: instant.nullable() }

export const scheduleMessage = 'Choose an end after the beginning'

/** Whether there is any time at which the schedule shows something. The instants must be in UTC. */
export function isSchedule({ show_from = null, show_until = null }: ScheduleInput): boolean {
  return show_from === null || show_until === null || show_from < show_until
}

/**
 * Checks a schema that has the schedule fields. If an update has only one of the two fields, the server checks it
 * against the other stored field.
 */
export const hasSchedule = mini.refine<ScheduleInput>(isSchedule, { error: scheduleMessage, path: ['show_until'] })
