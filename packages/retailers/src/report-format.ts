/** The meaning of a column. If a row has `earned_final`, it replaces `earned`. */
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
  /** Whether dates and quantities are about shipments rather than orders. */
  isOfShipments: boolean
  /**
   * Null if ids are unique. If set, an id can be an order id, which several rows share, so a row is identified by its
   * id and its product. If the heading of the id does not match `rowIdHeading`, the time of the row's last change
   * identifies the row too.
   */
  orderIds: { rowIdHeading: RegExp } | null
  /** A row with headings for all of these fields is the heading of this report. */
  required: readonly ReportField[]
  /** A heading row with one of these headings belongs to another report, which has the required headings too. */
  forbidden?: readonly string[]
  headings: Partial<Record<ReportField, readonly string[]>>
}

/** How the earnings files of a retailer are read. */
export interface RetailerReports<Report extends string = string> {
  /** Formats are tried in this order. A workbook with several reports is named after the first format that it has. */
  formats: readonly ReportFormat<Report>[]
  /** The meaning of status words that this retailer uses in an unusual sense. The words are in lower case. */
  statusWords: Readonly<Partial<Record<string, 'pending' | 'approved' | 'reversed'>>>
}
