export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Adds days, or subtracts them if `days` is negative. Takes and returns `yyyy-mm-dd`. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
