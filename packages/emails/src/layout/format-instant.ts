const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** Returns the instant as "Nov 19, 2025, 14:00 UTC", since an email does not know the time zone of its reader. */
export function formatInstant(instant: Date): string {
  return `${format.format(instant)} UTC`
}
