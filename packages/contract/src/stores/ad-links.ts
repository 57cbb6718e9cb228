// Links of a store that can pay its owner are marked as ads. Other links are not, for example links to videos.
import { findRetailerByHost } from '@linkshelf/retailers'
import { isNetworkHost } from '../links/affiliate-networks.ts'
import { findAffiliateTool } from '../links/affiliate-tools.ts'
import { isShortHost } from '../links/short-urls.ts'

/** Facts of a link that decide whether it is an ad. */
export interface LinkFacts {
  host: string
  /** False if the owner switched the tag off for this link. */
  isAffiliated?: boolean
  /** Whether the address has a parameter by which a shop recognizes an affiliate. */
  namesAffiliate?: boolean
  /** The host that a short URL leads to, if it is known. */
  expandedHost?: string
  /** Hosts of the link's shops for visitors of some countries. */
  shops?: readonly string[]
}

/** Converts a link to the facts that decide whether it is an ad. */
export function toLinkFacts({ target, expanded, affiliated, shops }: OwnedLink): LinkFacts {
  return {
    host: toHost(target),
    ...(expanded !== null && { expandedHost: toHost(expanded) }),
    isAffiliated: affiliated,
    namesAffiliate: namesAffiliate(expanded ?? target),
    shops: shops.map((shop) => toHost(shop.target)),
  }
}

interface OwnedLink {
  target: string
  expanded: string | null
  affiliated: boolean
  shops: readonly { target: string }[]
}

function toHost(address: string): string {
  return new URL(address).hostname
}

/**
 * Parameters by which shops without an affiliate network recognize affiliates. A regular expression for JavaScript and
 * PostgreSQL.
 */
export const affiliateParameter =
  '[?&](ref|ref_id|refid|referral|aff|aff_id|affid|affiliate|affiliate_id|partner|partner_id|partnerid|rfsn|sca_ref|fp_ref|a_aid|awc|irgwc|irclickid|cjevent|ranmid|sscid|tap_a|via|utm_medium=affiliate)(=|&|$)'

const affiliateParameters = new RegExp(affiliateParameter, 'i')

export function namesAffiliate(address: string): boolean {
  return affiliateParameters.test(address)
}

/**
 * Whether a link can pay its owner. This is the case if it leads to a retailer with the owner's tag, leads through an
 * affiliate network or tool, has a parameter that names the owner to a shop, or is a short URL whose destination is
 * unknown.
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

/** Whether this host shows videos and sells nothing. A featured link to such a host is never marked as an ad. */
export function isVideoHost(hostname: string): boolean {
  return contentHosts.has(hostname.replace(/^(www|m|music)\.|\.$/g, ''))
}
