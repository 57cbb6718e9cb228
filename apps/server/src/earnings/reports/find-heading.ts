// Recognizes reports by the names of their columns.

import type { EarningsReport } from '@linkshelf/contract'
import { type Retailer, retailerIds } from '@linkshelf/retailers'
import { type ReportField, type ReportFormat, retailerReports } from '@linkshelf/retailers/reports'
import { cutHeading } from '../../file-imports/index.ts'

export interface ReportKind extends ReportFormat<EarningsReport> {
  retailer: Retailer
}

/**
 * All kinds of reports. If a workbook contains several reports, it is named after the kind that comes first in this
 * list.
 */
export const reportKinds: readonly ReportKind[] = retailerIds.flatMap((retailer) =>
  retailerReports[retailer].formats.map((format) => ({ ...format, retailer })),
)

/**
 * Normalizes a heading for comparisons. For example, `Ad Fees($)` becomes `adfees`, and `Categoría` becomes
 * `categoria`.
 */
function toHeadingKey(heading: string): string {
  return heading
    .replace(/[([（].*?[)\]）]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const headingsByKind = new Map(
  reportKinds.map((kind) => [
    kind,
    // A name's rank is its index in the list. If two columns could be the same field, the column with the lower rank is
    // used.
    new Map(
      Object.entries(kind.headings).flatMap(([field, names]) =>
        names.map((name, rank) => [toHeadingKey(name), { field: field as ReportField, rank }] as const),
      ),
    ),
  ]),
)

export interface Heading {
  kind: ReportKind
  /** The column index of each field in the file. */
  columns: Map<ReportField, number>
}

/**
 * Returns the report whose heading this row is. If several reports match, returns the report that recognizes the most
 * columns. Undefined if the row is not a heading.
 */
export function findHeading(cells: readonly string[]): Heading | undefined {
  const keys = cells.map((cell) => toHeadingKey(cutHeading(cell)))
  const found = reportKinds
    .map((kind) => ({ kind, columns: findColumns(kind, keys) }))
    .filter(({ kind, columns }) => kind.required.every((field) => columns.has(field)) && !kind.forbidden?.some((key) => keys.includes(key)))
  return found.reduce<Heading | undefined>((best, next) => (best && best.columns.size >= next.columns.size ? best : next), undefined)
}

function findColumns(kind: ReportKind, keys: readonly string[]): Map<ReportField, number> {
  const known = headingsByKind.get(kind)
  const best = new Map<ReportField, { index: number; rank: number }>()
  for (const [index, key] of keys.entries()) {
    const found = known?.get(key)
    if (found === undefined) continue
    const present = best.get(found.field)
    if (present === undefined || found.rank < present.rank) best.set(found.field, { index, rank: found.rank })
  }
  return new Map([...best].map(([field, { index }]) => [field, index]))
}
