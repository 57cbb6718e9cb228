import { type AmazonMigrationOutcome, type AmazonMigrationReason, destinationHref } from '@linkshelf/contract'
import { type AmazonSettings, recognizeUrl, tagUrl } from '@linkshelf/retailers'

export interface LinkPlan {
  outcome: AmazonMigrationOutcome
  /** Why a link failed. */
  reason?: AmazonMigrationReason
  /** The destination with the owner's tag; only of links that are changed. */
  target?: string
}

interface PlannedLink {
  target: string
  /** Where a short URL leads; null for others, and where that is not known. */
  expanded_target: string | null
  is_affiliated: boolean
}

/** What a migration does with a link. Planned again after it was changed, the link is `skipped_already_tagged`. */
export function planLink({ target, expanded_target, is_affiliated }: PlannedLink, settings: AmazonSettings): LinkPlan {
  if (!URL.canParse(target)) return { outcome: 'failed', reason: 'target_unreadable' }
  const address = [expanded_target, target].find((url) => url !== null && recognizeUrl(url)?.retailer === 'amazon')
  if (!address) return { outcome: 'skipped_not_amazon' }
  if (!is_affiliated) return { outcome: 'skipped_without_affiliation' }
  const { url, status, page } = tagUrl(address, { amazon: settings })
  switch (status) {
    case 'short':
      return { outcome: 'needs_resolution' }
    case 'no-tag':
      return { outcome: 'failed', reason: 'market_without_tag' }
    case 'tagged':
    case 'replaced':
      if (url === target) return { outcome: 'skipped_already_tagged' }
      if (destinationHref(url) !== url) return { outcome: 'failed', reason: 'target_too_long' }
      return { outcome: page?.tag === undefined ? 'tagged' : 'retagged', target: url }
    default:
      return { outcome: 'failed', reason: 'page_not_paid' }
  }
}
