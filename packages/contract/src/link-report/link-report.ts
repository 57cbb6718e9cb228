import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { link, linkHealthNoteNames, linkHealthStateNames, linkHealthStates } from '../links/links.ts'

/** Problems that can cost an owner earnings or an affiliate account, most urgent first. */
export const linkReportProblems = [
  'dead',
  'untagged',
  'redirected',
  'foreign_tag',
  'market_without_tag',
  'untracked',
  'short_link',
  'failing',
  'unavailable',
  'page_not_paid',
  'replaced',
] as const
export type LinkReportProblem = (typeof linkReportProblems)[number]

interface ProblemText {
  label: string
  /** The meaning of the problem, and how to solve it. */
  explanation: string
}

export const linkReportTexts: Record<LinkReportProblem, ProblemText> = {
  dead: {
    label: linkHealthStateNames.broken,
    explanation: 'The page failed two checks, a day or more apart. Enter another destination, or archive the link.',
  },
  redirected: {
    label: 'Redirects elsewhere',
    explanation:
      'When it was checked, the page led to another site, another product or a start page. Use the new address if it is right, or enter another destination.',
  },
  foreign_tag: {
    label: 'Someone else’s tag',
    explanation:
      'Visitors reach the shop with a tag that is not in your integrations. If the tag is not yours, somebody else earns. Save your own tag for this shop.',
  },
  untagged: {
    label: 'Earning nothing: connect this shop',
    explanation: 'Visitors reach the shop without a tag, because the shop is not connected. Connect it to earn from these links.',
  },
  market_without_tag: {
    label: 'No tag for this country',
    explanation:
      'Your integration has no tag for this country’s shop. Tags of other countries earn nothing there. Add a tag for this country.',
  },
  untracked: {
    label: 'Not tracked by AliExpress',
    explanation: 'AliExpress pays for a link only with the short key of a tracking ID. Add the key to your integration.',
  },
  short_link: {
    label: 'Short link of a shop',
    explanation:
      'Linkshelf could not find out where this link leads. Your tag can’t be added, somebody else may earn, and the link may expire. Check it again, or enter the full address of the product on the link’s page.',
  },
  failing: {
    label: linkHealthStateNames.failed_once,
    explanation:
      'The last check failed. The page is checked again within a day, and if it keeps failing, the link is broken. Check it again now, or enter another destination.',
  },
  unavailable: {
    label: linkHealthNoteNames.sold_out,
    explanation: 'The page exists, but the product is sold out. Enter another destination, archive the link, or wait.',
  },
  page_not_paid: {
    label: 'Page without commission',
    explanation: 'This shop probably pays nothing for this page: it is a cart, an account or a help page. Link to a product instead.',
  },
  replaced: {
    label: 'Pasted with another tag',
    explanation:
      'Visitors reach the shop with your tag, but the stored address contains another tag. Exports and copies contain it too. Remove it; for Amazon, a migration can replace it with yours.',
  },
}

export const linkReportPageSize = 50

const problem = z.enum(linkReportProblems)

/** Number of links with each problem. A link can have several problems. */
const linkReport = z.object({
  links: z.number().int(),
  links_with_problems: z.number().int(),
  /** Number of links in each state, without archived links. */
  health: z.record(z.enum(linkHealthStates), z.number().int()),
  problems: z.record(problem, z.number().int()),
  /** For each problem, the shops of the links that have it, most common first. */
  shops: z.record(problem, z.array(z.object({ shop: z.string(), links: z.number().int() }))),
})

const facts = {
  problems: z.array(problem),
  /** The domain of the shop, for example `amazon.co.uk`. Null for other pages and for short links. */
  shop: z.string().nullable(),
  /** The tag in the stored destination. */
  pasted_tag: z.string().nullable(),
}

const reportedLink = z.object({
  link,
  /** All problems of the link. `shop` and `pasted_tag` belong to the first destination with the requested problem. */
  ...facts,
  /** The destinations with problems: the link's own destination comes first, then its shops. */
  destinations: z.array(z.object({ target: z.url(), ...facts })),
  /**
   * The URL where the redirects of the destination ended at the last check. It is proposed as the new destination. Null
   * if it equals the destination.
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
  get: call({ method: 'GET', path: base, summary: 'Count the links that lose money or break the rules of a program, by problem' })
    .input(z.object({ params: projectParams }))
    .output(linkReport),
  links: call({
    method: 'GET',
    path: `${base}/links`,
    outputStructure: 'detailed',
    summary: 'List links with problems; the next cursor is in x-next-cursor, even after a page without links',
  })
    .input(z.object({ params: projectParams, query: reportedLinkQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(reportedLink) })),
}

export type LinkReport = z.infer<typeof linkReport>
export type ReportedLink = z.infer<typeof reportedLink>
export type ReportedDestination = ReportedLink['destinations'][number]
export type ReportedLinkQuery = z.output<typeof reportedLinkQuery>
