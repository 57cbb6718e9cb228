// A saved view is a search, filters and an order of a screen that a user saved under a name.
import { z } from 'zod'
import * as mini from 'zod/mini'
import { botFilters, type ClickConditions } from '../analytics/analytics.ts'
import { analyticsRanges, analyticsTabs } from '../analytics/click-conditions.ts'
import { call, instant, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import { savedViewId, uuid } from '../ids.ts'
import { labelNameMaxLength } from '../labels/labels.ts'
import { searchMaxLength } from '../links/link-limits.ts'
import { maxCharacters, nameText, text } from '../text.ts'

export const savedViewNameMaxLength = 64
/** The maximum of views of one kind that a user saves in a project. */
export const savedViewsPerUser = 50

export interface SavedViewMessages {
  nameRequired: string
  nameTooLong: string
  loadFailed: string
}

export const linkViewMessages: SavedViewMessages = {
  nameRequired: 'A view needs a name',
  nameTooLong: `Use at most ${savedViewNameMaxLength} characters`,
  loadFailed: 'Your views could not be loaded',
}

export const analyticsViewMessages: SavedViewMessages = {
  nameRequired: 'View name is required',
  nameTooLong: `View names can be up to ${savedViewNameMaxLength} characters`,
  loadFailed: 'Your saved views could not be loaded',
}

/** The longest encoding of one character in a query, as `%E2%82%AC`. */
const encodedLength = 9
/** The longest search with the longest label, and the other parameters. */
const linkViewQueryMaxLength = encodedLength * (searchMaxLength + labelNameMaxLength) + 1_000

/** A view of the list of links consists of these parameters of its URL. */
const linkViewParams = ['search', 'label', 'domain', 'health', 'archived', 'sort'] as const

/**
 * The query of a view of the list of links: parameters of the list alone, in one order, so that equal views have equal
 * queries. Empty for the list as it is without any.
 */
export function toLinkViewQuery(query: string): string {
  const given = new URLSearchParams(query)
  return new URLSearchParams(linkViewParams.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))).toString()
}

/** The hour of the user's Monday at which views of the analytics screen are mailed. */
export const weeklyReportHour = 8

/** The name of a saved view of one kind. */
function makeSavedViewNameSchema({ nameRequired, nameTooLong }: SavedViewMessages) {
  return nameText(nameRequired).check(mini.maxLength(savedViewNameMaxLength, { error: nameTooLong }))
}

/** The name of a saved view as a form has it. */
export function makeSavedViewForm(messages: SavedViewMessages) {
  return mini.object({ name: makeSavedViewNameSchema(messages) })
}

/** Each view is its user's own, whatever role the user has. */
const userOnly = { isForUsersOnly: true, role: 'viewer' } as const

/** The list of links under a name. */
export const linkViewDraft = mini.strictObject({
  name: makeSavedViewNameSchema(linkViewMessages),
  query: mini.pipe(text.check(maxCharacters(linkViewQueryMaxLength)), mini.transform(toLinkViewQuery)),
})

export const linkView = z.object({
  view_id: uuid,
  name: z.string(),
  /** The query of the list's URL: `search`, `label`, `domain`, `health`, `archived` and `sort`. */
  query: z.string(),
})

const viewsPath = '/v1/{orgId}/projects/{projectId}/link-views'
const oneView = projectParams.extend({ viewId: savedViewId })

export const linkViews = {
  list: call({ method: 'GET', path: viewsPath, summary: 'Your saved views of the list of links, by name', ...userOnly })
    .input(z.object({ params: projectParams }))
    .output(z.array(linkView)),
  create: call({
    method: 'POST',
    path: viewsPath,
    successStatus: 201,
    summary: 'Save a view of the list of links for yourself',
    ...userOnly,
  })
    .input(z.object({ params: projectParams, body: linkViewDraft }))
    .output(linkView)
    .errors(errors('LINK_VIEW_NAME_TAKEN', 'LINK_VIEW_LIMIT_REACHED')),
  update: call({ method: 'PUT', path: `${viewsPath}/{viewId}`, summary: 'Replace a saved view', ...userOnly })
    .input(z.object({ params: oneView, body: linkViewDraft }))
    .output(linkView)
    .errors(errors('LINK_VIEW_NOT_FOUND', 'LINK_VIEW_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: `${viewsPath}/{viewId}`,
    successStatus: 204,
    summary: 'Delete a saved view; its links stay',
    ...userOnly,
  })
    .input(z.object({ params: oneView }))
    .output(z.void())
    .errors(errors('LINK_VIEW_NOT_FOUND')),
}

const day = mini.optional(mini.iso.date())
const condition = mini.optional(text.check(mini.maxLength(300)))

const conditions = {
  country: condition,
  city: condition,
  device: condition,
  browser: condition,
  os: condition,
  source: condition,
  referrer: condition,
  utm_source: condition,
  utm_medium: condition,
  utm_campaign: condition,
  utm_term: condition,
  utm_content: condition,
  shop: condition,
  shop_reason: condition,
  video: condition,
  domain: condition,
  url_id: mini.optional(mini.uuid()),
  label: mini.optional(text.check(mini.minLength(1), mini.maxLength(labelNameMaxLength))),
} satisfies Record<keyof ClickConditions, unknown>

/** A view of the analytics screen, as the query of its address. Each missing parameter has its default. */
const analyticsView = mini.strictObject({
  tab: mini.optional(mini.enum(analyticsTabs)),
  range: mini.optional(mini.enum(analyticsRanges)),
  from: day,
  to: day,
  bots: mini.optional(mini.enum(botFilters)),
  compare: mini.optional(mini.literal('false')),
  ...conditions,
})

const analyticsViewName = makeSavedViewNameSchema(analyticsViewMessages)

/**
 * `is_mailed`: every Monday at eight in the user's time zone, with the numbers of the week before under
 * the view's conditions.
 */
export const savedAnalyticsViewDraft = mini.strictObject({
  name: analyticsViewName,
  view: analyticsView,
  is_mailed: mini._default(mini.boolean(), false),
})

const analyticsViewParams = Object.keys(analyticsView.shape) as (keyof AnalyticsView)[]

/** The view of an address of the screen: its parameters alone. */
export function toAnalyticsView(query: string): AnalyticsView {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    analyticsViewParams.flatMap((param) => {
      const { data } = mini.safeParse(analyticsView.shape[param], given.get(param) ?? undefined)
      return data === undefined ? [] : [[param, data]]
    }),
  )
}

/** The query of a view's address, with its parameters in one order, so that equal views have equal queries. */
export function toAnalyticsViewQuery(view: AnalyticsView): string {
  return new URLSearchParams(analyticsViewParams.flatMap((param) => (view[param] === undefined ? [] : [[param, view[param]]]))).toString()
}

/** An update changes only the fields it contains. */
const savedAnalyticsViewUpdate = mini.strictObject({
  name: mini.optional(analyticsViewName),
  view: mini.optional(analyticsView),
  is_mailed: mini.optional(mini.boolean()),
})

const savedAnalyticsView = z.object({
  report_id: uuid,
  name: z.string(),
  view: analyticsView,
  is_mailed: z.boolean(),
  created_at: instant,
})

const reportsPath = '/v1/{orgId}/projects/{projectId}/analytics/reports'
const oneReport = projectParams.extend({ reportId: savedViewId })

export const savedReports = {
  list: call({ method: 'GET', path: reportsPath, summary: 'The views that you saved in a project, by name', ...userOnly })
    .input(z.object({ params: projectParams }))
    .output(z.array(savedAnalyticsView)),
  create: call({
    method: 'POST',
    path: reportsPath,
    successStatus: 201,
    summary: 'Save a view of the analytics screen under a name of your own',
    ...userOnly,
  })
    .input(z.object({ params: projectParams, body: savedAnalyticsViewDraft }))
    .output(savedAnalyticsView)
    .errors(errors('SAVED_REPORT_NAME_TAKEN', 'SAVED_REPORT_LIMIT_REACHED')),
  update: call({
    method: 'PATCH',
    path: `${reportsPath}/{reportId}`,
    summary: 'Rename a saved view, change it, or have it mailed every Monday',
    ...userOnly,
  })
    .input(z.object({ params: oneReport, body: savedAnalyticsViewUpdate }))
    .output(savedAnalyticsView)
    .errors(errors('SAVED_REPORT_NOT_FOUND', 'SAVED_REPORT_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: `${reportsPath}/{reportId}`,
    successStatus: 204,
    summary: 'Delete a saved view',
    ...userOnly,
  })
    .input(z.object({ params: oneReport }))
    .output(z.void())
    .errors(errors('SAVED_REPORT_NOT_FOUND')),
}

export type AnalyticsView = z.output<typeof analyticsView>
export type SavedAnalyticsView = z.infer<typeof savedAnalyticsView>
export type LinkView = z.infer<typeof linkView>
export type LinkViewDraft = z.output<typeof linkViewDraft>
