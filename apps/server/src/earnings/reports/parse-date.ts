import type { DateOrder } from '@linkshelf/contract'

/** A date in a report. If `isOpen`, either number could be the day. */
export interface ReadDate {
  year: number
  /**
   * `first` is the day and `second` the month. If `isOpen` is true and the report writes the month first, `first` is
   * the month and `second` the day.
   */
  first: number
  second: number
  /** Whether the text does not show which number is the month. */
  isOpen: boolean
  /** The instant, if the text has a time and a UTC offset. */
  instant?: string
}

/**
 * The languages whose month names are recognized, in long and short form. Short names can be, for example, `sept.` or
 * `set`.
 */
const languages = ['en', 'es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'sv', 'tr']
const monthByWord = new Map(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' as const }].flatMap((options) => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, index) => {
          const word = format.formatToParts(Date.UTC(2026, index, 15)).find(({ type }) => type === 'month')
          return [toWord(word?.value ?? ''), index + 1] as const
        })
      }),
    ),
  ),
)

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:\D.*)?$/
const eastAsian = /^(\d{4})年(\d{1,2})月(\d{1,2})日/

/** Longer text is not a date. `Wednesday, 15 de septiembre de 2026 10:22:33 GMT+02:00` has 53 characters. */
const maxDateLength = 64

/** Reads a date in any of the formats that reports use. Undefined if the text is not a date. */
export function readDate(text: string): ReadDate | undefined {
  const written = text.trim()
  if (written.length > maxDateLength) return undefined
  const plain = iso.exec(written) ?? eastAsian.exec(written)
  if (plain) return readPlain(plain)
  const numbers = numeric.exec(written)
  if (numbers) return readNumbers(numbers)
  return readWords(written)
}

/** Returns the calendar day as `yyyy-mm-dd`. Undefined if the day does not exist. */
export function toDay({ year, first, second, isOpen }: ReadDate, order: DateOrder): string | undefined {
  const [day, month] = isOpen && order === 'month_first' ? [second, first] : [first, second]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : undefined
}

/**
 * Returns the order of day and month that all dates in a file allow. Undefined if they allow both orders or neither. An
 * order is excluded if it makes a date later than `today`. If no date depends on the order, returns `month_first`.
 */
export function findDateOrder(dates: readonly ReadDate[], today: string): DateOrder | undefined {
  const open = dates.filter(({ isOpen, first, second }) => isOpen && first !== second)
  if (open.length === 0) return 'month_first'
  const fitsAll = (order: DateOrder) =>
    open.every((date) => {
      const day = toDay(date, order)
      return day !== undefined && day <= today
    })
  const [dayFirst, monthFirst] = [fitsAll('day_first'), fitsAll('month_first')]
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'day_first' : 'month_first'
}

function readPlain([, year, month, day, time, offset]: RegExpExecArray): ReadDate {
  const instant =
    time !== undefined && offset !== undefined
      ? toInstant(`${year}-${padToTwo(month)}-${padToTwo(day)}T${time.padStart(5, '0')}`, offset)
      : undefined
  return { year: Number(year), first: Number(day), second: Number(month), isOpen: false, ...(instant !== undefined && { instant }) }
}

function toInstant(local: string, offset: string): string | undefined {
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const at = new Date(`${local}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Reads a date that consists of numbers. If dots separate the numbers, the day always comes before the month. */
function readNumbers([, first, separator, second, year]: RegExpExecArray): ReadDate {
  return { year: toYear(year ?? ''), first: Number(first), second: Number(second), isOpen: separator !== '.' }
}

/** Reads a date with a month name, for example `September 15, 2026`, `15 de septiembre de 2026` or `15. Sept. 26`. */
function readWords(text: string): ReadDate | undefined {
  const words = text.match(/\p{L}+\p{M}*|\d+/gu) ?? []
  const month = words.map((word) => monthByWord.get(toWord(word))).find((found) => found !== undefined)
  const [one, other] = words.filter((word) => /^\d+$/.test(word))
  if (month === undefined || one === undefined || other === undefined) return undefined
  const [day, year] = one.length === 4 ? [other, one] : [one, other]
  return { year: toYear(year), first: Number(day), second: month, isOpen: false }
}

function toYear(digits: string): number {
  return digits.length === 2 ? 2_000 + Number(digits) : Number(digits)
}

function toWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

function padToTwo(digits = ''): string {
  return digits.padStart(2, '0')
}
