// The quota of YouTube's API counts days in Pacific time.
const zone = 'America/Los_Angeles'
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
const hourFormat = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
const dayMs = 24 * 60 * 60_000

/** `yyyy-mm-dd`. */
export function pacificDay(at: Date): string {
  return dayFormat.format(at)
}

export function nextPacificMidnight(at: Date): Date {
  const nextDay = addDays(pacificDay(at), 1)
  const inSummer = new Date(`${nextDay}T07:00:00.000Z`)
  return hourFormat.format(inSummer) === '00' ? inSummer : new Date(`${nextDay}T08:00:00.000Z`)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * dayMs).toISOString().slice(0, 10)
}
