import { type Retailer, retailerIds, retailers } from '@linkshelf/retailers'
import { z } from 'zod'
import { analyticsCall, analyticsQuery, pickConditionFields } from '../analytics/analytics.ts'
import { earningConditions, saleConditions, storeEarningConditions } from '../analytics/click-conditions.ts'
import { call, day, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { csvMaxColumns } from '../file-imports/file-imports.ts'
import { linkId, productId } from '../ids.ts'
import { amount, currency, earningsTotals, perClick } from '../money/earnings-totals.ts'
import { earningRatesDraft } from './earning-rates.ts'

/** Maximum size of an earnings file in bytes, and its maximum number of rows. */
export const earningsFileMaxBytes = 25_000_000
export const earningsFileMaxRows = 200_000

/** Retailers that can report earnings. If a postback names no retailer of this list, its retailer is `other`. */
export const earningsRetailers = [...retailerIds, 'other'] as const
export type EarningsRetailer = (typeof earningsRetailers)[number]

export type EarningsReport = (typeof retailers)[Retailer]['reports'][number]
/** Kinds of earnings files of all retailers, in the order of `retailerIds`. */
export const earningsReports: readonly EarningsReport[] = retailerIds.flatMap((retailer) => retailers[retailer].reports)
const reportNames = retailerIds.map((retailer) => `${retailers[retailer].reportNames} of ${retailers[retailer].name}`)

/**
 * An `order` is an item that a customer ordered. It earns nothing, and counts as ordered until it is in an earnings
 * report.
 */
export const earningKinds = ['sale', 'order', 'bounty'] as const
export type EarningKind = (typeof earningKinds)[number]

export const earningStatuses = ['pending', 'approved', 'reversed'] as const
export type EarningStatus = (typeof earningStatuses)[number]

/**
 * How a sale was matched to a link: by the id of its click; by its tag, product and day; or, if it is older than the
 * first click of every link to its product, by its tag and product.
 */
export const earningMethods = ['click', 'estimate', 'product'] as const
export type EarningMethod = (typeof earningMethods)[number]

/** Why a sale was matched to no link. The sentences apply to the time of the match, because links can change later. */
export const unmatchedReasonTexts = {
  click_unknown: 'The click with this id was not found',
  no_product: 'The file names no product',
  no_link: 'No link led to this product',
  other_tag: 'No link to this product had this tag',
  no_clicks: 'No link to this product was clicked shortly before',
} as const
export type UnmatchedReason = keyof typeof unmatchedReasonTexts
export const unmatchedReasons = Object.keys(unmatchedReasonTexts) as UnmatchedReason[]

export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Questions that the file leaves open and its owner must answer. */
export const earningsQuestions = ['date_order', 'currency'] as const
export type EarningsQuestion = (typeof earningsQuestions)[number]

/**
 * Maximum number of stored imports per project that have imported nothing yet. The next import replaces the oldest of
 * them. Finished imports stay until they are undone.
 */
export const unstartedEarningsImportsPerProject = 10

/** Maximum number of tracking ids and campaigns that are listed for a file. */
export const listedTrackingIds = 50

/**
 * Limits for an earnings report in a workbook. `rows` counts the rows of all sheets, up to the last row of each sheet.
 * A row takes about 500 bytes unpacked. `cellCharacters` is the maximum that spreadsheets allow in a cell.
 */
export const workbookLimits = { sheets: 50, rows: 2 * earningsFileMaxRows, cellCharacters: 32_767, unpackedBytes: 300_000_000 }

export const earningsImportMessages = {
  fileRequired: 'Choose an earnings file as CSV, TSV or XLSX',
  fileTooLarge: `Earnings files can be up to ${earningsFileMaxBytes / 1e6} MB`,
  notReport: 'This is neither a CSV or TSV file nor an XLSX workbook. Download it again, and choose the file as it is.',
  noHeader: `This is no earnings file that we know: the names of its columns are missing. Choose ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(reportNames)}.`,
  noRows: 'This file has no rows.',
  tooManyRows: `Earnings files can have up to ${earningsFileMaxRows.toLocaleString('en')} rows. Download a shorter period.`,
  tooManySheets: `Workbooks can have up to ${workbookLimits.sheets} sheets. Save only the sheet with the earnings.`,
  tooManySheetRows: `The sheets of a workbook can have up to ${workbookLimits.rows.toLocaleString('en')} rows, including blank rows. Save only the sheet with the earnings.`,
  cellTooLong: `Cells can be up to ${workbookLimits.cellCharacters.toLocaleString('en')} characters. Download the file again.`,
  tooLargeUnpacked: `Workbooks can be up to ${workbookLimits.unpackedBytes / 1e6} MB when unpacked. Download it as CSV, or choose a shorter period.`,
  rowTooLong: 'A row is too long. Perhaps a quotation mark is missing.',
  tooManyColumns: `Earnings files can have up to ${csvMaxColumns.toLocaleString('en')} columns.`,
  brokenQuotes: 'A quotation mark is missing or in the wrong place.',
  dateOrderRequired: 'Say whether the day or the month comes first in the dates of this file',
  currencyRequired: 'Say which currency this file is in',
} as const

/**
 * All currencies converted to one, by the owner's own rates. `missing` lists the currencies without a rate, which are
 * not included.
 */
const earningsEstimate = amount.extend({ epc: perClick, missing: z.array(currency) })

/**
 * The earnings of links. Days are as in the retailer's report. If a report has times, days are in the requested time
 * zone. Days whose clicks the plan hides are excluded. The currency with the highest earnings comes first.
 */
const earningsSummary = z.object({
  clicks: z.number().int(),
  /** Items in order reports that no earnings report has yet. They earn nothing until they are shipped. */
  ordered_items: z.number().int(),
  totals: z.array(earningsTotals),
  /** Null if the project has no rates. */
  estimate: earningsEstimate.nullable(),
  /** One entry per day of the range, oldest first. */
  byDay: z.array(z.object({ date: day, clicks: z.number().int(), amounts: z.array(amount.extend({ conversions: z.number().int() })) })),
})

const earningsBreakdowns = [
  'link',
  'product',
  'retailer',
  'tag',
  'sub_id',
  'directness',
  'country',
  'source',
  'utm_campaign',
  'shop',
  'shop_reason',
  'video',
] as const

/**
 * The earnings of one name in one currency. Depending on the breakdown, `name` is for example the code of a country,
 * the host of a referrer, the domain of a shop such as `amazon.de`, a word of `shopReasons`, or the owner's own sub-id,
 * which Amazon calls Sub Tag. For a video of one of the project's channels, `name` is its title at YouTube. In a
 * breakdown by directness, `name` is `direct` if the customer bought the product that the link leads to, and `indirect`
 * if they bought something else after the click. `name` is '' if the value is unknown, or if the clicks led to no
 * retailer. `name` is null if the named object was deleted.
 */
const earningsRow = earningsTotals.omit({ unassigned: true }).extend({
  id: z.string(),
  name: z.string().nullable(),
  /** Null if clicks are not counted by this property. */
  clicks: z.number().int().nullable(),
})

const earningsBreakdown = z.object({
  /** Most earned first. */
  rows: z.array(earningsRow),
  /**
   * Earnings that belong to no row, because they have no link or product. In a breakdown by a property of clicks, also
   * earnings without a click.
   */
  unassigned: z.array(amount),
})

/**
 * A condition on a property of clicks selects only sales that are matched to a click. A condition on a campaign or
 * a video also selects sales whose link is estimated.
 */
export const earningsQuery = analyticsQuery.extend(pickConditionFields(earningConditions))
export const linkEarningsQuery = analyticsQuery.extend(pickConditionFields(saleConditions))
export const storeEarningsQuery = analyticsQuery.extend(pickConditionFields(storeEarningConditions))

export const earningsBreakdownQuery = earningsQuery.extend({
  by: z.enum(earningsBreakdowns),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export const unmatchedSalesQuery = earningsQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})

/** A sale or bounty that is matched to no link. */
const unmatchedSale = z.object({
  id: z.string(),
  date: day,
  retailer: z.string(),
  item_id: z.string().nullable(),
  item_name: z.string().nullable(),
  tracking_id: z.string().nullable(),
  currency,
  /** Minor units of the currency. */
  earned: z.number().int(),
  /** Null while the sale waits to be matched. */
  reason: z.enum(unmatchedReasons).nullable(),
})

/** `currency` is null if there are no rates. Then no estimate is computed. */
const earningRates = z.object({ currency: currency.nullable(), rates: z.array(z.object({ currency, rate: z.number() })) })

/**
 * The address to which networks report sales. It is a secret: whoever has it can report sales, but can't read anything.
 */
const postbackAddress = z.object({
  exists: z.boolean(),
  url: z
    .string()
    .nullable()
    .describe('The address; null if there is none. Always null for viewers and read-only API keys, which only see whether it exists'),
  created_at: instant.nullable(),
  /** When a sale was last reported, whether its click was known or not. */
  last_received_at: instant.nullable(),
})

const earningsPath = '/v1/{orgId}/projects/{projectId}/earnings'
const analyticsPath = '/v1/{orgId}/projects/{projectId}/analytics'

export const earnings = {
  overview: analyticsCall({ method: 'GET', path: `${analyticsPath}/earnings`, summary: 'Earnings and earnings per click of a project' })
    .input(z.object({ params: projectParams, query: earningsQuery }))
    .output(earningsSummary)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  breakdown: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/earnings/breakdown`,
    summary:
      'Earnings by link, product, retailer, tag or sub-id; by directness: whether the customer bought what the link leads to (direct) or something else (indirect), as earnings files of Amazon say; by country, source, shop and the reason for the shop, for sales that are joined to a click; by campaign and video, also for sales whose link is estimated',
  })
    .input(z.object({ params: projectParams, query: earningsBreakdownQuery }))
    .output(earningsBreakdown)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  unmatched: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/earnings/unmatched`,
    outputStructure: 'detailed',
    summary: 'Sales and bounties without a link, each with the reason, latest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: projectParams, query: unmatchedSalesQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(unmatchedSale) }))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  export: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/earnings/export`,
    outputStructure: 'detailed',
    summary:
      'Every sale, order and bounty of the period as a CSV file, with sub-id, directness and the reason for a missing link; of an order, how many of its items are among the earnings too. RFC 4180, UTF-8 with a byte order mark',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: projectParams, query: earningsQuery }))
    .output(csvFile)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  link: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/earnings`,
    summary: 'Earnings and earnings per click of one link',
  })
    .input(z.object({ params: projectParams.extend({ urlId: linkId }), query: linkEarningsQuery }))
    .output(earningsSummary)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  store: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/store/earnings`,
    summary: 'Earnings of the products of the store',
  })
    .input(z.object({ params: projectParams, query: storeEarningsQuery }))
    .output(earningsSummary)
    .errors(errors('FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  product: analyticsCall({ method: 'GET', path: `${analyticsPath}/products/{productId}/earnings`, summary: 'Earnings of one product' })
    .input(z.object({ params: projectParams.extend({ productId }), query: analyticsQuery }))
    .output(earningsSummary)
    .errors(errors('PRODUCT_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED')),
  getRates: call({ method: 'GET', path: `${earningsPath}/rates`, summary: 'The rates that estimate earnings in one currency' })
    .input(z.object({ params: projectParams }))
    .output(earningRates),
  updateRates: call({
    method: 'PUT',
    path: `${earningsPath}/rates`,
    summary: 'Replace the rates; an empty list removes the estimate',
    ownerTask: 'rates',
  })
    .input(z.object({ params: projectParams, body: earningRatesDraft }))
    .output(earningRates),
  getPostback: call({ method: 'GET', path: `${earningsPath}/postback`, summary: 'The postback address, to which networks report sales' })
    .input(z.object({ params: projectParams }))
    .output(postbackAddress),
  createPostback: call({
    method: 'POST',
    path: `${earningsPath}/postback`,
    successStatus: 201,
    summary: 'Create or replace the postback address; an earlier address stops working immediately',
    ownerTask: 'postback',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: projectParams }))
    .output(postbackAddress),
  deletePostback: call({
    method: 'DELETE',
    path: `${earningsPath}/postback`,
    successStatus: 204,
    summary: 'Remove the postback address',
    ownerTask: 'postback',
  })
    .input(z.object({ params: projectParams }))
    .output(z.void()),
}

export type EarningsSummary = z.infer<typeof earningsSummary>
export type EarningsEstimate = z.infer<typeof earningsEstimate>
export type EarningsBreakdown = z.infer<typeof earningsBreakdown>
export type EarningsBreakdownKind = (typeof earningsBreakdowns)[number]
export type EarningsQuery = z.output<typeof earningsQuery>
export type LinkEarningsQuery = z.output<typeof linkEarningsQuery>
export type StoreEarningsQuery = z.output<typeof storeEarningsQuery>
export type EarningsBreakdownQuery = z.output<typeof earningsBreakdownQuery>
export type UnmatchedSalesQuery = z.output<typeof unmatchedSalesQuery>
export type UnmatchedSale = z.infer<typeof unmatchedSale>
export type EarningsRow = z.infer<typeof earningsRow>
export type EarningRates = z.infer<typeof earningRates>
export type PostbackAddress = z.infer<typeof postbackAddress>
