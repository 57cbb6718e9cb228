// Links of a store that may pay its owner are marked as ads. Another link, such as one to a video, is none.
import { findRetailerByHost } from '@linkshelf/retailers'
import { isNetworkHost } from '../links/affiliate-networks.ts'
import { findAffiliateTool } from '../links/affiliate-tools.ts'
import { isShortHost } from '../links/short-urls.ts'

/** The facts of a link that decide whether it is an ad. */
export interface LinkFacts {
  host: string
  /** False where the owner switched the tag off. */
  isAffiliated?: boolean
  /** Whether the address has a parameter that names an affiliate to a shop. */
  namesAffiliate?: boolean
  /** The host behind a short URL, where it is known. */
  expandedHost?: string
  /** The hosts of shops for some countries. */
  shops?: readonly string[]
}

/** Returns the facts of a link as its owner has it. */
export function toLinkFacts({ target, expanded, affiliated, shops }: OwnedLink): LinkFacts {
  return {
    host: hostOf(target),
    ...(expanded !== null && { expandedHost: hostOf(expanded) }),
    isAffiliated: affiliated,
    namesAffiliate: namesAffiliate(expanded ?? target),
    shops: shops.map((shop) => hostOf(shop.target)),
  }
}

interface OwnedLink {
  target: string
  expanded: string | null
  affiliated: boolean
  shops: readonly { target: string }[]
}

function hostOf(address: string): string {
  return new URL(address).hostname
}

/** Parameters by which shops without a network know an affiliate: a regular expression that PostgreSQL takes too. */
export const affiliateParameter =
  '[?&](ref|ref_id|refid|referral|aff|aff_id|affid|affiliate|affiliate_id|partner|partner_id|partnerid|rfsn|sca_ref|fp_ref|a_aid|awc|irgwc|irclickid|cjevent|ranmid|sscid|tap_a|via|utm_medium=affiliate)(=|&|$)'

const affiliateParameters = new RegExp(affiliateParameter, 'i')

export function namesAffiliate(address: string): boolean {
  return affiliateParameters.test(address)
}

/**
 * Whether a link may pay its owner: it leads to a retailer that gets their tag, through a network or an affiliate tool,
 * names them to a shop, or is a short URL that leads to an unknown place.
 */
export function isAdLink({ host, isAffiliated = true, namesAffiliate = false, expandedHost, shops = [] }: LinkFacts): boolean {
  return (
    namesAffiliate ||
    [expandedHost ?? host, ...shops].some((one) => (findRetailerByHost(one) === undefined ? canPayCommission(one) : isAffiliated))
  )
}

function canPayCommission(host: string): boolean {
  return isNetworkHost(host) || isShortHost(host) || findAffiliateTool(`https://${host}/link`) !== undefined
}

const contentHosts = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com'])

/** Whether this host shows videos and sells nothing: a featured link to it is no ad unless its owner says so. */
export function isVideoHost(hostname: string): boolean {
  return contentHosts.has(hostname.replace(/^(www|m|music)\.|\.$/g, ''))
}
