// The reports that are understood, by the names of their columns.
import { amazonReports } from './amazon-reports.ts'
import type { Field, ReportKind } from './report-kind.ts'
import { aliexpressOrders, ebayTransactions } from './sub-id-reports.ts'

const reportKinds: readonly ReportKind[] = [...amazonReports, ebayTransactions, aliexpressOrders]

/** `Ad Fees($)` is `adfees`, `Categoría` is `categoria`. */
function toHeadingKey(heading: string): string {
  return heading
    .replace(/[([（].*?[)\]）]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const headingsOf = new Map(
  reportKinds.map((kind) => [
    kind,
    // The rank of a name is its index in the list: if two columns name one field, the lower rank wins.
    new Map(
      Object.entries(kind.headings).flatMap(([field, names]) =>
        names.map((name, rank) => [toHeadingKey(name), { field: field as Field, rank }] as const),
      ),
    ),
  ]),
)

export interface Heading {
  kind: ReportKind
  /** The column of each field that the file has. */
  columns: Map<Field, number>
}

/** The report that a row is the heading of: the kind that understands most of it; undefined for any other row. */
export function findHeading(cells: readonly string[]): Heading | undefined {
  const keys = cells.map(toHeadingKey)
  const found = reportKinds
    .map((kind) => ({ kind, columns: columnsOf(kind, keys) }))
    .filter(({ kind, columns }) => kind.required.every((field) => columns.has(field)))
  return found.reduce<Heading | undefined>((best, next) => (best && best.columns.size >= next.columns.size ? best : next), undefined)
}

function columnsOf(kind: ReportKind, keys: readonly string[]): Map<Field, number> {
  const known = headingsOf.get(kind)
  const best = new Map<Field, { index: number; rank: number }>()
  for (const [index, key] of keys.entries()) {
    const found = known?.get(key)
    if (found === undefined) continue
    const present = best.get(found.field)
    if (present === undefined || found.rank < present.rank) best.set(found.field, { index, rank: found.rank })
  }
  return new Map([...best].map(([field, { index }]) => [field, index]))
}
