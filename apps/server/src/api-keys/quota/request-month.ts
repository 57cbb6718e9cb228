/** The calendar month (UTC) of an instant: its first day as `yyyy-mm-dd`, and when it ends. */
export function monthOf(now: Date): { month: string; endsAt: Date } {
  const [year, monthIndex] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { month: new Date(Date.UTC(year, monthIndex)).toISOString().slice(0, 10), endsAt: new Date(Date.UTC(year, monthIndex + 1)) }
}
