export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The day so many days later, or earlier; both `yyyy-mm-dd`. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
