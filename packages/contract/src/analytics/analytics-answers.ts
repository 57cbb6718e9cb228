import { z } from 'zod'
import * as mini from 'zod/mini'
import { day, instant } from '../call.ts'
import { uuid } from '../ids.ts'
import { link } from '../links/links.ts'
import { amount, earningsTotals } from '../money/earnings-totals.ts'
import { packageName } from '../plan-limits.ts'

export const dailyClicks = z.object({ date: day, clicks: z.number().int() })
/**
 * Clicks of the hour that begins then; where clocks are changed by less than an hour, the last of that day is shorter.
 */
export const hourlyClicks = z.object({ at: instant, clicks: z.number().int() })

/** The longest range of clicks by hour, in days. */
export const hourlyRangeDays = 2

/** One link on one day. Scans are clicks through its QR code; `clicks` includes them. */
export const dailyLinkClicks = dailyClicks.extend({ scans: z.number().int() })

/** Clicks by the address that was visited. An alias that was released stays among them. */
export const addressClicks = z.object({
  clicks: z.number().int().describe('Clicks at all addresses of the link, as far back as single clicks are stored'),
  main: z.number().int().describe('Clicks at the main address, each counted by the address that was the main one then'),
  aliases: z
    .array(
      z.object({ alias_id: uuid.check(mini.describe('The id of the alias')), clicks: z.number().int().describe('Clicks at the alias') }),
    )
    .describe('Clicks at each alias that has any, most clicked first; released ones are among them'),
})

const topPerformingLink = z.object({ url_id: uuid, clicks: z.number().int(), link })

/** The maximum number of top performing links. */
export const topLinksMax = 10

/** In numbers of a project: of any of its clicks. In numbers of a link: of its clicks, or of all. */
const deletion = z
  .literal('running')
  .optional()
  .describe('Present while deleted clicks are still stored; the numbers leave them out since the moment of the deletion')

export const overview = z.object({
  /** Clicks of the requested range that meet the conditions. */
  totalClicks: z.number().int(),
  /** All clicks ever. The range and the conditions apply neither to this field nor to the next two. */
  clicksAllTime: z.number().int(),
  /** Clicks of the last 30 days, today included. */
  clicksLastMonth: z.number().int(),
  activeLinks: z.number().int(),
  /**
   * The links with most requested clicks, in this order. Deleted links are missing; their clicks stay in the totals.
   */
  topPerformingLinks: z.array(topPerformingLink),
  /** One entry per day of the requested range, oldest first, days without clicks included. */
  clicksByDay: z.array(dailyClicks),
  deletion,
})

export const dashboard = z.object({
  totalClicks: z.number().int(),
  /** Distinct daily visitor keys: someone who comes on two days is two visitors. */
  visitors: z.number().int(),
  countries: z.number().int(),
  deletion,
})

/** The maximum number of products in the numbers of a store. */
export const topProductsMax = 100

const viewsAndClicks = { views: z.number().int(), clicks: z.number().int() }

const dailyTraffic = z.object({ date: day, ...viewsAndClicks })

/**
 * Clicks are those on buttons of the store's pages. One entry per day of the range, oldest first,
 * days without any included.
 */
const traffic = {
  ...viewsAndClicks,
  /** Distinct daily visitors of the pages. */
  visitors: z.number().int(),
  /** Clicks for each view; of a product, those on its own page. Null without views. */
  click_through: z.number().nonnegative().nullable(),
  byDay: z.array(dailyTraffic),
}

/**
 * `views` are those of the product's own page; its clicks come from lists too. The name of a deleted product is null.
 */
const topProduct = z.object({
  product_id: uuid,
  name: z.string().nullable(),
  ...viewsAndClicks,
  click_through: z.number().nonnegative().nullable(),
})

/** `products`: most clicked first, then most viewed, deleted ones included. */
export const storeTraffic = z.object({ ...traffic, products: z.array(topProduct) })

/**
 * Clicks on a product, and the earnings of its links. The click-through is that of its own page, null without views.
 */
export const productNumbers = z.object({
  product_id: uuid,
  clicks: z.number().int(),
  click_through: z.number().nonnegative().nullable(),
  earned: z.array(amount),
})

export const productTraffic = z.object(traffic)

/**
 * Clicks by one property, most clicked first. `name` is a country's ISO 3166-1 alpha-2 code, a source, a host, a word
 * or the id of a video; empty when unknown. A source is a site or app by its name, or else the host; its hosts are the
 * rows by `referrer` under the condition `source`.
 */
export const breakdownRow = z.object({
  name: z.string(),
  /** The row, without a name, of all names beyond the 10,000 most clicked of each UTC day. */
  is_other: z.literal(true).optional(),
  /** The city's country; only in a breakdown by city. */
  country: z.string().optional(),
  /**
   * The video's title and picture at YouTube; only in a breakdown by video, of videos of the project's channels. By
   * domain, the host as people read it.
   */
  title: z.string().optional(),
  thumbnail_url: z.string().optional(),
  clicks: z.number().int(),
  /** Distinct daily visitors. */
  visits: z.number().int(),
})

/** Clicks and visitors of one link. */
export const linkTraffic = z.object({ url_id: uuid, clicks: z.number().int(), visits: z.number().int() })

/**
 * Clicks by day of some links. Each link's `clicks` are those of `dates`, in the same order: oldest first, days
 * without clicks included. `totals` are the earnings of these days by currency, empty without sales.
 */
export const linksClicks = z.object({
  dates: z.array(day),
  links: z.array(z.object({ url_id: uuid, clicks: z.array(z.number().int()), totals: z.array(earningsTotals) })),
})

/** One visitor of one UTC day. On another day, the same human is another visitor. */
export const visitor = z.object({
  id: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  country: z.string(),
  city: z.string(),
  subdivision1: z.string(),
  firstAt: instant,
  views: z.number().int(),
})

/** How many days back recent clicks are searched. */
export const recentClicksDays = 30

/**
 * One click. Where it came from is null without full analytics, and '' when unknown; the link is
 * null when it is deleted.
 */
export const recentClick = z.object({
  id: uuid,
  at: instant,
  link: link.pick({ url_id: true, url: true, target: true, title: true }).nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  device: z.string().nullable(),
  source: z.string().nullable(),
  referrer: z.string().nullable(),
  utm_source: z.string().nullable(),
})

/**
 * Sent at most once a second, and at least every 20 seconds: without new clicks the last event is repeated, so a
 * stream that is silent for longer is broken. `arrived_at` is when clicks last arrived; null when none did since the
 * stream was opened and in the ten seconds before. So a client that queries numbers and opens a stream within ten
 * seconds misses no clicks.
 */
export const liveEvent = z.object({ arrived_at: instant.nullable() })
export const liveIntervalMs = { min: 1_000, max: 20_000 } as const
export const liveRecentMs = 10_000

/**
 * Clicks of humans in the calendar month (UTC), in all projects of an organization, and what its plan shows of them.
 */
export const clickUsage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable().describe('How many clicks of a month the plan shows; null without a limit'),
  hidden: z.number().int().describe('Clicks that are counted, and not shown until the month ends or the plan is raised'),
  hidden_since: day
    .nullable()
    .describe('The first hidden day (UTC), the one after that on which the limit was reached; null below the limit'),
  resets_on: day.describe('The first day of the next month (UTC): nothing of this month is hidden any more'),
  upgrade: packageName.nullable().describe('The smallest package that shows every click of this month; null below the limit'),
})

export type ClickUsage = z.infer<typeof clickUsage>
export type Overview = z.infer<typeof overview>
export type Dashboard = z.infer<typeof dashboard>
export type RecentClick = z.infer<typeof recentClick>
export type LiveEvent = z.infer<typeof liveEvent>
export type BreakdownRow = z.infer<typeof breakdownRow>
export type DailyClicks = z.infer<typeof dailyClicks>
export type HourlyClicks = z.infer<typeof hourlyClicks>
export type AddressClicks = z.infer<typeof addressClicks>
export type DailyLinkClicks = z.infer<typeof dailyLinkClicks>
export type TopPerformingLink = z.infer<typeof topPerformingLink>
export type DailyTraffic = z.infer<typeof dailyTraffic>
export type TopProduct = z.infer<typeof topProduct>
export type StoreTraffic = z.infer<typeof storeTraffic>
export type ProductNumbers = z.infer<typeof productNumbers>
export type ProductTraffic = z.infer<typeof productTraffic>
export type LinksClicks = z.infer<typeof linksClicks>
export type LinkTraffic = z.infer<typeof linkTraffic>
export type Visitor = z.infer<typeof visitor>
