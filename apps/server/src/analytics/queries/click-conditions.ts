import type { BotFilter, BreakdownKind, LinkId } from '@linkshelf/contract'
import { breakdownColumns } from '../breakdown-columns.ts'
import { type Interval, matchAny, matchTimes } from '../intervals.ts'
import type { QueryParams } from './run-query.ts'

/** The conditions on clicks, beside their days and the bot filter. */
export interface Conditions {
  /** Properties and their values; '' is an unknown one. */
  properties: readonly (readonly [BreakdownKind, string])[]
  /** The links that were clicked; undefined for every link of the project. */
  linkIds?: readonly LinkId[]
}

/** Rollups of the project, or of the link, answer a query whose only condition is one link. */
export function findOnlyLink({ properties, linkIds }: Conditions): LinkId | undefined {
  return properties.length === 0 && linkIds?.length === 1 ? linkIds[0] : undefined
}

/** Rollups of the project answer every query without conditions. */
export function isUnconditional({ properties, linkIds }: Conditions): boolean {
  return properties.length === 0 && linkIds === undefined
}

interface SqlCondition {
  condition: string
  params: QueryParams
}

const quarterSeconds = 900
const quartersPerDay = 96

/** The start of a click's quarter of an hour, in seconds since 1970, as an expression on `clicks`. */
export const quarterStartOfClick = `toUInt32(toUInt16(day) * ${quartersPerDay} + quarter_of_day) * ${quarterSeconds}`

/**
 * Returns the text after FROM that selects the rows of `clicks` of the project in the parameter `project` that meet a
 * condition, in any of the intervals or of all time. Bounds of intervals are at quarters of an hour. The key finds the
 * granules; in them, smaller columns are compared in place of `at`, which takes a fraction of the time. The
 * condition compares `project_id` and not its hash, because a cluster finds the project's shard by `project_id`.
 */
export function filterClicks(condition: string, intervals?: readonly Interval[]): string {
  const isInTime = intervals && matchAny(intervals, ({ from, until }) => `(${matchSince(from)} AND NOT ${matchSince(until)})`)
  return `clicks
    PREWHERE ${condition} AND project_id = {project:UUID} ${isInTime ? `AND ${isInTime}` : ''}
    WHERE indexHint(project_id = {project:UUID} ${intervals ? `AND ${matchTimes(intervals)}` : ''})`
}

/**
 * Returns a condition on `clicks`: the click is not before the time. At the beginning of a UTC day, comparing the day
 * alone suffices and takes half the time.
 */
function matchSince(seconds: number): string {
  const quarters = seconds / quarterSeconds
  const [day, quarter] = [`toDate(${Math.floor(quarters / quartersPerDay)})`, quarters % quartersPerDay]
  return quarter === 0 ? `(day >= ${day})` : `(day > ${day} OR (day = ${day} AND quarter_of_day >= ${quarter}))`
}

/** A condition on `clicks`, of one project, and its parameters. */
export function matchClicks(conditions: Conditions): SqlCondition {
  const [ofLinks, ofProperties] = [matchLinks(conditions), matchProperties('clicks', conditions)]
  return { condition: `${ofLinks.condition} AND ${ofProperties.condition}`, params: { ...ofLinks.params, ...ofProperties.params } }
}

/** The same of the properties alone, on `clicks` or `page_views`. */
export function matchProperties(table: 'clicks' | 'page_views', { properties }: Pick<Conditions, 'properties'>): SqlCondition {
  return {
    // Qualified: a breakdown has columns of its own with these names.
    condition: ['true', ...properties.map(([kind]) => `${table}.${breakdownColumns[kind].column} = {only_${kind}:String}`)].join(' AND '),
    params: Object.fromEntries(properties.map(([kind, value]) => [`only_${kind}`, value])),
  }
}

/** A ClickHouse server takes 128 KiB in one field of a form, which holds 3,360 ids. */
const linksPerParam = 3_000

/** The same of the links alone, on `link_clicks` or `clicks`. Both are sorted so that few other links are read. */
export function matchLinks({ linkIds }: Conditions): SqlCondition {
  if (linkIds === undefined) return { condition: 'true', params: {} }
  if (linkIds.length === 0) return { condition: 'false', params: {} }
  const batches = Array.from({ length: Math.ceil(linkIds.length / linksPerParam) }, (_, nth) =>
    linkIds.slice(nth * linksPerParam, (nth + 1) * linksPerParam),
  )
  return {
    condition: `(${batches.map((_batch, nth) => `link_id IN {only_links_${nth}:Array(UUID)}`).join(' OR ')})`,
    params: Object.fromEntries(batches.map((batch, nth) => [`only_links_${nth}`, batch])),
  }
}

// The SQL of a bot filter, by the table that a query reads.

/** The number of clicks in a quarter-hourly rollup with the alias `rollup`, as an aggregate. */
export const rollupClicks = toRollupSums('clicks', 'bots')

/** The number of clicks on the product's own page, in `product_clicks`. */
export const rollupPageClicks = toRollupSums('page_clicks', 'page_bots')

/** The number of page views, in `product_views`. */
export const rollupViews = toRollupSums('views', 'bots')

function toRollupSums(humans: string, bots: string): Record<BotFilter, string> {
  const [ofHumans, ofBots] = [sumUnsigned(`rollup.${humans}`), sumUnsigned(`rollup.${bots}`)]
  return { exclude: ofHumans, include: `${ofHumans} + ${ofBots}`, only: ofBots }
}

/**
 * The sum of an unsigned column of these tables. Corrections may be negative numbers that wrap around; a sum never is.
 */
export function sumUnsigned(column: string): string {
  return `toUInt64(greatest(toInt64(sum(${column})), 0))`
}

/** Clicks and distinct visitors of a row of a daily rollup with the alias `daily`. */
export const dailyRollup: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'daily.clicks', visits: 'daily.visitors' },
  include: { clicks: 'daily.clicks + daily.bot_clicks', visits: 'daily.all_visitors' },
  only: { clicks: 'daily.bot_clicks', visits: 'daily.bot_visitors' },
}

/** A condition on each row of `clicks` or `page_views`. */
export const visitCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
