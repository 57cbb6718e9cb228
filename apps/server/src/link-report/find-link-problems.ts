import type { LinkReportProblem, LinkShop, LinkVerdict, ReportedDestination } from '@linkshelf/contract'
import { type AffiliateSettings, type TaggedUrl, tagUrl } from '@linkshelf/retailers'
import { type CheckedRedirect, findRedirectElsewhere, listReachedDestinations } from '../links/index.ts'

export interface ReportedFacts extends CheckedRedirect, LinkVerdict {
  /** Destination of a short URL. Null if `target` is not a short URL, or its destination is unknown. */
  expanded_target: string | null
  shops: LinkShop[]
  expanded_shops: Record<string, string>
  has_choice_page: boolean
  is_affiliated: boolean
  is_archived: boolean
}

export interface LinkProblems {
  problems: LinkReportProblem[]
  /** The destinations with problems, in the link's order. */
  destinations: ReportedDestination[]
  /** URL where visitors arrive if the link's page redirects to another page. Null if it does not. */
  redirected_to: string | null
}

/**
 * Returns the problems that can cost the owner of a link earnings or an affiliate account. The problems depend on the
 * project's integrations. Each destination that visitors can get is examined. If the link is archived, `dead`,
 * `redirected`, `failing` and `unavailable` are not reported, because the owner has set the link aside.
 */
export function findLinkProblems(
  { is_affiliated, is_archived, state, note, ...link }: ReportedFacts,
  settings: AffiliateSettings,
): LinkProblems {
  const elsewhere = findRedirectElsewhere(link)
  const pageProblems = is_archived ? [] : listPageProblems({ state, note }, elsewhere !== null)
  const destinations = listReachedDestinations(link).map(({ target, address }, nth) => {
    const tagged = tagUrl(address, settings)
    const { retailer, market, tag } = tagged.page ?? {}
    const problem = findTagProblem(tagged)
    // If a link is not affiliated, its redirect removes every tag, except a tag that is inside a short link. Therefore
    // `short_link` is the only problem that such a link can have.
    const tagProblems = problem !== undefined && (is_affiliated || problem === 'short_link') ? [problem] : []
    return {
      target,
      shop: retailer && market !== undefined ? `${retailer}.${market}` : null,
      pasted_tag: tag ?? null,
      problems: nth === 0 ? [...pageProblems, ...tagProblems] : tagProblems, // only the link's own page is checked
    }
  })
  return {
    problems: [...new Set(destinations.flatMap(({ problems }) => problems))],
    destinations: destinations.filter(({ problems }) => problems.length > 0),
    redirected_to: elsewhere,
  }
}

function listPageProblems({ state, note }: LinkVerdict, isElsewhere: boolean): LinkReportProblem[] {
  return [
    ...(state === 'broken' ? (['dead'] as const) : []),
    ...(isElsewhere ? (['redirected'] as const) : []),
    ...(state === 'failed_once' ? (['failing'] as const) : []),
    ...(note === 'sold_out' ? (['unavailable'] as const) : []),
  ]
}

function findTagProblem({ status, page }: TaggedUrl): LinkReportProblem | undefined {
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
