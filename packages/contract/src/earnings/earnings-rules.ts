/** The largest report, the most bytes a workbook may have unpacked, and the most rows of either. */
export const earningsFileMaxBytes = 25_000_000
export const earningsFileMaxRows = 200_000

/** `other`: a postback that names no retailer of ours. */
export const earningsRetailers = ['amazon', 'ebay', 'aliexpress', 'other'] as const
export type EarningsRetailer = (typeof earningsRetailers)[number]

/**
 * The kinds of files: Amazon's reports of fees, of orders and of bounties, and the transactions of eBay and AliExpress.
 */
export const earningsReports = ['amazon_earnings', 'amazon_orders', 'amazon_bounties', 'ebay_transactions', 'aliexpress_orders'] as const
export type EarningsReport = (typeof earningsReports)[number]

/** `order`: ordered and not paid for yet; it counts as ordered, and earns nothing. */
export const earningKinds = ['sale', 'order', 'bounty'] as const
export type EarningKind = (typeof earningKinds)[number]

export const earningStatuses = ['pending', 'approved', 'reversed'] as const
export type EarningStatus = (typeof earningStatuses)[number]

/** How a sale was joined to a link: by the id of its click, or by its tag, its product and its day. */
export const earningMethods = ['click', 'estimate'] as const
export type EarningMethod = (typeof earningMethods)[number]

export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Questions that a file leaves open, so its owner has to answer them. */
export const earningsQuestions = ['date_order', 'currency'] as const
export type EarningsQuestion = (typeof earningsQuestions)[number]

/**
 * How many imports that brought nothing yet are stored; a further one replaces the oldest of them. Imports that are
 * done stay until they are undone.
 */
export const waitingEarningsImportsPerProject = 10

/** How many tracking ids and campaigns of a file are listed. */
export const listedTrackingIds = 50

export const earningsImportMessages = {
  fileRequired: 'Choose a report as CSV, TSV or XLSX',
  fileTooLarge: `A report may have ${earningsFileMaxBytes / 1e6} MB at most`,
  notReport: 'This is neither a CSV or TSV file nor an XLSX workbook. Download the report again, and choose the file as it is.',
  noHeader:
    'This is no report that we know: the names of its columns are missing. Choose the earnings, orders or bounty report of Amazon, the transaction detail report of eBay or the order report of AliExpress.',
  noRows: 'This report has no rows.',
  tooManyRows: `A report may have ${earningsFileMaxRows.toLocaleString('en')} rows at most. Download a shorter period.`,
  tooLargeUnpacked: 'This workbook is too large. Download the report as CSV, or a shorter period.',
  rowTooLong: 'A row is too long. A quotation mark may be missing.',
  brokenQuotes: 'A quotation mark is missing or in the wrong place.',
  dateOrderRequired: 'Say whether the day or the month comes first in the dates of this report',
  currencyRequired: 'Say which currency this report is in',
} as const

/** The most rates of a project. */
export const earningRatesMax = 50
