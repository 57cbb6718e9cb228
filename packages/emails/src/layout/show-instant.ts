const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** As "Nov 19, 2025, 14:00 UTC": an email does not know where it is read. */
export function showInstant(instant: Date): string {
  return `${format.format(instant)} UTC`
}
