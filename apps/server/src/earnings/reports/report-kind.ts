import type { EarningsReport, EarningsRetailer } from '@linkshelf/contract'

/** The meaning of a column. `earned_final` replaces `earned` where a row has both. */
export type Field =
  | 'transaction_id'
  | 'item_id'
  | 'item_name'
  | 'tracking_id'
  | 'sub_id'
  | 'direct'
  | 'indirect'
  | 'date'
  | 'updated_at'
  | 'status'
  | 'price'
  | 'quantity'
  | 'returned'
  | 'sales'
  | 'earned'
  | 'earned_final'
  | 'currency'
  | 'bounty'

export interface ReportKind {
  report: EarningsReport
  retailer: EarningsRetailer
  /** A row with these headings is the heading of this report. */
  required: readonly Field[]
  /** A row with one of these headings is not the heading of this report, because two reports share the others. */
  forbidden?: readonly string[]
  headings: Partial<Record<Field, readonly string[]>>
}
