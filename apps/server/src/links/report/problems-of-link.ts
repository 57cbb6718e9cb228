import type { LinkHealthStatus, LinkReportProblem } from '@linkshelf/contract'
import { type AffiliateSettings, type TaggedUrl, tagUrl } from '@linkshelf/retailers'
import { retailerPage } from '../resolved/affiliate.ts'

export interface ReportedFacts {
  target: string
  /** Where a short URL leads; null for others, and where that is not known. */
  expanded_target: string | null
  is_affiliated: boolean
  /** Undefined before the first check. */
  status: LinkHealthStatus | undefined
}

export interface FoundProblems {
  problems: LinkReportProblem[]
  shop: string | null
  pasted_tag: string | null
}

/** What may cost the owner of a link earnings or an account, with the integrations of the project. */
export function problemsOfLink(
  { target, expanded_target, is_affiliated, status }: ReportedFacts,
  settings: AffiliateSettings,
): FoundProblems {
  const tagged = tagUrl(retailerPage(expanded_target) ?? target, settings)
  const { retailer, market, tag } = tagged.page ?? {}
  const problem = problemOfTag(tagged)
  return {
    problems: [
      ...(status === 'broken' ? (['dead'] as const) : []),
      ...(status === 'unavailable' ? (['unavailable'] as const) : []),
      // A redirect without affiliation removes every tag but the one inside a short link.
      ...(problem !== undefined && (is_affiliated || problem === 'short_link') ? [problem] : []),
    ],
    shop: retailer && market !== undefined ? `${retailer}.${market}` : null,
    pasted_tag: tag ?? null,
  }
}

function problemOfTag({ status, page }: TaggedUrl): LinkReportProblem | undefined {
  const hasTag = page?.tag !== undefined
  switch (status) {
    case 'not-connected':
      return hasTag ? 'foreign_tag' : 'untagged'
    case 'no-tag':
      return hasTag ? 'foreign_tag' : 'market_without_tag'
    case 'untracked':
      return hasTag ? 'foreign_tag' : 'untracked'
    case 'unpaid':
      return hasTag ? 'foreign_tag' : 'page_not_paid'
    case 'short':
      return 'short_link'
    case 'replaced':
      return 'replaced'
    case 'tagged':
    case 'other':
      return undefined
  }
}
