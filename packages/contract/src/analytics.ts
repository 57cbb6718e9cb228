import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, day, id, inProject, instant, timeZone } from './call.ts'
import { errors } from './errors.ts'

export const clicksOnDay = z.object({ date: day, clicks: z.number().int() })
/** One link on one day. Scans are the clicks that came through its QR code. */
export const linkClicksOnDay = clicksOnDay.extend({ scans: z.number().int() })
export const linkClicks = z.object({ url_id: id, clicks: z.number().int() })

export const analyticsOverview = z.object({
  totalClicks: z.number().int(),
  /** Clicks of the last 30 days, today included. */
  clicksLastMonth: z.number().int(),
  activeLinks: z.number().int(),
  /** Most clicked first, within the organization's window. */
  topPerformingLinks: z.array(linkClicks),
  /** One entry a day of the organization's window, oldest first, days without clicks included. */
  clicksByDay: z.array(clicksOnDay),
})

export const analyticsDashboard = z.object({
  totalClicks: z.number().int(),
  /** Distinct daily visitor keys: a person who comes on two days is two visitors. */
  visitors: z.number().int(),
  countries: z.number().int(),
})

/** What people click with. Watches, cars and headsets are `other`. */
export const deviceKinds = ['phone', 'tablet', 'desktop', 'tv', 'console', 'other'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** What a breakdown tells apart. */
export const breakdownKinds = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const

/** Clicks by one property, most clicked first. `name` is a country's ISO 3166-1 alpha-2 code, a host, or a word; empty when it is not known. */
export const breakdownRow = z.object({
  name: z.string(),
  /** The country a city lies in. */
  country: z.string().optional(),
  clicks: z.number().int(),
  /** Distinct daily visitors. */
  visits: z.number().int(),
})

/** Clicks and visitors of one link. */
export const linkTraffic = z.object({ url_id: id, clicks: z.number().int(), visits: z.number().int() })

/** Somebody on one day: the same person on another day is another visitor. */
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

/** Bots are recorded beside people and left out unless they are asked for. */
export const botsShown = ['exclude', 'include', 'only'] as const

/** The longest range one question may have, in days. */
export const longestRangeDays = 3_660

/**
 * Days are UTC unless a time zone is given. `from` and `to` are the first and the last day; left out, the organization's window of
 * `dashboard_days` that ends today.
 */
export const analyticsQuery = z.strictObject({
  tz: timeZone.default('UTC'),
  from: day.optional(),
  to: day.optional(),
  bots: z.enum(botsShown).default('exclude'),
})

export const breakdownQuery = analyticsQuery.extend({
  by: z.enum(breakdownKinds),
  url_id: id.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export const visitorsQuery = analyticsQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})

export const exportKinds = ['overview', 'urls', 'link', 'breakdown', 'visitors'] as const

export const exportQuery = analyticsQuery.extend({
  of: z.enum(exportKinds),
  by: z.enum(breakdownKinds).optional(),
  url_id: id.optional(),
})

/** Written as it is made, so that no export has to fit into memory; whoever asked for it holds it as a file. */
const csvFile = z.custom<ReadableStream<Uint8Array> | File>((body) => body instanceof ReadableStream || body instanceof File)

/** In the published document a CSV file is a text. */
function describeCsv<Operation extends { responses?: object }>(operation: Operation): Operation {
  const file = { description: 'OK', content: { 'text/csv': { schema: { type: 'string' } } } }
  return { ...operation, responses: { ...operation.responses, 200: file } }
}

/**
 * At most one a second, and one every 20 seconds that repeats the last when nothing has arrived: a line that is silent for longer is broken.
 * `arrived_at` is when clicks last arrived, or when the stream was opened.
 */
export const clicksArrived = z.object({ arrived_at: instant })
export const liveGapMs = { least: 1_000, most: 20_000 } as const

const inAnalytics = '/v1/{orgId}/projects/{projectId}/analytics'
const oneLink = inProject.extend({ urlId: id })

export const analytics = {
  overview: call({ method: 'GET', path: `${inAnalytics}/overview`, summary: 'Clicks of a project' })
    .input(z.object({ params: inProject, query: analyticsQuery }))
    .output(analyticsOverview)
    .errors(errors('ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  dashboard: call({
    method: 'GET',
    path: `${inAnalytics}/dashboard`,
    summary: 'Clicks, visitors and countries of a project; of all time unless a range is given',
  })
    .input(z.object({ params: inProject, query: analyticsQuery }))
    .output(analyticsDashboard)
    .errors(errors('ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  linkClicks: call({ method: 'GET', path: `${inAnalytics}/urls/{urlId}`, summary: 'Clicks of one link by day' })
    .input(z.object({ params: oneLink, query: analyticsQuery }))
    .output(z.array(linkClicksOnDay))
    .errors(errors('LINK_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  linkDashboard: call({
    method: 'GET',
    path: `${inAnalytics}/urls/{urlId}/dashboard`,
    summary: 'Clicks, visitors and countries of one link; of all time unless a range is given',
  })
    .input(z.object({ params: oneLink, query: analyticsQuery }))
    .output(analyticsDashboard)
    .errors(errors('LINK_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  linksTraffic: call({ method: 'GET', path: `${inAnalytics}/urls`, summary: 'Clicks and visitors of some links, in the order asked for' })
    .input(
      z.object({
        params: inProject,
        query: analyticsQuery.extend({
          url_ids: z
            .string()
            .transform((list) => list.split(','))
            .pipe(z.array(id).min(1).max(100)),
        }),
      }),
    )
    .output(z.array(linkTraffic))
    .errors(errors('FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  breakdown: call({
    method: 'GET',
    path: `${inAnalytics}/breakdown`,
    summary: 'Clicks by country, city, device, browser, system, referrer or campaign',
  })
    .input(z.object({ params: inProject, query: breakdownQuery }))
    .output(z.array(breakdownRow))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  visitors: call({
    method: 'GET',
    path: `${inAnalytics}/urls/{urlId}/visitors`,
    outputStructure: 'detailed',
    summary: 'The visitors of a link, latest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: oneLink, query: visitorsQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(visitor) }))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
  deleteLinkClicks: call({
    method: 'DELETE',
    path: `${inAnalytics}/urls/{urlId}`,
    successStatus: 204,
    summary: 'Delete every recorded click of a link',
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
  deleteProjectClicks: call({
    method: 'DELETE',
    path: inAnalytics,
    successStatus: 204,
    summary: 'Delete every recorded click of a project',
  })
    .input(z.object({ params: inProject }))
    .output(z.void()),
  live: call({
    method: 'GET',
    path: `${inAnalytics}/live`,
    summary: 'A stream of server-sent events: one at once, and one whenever clicks of the project have arrived',
  })
    .input(z.object({ params: inProject }))
    .output(eventIterator(clicksArrived))
    .errors(errors('TOO_MANY_REQUESTS')),
  export: call({
    method: 'GET',
    path: `${inAnalytics}/export`,
    outputStructure: 'detailed',
    summary: 'The same numbers as a CSV file: RFC 4180, UTF-8 with a byte order mark',
    spec: describeCsv,
  })
    .input(z.object({ params: inProject, query: exportQuery }))
    .output(z.object({ headers: z.object({ 'content-type': z.string(), 'content-disposition': z.string() }), body: csvFile }))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED', 'TOO_MANY_REQUESTS')),
}

export type AnalyticsOverview = z.infer<typeof analyticsOverview>
export type AnalyticsDashboard = z.infer<typeof analyticsDashboard>
export type ClicksArrived = z.infer<typeof clicksArrived>
export type ExportQuery = z.output<typeof exportQuery>
/** As it is asked for, with what may be left out. */
export type ExportQueryInput = z.input<typeof exportQuery>
export type AnalyticsQuery = z.output<typeof analyticsQuery>
export type BotsShown = (typeof botsShown)[number]
export type BreakdownKind = (typeof breakdownKinds)[number]
export type BreakdownQuery = z.output<typeof breakdownQuery>
export type BreakdownRow = z.infer<typeof breakdownRow>
export type ClicksOnDay = z.infer<typeof clicksOnDay>
export type LinkClicksOnDay = z.infer<typeof linkClicksOnDay>
export type LinkClicks = z.infer<typeof linkClicks>
export type LinkTraffic = z.infer<typeof linkTraffic>
export type Visitor = z.infer<typeof visitor>
export type VisitorsQuery = z.output<typeof visitorsQuery>
