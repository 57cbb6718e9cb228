import { destinationForm, labelName, labelsPerLink, linkDraft, slugMessage, slugPattern } from '@linkshelf/contract'
import type { ColumnPlaces, ImportColumn, ImportIssue } from './import-columns.ts'
import { parseCreatedAt } from './parse-created-at.ts'

/** A row of the file. */
export interface ParsedRow {
  /**
   * The line as a spreadsheet counts: the names of the columns are line 1, and a cell with line breaks is on one line.
   */
  line: number
  /** The cells as they are in the file. */
  cells: string[]
  /** A row with issues is rejected. */
  issues: ImportIssue[]
  target: string
  /** Undefined without one, and for one that no link can have. */
  slug: string | undefined
  /** Why no link can have the one in the file. */
  slugProblem: string | undefined
  title: string | null
  labels: string[]
  notes: string | null
  isArchived: boolean
  /** Undefined: when it is imported. */
  createdAt: Date | undefined
}

/** A schema of the contract, as far as a value is parsed with it. */
interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } }
}

const words = new Map([
  ...['true', 'yes', '1', 'archived'].map((word) => [word, true] as const),
  ...['false', 'no', '0', ''].map((word) => [word, false] as const),
])

/** Parses the cells in the places of the columns. Names, texts and addresses follow the same rules as in the API. */
export function parseRow(cells: string[], { columns, line, now }: { columns: ColumnPlaces; line: number; now: Date }): ParsedRow {
  const issues: ImportIssue[] = []
  const cellOf = (column: ImportColumn) => (columns.get(column) ?? []).map((place) => (cells[place] ?? '').trim()).find(Boolean) ?? ''

  function read<Value>(column: ImportColumn, schema: Schema<Value>, cell: unknown): Value | undefined {
    const parsed = schema.safeParse(cell)
    // The first problem of a value explains the others.
    if (!parsed.success) issues.push(...parsed.error.issues.slice(0, 1).map(({ message }) => ({ column, reason: message })))
    return parsed.success ? parsed.data : undefined
  }

  const slug = toSlug(cellOf('slug'))
  const labels = [...new Set(splitLabels(cellOf('labels')).flatMap((name) => read('labels', labelName, name) ?? []))]
  if (labels.length > labelsPerLink) issues.push({ column: 'labels', reason: `A link may carry ${labelsPerLink} labels at most` })
  const isArchived = words.get(cellOf('archived').toLowerCase())
  if (isArchived === undefined) issues.push({ column: 'archived', reason: 'Write true or false' })
  const created = parseCreatedAt(cellOf('created_at'), now)
  if (typeof created === 'string') issues.push({ column: 'created_at', reason: created })

  return {
    line,
    cells,
    target: read('target', destinationForm, { target: cellOf('target') })?.target ?? '',
    slug: slugPattern.test(slug) ? slug : undefined,
    slugProblem: slug === '' || slugPattern.test(slug) ? undefined : slugMessage,
    title: read('title', linkDraft.shape.title, cellOf('title')) || null,
    labels,
    notes: read('notes', linkDraft.shape.notes, cellOf('notes')) ?? null,
    isArchived: isArchived ?? false,
    createdAt: typeof created === 'string' ? undefined : created,
    issues,
  }
}

/**
 * The short name in a cell that has it alone, or a whole short URL; of several, as of Bitly's custom ones, the first.
 */
function toSlug(cell: string): string {
  const [first = ''] = cell.split(/[\s,;|]+/)
  const withoutScheme = first.replace(/^https?:\/\//i, '')
  const path = /^[^/]+\.[^/]+\//.test(withoutScheme) ? withoutScheme.slice(withoutScheme.indexOf('/') + 1) : withoutScheme
  return path.replace(/[?#].*$/, '').replace(/^\/+|\/+$/g, '')
}

/** Separated by semicolons or bars, or else by commas. */
function splitLabels(cell: string): string[] {
  return cell
    .split(/[;|]/.test(cell) ? /[;|]/ : ',')
    .map((name) => name.trim())
    .filter(Boolean)
}
