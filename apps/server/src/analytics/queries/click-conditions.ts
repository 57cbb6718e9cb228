import type { BotFilter, BreakdownKind, LinkId } from '@linkshelf/contract'
import { breakdownColumns } from '../breakdown-columns.ts'
import { type Interval, matchAny, matchTimes } from '../intervals.ts'
import type { QueryParams } from './run-query.ts'

/** Conditions on clicks, in addition to their days and the bot filter. */
export interface Conditions {
  /** Properties and their values. '' means that the value is unknown. */
  properties: readonly (readonly [BreakdownKind, string])[]
  /** The links that were clicked. Undefined for every link of the project. */
  linkIds?: readonly LinkId[]
}

/**
 * Returns the link if it is the only condition. Then the numbers can be read from rollups of the link or of the
 * project.
 */
export function findOnlyLink({ properties, linkIds }: Conditions): LinkId | undefined {
  return properties.length === 0 && linkIds?.length === 1 ? linkIds[0] : undefined
}

/** Returns whether there are no conditions. Then the numbers can be read from rollups of the project. */
export function isUnconditional({ properties, linkIds }: Conditions): boolean {
  return properties.length === 0 && linkIds === undefined
}

interface SqlCondition {
  condition: string
  params: QueryParams
}

const quarterSeconds = 900
const quartersPerDay = 96

/** SQL for the start of a click's quarter of an hour, in seconds since 1970, from the columns of `clicks`. */
export const quarterStartOfClick = `toUInt32(toUInt16(day) * ${quartersPerDay} + quarter_of_day) * ${quarterSeconds}`

/**
 * Returns the text after FROM that selects rows of `clicks`. The rows belong to the project in the parameter `project`,
 * meet the condition and are in any of the intervals. If `intervals` is undefined, all time is selected. Intervals must
 * begin and end at quarters of an hour.
 *
 * The primary key finds the granules. In them, smaller columns are compared instead of `at`, which takes a fraction of
 * the time. The text compares `project_id` and not its hash, because a cluster finds the project's shard by
 * `project_id`.
 */
export function filterClicks(condition: string, intervals?: readonly Interval[]): string {
  const isInTime = intervals && matchAny(intervals, ({ from, until }) => `(${matchSince(from)} AND NOT ${matchSince(until)})`)
  return `clicks
    PREWHERE ${condition} AND project_id = {project:UUID} ${isInTime ? `AND ${isInTime}` : ''}
    WHERE indexHint(project_id = {project:UUID} ${intervals ? `AND ${matchTimes(intervals)}` : ''})`
}

/**
 * Returns a condition on `clicks`: the click is not before the time. If the time is the beginning of a UTC day, it is
 * enough to compare the day, which takes half the time.
 */
function matchSince(seconds: number): string {
  const quarters = seconds / quarterSeconds
  const [day, quarter] = [`toDate(${Math.floor(quarters / quartersPerDay)})`, quarters % quartersPerDay]
  return quarter === 0 ? `(day >= ${day})` : `(day > ${day} OR (day = ${day} AND quarter_of_day >= ${quarter}))`
}

/** Returns a condition on `clicks` of one project, and its parameters. */
export function matchClicks(conditions: Conditions): SqlCondition {
  const [ofLinks, ofProperties] = [matchLinks(conditions), matchProperties('clicks', conditions)]
  return { condition: `${ofLinks.condition} AND ${ofProperties.condition}`, params: { ...ofLinks.params, ...ofProperties.params } }
}

/**
 * Returns a condition on `clicks` or `page_views`, and its parameters. The condition includes the properties, but not
 * the links.
 */
export function matchProperties(table: 'clicks' | 'page_views', { properties }: Pick<Conditions, 'properties'>): SqlCondition {
  return {
    // Columns are qualified, because a breakdown has other columns with these names.
    condition: ['true', ...properties.map(([kind]) => `${table}.${breakdownColumns[kind].column} = {only_${kind}:String}`)].join(' AND '),
    params: Object.fromEntries(properties.map(([kind, value]) => [`only_${kind}`, value])),
  }
}

/**
 * Maximum number of link ids in a parameter. A ClickHouse server accepts 128 KiB in one field of a form, which is
 * enough for 3,360 ids.
 */
const linksPerParam = 3_000

/**
 * Returns a condition on `link_clicks` or `clicks`, and its parameters. The condition includes the links, but not the
 * properties. Both tables are sorted so that few rows of other links are read.
 */
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

// SQL of the bot filters, for each table that a query can read.

/** Aggregates that count clicks in a quarter-hourly rollup. The table has the alias `rollup`. */
export const rollupClicks = toRollupSums('clicks', 'bots')

/** Aggregates that count clicks on the product's own page, in `product_clicks`. */
export const rollupPageClicks = toRollupSums('page_clicks', 'page_bots')

/** Aggregates that count page views, in `product_views`. */
export const rollupViews = toRollupSums('views', 'bots')

function toRollupSums(humans: string, bots: string): Record<BotFilter, string> {
  const [ofHumans, ofBots] = [sumUnsigned(`rollup.${humans}`), sumUnsigned(`rollup.${bots}`)]
  return { exclude: ofHumans, include: `${ofHumans} + ${ofBots}`, only: ofBots }
}

/**
 * Returns SQL for the sum of an unsigned column of a quarter-hourly rollup. Corrections may be negative numbers, which
 * wrap around in the column, so the sum is converted to a signed number. A negative sum becomes 0.
 */
export function sumUnsigned(column: string): string {
  return `toUInt64(greatest(toInt64(sum(${column})), 0))`
}

/** SQL for the clicks and distinct visitors of a row of a daily rollup. The table has the alias `daily`. */
export const dailyRollup: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'daily.clicks', visits: 'daily.visitors' },
  include: { clicks: 'daily.clicks + daily.bot_clicks', visits: 'daily.all_visitors' },
  only: { clicks: 'daily.bot_clicks', visits: 'daily.bot_visitors' },
}

/** A condition on each row of `clicks` or `page_views`. */
export const visitCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
