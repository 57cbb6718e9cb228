import { z } from 'zod'
import * as mini from 'zod/mini'
import { day, instant } from '../call.ts'
import { uuid } from '../ids.ts'
import { link } from '../links/links.ts'
import { amount, earningsTotals } from '../money/earnings-totals.ts'
import { packageName } from '../plan-limits.ts'

export const dailyClicks = z.object({ date: day, clicks: z.number().int() })
/**
 * Clicks in the hour that begins at `at`. If a time zone changes its clocks by less than an hour, the last hour of that
 * day is shorter.
 */
export const hourlyClicks = z.object({ at: instant, clicks: z.number().int() })

/** The longest range of clicks by hour, in days. */
export const hourlyRangeDays = 2

/** Clicks on one link on one day. Scans are clicks through the link's QR code. `clicks` includes scans. */
export const dailyLinkClicks = dailyClicks.extend({ scans: z.number().int() })

/**
 * Clicks on one link by the address that was visited: its main address or an alias. A click stays with its address when
 * the main address changes. Released aliases, whose addresses no longer work, are included.
 */
export const addressClicks = z.object({
  clicks: z.number().int().describe('Clicks at all addresses of the link, for the time in which single clicks are stored'),
  main: z.number().int().describe('Clicks at the main address, also from the time in which it was an alias'),
  aliases: z
    .array(
      z.object({ alias_id: uuid.check(mini.describe('The id of the alias')), clicks: z.number().int().describe('Clicks at the alias') }),
    )
    .describe('Clicks at each alias, also from the time in which it was the main address, most clicked first. Includes released aliases'),
})

const topPerformingLink = z.object({ url_id: uuid, clicks: z.number().int(), link })

export const topLinksMax = 10

/**
 * Set in the numbers of a project while any of its clicks are being deleted. Set in the numbers of a link while its own
 * clicks, or all clicks of the project, are being deleted.
 */
const deletion = z
  .literal('running')
  .optional()
  .describe('Present while deleted clicks are still stored. The numbers never count deleted clicks')

export const overview = z.object({
  /** Clicks of the requested range that meet the conditions. */
  totalClicks: z.number().int(),
  /** All clicks ever. The range and the conditions do not apply to this field, `clicksLastMonth` and `activeLinks`. */
  clicksAllTime: z.number().int(),
  /** Clicks of the last 30 days, today included. */
  clicksLastMonth: z.number().int(),
  activeLinks: z.number().int(),
  /**
   * Links with the most clicks in `totalClicks`, most clicked first. Deleted links are missing, but the totals include
   * their clicks.
   */
  topPerformingLinks: z.array(topPerformingLink),
  /** One entry per day of the requested range, oldest first, days without clicks included. */
  clicksByDay: z.array(dailyClicks),
  deletion,
})

export const dashboard = z.object({
  totalClicks: z.number().int(),
  /** A visitor counts once per day: someone who comes on two days counts as two visitors. */
  visitors: z.number().int(),
  countries: z.number().int(),
  deletion,
})

/** The maximum number of products in the numbers of a store. */
export const topProductsMax = 100

const viewsAndClicks = { views: z.number().int(), clicks: z.number().int() }

const dailyTraffic = z.object({ date: day, ...viewsAndClicks })

/**
 * Page views, and clicks on buttons of the store's pages. `byDay` has one entry per day of the range, oldest first. It
 * includes days without views and clicks.
 */
const traffic = {
  ...viewsAndClicks,
  /** Visitors of the store's pages. A visitor counts once per day. */
  visitors: z.number().int(),
  /** Clicks per view. For a product, only clicks on the product's own page are included. Null if there are no views. */
  click_through: z.number().nonnegative().nullable(),
  byDay: z.array(dailyTraffic),
}

/** The part of the clicks on a product that is compared with the views of its page. */
const pageClicks = { page_clicks: z.number().int() }

/**
 * `views` are views of the product's own page, while `clicks` include clicks in lists. `click_through` is `page_clicks`
 * divided by `views`. `name` is null if the product was deleted.
 */
const topProduct = z.object({
  product_id: uuid,
  name: z.string().nullable(),
  ...viewsAndClicks,
  ...pageClicks,
  click_through: z.number().nonnegative().nullable(),
})

/** `products` are sorted by clicks and then by views, highest first. Deleted products are included. */
export const storeTraffic = z.object({ ...traffic, products: z.array(topProduct) })

/**
 * Clicks on a product, and the earnings of its links. `click_through` is for the product's own page, and null if that
 * page has no views.
 */
export const productNumbers = z.object({
  product_id: uuid,
  clicks: z.number().int(),
  click_through: z.number().nonnegative().nullable(),
  earned: z.array(amount),
})

export const productTraffic = z.object({ ...traffic, ...pageClicks })

/**
 * Clicks by one property, most clicked first. Depending on the property, `name` is a country's ISO 3166-1 alpha-2 code,
 * a source, a host, a video id, or a word such as `phone`. It is empty if the value is unknown. A source is the name of
 * a site or app, or a host if that name is unknown. To list the hosts of a source, break down by `referrer` with the
 * condition `source`.
 */
export const breakdownRow = z.object({
  name: z.string(),
  /**
   * Set on one row without a name. The row sums the clicks of every name that was not among the 10,000 most clicked
   * names of the click's UTC day.
   */
  is_other: z.literal(true).optional(),
  /** The country of the city. Set only in a breakdown by city. */
  country: z.string().optional(),
  /**
   * In a breakdown by video: the title and picture at YouTube, if the video belongs to one of the project's channels.
   * In a breakdown by domain, `title` is the host in readable form.
   */
  title: z.string().optional(),
  thumbnail_url: z.string().optional(),
  clicks: z.number().int(),
  /** A visitor counts once per day. */
  visits: z.number().int(),
})

/** Clicks and visitors of one link. */
export const linkTraffic = z.object({ url_id: uuid, clicks: z.number().int(), visits: z.number().int() })

/**
 * Clicks on several links by day. Each link's `clicks` has one number per day of `dates`, in the same order: oldest
 * first, including days without clicks. `totals` has the link's earnings on these days, with one entry per currency. It
 * is empty if the link has no sales on these days.
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

/** The list of recent clicks goes back this many days. */
export const recentClicksDays = 30

/**
 * One click. The fields about its origin (`country` to `utm_source`) are null if the organization has no full
 * analytics, and '' if their value is unknown. The link is null if it was deleted.
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
 * An event of the stream that reports new clicks. `arrived_at` is the time at which the latest clicks arrived. It is
 * null until clicks arrive. The server sends events at most once a second and at least every 20 seconds. If there are
 * no new clicks, it repeats the last event, so a stream without an event for more than 20 seconds is broken. Clicks
 * that arrived in the ten seconds before the stream was opened are included, so a client that queries numbers and opens
 * a stream within ten seconds misses no clicks.
 */
export const liveEvent = z.object({ arrived_at: instant.nullable() })
export const liveIntervalMs = { min: 1_000, max: 20_000 } as const
export const liveRecentMs = 10_000

/**
 * Human clicks in the current calendar month (UTC) in all projects of an organization, and how many of them the plan
 * shows.
 */
export const clickUsage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable().describe('How many clicks of a month the plan shows; null without a limit'),
  hidden: z.number().int().describe('Counted clicks that are hidden until the month ends or the plan is upgraded'),
  hidden_since: day
    .nullable()
    .describe('The first hidden day (UTC), which is the day after the limit was reached; null if the limit was not reached'),
  resets_on: day.describe('The first day of the next month (UTC), when this month’s hidden clicks appear'),
  upgrade: packageName.nullable().describe('The smallest package that shows every click of this month; null if the limit was not reached'),
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
