import { type AmazonMigrationOutcome, type AmazonMigrationReason, type LinkShop, toDestinationHref } from '@linkshelf/contract'
import { type AmazonSettings, recognizeUrl, tagUrl } from '@linkshelf/retailers'

interface AddressPlan {
  outcome: AmazonMigrationOutcome
  /** The reason why the outcome is `failed`. */
  reason?: AmazonMigrationReason
  /** The address with the owner's tag. Undefined if the address does not change. */
  target?: string
}

export interface LinkPlan extends AddressPlan {
  /** All shops of the link, with the owner's tag. Undefined if no shop changes. */
  shops?: LinkShop[]
}

export interface PlannedLink {
  target: string
  /** The address that a short URL leads to. Null if the target is not a short URL, or if the address is unknown. */
  expanded_target: string | null
  shops: readonly LinkShop[]
  /** The addresses that the shops' short URLs lead to, by short URL. */
  expanded_shops: Readonly<Record<string, string>>
  is_affiliated: boolean
}

/**
 * The link's destination and each shop have an outcome. The link gets the outcome that comes first in this list:
 * changes come before problems that the owner has to solve.
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
 * Plans the changes of a link and its shops. If the link was already changed according to this plan, the plan has no
 * changes.
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
      if (toDestinationHref(url) !== url) return { outcome: 'failed', reason: 'target_too_long' }
      return { outcome: page?.tag === undefined ? 'tagged' : 'retagged', target: url }
    default:
      return { outcome: 'failed', reason: 'page_not_paid' }
  }
}
