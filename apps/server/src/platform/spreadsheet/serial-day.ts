const dayMs = 86_400_000
/** Day 0 of the 1900 date system, counted with its 29 February 1900, which did not exist. */
const dayZero = Date.UTC(1899, 11, 30)
/** 31 December 9999. */
const lastDay = 2_958_465

/** Returns the date of a spreadsheet's serial number, `yyyy-mm-dd`; undefined for a number that is no date. */
export function serialDay(serial: number): string | undefined {
  return serial >= 61 && serial < lastDay + 1 ? new Date(dayZero + Math.floor(serial) * dayMs).toISOString().slice(0, 10) : undefined
}
