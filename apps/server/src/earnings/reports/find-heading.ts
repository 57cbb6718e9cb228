// The reports that are understood, by the names of their columns.

import { cutHeading } from '../../file-imports/index.ts'
import { amazonReports } from './amazon-reports.ts'
import type { Field, ReportKind } from './report-kind.ts'

// Reports of retailers that return the sub-id of a link, by their English headings.

const ebayTransactions: ReportKind = {
  report: 'ebay_transactions',
  retailer: 'ebay',
  required: ['transaction_id', 'date', 'earned'],
  headings: {
    transaction_id: ['epntransactionid'],
    date: ['eventdate'],
    updated_at: ['updatedate'],
    status: ['status'],
    tracking_id: ['campaignid'],
    sub_id: ['customid'],
    item_id: ['itemid'],
    item_name: ['itemname'],
    quantity: ['quantity', 'deltaquantity'],
    sales: ['sales', 'deltasales'],
    earned: ['earnings', 'deltaearnings'],
    currency: ['currency', 'earningscurrency'],
  },
}

const aliexpressOrders: ReportKind = {
  report: 'aliexpress_orders',
  retailer: 'aliexpress',
  required: ['transaction_id', 'date', 'earned'],
  headings: {
    transaction_id: ['suborderid', 'orderid', 'ordernumber', 'orderno'],
    item_id: ['productid', 'itemid'],
    item_name: ['producttitle', 'productname', 'productdetails', 'itemname'],
    tracking_id: ['trackingid'],
    sub_id: ['dp', 'customparameter', 'customparameters', 'customerparameters', 'subid', 'clickid'],
    date: ['paymenttime', 'paidtime', 'orderpaymenttime', 'paymentdate', 'ordertime', 'createdtime', 'createtime'],
    updated_at: ['updatetime', 'lastupdatetime', 'modifiedtime'],
    status: ['orderstatus', 'status', 'effectstatus', 'effectivestatus'],
    quantity: ['productcount', 'quantity', 'itemcount'],
    sales: ['paidamount', 'orderpaidamount', 'paymentamount', 'orderamount', 'estimatedpaidamount'],
    earned: ['estimatedcommission', 'estimatedpaidcommission', 'commission', 'estimatedearnings', 'commissionamount'],
    earned_final: ['estimatedfinishedcommission', 'finishedcommission', 'settledcommission', 'effectivecommission'],
    currency: ['currency', 'settledcurrency', 'settlementcurrency'],
  },
}

/** A workbook with several reports is named after the first of them in this list. */
export const reportKinds: readonly ReportKind[] = [...amazonReports, ebayTransactions, aliexpressOrders]

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
  const keys = cells.map((cell) => toHeadingKey(cutHeading(cell)))
  const found = reportKinds
    .map((kind) => ({ kind, columns: columnsOf(kind, keys) }))
    .filter(({ kind, columns }) => kind.required.every((field) => columns.has(field)) && !kind.forbidden?.some((key) => keys.includes(key)))
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
