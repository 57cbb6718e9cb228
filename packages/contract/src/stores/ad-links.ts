// Decides whether a link is marked as an ad, on pages of stores, on pages of links, and in previews.
import { tagUrl } from '@linkshelf/retailers'
import { isNetworkHost, isNetworkPath } from '../links/affiliate-networks.ts'
import { findAffiliateTool } from '../links/affiliate-tools.ts'
import { isShortUrl } from '../links/short-urls.ts'

interface AdFacts {
  /** All URLs that visitors of the link can get, with their tags. */
  destinations: readonly string[]
  /** Whether the owner marked the link as an ad. */
  isMarked?: boolean
}

/**
 * Whether a link is marked as an ad. This is the case if its owner marked it, or if one of its URLs can pay somebody. A
 * link is unmarked only if it is certain that nobody earns, so a short URL with an unknown destination is an ad.
 */
export function isAdLink({ destinations, isMarked = false }: AdFacts): boolean {
  return isMarked || destinations.some(canPayCommission)
}

/**
 * Whether a URL has a tag, leads through an affiliate network or tool, has a parameter that names an affiliate, or is a
 * short URL. At a retailer, only its own tag counts, because its pages use other parameters for navigation: for example
 * `ref` at Amazon.
 */
function canPayCommission(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, pathname, search } = new URL(address)
  if (isNetworkHost(hostname)) return true
  const { page, status } = tagUrl(address, {})
  if (page !== undefined) return status === 'short' || page.tag !== undefined
  return isShortUrl(address) || findAffiliateTool(address) !== undefined || isNetworkPath(pathname) || affiliateParameters.test(search)
}

/** Parameters by which networks, and shops without a network, recognize affiliates. */
const affiliateParameters =
  /[?&](ref|ref_id|refid|referral|aff|aff_id|affid|affiliate|affiliate_id|partner|partner_id|partnerid|rfsn|sca_ref|fp_ref|a_aid|awc|irgwc|irclickid|cjevent|ranmid|raneaid|ransiteid|clickref|tduid|admitad_uid|sscid|tap_a|via|utm_medium=affiliate)(=|&|$)/i
