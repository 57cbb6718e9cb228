import { z } from 'zod'
import { call, day, id, inProject, timeZone } from './call.ts'
import { refusals } from './refusals.ts'

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

/** Days are UTC unless a time zone is given. */
const inTimeZone = z.strictObject({ tz: timeZone.default('UTC') })

export const analytics = {
  overview: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/analytics/overview', summary: 'Clicks of a project' })
    .input(z.object({ params: inProject, query: inTimeZone }))
    .output(analyticsOverview),
  link: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/analytics/urls/{urlId}', summary: 'Clicks of one link by day' })
    .input(z.object({ params: inProject.extend({ urlId: id }), query: inTimeZone }))
    .output(z.array(linkClicksOnDay))
    .errors(refusals('LINK_NOT_FOUND')),
  dashboard: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/analytics/dashboard',
    summary: 'Clicks, visitors and countries of a project',
  })
    .input(z.object({ params: inProject, query: inTimeZone }))
    .output(analyticsDashboard),
}

export type AnalyticsOverview = z.infer<typeof analyticsOverview>
export type AnalyticsDashboard = z.infer<typeof analyticsDashboard>
export type ClicksOnDay = z.infer<typeof clicksOnDay>
export type LinkClicksOnDay = z.infer<typeof linkClicksOnDay>
export type LinkClicks = z.infer<typeof linkClicks>
