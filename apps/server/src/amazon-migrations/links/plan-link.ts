import { type AmazonMigrationOutcome, type AmazonMigrationReason, destinationHref, type LinkShop } from '@linkshelf/contract'
import { type AmazonSettings, recognizeUrl, tagUrl } from '@linkshelf/retailers'

interface AddressPlan {
  outcome: AmazonMigrationOutcome
  /** Why it failed. */
  reason?: AmazonMigrationReason
  /** The address with the owner's tag; undefined for an address that does not change. */
  target?: string
}

export interface LinkPlan extends AddressPlan {
  /** All shops of the link, with the owner's tag; undefined unless one of them changes. */
  shops?: LinkShop[]
}

export interface PlannedLink {
  target: string
  /** The destination of a short URL; null for others, and where that is not known. */
  expanded_target: string | null
  shops: readonly LinkShop[]
  /** The destinations of shops' short URLs, by their address. */
  expanded_shops: Readonly<Record<string, string>>
  is_affiliated: boolean
}

/**
 * Each address of a link has an outcome, and the link gets the first of them in this order: changes, then problems that
 * its owner has to solve.
 */
const precedence: readonly AmazonMigrationOutcome[] = [
  'retagged',
  'tagged',
  'failed',
  'needs_resolution',
  'skipped_without_affiliation',
  'skipped_already_tagged',
  'skipped_not_amazon',
]

/**
 * Plans the changes of a link and its shops. A link that was changed according to its plan gets a plan without changes.
 */
export function planLink(link: PlannedLink, settings: AmazonSettings): LinkPlan {
  const planTarget = (target: string, expanded: string | null) => planAddress(target, expanded, link.is_affiliated, settings)
  const own = planTarget(link.target, link.expanded_target)
  const shopPlans = link.shops.map((shop) => ({ shop, plan: planTarget(shop.target, link.expanded_shops[shop.target] ?? null) }))
  const plans = [own, ...shopPlans.map(({ plan }) => plan)]
  const { outcome, reason } = plans.toSorted((one, other) => precedence.indexOf(one.outcome) - precedence.indexOf(other.outcome))[0] ?? own
  return {
    outcome,
    ...(reason && { reason }),
    ...(own.target !== undefined && { target: own.target }),
    ...(shopPlans.some(({ plan }) => plan.target !== undefined) && {
      shops: shopPlans.map(({ shop, plan }) => ({ ...shop, target: plan.target ?? shop.target })),
    }),
  }
}

function planAddress(target: string, expanded: string | null, isAffiliated: boolean, settings: AmazonSettings): AddressPlan {
  if (!URL.canParse(target)) return { outcome: 'failed', reason: 'target_unreadable' }
  const address = [expanded, target].find((url) => url !== null && recognizeUrl(url)?.retailer === 'amazon')
  if (!address) return { outcome: 'skipped_not_amazon' }
  if (!isAffiliated) return { outcome: 'skipped_without_affiliation' }
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
