import { type AffiliationSummary, isAdLink, toAffiliateSettings, toAffiliationState } from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, retailers, tagUrl } from '@linkshelf/retailers'
import { LRUCache } from 'lru-cache'
import { parseIntegrations, type StoredIntegrations } from '../../integrations/index.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { listReachedDestinations, type ReachedDestination, resolveAffiliation } from './affiliate.ts'
import { listDestinations, toReachedUrl } from './resolved-link.ts'

interface Settings {
  stored: StoredIntegrations
  affiliate: AffiliateSettings
}

/** Parsed settings by their JSON text. The rows of a list have the same text, so it is parsed once for all of them. */
const settingsByText = new LRUCache<string, Settings>({ max: 1_000 })

type AffiliatedRow = Pick<
  LinkRow,
  'target' | 'expanded_target' | 'title' | 'expanded_shops' | 'shops' | 'has_choice_page' | 'is_affiliated' | 'integrations'
>

/**
 * Returns whether a link earns a commission. Reads only the columns of the link's row. The link's own destination
 * decides. If it belongs to no retailer, the first shop that belongs to a retailer decides.
 */
export function summarizeAffiliation(row: AffiliatedRow): AffiliationSummary {
  const settings = parseSettings(row.integrations ?? '{}')
  let own: AffiliationSummary | undefined
  for (const { address } of listReachedDestinations(row)) {
    const summary = summarizeAddress(address, settings, row.is_affiliated)
    if (summary.state !== 'none') return summary
    own ??= summary
  }
  return own ?? nowhere
}

/** Returns for each destination that visitors can get whether it earns a commission. */
export function summarizeDestinations(row: AffiliatedRow): (AffiliationSummary & Omit<ReachedDestination, 'address'>)[] {
  const settings = parseSettings(row.integrations ?? '{}')
  return listReachedDestinations(row).map(({ target, place, address }) => ({
    target,
    place,
    ...summarizeAddress(address, settings, row.is_affiliated),
  }))
}

/** Whether every page marks the link as an ad, because a URL that visitors get can pay somebody. */
export function isAdRow(row: AffiliatedRow): boolean {
  const { target, expanded_target, title, shops, expanded_shops, has_choice_page, is_affiliated, integrations } = row
  const resolved = resolveAffiliation({
    target,
    expandedTarget: expanded_target,
    title,
    shops,
    expandedShops: expanded_shops,
    hasChoicePage: has_choice_page,
    isAffiliated: is_affiliated,
    integrations: parseSettings(integrations ?? '{}').stored,
  })
  return isAdLink({ destinations: listDestinations(resolved).map(toReachedUrl) })
}

const nowhere: AffiliationSummary = { state: 'none', retailer: null, market: null, tag: null, pasted_tag: null }

function parseSettings(text: string): Settings {
  const known = settingsByText.get(text)
  if (known !== undefined) return known
  const stored = parseIntegrations(JSON.parse(text))
  const settings = { stored, affiliate: toAffiliateSettings(stored) }
  settingsByText.set(text, settings)
  return settings
}

function summarizeAddress(address: string, { stored, affiliate }: Settings, affiliated: boolean): AffiliationSummary {
  const { url, status, page } = tagUrl(address, affiliate)
  if (page === undefined) return status === 'short' ? { ...nowhere, state: 'unknown' } : nowhere
  const { retailer, market = null, tag: pastedTag = null } = page
  const isOwn = status === 'tagged' || status === 'replaced'
  const ownTag = retailers[retailer].reportedTag === 'url' ? recognizeUrl(url)?.tag : findTrackingId(stored, retailer)
  const tag = affiliated ? ((isOwn ? ownTag : pastedTag) ?? null) : null
  return { state: toAffiliationState({ status, affiliated, reached_tag: tag }), retailer, market, tag, pasted_tag: pastedTag }
}

function findTrackingId(stored: StoredIntegrations, retailer: Retailer): string | undefined {
  const settings: { additionalParams: string | null; trackingId?: string } | undefined = stored[retailer]
  return settings?.trackingId
}
