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

/** The largest report, and the most rows it may have. */
export const earningsFileMaxBytes = 25_000_000
export const earningsFileMaxRows = 200_000

/** `other`: a postback that names no retailer of ours. */
export const earningsRetailers = [...retailerIds, 'other'] as const
export type EarningsRetailer = (typeof earningsRetailers)[number]

export type EarningsReport = (typeof retailers)[Retailer]['reports'][number]
/** The retailers' kinds of earnings files, in the order of `retailerIds`. */
export const earningsReports: readonly EarningsReport[] = retailerIds.flatMap((retailer) => retailers[retailer].reports)
const reportNames = retailerIds.map((retailer) => `${retailers[retailer].reportNames} of ${retailers[retailer].name}`)

/** `order`: ordered; what no report of earnings has yet counts as ordered, and earns nothing. */
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

/**
 * The limits of a report in a workbook. Its rows are those of all sheets, up to the lowest one of each. Rows of a
 * report take about 500 bytes each unpacked; a spreadsheet allows as many characters in a cell.
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

/** All currencies as one, by the owner's own rates. `missing`: currencies without a rate, which it leaves out. */
const earningsEstimate = amount.extend({ epc: perClick, missing: z.array(currency) })

/**
 * The earnings of links. Days are those of the retailer's report, or of the time zone where a report has times. Days
 * whose clicks the plan hides are excluded. The currency with the highest earnings comes first.
 */
const earningsSummary = z.object({
  clicks: z.number().int(),
  /** Items in reports of orders that no report of earnings has yet: they earn nothing until they are shipped. */
  ordered_items: z.number().int(),
  totals: z.array(earningsTotals),
  /** Null without rates. */
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
  'shop',
  'shop_reason',
] as const

/**
 * One name in one currency. `name` is null where the named thing was deleted. It is the code of a country, the
 * host of a referrer, the domain of a shop as `amazon.de`, the word of a reason, or the owner's own sub-id, which
 * Amazon calls Sub Tag. It is `direct` where the customer bought what the link leads to, and `indirect` where they
 * bought something else after following it; '' when unknown, and for clicks that led to no retailer.
 */
const earningsRow = earningsTotals.omit({ unassigned: true }).extend({
  id: z.string(),
  name: z.string().nullable(),
  /** Null where clicks are not counted by it. */
  clicks: z.number().int().nullable(),
})

const earningsBreakdown = z.object({
  /** Most earned first. */
  rows: z.array(earningsRow),
  /**
   * Earnings that belong to no row: without a link or product, or, in a breakdown by a property of
   * clicks, without a click.
   */
  unassigned: z.array(amount),
})

/** Conditions on what a click says leave sales that are joined to a click. */
export const earningsQuery = analyticsQuery.extend(pickConditionFields(earningConditions))
export const linkEarningsQuery = analyticsQuery.extend(pickConditionFields(saleConditions))
export const storeEarningsQuery = analyticsQuery.extend(pickConditionFields(storeEarningConditions))

export const earningsBreakdownQuery = earningsQuery.extend({
  by: z.enum(earningsBreakdowns),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/** `currency` is null while there are none: then nothing is estimated. */
const earningRates = z.object({ currency: currency.nullable(), rates: z.array(z.object({ currency, rate: z.number() })) })

/** Where networks report sales. The address is a secret: who has it can report sales, and read nothing. */
const postbackAddress = z.object({
  exists: z.boolean(),
  url: z
    .string()
    .nullable()
    .describe('The address; null while there is none, and for viewers and read-only API keys, which see only whether it exists'),
  created_at: instant.nullable(),
  /** When a sale was last reported, known clicks and unknown ones alike. */
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
      'Earnings by link, product, retailer, tag or sub-id; by directness: whether the customer bought what the link leads to (direct) or something else (indirect), as earnings files of Amazon say; by country, source, shop and the reason for the shop, for sales that are joined to a click',
  })
    .input(z.object({ params: projectParams, query: earningsBreakdownQuery }))
    .output(earningsBreakdown)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  export: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/earnings/export`,
    outputStructure: 'detailed',
    summary:
      'Every sale, order and bounty of the period as a CSV file, with sub-id and directness; of an order, how many of its items are among the earnings too. RFC 4180, UTF-8 with a byte order mark',
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
  getRates: call({ method: 'GET', path: `${earningsPath}/rates`, summary: 'The rates by which earnings are estimated in one currency' })
    .input(z.object({ params: projectParams }))
    .output(earningRates),
  updateRates: call({
    method: 'PUT',
    path: `${earningsPath}/rates`,
    summary: 'Replace the rates; a list without any removes the estimate',
    ownerTask: 'rates',
  })
    .input(z.object({ params: projectParams, body: earningRatesDraft }))
    .output(earningRates),
  getPostback: call({ method: 'GET', path: `${earningsPath}/postback`, summary: 'The address to which networks report sales' })
    .input(z.object({ params: projectParams }))
    .output(postbackAddress),
  createPostback: call({
    method: 'POST',
    path: `${earningsPath}/postback`,
    successStatus: 201,
    summary: 'Create the address, or replace it: the address before stops working at once',
    ownerTask: 'postback',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: projectParams }))
    .output(postbackAddress),
  deletePostback: call({
    method: 'DELETE',
    path: `${earningsPath}/postback`,
    successStatus: 204,
    summary: 'Remove the address',
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
export type EarningsRow = z.infer<typeof earningsRow>
export type EarningRates = z.infer<typeof earningRates>
export type PostbackAddress = z.infer<typeof postbackAddress>
