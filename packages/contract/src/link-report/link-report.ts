import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { link } from '../links/links.ts'
import { linkReportPageSize, linkReportProblems } from './link-report-rules.ts'

export * from './link-report-rules.ts'

const problem = z.enum(linkReportProblems)

/** How many links have each problem. A link may have several. */
export const linkReport = z.object({
  links: z.number().int(),
  links_with_problems: z.number().int(),
  problems: z.record(problem, z.number().int()),
  /** The shops of the links with each problem, the most common first. */
  shops: z.record(problem, z.array(z.object({ shop: z.string(), links: z.number().int() }))),
})

export const reportedLink = z.object({
  link,
  problems: z.array(problem),
  /** The domain of the shop, as `amazon.co.uk`; null for other pages and for short links. */
  shop: z.string().nullable(),
  /** The tag in the stored address. */
  pasted_tag: z.string().nullable(),
  /**
   * The URL where the redirects of the destination ended at the last check, if it is another one:
   * a proposed destination.
   */
  redirected_to: z.url().nullable(),
})

export const reportedLinkQuery = z.strictObject({
  problem: problem.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(linkReportPageSize),
  cursor: z.string().max(200).optional(),
})

const base = '/v1/{orgId}/projects/{projectId}/link-report' as const

export const linkReports = {
  get: call({ method: 'GET', path: base, summary: 'Count the links that may cost earnings or an account, by problem' })
    .input(z.object({ params: projectParams }))
    .output(linkReport),
  links: call({
    method: 'GET',
    path: `${base}/links`,
    outputStructure: 'detailed',
    summary: 'List links with problems; the next cursor is in x-next-cursor, also after a page without any',
  })
    .input(z.object({ params: projectParams, query: reportedLinkQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(reportedLink) })),
}

export type LinkReport = z.infer<typeof linkReport>
export type ReportedLink = z.infer<typeof reportedLink>
export type ReportedLinkQuery = z.output<typeof reportedLinkQuery>
