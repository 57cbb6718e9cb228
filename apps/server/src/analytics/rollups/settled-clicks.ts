// Bounds the part of the stored clicks that is complete: neither expiring nor arriving.

/**
 * The last hour is not complete: a batch that is being inserted is in `clicks` a moment before it is in the rollups.
 */
export const settleMs = 3_600_000
const quarterMs = 900_000

/** The quarter of an hour up to which rollups can be compared with clicks, in seconds since 1970. */
export function settledUntil(now: Date): number {
  return (Math.floor((now.getTime() - settleMs) / quarterMs) * quarterMs) / 1000
}

/**
 * Days may have expired up to today minus the retention. The start of the first day after that, which is certainly
 * complete, in seconds since 1970.
 */
export function firstCompleteDay(now: Date, retentionMonths: number): number {
  return (
    Date.parse(Temporal.PlainDate.from(toUtcDate(now.getTime())).subtract({ months: retentionMonths }).add({ days: 1 }).toString()) / 1000
  )
}

/** The UTC day of an instant in milliseconds since 1970, `yyyy-mm-dd`. */
export function toUtcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
