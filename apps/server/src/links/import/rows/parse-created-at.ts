const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i
const unixTime = /^\d{10}(\d{3})?$/
const withMonthName = /^(?:[a-z]{3,9},? )?(?:[a-z]{3,9}\.? \d{1,2},?|\d{1,2} [a-z]{3,9}\.?,?) \d{4}\b/i

const unreadable = 'Write a date like 2024-05-31, or a time like 2024-05-31T09:00:00Z'

/**
 * The instant in a cell: ISO 8601, seconds or milliseconds since 1970, or a date with the English name of its month;
 * without an offset in UTC. Undefined for a blank cell, and a sentence for any other text: in 05/06/2024, either number
 * may be the month. An instant before 1970 stands for an unknown one: 0000-00-00 in exports of MySQL.
 */
export function parseCreatedAt(cell: string, now: Date): Date | undefined | string {
  if (cell === '') return undefined
  const at = toInstant(cell)
  if (at === undefined || Number.isNaN(at.getTime()) || at.getTime() < 0) return unreadable
  return at > now ? 'A link is created in the past' : at
}

function toInstant(cell: string): Date | undefined {
  if (unixTime.test(cell)) return new Date(Number(cell.padEnd(13, '0')))
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = iso.exec(cell) ?? []
  if (day !== undefined) {
    const at = new Date(`${day}T${minutes}${seconds}${/^(z|utc)$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`}`)
    if (Number.isNaN(at.getTime())) return undefined
    // The parser reads the 31st of a month with 30 days as the next day.
    return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? at : undefined
  }
  return withMonthName.test(cell) ? new Date(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(cell) ? cell : `${cell} UTC`) : undefined
}
