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

/** The progress of resolving a short URL of another service. */
const expansionStatuses = ['waiting', 'expanded', 'failed'] as const
export type ExpansionStatus = (typeof expansionStatuses)[number]

interface AffiliationFacts {
  status: TagStatus
  retailer: Retailer | null
  /** The domain of the marketplace after the name of the retailer. */
  market: string | null
  /** The tag in the pasted address. */
  pasted_tag: string | null
  affiliated: boolean
  /** Null for an address that is no short URL. */
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
        ? `Visitors reach ${name} without a tag. Connect ${name} under Integrations to earn from this link.`
        : `This link keeps the tag that you pasted: ${tag}. Connect ${name} under Integrations to use your own.`
    case 'no-tag':
      return `You have no tag for ${retailer}.${market}, so visitors get the URL that you pasted${tag === null ? '' : `, with the tag ${tag}`}.`
    case 'untracked':
      return `${name} does not track this link: it needs the short key of your tracking ID. Add it under Integrations.`
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

/** Whether that costs the owner earnings, and something can be done about it. */
export function isAffiliationProblem({ status, affiliated }: Pick<AffiliationFacts, 'status' | 'affiliated'>): boolean {
  return status === 'short' || (affiliated && ['not-connected', 'no-tag', 'untracked', 'replaced'].includes(status))
}

/**
 * Whether a link earns for its owner. `earns`: visitors get the owner's tag. `replaced`: the same, in place of a pasted
 * one. `pasted`: a pasted tag stays, which may be the owner's. `not_connected`, `no_tag` and `untracked`: visitors get
 * no tag, because the retailer is not connected, the marketplace has none, or AliExpress lacks its short key.
 * `untagged`: its owner wants no tag. `unknown`: the destination of a short URL is not known. `none`: no retailer would
 * pay.
 */
const affiliationStates = ['earns', 'replaced', 'pasted', 'not_connected', 'no_tag', 'untracked', 'untagged', 'unknown', 'none'] as const
export type AffiliationState = (typeof affiliationStates)[number]

/** Returns the state of an address with these facts. `reached_tag` is the tag that visitors reach the retailer with. */
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

/** Returns whether visitors reach the retailer with the tag of the owner. */
export function isEarning(state: AffiliationState): boolean {
  return state === 'earns' || state === 'replaced'
}

/** Whether a link earns, in lists and on its own. */
export const affiliationSummary = z.object({
  state: z.enum(affiliationStates),
  retailer: z.enum(retailerIds).nullable(),
  market: z.string().nullable(),
  /** At AliExpress, this is the tracking ID rather than its short key. */
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
  /** The state of resolving a short URL, which needs a request; null for any other address. */
  expansion: z.enum(expansionStatuses).nullable(),
  /** The URL that the short URL leads to. */
  expanded: z.url().nullable(),
  /** The redirect location of visitors for whom no shop is entered. */
  location: z.url(),
  /** A page that names the shop comes first. */
  has_page: z.boolean(),
  /**
   * Retailers that visitors reach with a tag, the owner's or a pasted one, or by a short URL,
   * which may have one inside.
   */
  programs: z.array(z.enum(retailerIds)),
  programmes: z.array(z.enum(retailerIds)).describe('The earlier name of `programs`').meta({ deprecated: true }),
  /**
   * Locations by country or marketplace of Amazon. Where `location` is null, visitors are redirected as all others are.
   */
  shops: z.array(z.object({ place: z.string(), reason: z.enum(shopReasons), location: z.url().nullable() })),
})

export type LinkAffiliation = z.infer<typeof linkAffiliation>
