import { type AffiliationSummary, toAffiliateSettings, toAffiliationState } from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, retailers, tagUrl } from '@linkshelf/retailers'
import { LRUCache } from 'lru-cache'
import { parseIntegrations, type StoredIntegrations } from '../../integrations/index.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { listTaggableAddresses } from './affiliate.ts'

interface Settings {
  stored: StoredIntegrations
  affiliate: AffiliateSettings
}

/** Parsed settings by their JSON text. The rows of a list have the same text, so it is parsed once for all of them. */
const settingsByText = new LRUCache<string, Settings>({ max: 1_000 })

type AffiliatedRow = Pick<
  LinkRow,
  'target' | 'expanded_target' | 'expanded_shops' | 'shops' | 'has_choice_page' | 'is_affiliated' | 'integrations'
>

/**
 * Returns whether a link earns a commission. Reads only the columns of the link's row. The link's own destination
 * decides. If it belongs to no retailer, the first shop that belongs to a retailer decides.
 */
export function summarizeAffiliation(row: AffiliatedRow): AffiliationSummary {
  const settings = parseSettings(row.integrations ?? '{}')
  // A shop without a country or marketplace is only on the choice page. If the link has no choice page, no visitor
  // reaches this shop.
  const shops = row.has_choice_page ? row.shops : row.shops.filter(({ place }) => place !== null)
  let own: AffiliationSummary | undefined
  for (const address of listTaggableAddresses({ ...row, shops })) {
    const summary = summarizeAddress(address, settings, row.is_affiliated)
    if (summary.state !== 'none') return summary
    own ??= summary
  }
  return own ?? nowhere
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
