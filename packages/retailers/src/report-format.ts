/** The meaning of a column. `earned_final` replaces `earned` where a row has both. */
export type ReportField =
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

/** A layout of an earnings file. */
export interface ReportFormat<Report extends string = string> {
  /** One of the retailer's `reports`. */
  report: Report
  kind: 'sale' | 'order' | 'bounty'
  /** A row without this field is no transaction. */
  subject: ReportField
  /** Whether its dates are days of shipments, and its quantities what was shipped. */
  isOfShipments: boolean
  /**
   * Says that the ids of transactions can be those of orders, whose rows share an id. A row is then known by its
   * product too, and by the time of its change unless its id has a heading that `rowIdHeading` matches.
   */
  orderIds: { rowIdHeading: RegExp } | null
  /** A row with these headings is the heading of this report. */
  required: readonly ReportField[]
  /** A row with one of these headings is not the heading of this report, because two reports share the others. */
  forbidden?: readonly string[]
  headings: Partial<Record<ReportField, readonly string[]>>
}

/** How the earnings files of a retailer are read. */
export interface RetailerReports<Report extends string = string> {
  /** They are tried in this order, and a workbook with several is named after the first of them. */
  formats: readonly ReportFormat<Report>[]
  /** Words of a status that mean something else than elsewhere, as lower-case letters. */
  statusWords: Readonly<Partial<Record<string, 'pending' | 'approved' | 'reversed'>>>
}
