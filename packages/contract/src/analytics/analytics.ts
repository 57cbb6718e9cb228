import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, day, instant, organizationParams, projectParams, timeZone } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { linkId, linkIdList, productId, uuid } from '../ids.ts'
import { labelNameMaxLength } from '../labels/labels.ts'
import { link } from '../links/links.ts'
import { packageName } from '../plans.ts'
import { type BreakdownKind, breakdownKinds, type ConditionName, storeConditions } from './click-conditions.ts'

export const dailyClicks = z.object({ date: day, clicks: z.number().int() })
/**
 * Clicks of the hour that begins then; where clocks are changed by less than an hour, the last of that day is shorter.
 */
export const hourlyClicks = z.object({ at: instant, clicks: z.number().int() })

/** The longest range of clicks by hour, in days. */
export const hourlyRangeDays = 2

/** One link on one day. Scans are clicks through its QR code; `clicks` includes them. */
const dailyLinkClicks = dailyClicks.extend({ scans: z.number().int() })
const topPerformingLink = z.object({ url_id: uuid, clicks: z.number().int(), link })

/** The maximum number of top performing links. */
export const topLinksMax = 10

export const overview = z.object({
  /** All clicks ever. The range and the conditions apply neither to this field nor to the next two. */
  totalClicks: z.number().int(),
  /** Clicks of the last 30 days, today included. */
  clicksLastMonth: z.number().int(),
  activeLinks: z.number().int(),
  /**
   * The links with most requested clicks, in this order. Deleted links are missing; their clicks stay in the totals.
   */
  topPerformingLinks: z.array(topPerformingLink),
  /** One entry per day of the requested range, oldest first, days without clicks included. */
  clicksByDay: z.array(dailyClicks),
})

export const dashboard = z.object({
  totalClicks: z.number().int(),
  /** Distinct daily visitor keys: someone who comes on two days is two visitors. */
  visitors: z.number().int(),
  countries: z.number().int(),
})

/** Device classes of a click. Watches, cars and headsets are `other`. */
export const deviceKinds = ['phone', 'tablet', 'desktop', 'tv', 'console', 'other'] as const
export type DeviceKind = (typeof deviceKinds)[number]

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

const productTraffic = z.object(traffic)

/**
 * Clicks by one property, most clicked first. `name` is a country's ISO 3166-1 alpha-2 code, a host, a word or the id
 * of a video; empty when unknown.
 */
const breakdownRow = z.object({
  name: z.string(),
  /** The row, without a name, of all names beyond the 10,000 most clicked of each UTC day. */
  is_other: z.literal(true).optional(),
  /** The city's country; only in a breakdown by city. */
  country: z.string().optional(),
  /** The video's title and picture at YouTube; only in a breakdown by video, of videos of the project's channels. */
  title: z.string().optional(),
  thumbnail_url: z.string().optional(),
  clicks: z.number().int(),
  /** Distinct daily visitors. */
  visits: z.number().int(),
})

/** Clicks and visitors of one link. */
const linkTraffic = z.object({ url_id: uuid, clicks: z.number().int(), visits: z.number().int() })

/**
 * Clicks by day of some links. Each link's `clicks` are those of `dates`, in the same order: oldest first, days
 * without clicks included.
 */
export const linksClicks = z.object({
  dates: z.array(day),
  links: z.array(z.object({ url_id: uuid, clicks: z.array(z.number().int()) })),
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
const recentClick = z.object({
  id: uuid,
  at: instant,
  link: link.pick({ url_id: true, url: true, target: true, title: true }).nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  device: z.string().nullable(),
  referrer: z.string().nullable(),
  utm_source: z.string().nullable(),
})

/** Whether clicks of bots are part of the numbers. They are recorded like other clicks and excluded by default. */
export const botFilters = ['exclude', 'include', 'only'] as const

/** The longest range of one query, in days. */
export const maxRangeDays = 3_660

/**
 * Days are UTC unless a time zone is given. `from` and `to` are the first and the last day; the default is the
 * organization's window of `dashboard_days` that ends today.
 */
export const analyticsQuery = z.strictObject({
  tz: timeZone,
  from: day.optional(),
  to: day.optional(),
  bots: z.enum(botFilters).default('exclude'),
})

/** Longer than any name that is stored. */
const propertyMaxLength = 300
const property = z
  .string()
  .max(propertyMaxLength)
  .optional()
  .describe('Only clicks with this value, written as the name of a row of the breakdown; empty for those where it is unknown')

/** A value of any property that clicks are broken down by. */
const clickProperties = {
  country: property,
  city: property,
  device: property,
  browser: property,
  os: property,
  referrer: property,
  utm_source: property,
  utm_medium: property,
  utm_campaign: property,
  shop: property,
  shop_reason: property,
  video: property,
} satisfies Record<BreakdownKind, typeof property>

/** Conditions on clicks: a click has to meet all of them. They apply as far back as single clicks are stored. */
const clickConditions = {
  ...clickProperties,
  url_id: linkId.optional().describe('Only clicks on this link'),
  label: z.string().min(1).max(labelNameMaxLength).optional().describe('Only clicks on links that have this label now'),
} satisfies Record<ConditionName, unknown>

/** The fields of these conditions, for a query whose numbers can't meet the others. */
export function conditionFields<Name extends ConditionName>(names: readonly Name[]): Pick<typeof clickConditions, Name> {
  return Object.fromEntries(names.map((name) => [name, clickConditions[name]])) as Pick<typeof clickConditions, Name>
}

const clicksQuery = analyticsQuery.extend(clickConditions)
export const linkClicksQuery = analyticsQuery.extend(clickProperties)
export const storeTrafficQuery = analyticsQuery.extend(conditionFields(storeConditions))

export const breakdownQuery = clicksQuery.extend({
  by: z.enum(breakdownKinds),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export const visitorsQuery = linkClicksQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})

const exportKinds = ['overview', 'urls', 'link', 'breakdown', 'visitors'] as const

export const exportQuery = clicksQuery.extend({
  of: z.enum(exportKinds),
  by: z.enum(breakdownKinds).optional(),
})

/**
 * Sent at most once a second, and at least every 20 seconds: without new clicks the last event is repeated, so a
 * stream that is silent for longer is broken. `arrived_at` is when clicks last arrived; null when none did since the
 * stream was opened and in the ten seconds before. So a client that queries numbers and opens a stream within ten
 * seconds misses no clicks.
 */
const liveEvent = z.object({ arrived_at: instant.nullable() })
export const liveIntervalMs = { min: 1_000, max: 20_000 } as const
export const liveRecentMs = 10_000

/**
 * Clicks of humans in the calendar month (UTC), in all projects of an organization, and what its plan shows of them.
 */
const clickUsage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable().describe('Null without a limit'),
  hidden: z.number().int().describe('Counted, and not shown until the month ends or the plan is raised'),
  hidden_since: day
    .nullable()
    .describe('The first hidden day (UTC), the one after that on which the limit was reached; null below the limit'),
  resets_on: day.describe('The first day of the next month (UTC): nothing of this month is hidden any more'),
  upgrade: packageName.nullable().describe('The smallest package that shows every click of this month; null below the limit'),
})

const analyticsPath = '/v1/{orgId}/projects/{projectId}/analytics'
const linksQuery = analyticsQuery.extend({ url_ids: linkIdList })
const linksTrafficQuery = clicksQuery.extend({ url_ids: linkIdList })
const oneLink = projectParams.extend({ urlId: linkId })
const oneProduct = projectParams.extend({ productId })

export const analytics = {
  usage: call({
    method: 'GET',
    path: '/v1/{orgId}/analytics/usage',
    summary: 'The clicks of this month, and how many of them the plan shows',
  })
    .input(z.object({ params: organizationParams }))
    .output(clickUsage),
  overview: call({ method: 'GET', path: `${analyticsPath}/overview`, summary: 'Clicks of a project' })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(overview)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  dashboard: call({
    method: 'GET',
    path: `${analyticsPath}/dashboard`,
    summary: 'Clicks, visitors and countries of a project; of all time unless a range is given',
  })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(dashboard)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  hourlyClicks: call({
    method: 'GET',
    path: `${analyticsPath}/hours`,
    summary: 'Clicks by hour of at most two days; of the last one unless a range is given',
  })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(z.array(hourlyClicks))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  linkClicks: call({ method: 'GET', path: `${analyticsPath}/urls/{urlId}`, summary: 'Clicks of one link by day' })
    .input(z.object({ params: oneLink, query: linkClicksQuery }))
    .output(z.array(dailyLinkClicks))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  linkDashboard: call({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/dashboard`,
    summary: 'Clicks, visitors and countries of one link; of all time unless a range is given',
  })
    .input(z.object({ params: oneLink, query: linkClicksQuery }))
    .output(dashboard)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  linksClicks: call({ method: 'GET', path: `${analyticsPath}/urls/clicks`, summary: 'Clicks by day of some links, in the requested order' })
    .input(z.object({ params: projectParams, query: linksQuery }))
    .output(linksClicks)
    .errors(errors('ANALYTICS_HISTORY_LOCKED')),
  linksTraffic: call({ method: 'GET', path: `${analyticsPath}/urls`, summary: 'Clicks and visitors of some links, in the requested order' })
    .input(z.object({ params: projectParams, query: linksTrafficQuery }))
    .output(z.array(linkTraffic))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  breakdown: call({
    method: 'GET',
    path: `${analyticsPath}/breakdown`,
    summary: 'Clicks by country, city, device, browser, system, referrer, campaign, shop of a retailer, or video of YouTube',
  })
    .input(z.object({ params: projectParams, query: breakdownQuery }))
    .output(z.array(breakdownRow))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  visitors: call({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/visitors`,
    outputStructure: 'detailed',
    summary: 'The visitors of a link, latest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: oneLink, query: visitorsQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(visitor) }))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  recentClicks: call({
    method: 'GET',
    path: `${analyticsPath}/recent`,
    summary: `The latest clicks of the last ${recentClicksDays} days, without those of bots`,
  })
    .input(z.object({ params: projectParams, query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }) }))
    .output(z.array(recentClick)),
  store: call({
    method: 'GET',
    path: `${analyticsPath}/store`,
    summary: 'Views of the pages of a store, clicks on their buttons, and both by product',
  })
    .input(z.object({ params: projectParams, query: storeTrafficQuery }))
    .output(storeTraffic)
    .errors(errors('FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  product: call({
    method: 'GET',
    path: `${analyticsPath}/products/{productId}`,
    summary: 'Views of a product page, and clicks on the product',
  })
    .input(z.object({ params: oneProduct, query: analyticsQuery }))
    .output(productTraffic)
    .errors(errors('PRODUCT_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED')),
  deleteLinkClicks: call({
    method: 'DELETE',
    path: `${analyticsPath}/urls/{urlId}`,
    successStatus: 204,
    summary: 'Delete every recorded click of a link',
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
  deleteProjectClicks: call({
    method: 'DELETE',
    path: analyticsPath,
    successStatus: 204,
    summary: 'Delete every recorded click and page view of a project',
    needsRecentSignIn: 'always',
    ownerTask: 'deleteClicks',
  })
    .input(z.object({ params: projectParams }))
    .output(z.void()),
  live: call({
    method: 'GET',
    path: `${analyticsPath}/live`,
    summary: 'A stream of server-sent events: one when it opens, and one whenever clicks of the project arrive',
  })
    .input(z.object({ params: projectParams }))
    .output(eventIterator(liveEvent)),
  export: call({
    method: 'GET',
    path: `${analyticsPath}/export`,
    outputStructure: 'detailed',
    summary: 'The same numbers as a CSV file: RFC 4180, UTF-8 with a byte order mark',
    spec: describeCsv,
  })
    .input(z.object({ params: projectParams, query: exportQuery }))
    .output(csvFile)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
}

export type ClickUsage = z.infer<typeof clickUsage>
export type Overview = z.infer<typeof overview>
export type Dashboard = z.infer<typeof dashboard>
export type RecentClick = z.infer<typeof recentClick>
export type LiveEvent = z.infer<typeof liveEvent>
export type ExportQuery = z.output<typeof exportQuery>
/** The query as a client writes it, with optional fields. */
export type ExportQueryInput = z.input<typeof exportQuery>
export type AnalyticsQuery = z.output<typeof analyticsQuery>
export type ClicksQuery = z.output<typeof clicksQuery>
export type LinkClicksQuery = z.output<typeof linkClicksQuery>
export type StoreTrafficQuery = z.output<typeof storeTrafficQuery>
/** Every condition by its name. */
export type ClickConditions = Pick<ClicksQuery, keyof typeof clickConditions>
export type BotFilter = (typeof botFilters)[number]
export type BreakdownQuery = z.output<typeof breakdownQuery>
export type BreakdownRow = z.infer<typeof breakdownRow>
export type DailyClicks = z.infer<typeof dailyClicks>
export type HourlyClicks = z.infer<typeof hourlyClicks>
export type DailyLinkClicks = z.infer<typeof dailyLinkClicks>
export type TopPerformingLink = z.infer<typeof topPerformingLink>
export type DailyTraffic = z.infer<typeof dailyTraffic>
export type TopProduct = z.infer<typeof topProduct>
export type StoreTraffic = z.infer<typeof storeTraffic>
export type ProductTraffic = z.infer<typeof productTraffic>
export type LinksClicks = z.infer<typeof linksClicks>
export type LinkTraffic = z.infer<typeof linkTraffic>
export type Visitor = z.infer<typeof visitor>
export type VisitorsQuery = z.output<typeof visitorsQuery>
