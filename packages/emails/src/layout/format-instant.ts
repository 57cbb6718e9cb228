const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/**
 * Formats an instant like "Nov 19, 2025, 14:00 UTC". UTC is used because an email does not know its reader's time zone.
 */
export function formatInstant(instant: Date): string {
  return `${format.format(instant)} UTC`
}
