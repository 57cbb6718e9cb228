import { z } from 'zod'
import { day, timeZone } from '../call.ts'
import { linkId } from '../ids.ts'
import { labelNameMaxLength } from '../labels/labels.ts'
import { type BreakdownKind, breakdownKinds, type ConditionName, storeConditions } from './click-conditions.ts'

/** Whether clicks of bots are part of the numbers. They are recorded like other clicks and excluded by default. */
export const botFilters = ['exclude', 'include', 'only'] as const

export const maxRangeDays = 3_660

/**
 * Days are in UTC unless a time zone is given. `from` and `to` are the first and the last day. By default, the range
 * ends today and has as many days as the organization's `dashboard_days`.
 */
export const analyticsQuery = z.strictObject({
  tz: timeZone,
  from: day.optional(),
  to: day.optional(),
  range: z
    .literal('all')
    .optional()
    .describe(
      '`all` instead of days: everything since the first click, up to 3,660 days and within the plan’s history. The dashboard calls always count everything',
    ),
  bots: z.enum(botFilters).default('exclude'),
})

/**
 * Maximum length of a condition's value. Must exceed the length of every stored value, for example of a source's name.
 */
const propertyMaxLength = 300
const property = z
  .string()
  .max(propertyMaxLength)
  .optional()
  .describe('Only clicks with this value, written like the name of a row in the breakdown; empty for clicks with an unknown value')

/** Filters by each property that clicks can be broken down by. */
const clickProperties = {
  country: property,
  city: property,
  device: property,
  browser: property,
  os: property,
  source: property,
  referrer: property,
  utm_source: property,
  utm_medium: property,
  utm_campaign: property,
  utm_term: property,
  utm_content: property,
  shop: property,
  shop_reason: property,
  video: property,
  domain: property,
} satisfies Record<BreakdownKind, typeof property>

/** Conditions on clicks. A click must meet all of them. They cover only days for which single clicks are stored. */
const clickConditions = {
  ...clickProperties,
  url_id: z.optional(linkId).describe('Only clicks on this link'),
  label: z.string().min(1).max(labelNameMaxLength).optional().describe('Only clicks on links that have this label now'),
} satisfies Record<ConditionName, unknown>

/** Returns the schemas of the named conditions, for a query that can filter only by these conditions. */
export function pickConditionFields<Name extends ConditionName>(names: readonly Name[]): Pick<typeof clickConditions, Name> {
  return Object.fromEntries(names.map((name) => [name, clickConditions[name]])) as Pick<typeof clickConditions, Name>
}

export const clicksQuery = analyticsQuery.extend(clickConditions)
export const linkClicksQuery = analyticsQuery.extend(clickProperties)
export const storeTrafficQuery = analyticsQuery.extend(pickConditionFields(storeConditions))

export const breakdownQuery = clicksQuery.extend({
  by: z.enum(breakdownKinds),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export const visitorsQuery = linkClicksQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})

const exportTable = z.enum(['overview', 'urls', 'link', 'breakdown', 'visitors'])

export const exportQuery = clicksQuery
  .extend({
    table: exportTable.optional().describe('The exported table; required unless `of` is sent'),
    of: exportTable.optional().describe('The earlier name of `table`').meta({ deprecated: true }),
    by: z.enum(breakdownKinds).optional(),
  })
  .transform(({ of, table = of, ...query }, { addIssue }) => {
    if (table !== undefined) return { ...query, table }
    addIssue({ code: 'custom', path: ['table'], message: 'Choose the table to export' })
    return z.NEVER
  })

export type ExportQuery = z.output<typeof exportQuery>
/** The query as a client writes it, with optional fields. */
export type ExportQueryInput = z.input<typeof exportQuery>
export type AnalyticsQuery = z.output<typeof analyticsQuery>
export type ClicksQuery = z.output<typeof clicksQuery>
export type LinkClicksQuery = z.output<typeof linkClicksQuery>
export type StoreTrafficQuery = z.output<typeof storeTrafficQuery>
export type ClickConditions = Pick<ClicksQuery, keyof typeof clickConditions>
export type BotFilter = (typeof botFilters)[number]
export type BreakdownQuery = z.output<typeof breakdownQuery>
export type VisitorsQuery = z.output<typeof visitorsQuery>
