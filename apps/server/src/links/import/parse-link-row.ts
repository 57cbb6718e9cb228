import {
  destinationForm,
  hostMessages,
  type LinkDraft,
  type LinkImportColumn,
  labelName,
  labelsPerLink,
  linkDraft,
  slug,
} from '@linkshelf/contract'
import { type CellSchema, type ImportedRow, type RowIssue, toCellIssues } from '../../file-imports/index.ts'
import { parseHostCell, parseShortCell } from './parse-short-cell.ts'

export interface FileColumns {
  /** Indexes of the file's columns that match each field. The preferred index comes first. */
  places: ReadonlyMap<LinkImportColumn, readonly number[]>
  /** Indexes of the columns whose cells are short URLs. The scheme of these URLs can be missing. */
  shortUrls: ReadonlySet<number>
}

/** The fields of a link draft that the import takes from a row without changing them. */
type PlainField = Exclude<Extract<LinkImportColumn, keyof LinkDraft>, 'domain' | 'slug' | 'labels'>

/** A row of the file. It is rejected if it has issues. */
export interface ParsedRow extends ImportedRow<LinkImportColumn> {
  draft: Required<Pick<LinkDraft, PlainField>>
  /** Host of the short URL in the file, with its port. Undefined if the file names no host. */
  host: string | undefined
  /** Undefined if the row has no short name, or a short name that no link can have. */
  slug: string | undefined
  /** Reason why no link can have the short name in the file. */
  slugProblem: string | undefined
  labels: string[]
  isArchived: boolean
  /** If undefined, the link gets the time of the import. */
  createdAt: Date | undefined
  /** A value that the link is imported without. */
  omitted: RowIssue<LinkImportColumn>[]
}

const isArchivedByWord = new Map([
  ...['true', 'yes', '1', 'archived'].map((word) => [word, true] as const),
  ...['false', 'no', '0', ''].map((word) => [word, false] as const),
])

/** Parses the cells of a row. Names, texts and addresses follow the same rules as in the API. */
export function parseRow(cells: string[], { columns, line, now }: { columns: FileColumns; line: number; now: Date }): ParsedRow {
  const issues: RowIssue<LinkImportColumn>[] = []
  const findPlace = (column: LinkImportColumn) => columns.places.get(column)?.find((place) => cells[place]?.trim())
  const readCellAt = (place: number | undefined) => (place === undefined ? '' : (cells[place] ?? '').trim())
  const readCell = (column: LinkImportColumn) => readCellAt(findPlace(column))

  function read<Value>(column: LinkImportColumn, schema: CellSchema<Value>, cell: unknown): Value | undefined {
    const parsed = schema.safeParse(cell)
    issues.push(...toCellIssues(column, parsed))
    return parsed.success ? parsed.data : undefined
  }

  const parseAddressAt = (place: number | undefined) =>
    parseShortCell(readCellAt(place), { isUrl: place !== undefined && columns.shortUrls.has(place) })
  const { slug: given, host: givenHost } = parseAddressAt(findPlace('slug'))
  const name = slug.safeParse(given)
  const domain = parseHostCell(readCell('domain'))
  if (domain === undefined && readCell('domain') !== '') issues.push({ column: 'domain', reason: hostMessages.incomplete })
  // If the file has a column of short names and a column of short URLs, the host comes from the short URL column.
  const isShortUrlColumn = (place: number) => columns.shortUrls.has(place)
  const host =
    domain ?? givenHost ?? parseAddressAt(columns.places.get('slug')?.find((place) => isShortUrlColumn(place) && cells[place]?.trim())).host
  const labels = [...new Set(splitLabels(readCell('labels')).flatMap((name) => read('labels', labelName, name) ?? []))]
  if (labels.length > labelsPerLink) issues.push({ column: 'labels', reason: `Links can have up to ${labelsPerLink} labels` })
  const isArchived = isArchivedByWord.get(readCell('archived').toLowerCase())
  if (isArchived === undefined) issues.push({ column: 'archived', reason: 'Write true or false' })
  const created = parseCreatedAt(readCell('created_at'), now)

  return {
    line,
    cells,
    draft: {
      target: read('target', destinationForm, { target: readCell('target') })?.target ?? '',
      title: read('title', linkDraft.shape.title, readCell('title')) ?? '',
      notes: read('notes', linkDraft.shape.notes, readCell('notes')) ?? null,
    },
    host,
    slug: name.data,
    slugProblem: given === '' ? undefined : name.error?.issues[0]?.message,
    labels,
    isArchived: isArchived ?? false,
    createdAt: typeof created === 'string' ? undefined : created,
    omitted: typeof created === 'string' ? [{ column: 'created_at', reason: created }] : [],
    issues,
  }
}

/** Splits a cell at semicolons and bars. If it has neither, splits it at commas. */
function splitLabels(cell: string): string[] {
  return cell
    .split(/[;|]/.test(cell) ? /[;|]/ : ',')
    .map((name) => name.trim())
    .filter(Boolean)
}

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i
const unixTime = /^\d{10}(\d{3})?$/
const withMonthName = /^(?:[a-z]{3,9},? )?(?:[a-z]{3,9}\.? \d{1,2},?|\d{1,2} [a-z]{3,9}\.?,?) \d{4}\b/i

/** Maximum length of a date. Longer text is not a date. */
const maxDateLength = 64

const unreadable = 'Imported without this date: write a date like 2024-05-31, or a time like 2024-05-31T09:00:00Z'
const future = 'Imported without this date: a link is created in the past'

/**
 * Returns the instant in a cell. Accepts ISO 8601, seconds or milliseconds since 1970, and a date with an English month
 * name. Without an offset, the time is in UTC. Returns undefined if the cell is blank, and a message for any other
 * text. For example, 05/06/2024 is not a date, because either number can be the month. An instant before 1970 is not a
 * date, because it stands for an unknown time, such as 0000-00-00 in exports of MySQL.
 */
function parseCreatedAt(cell: string, now: Date): Date | undefined | string {
  if (cell === '') return undefined
  if (cell.length > maxDateLength) return unreadable
  const at = toInstant(cell)
  if (at === undefined || Number.isNaN(at.getTime()) || at.getTime() < 0) return unreadable
  return at > now ? future : at
}

function toInstant(cell: string): Date | undefined {
  if (unixTime.test(cell)) return new Date(Number(cell.padEnd(13, '0')))
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = iso.exec(cell) ?? []
  if (day !== undefined) {
    const at = new Date(`${day}T${minutes}${seconds}${/^(z|utc)$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`}`)
    if (Number.isNaN(at.getTime())) return undefined
    // `Date` reads the 31st of a month with 30 days as the next day. Such a text is not a date.
    return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? at : undefined
  }
  return withMonthName.test(cell) ? new Date(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(cell) ? cell : `${cell} UTC`) : undefined
}
