// A saved view is a screen's search, filters and sort order that a user has saved with a name.
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
/** Maximum number of views of one kind that a user can save in a project. */
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

/** Maximum length of one encoded character in a query, for example `%E2%82%AC`. */
const encodedLength = 9
/** Maximum length of a view's query. It fits the longest search, the longest label and the other parameters. */
const linkViewQueryMaxLength = encodedLength * (searchMaxLength + labelNameMaxLength) + 1_000

/** A view of the list of links consists of these parameters of the list's URL. */
const linkViewParams = ['search', 'label', 'domain', 'health', 'archived', 'sort'] as const

/**
 * Returns the query of a view of the list of links. It has only parameters of the list, always in the same order, so
 * that equal views have equal queries. It is empty if the list has no such parameters.
 */
export function toLinkViewQuery(query: string): string {
  const given = new URLSearchParams(query)
  return new URLSearchParams(linkViewParams.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))).toString()
}

/** Views of the analytics screen are mailed on Mondays at this hour, in the user's time zone. */
export const weeklyReportHour = 8

function makeSavedViewNameSchema({ nameRequired, nameTooLong }: SavedViewMessages) {
  return nameText(nameRequired).check(mini.maxLength(savedViewNameMaxLength, { error: nameTooLong }))
}

/** The form with the name of a saved view. */
export function makeSavedViewForm(messages: SavedViewMessages) {
  return mini.object({ name: makeSavedViewNameSchema(messages) })
}

/** Options of calls about views. A view belongs to one user, who can have any role. */
const userOnly = { isForUsersOnly: true, role: 'viewer' } as const

/** A view of the list of links, with a name. */
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

/** A view of the analytics screen, as the query of the screen's URL. A missing parameter has its default. */
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
 * If `is_mailed`, the view is mailed every Monday at eight in the user's time zone. The email has the numbers of the
 * previous week that meet the view's conditions.
 */
export const savedAnalyticsViewDraft = mini.strictObject({
  name: analyticsViewName,
  view: analyticsView,
  is_mailed: mini._default(mini.boolean(), false),
})

const analyticsViewParams = Object.keys(analyticsView.shape) as (keyof AnalyticsView)[]

/** Parses the view from the query of the screen's URL. Other parameters are ignored. */
export function toAnalyticsView(query: string): AnalyticsView {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    analyticsViewParams.flatMap((param) => {
      const { data } = mini.safeParse(analyticsView.shape[param], given.get(param) ?? undefined)
      return data === undefined ? [] : [[param, data]]
    }),
  )
}

/**
 * Returns the query of the view's URL. Its parameters always have the same order, so that equal views have equal
 * queries.
 */
export function toAnalyticsViewQuery(view: AnalyticsView): string {
  return new URLSearchParams(analyticsViewParams.flatMap((param) => (view[param] === undefined ? [] : [[param, view[param]]]))).toString()
}

/** An update changes only the given fields. */
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
