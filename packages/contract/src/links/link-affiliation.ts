import { type Retailer, retailerIds, retailerNames, type TagStatus } from '@linkshelf/retailers'
import { z } from 'zod'
import { shopReasons } from './link-shops.ts'

const tagStatuses = [
  'tagged',
  'replaced',
  'not-connected',
  'no-tag',
  'untracked',
  'unpaid',
  'short',
  'other',
] as const satisfies TagStatus[]

/** Progress of resolving a short URL of another service. */
const expansionStatuses = ['waiting', 'expanded', 'failed'] as const
export type ExpansionStatus = (typeof expansionStatuses)[number]

interface AffiliationFacts {
  status: TagStatus
  retailer: Retailer | null
  /** The domain of the marketplace after the retailer's name, for example `co.uk`. */
  market: string | null
  /** The tag in the pasted address. */
  pasted_tag: string | null
  affiliated: boolean
  /** Null if the destination is not a short URL. */
  expansion: ExpansionStatus | null
}

const finding = 'Linkshelf is finding out where this short link leads. Until then, visitors get the URL that you pasted.'

/** Describes in one sentence where a link leads, and with which tag. */
export function describeAffiliation({ status, retailer, market, pasted_tag: tag, affiliated, expansion }: AffiliationFacts): string {
  if (retailer === null)
    return expansion === 'waiting' ? finding : 'This link leads to no shop that Linkshelf knows, so visitors get the URL that you pasted.'
  const name = retailerNames[retailer]
  if (!affiliated && status !== 'short') return `Visitors reach ${name} without a tag, because you switched tags off for this link.`
  switch (status) {
    case 'tagged':
      return `Visitors reach ${name} with your tag.`
    case 'replaced':
      return `You pasted a link with the tag ${tag}. Visitors reach ${name} with yours instead.`
    case 'not-connected':
      return tag === null
        ? `Visitors reach ${name} without a tag. Connect ${name} under Retailers to earn from this link.`
        : `This link keeps the tag that you pasted: ${tag}. Connect ${name} under Retailers to use your own.`
    case 'no-tag':
      return `You have no tag for ${retailer}.${market}, so visitors get the URL that you pasted${tag === null ? '' : `, with the tag ${tag}`}.`
    case 'untracked':
      return `${name} does not track this link: it needs the short key of your tracking ID. Add it under Retailers.`
    case 'unpaid':
      return `This page of ${name} is not known to pay affiliates, so visitors get the URL that you pasted.`
    case 'short':
      return expansion === 'waiting'
        ? finding
        : `Linkshelf could not find out where this short link of ${name} leads, so visitors get the URL that you pasted. It may contain someone else’s tag, and it may expire. Check the link again, or paste the URL of the page.`
    case 'other':
      return 'Visitors get the URL that you pasted.'
  }
}

/** Whether the owner can improve the state: visitors get no tag, or the stored address contains someone else's tag. */
export function isAffiliationProblem({ status, affiliated }: Pick<AffiliationFacts, 'status' | 'affiliated'>): boolean {
  return status === 'short' || (affiliated && ['not-connected', 'no-tag', 'untracked', 'replaced'].includes(status))
}

/**
 * Whether a link earns for its owner.
 *   - `earns`: visitors get the owner's tag.
 *   - `replaced`: visitors get the owner's tag instead of a pasted tag.
 *   - `pasted`: a pasted tag stays, which can be the owner's.
 *   - `not_connected`: visitors get no tag, because the retailer is not connected.
 *   - `no_tag`: visitors get no tag, because the owner has none for the marketplace.
 *   - `untracked`: visitors get no tag, because the short key for AliExpress is missing.
 *   - `untagged`: the owner wants no tag.
 *   - `unknown`: the destination of a short URL is unknown.
 *   - `none`: no retailer would pay.
 */
const affiliationStates = ['earns', 'replaced', 'pasted', 'not_connected', 'no_tag', 'untracked', 'untagged', 'unknown', 'none'] as const
export type AffiliationState = (typeof affiliationStates)[number]

/** Returns the affiliation state of an address. `reached_tag` is the tag with which visitors reach the retailer. */
export function toAffiliationState({
  status,
  affiliated,
  reached_tag: tag,
}: Pick<AffiliationFacts, 'status' | 'affiliated'> & { reached_tag: string | null }): AffiliationState {
  if (status === 'other' || status === 'unpaid') return 'none'
  if (status === 'short') return 'unknown'
  if (!affiliated) return 'untagged'
  if (status === 'tagged') return 'earns'
  if (status === 'replaced') return 'replaced'
  if (tag !== null) return 'pasted'
  return status === 'not-connected' ? 'not_connected' : status === 'no-tag' ? 'no_tag' : 'untracked'
}

/** Whether visitors reach the retailer with the owner's tag. */
export function isEarning(state: AffiliationState): boolean {
  return state === 'earns' || state === 'replaced'
}

/** Whether a link earns. Both the list of links and a single link have these fields. */
export const affiliationSummary = z.object({
  state: z.enum(affiliationStates),
  retailer: z.enum(retailerIds).nullable(),
  market: z.string().nullable(),
  /**
   * The affiliate tag in the URL that visitors get; null if the URL has no tag. For AliExpress, the tracking ID rather
   * than its short key.
   */
  tag: z.string().nullable(),
  pasted_tag: z.string().nullable(),
})

export type AffiliationSummary = z.infer<typeof affiliationSummary>

/** The effect of the project's integrations on a link. */
export const linkAffiliation = z.object({
  retailer: z.enum(retailerIds).nullable(),
  market: z.string().nullable(),
  status: z.enum(tagStatuses),
  pasted_tag: z.string().nullable(),
  affiliated: z.boolean(),
  /**
   * State of resolving the destination if it is a short URL of another service. Resolving needs a request. Null if the
   * destination is not such a short URL.
   */
  expansion: z.enum(expansionStatuses).nullable(),
  /** The destination of the short URL. */
  expanded: z.url().nullable(),
  /** The redirect location for all visitors for whom `shops` has no other location. */
  location: z.url(),
  /** Whether visitors first see a page that names the shop. */
  has_page: z.boolean(),
  /** Retailers that visitors reach with the owner's tag or a pasted tag, or by a short URL, which can contain a tag. */
  programs: z.array(z.enum(retailerIds)),
  programmes: z.array(z.enum(retailerIds)).describe('The earlier name of `programs`').meta({ deprecated: true }),
  /**
   * Redirect locations for visitors from one country or of one Amazon marketplace (`place`). If `location` is null,
   * these visitors are redirected like all others.
   */
  shops: z.array(z.object({ place: z.string(), reason: z.enum(shopReasons), location: z.url().nullable() })),
  /**
   * Whether each destination earns. The link's own destination comes first, then its shops. A shop without a `place` is
   * omitted if the link has no choice page, because no visitor gets this shop.
   */
  destinations: z.array(affiliationSummary.extend({ target: z.url(), place: z.string().nullable() })),
})

export type LinkAffiliation = z.infer<typeof linkAffiliation>
