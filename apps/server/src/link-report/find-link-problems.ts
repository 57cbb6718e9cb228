import type { LinkReportProblem, LinkShop, LinkVerdict } from '@linkshelf/contract'
import { type AffiliateSettings, type TaggedUrl, tagUrl } from '@linkshelf/retailers'
import { type CheckedRedirect, findRedirectElsewhere, listTaggableAddresses } from '../links/index.ts'

export interface ReportedFacts extends CheckedRedirect, LinkVerdict {
  /** Destination of a short URL. Null if `target` is not a short URL, or its destination is unknown. */
  expanded_target: string | null
  shops: readonly Pick<LinkShop, 'target'>[]
  expanded_shops: Record<string, string>
  is_affiliated: boolean
  is_archived: boolean
}

export interface LinkProblems {
  problems: LinkReportProblem[]
  shop: string | null
  pasted_tag: string | null
  /** URL where visitors arrive if the link's page redirects to another page. Null if it does not. */
  redirected_to: string | null
}

/**
 * Returns the problems that can cost the owner of a link earnings or an affiliate account. The problems depend on the
 * project's integrations. The link's own destination is examined first, then its shops. If the link is archived,
 * `dead`, `redirected`, `failing` and `unavailable` are not reported, because the owner has set the link aside.
 */
export function findLinkProblems(
  { is_affiliated, is_archived, state, note, ...link }: ReportedFacts,
  settings: AffiliateSettings,
): LinkProblems {
  const pages = listTaggableAddresses(link).map((address) => {
    const tagged = tagUrl(address, settings)
    const problem = findTagProblem(tagged)
    // If a link is not affiliated, its redirect removes every tag, except a tag that is inside a short link. Therefore
    // `short_link` is the only problem that such a link can have.
    return { page: tagged.page, problems: problem !== undefined && (is_affiliated || problem === 'short_link') ? [problem] : [] }
  })
  const elsewhere = findRedirectElsewhere(link)
  const { retailer, market, tag } = (pages.find(({ problems }) => problems.length > 0) ?? pages[0])?.page ?? {}
  return {
    problems: [
      ...(state === 'broken' && !is_archived ? (['dead'] as const) : []),
      ...(elsewhere !== null && !is_archived ? (['redirected'] as const) : []),
      ...(state === 'failed_once' && !is_archived ? (['failing'] as const) : []),
      ...(note === 'sold_out' && !is_archived ? (['unavailable'] as const) : []),
      ...new Set(pages.flatMap(({ problems }) => problems)),
    ],
    shop: retailer && market !== undefined ? `${retailer}.${market}` : null,
    pasted_tag: tag ?? null,
    redirected_to: elsewhere,
  }
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
