import { z } from 'zod'
import * as mini from 'zod/mini'
import { botFilters, type ClickConditions } from './analytics.ts'
import { call, instant, projectParams } from './call.ts'
import { errors } from './errors.ts'
import { savedReportId, uuid } from './ids.ts'
import { labelNameMaxLength } from './labels/label-rules.ts'
import { reportRanges, reportTabs, savedReportMessages, savedReportNameMaxLength } from './saved-report-rules.ts'
import { nameText, text } from './text.ts'

export * from './saved-report-rules.ts'

const day = mini.optional(mini.iso.date())
const condition = mini.optional(text.check(mini.maxLength(300)))

const conditions = {
  country: condition,
  city: condition,
  device: condition,
  browser: condition,
  os: condition,
  referrer: condition,
  utm_source: condition,
  utm_medium: condition,
  utm_campaign: condition,
  shop: condition,
  shop_reason: condition,
  video: condition,
  url_id: mini.optional(mini.uuid()),
  label: mini.optional(text.check(mini.minLength(1), mini.maxLength(labelNameMaxLength))),
} satisfies Record<keyof ClickConditions, unknown>

/** A view of the analytics screen, as the query of its address. Each missing parameter has its default. */
export const reportView = mini.strictObject({
  tab: mini.optional(mini.enum(reportTabs)),
  range: mini.optional(mini.enum(reportRanges)),
  from: day,
  to: day,
  bots: mini.optional(mini.enum(botFilters)),
  compare: mini.optional(mini.literal('false')),
  ...conditions,
})

const name = nameText(savedReportMessages.nameRequired).check(
  mini.maxLength(savedReportNameMaxLength, { error: `A report name may have ${savedReportNameMaxLength} characters at most` }),
)

/**
 * `is_mailed`: every Monday at eight in the user's time zone, with the numbers of the week before under
 * the view's conditions.
 */
export const savedReportDraft = mini.strictObject({ name, view: reportView, is_mailed: mini._default(mini.boolean(), false) })

/** The name of a report as a form has it. */
export const savedReportForm = mini.object({ name })

const reportParams = Object.keys(reportView.shape) as (keyof ReportView)[]

/** The view of an address of the screen: its parameters alone. */
export function toReportView(query: string): ReportView {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    reportParams.flatMap((param) => {
      const { data } = mini.safeParse(reportView.shape[param], given.get(param) ?? undefined)
      return data === undefined ? [] : [[param, data]]
    }),
  )
}

/** The query of a view's address, with its parameters in one order, so that equal views have equal queries. */
export function toReportQuery(view: ReportView): string {
  return new URLSearchParams(reportParams.flatMap((param) => (view[param] === undefined ? [] : [[param, view[param]]]))).toString()
}

/** An update changes only the fields it contains. */
export const savedReportUpdate = mini.strictObject({
  name: mini.optional(name),
  view: mini.optional(reportView),
  is_mailed: mini.optional(mini.boolean()),
})

export const savedReport = z.object({ report_id: uuid, name: z.string(), view: reportView, is_mailed: z.boolean(), created_at: instant })

const inReports = '/v1/{orgId}/projects/{projectId}/analytics/reports'
const oneReport = projectParams.extend({ reportId: savedReportId })
const isForUsersOnly = true

export const savedReports = {
  list: call({ method: 'GET', path: inReports, summary: 'The reports that you saved in a project, by name', isForUsersOnly })
    .input(z.object({ params: projectParams }))
    .output(z.array(savedReport)),
  create: call({
    method: 'POST',
    path: inReports,
    successStatus: 201,
    summary: 'Save a view of the analytics screen as a report of your own',
    isForUsersOnly,
    role: 'viewer',
  })
    .input(z.object({ params: projectParams, body: savedReportDraft }))
    .output(savedReport)
    .errors(errors('SAVED_REPORT_NAME_TAKEN', 'SAVED_REPORT_LIMIT_REACHED')),
  update: call({
    method: 'PATCH',
    path: `${inReports}/{reportId}`,
    summary: 'Rename a report, change its view, or have it mailed every Monday',
    isForUsersOnly,
    role: 'viewer',
  })
    .input(z.object({ params: oneReport, body: savedReportUpdate }))
    .output(savedReport)
    .errors(errors('SAVED_REPORT_NOT_FOUND', 'SAVED_REPORT_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: `${inReports}/{reportId}`,
    successStatus: 204,
    summary: 'Delete a report',
    isForUsersOnly,
    role: 'viewer',
  })
    .input(z.object({ params: oneReport }))
    .output(z.void())
    .errors(errors('SAVED_REPORT_NOT_FOUND')),
}

export type ReportView = z.output<typeof reportView>
export type SavedReport = z.infer<typeof savedReport>
export type SavedReportDraft = z.output<typeof savedReportDraft>
export type SavedReportUpdate = z.output<typeof savedReportUpdate>
